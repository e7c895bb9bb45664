import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createClient } from "./client.ts";
import { contextPaths, githubSignIn } from "./page-settings.ts";
import { applyTheme } from "./preferences.ts";
import { createQueryClient } from "./query-client.ts";
import { createDashboardRouter } from "./router.tsx";
import { useSession } from "./session.ts";
import "./styles.css";

const api = createClient({
  contextPath: contextPaths.api,
  token: () => useSession.getState().token,
  environmentId: () => useSession.getState().environmentId,
  onSessionEnded: () => useSession.getState().signOut(),
});
const queryClient = createQueryClient();
const router = createDashboardRouter({
  api,
  queryClient,
  contextPath: contextPaths.web,
  githubSignIn,
});

// Signing out here, in another tab, and by an expired token all lead to the sign-in page, which returns to this one.
window.addEventListener("storage", () => void useSession.persist.rehydrate());
useSession.subscribe((now, before) => {
  if (now.token === before.token) return;
  queryClient.clear();
  // Another tab has signed another member in: data of the previous one must not stay on screen.
  if (now.token && before.token) return window.location.reload();
  if (now.token) return;
  const returnTo = router.state.location.publicHref;
  void router.navigate({ to: "/auth/sign-in", search: { returnTo }, ignoreBlocker: true });
});

applyTheme(document.documentElement);
const app = document.getElementById("app");
if (!app) throw new Error("The page has no #app element to render into.");
createRoot(app).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);
