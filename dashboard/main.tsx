import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createClient } from "./app/client.ts";
import { followSession } from "./app/follow-session.ts";
import { followOtherTabs, shareChanges } from "./app/other-tabs.ts";
import { contextPaths, githubSignIn, registration } from "./app/page-settings.ts";
import { createDashboardRouter } from "./app/router.tsx";
import { useSession } from "./app/session.ts";
import { createQueryClient } from "./data/query-client.ts";
import { applyTheme } from "./preferences.ts";
import "./styles.css";

const api = createClient({
  contextPath: contextPaths.api,
  token: () => useSession.getState().token,
  environmentId: () => useSession.getState().environmentId,
  onSessionEnded: () => useSession.getState().end(),
});
const queryClient = createQueryClient();
const router = createDashboardRouter({
  api,
  queryClient,
  contextPath: contextPaths.web,
  githubSignIn,
  registration,
});

followOtherTabs(router);
shareChanges(queryClient);
followSession(router, queryClient);

// The code of a member's first screen loads beside the answers that say who they are. The router asks for it once more, and handles failures.
if (useSession.getState().token !== undefined) {
  const [routes] = router.getMatchedRoutes(router.latestLocation.pathname);
  for (const route of routes) router.loadRouteChunk(route)?.catch(() => undefined);
}

applyTheme(document.documentElement);
const app = document.getElementById("app");
if (!app) throw new Error("The page has no #app element to render into.");
createRoot(app).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);
