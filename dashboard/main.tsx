import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createApi } from "./api.ts";
import { createHttp } from "./http.ts";
import { followTheme } from "./preferences.ts";
import { createDashboardRouter } from "./router.tsx";
import { useSession } from "./session.ts";
import "./styles.css";

const http = createHttp({
  token: () => useSession.getState().token,
  environmentId: () => useSession.getState().environmentId,
  onSessionEnded: () => useSession.getState().signOut(),
});
const router = createDashboardRouter({ api: createApi(http) });

// Signing out here, in another tab, or by an expired token all end on the same page, which leads back to this one.
window.addEventListener("storage", () => void useSession.persist.rehydrate());
useSession.subscribe((now, before) => {
  if (now.token || !before.token) return;
  router.clearCache();
  void router.navigate({ to: "/auth/sign-in", search: { returnTo: router.state.location.href } });
});

followTheme(document.documentElement);
const app = document.getElementById("app");
if (!app) throw new Error("The page has no #app element to render into.");
createRoot(app).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);
