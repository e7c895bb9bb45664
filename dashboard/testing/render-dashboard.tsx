import { createMemoryHistory, RouterProvider } from "@tanstack/react-router";
import { render } from "@testing-library/react";
import { createClient } from "../client.ts";
import { toasts } from "../components/toast.tsx";
import { createQueryClient } from "../query-client.ts";
import { createDashboardRouter } from "../router.tsx";
import { useSession } from "../session.ts";
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
  handlers?: Parameters<typeof fakeServer>[0];
}

/** Renders the whole dashboard at an address, on a fake server. */
export function renderDashboard(
  address: string,
  { token = "member", environmentId, contextPath = "", githubSignIn, handlers = {} }: RenderOptions = {},
) {
  // Toasts outlive the screen that showed them.
  for (const { key } of toasts.visibleToasts) toasts.close(key);
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
