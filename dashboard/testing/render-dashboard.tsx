import { createMemoryHistory, RouterProvider } from "@tanstack/react-router";
import { render } from "@testing-library/react";
import { toasts } from "#dashboard/components/overlays/toast.ts";
import { createClient } from "../app/client.ts";
import { followSession } from "../app/follow-session.ts";
import { createDashboardRouter } from "../app/router.tsx";
import { useSession } from "../app/session.ts";
import { createQueryClient } from "../data/query-client.ts";
import { fakeServer } from "./fake-server.ts";

interface RenderOptions {
  /** The session's token; null when nobody is signed in. */
  token?: string | null;
  /** The environment that the session opens; without one, the dashboard chooses. */
  environmentId?: string;
  /** The dashboard's context path. */
  contextPath?: string;
  /** Address at which a sign-in through GitHub begins. */
  githubSignIn?: string;
  registration?: "open" | "invited";
  handlers?: Parameters<typeof fakeServer>[0];
}

/** Ends what the dashboard of an earlier test still does with the session. */
let stopFollowing = () => {};

/** Renders the whole dashboard at an address, on a fake server. */
export function renderDashboard(
  address: string,
  {
    token = "member",
    environmentId,
    contextPath = "",
    githubSignIn,
    registration = "open",
    handlers = {},
  }: RenderOptions = {},
) {
  // Toasts outlive the screen that showed them.
  for (let [shown] = toasts.visibleToasts; shown; [shown] = toasts.visibleToasts) toasts.close(shown.key);
  stopFollowing();
  useSession.setState({
    token: token ?? undefined,
    environmentId: undefined,
    lastEnvironmentId: environmentId,
    ended: undefined,
  });
  const server = fakeServer(handlers);
  const api = createClient({
    contextPath: "",
    token: () => useSession.getState().token,
    environmentId: () => useSession.getState().environmentId,
    onSessionEnded: () => useSession.getState().end(),
    fetch: server.fetch,
  });
  const queryClient = createQueryClient();
  const router = createDashboardRouter({
    api,
    queryClient,
    contextPath,
    githubSignIn: githubSignIn ?? null,
    registration,
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  stopFollowing = followSession(router, queryClient);
  render(<RouterProvider router={router} />);
  return { router, queryClient, received: server.received };
}
