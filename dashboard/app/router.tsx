import type { QueryClient } from "@tanstack/react-query";
import { createRouter, type RouterHistory } from "@tanstack/react-router";
import type { Belfry } from "#client/client.ts";
import { ErrorScreen } from "#dashboard/components/feedback/error-screen.tsx";
import { NotFoundPanel } from "#dashboard/components/feedback/not-found-panel.tsx";
import { routeTree } from "../route-tree.gen.ts";
import { parseSearch, stringifySearch } from "./search-params.ts";

interface RouterOptions {
  api: Belfry;
  queryClient: QueryClient;
  /** The dashboard's context path; empty for none. */
  contextPath: string;
  /** Address at which a sign-in through GitHub begins; null where the installation has none. */
  githubSignIn: string | null;
  /** Who may create an account: everybody, or people with an invitation. */
  registration: "open" | "invited";
  history?: RouterHistory;
}

/** The dashboard's router; tests pass a fake api and a memory history. */
export function createDashboardRouter({
  api,
  queryClient,
  contextPath,
  githubSignIn,
  registration,
  history,
}: RouterOptions) {
  return createRouter({
    routeTree,
    context: { api, queryClient, githubSignIn, registration },
    basepath: contextPath || "/",
    ...(history ? { history } : {}),
    parseSearch,
    stringifySearch,
    defaultPreload: "intent",
    // Loaders always run; the query cache decides what is read again.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 150,
    // Together with the render still less than the 300 ms within which a screen is to have its content.
    defaultPendingMinMs: 100,
    // A screen stays until the next one is loaded, and outdated data is not shown meanwhile.
    defaultStaleReloadMode: "blocking",
    defaultErrorComponent: ErrorScreen,
    // Inside of the shell, `routes/_app/$.tsx` is the page of unknown addresses.
    defaultNotFoundComponent: () => (
      <main>
        <NotFoundPanel />
      </main>
    ),
    scrollRestoration: true,
  });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createDashboardRouter>;
  }
}
