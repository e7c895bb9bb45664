import { createRouter, type RouterHistory } from "@tanstack/react-router";
import type { Api } from "./api.ts";
import { ErrorPanel } from "./components/error-panel.tsx";
import { NotFoundPanel } from "./components/not-found-panel.tsx";
import { routeTree } from "./route-tree.gen.ts";
import { parseSearch, stringifySearch } from "./search-params.ts";

/** The dashboard's router; tests pass a fake api and a memory history. */
export function createDashboardRouter({ api, history }: { api: Api; history?: RouterHistory }) {
  return createRouter({
    routeTree,
    context: { api },
    ...(history ? { history } : {}),
    parseSearch,
    stringifySearch,
    defaultPreload: "intent",
    defaultPendingMs: 150,
    defaultPendingMinMs: 200,
    // What is on screen stays until its successor has arrived; what was seen long ago is never shown as if it were new.
    defaultStaleReloadMode: "blocking",
    defaultErrorComponent: ErrorPanel,
    defaultNotFoundComponent: NotFoundPanel,
    scrollRestoration: true,
  });
}

type DashboardRouter = ReturnType<typeof createDashboardRouter>;

declare module "@tanstack/react-router" {
  interface Register {
    router: DashboardRouter;
  }
}
