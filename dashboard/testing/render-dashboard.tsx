import { createMemoryHistory, RouterProvider } from "@tanstack/react-router";
import { configure, render } from "@testing-library/react";
import { createClient } from "../client.ts";
import { createQueryClient } from "../query-client.ts";
import { createDashboardRouter } from "../router.tsx";
import { useSession } from "../session.ts";
import { fakeServer } from "./fake-server.ts";

// A loaded machine renders a whole dashboard in more than the second that is the default.
configure({ asyncUtilTimeout: 4_000 });

interface RenderOptions {
  /** The session's token; null when nobody is signed in. */
  token?: string | null;
  /** The environment that the session opens; without one, the dashboard chooses. */
  environmentId?: string;
  /** The dashboard's context path. */
  contextPath?: string;
  /** Address at which a sign-in through GitHub begins. */
  githubSignIn?: string;
  handlers?: Parameters<typeof fakeServer>[0];
}

/** Renders the whole dashboard at an address, on a fake server. */
export function renderDashboard(
  address: string,
  { token = "member", environmentId, contextPath = "", githubSignIn, handlers = {} }: RenderOptions = {},
) {
  useSession.setState({ token: token ?? undefined, environmentId });
  const server = fakeServer(handlers);
  const api = createClient({
    contextPath: "",
    token: () => useSession.getState().token,
    environmentId: () => useSession.getState().environmentId,
    onSessionEnded: () => useSession.getState().signOut(),
    fetch: server.fetch,
  });
  const router = createDashboardRouter({
    api,
    queryClient: createQueryClient(),
    contextPath,
    githubSignIn: githubSignIn ?? null,
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  render(<RouterProvider router={router} />);
  return { router, received: server.received };
}
