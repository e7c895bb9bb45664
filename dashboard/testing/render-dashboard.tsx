import { createMemoryHistory, RouterProvider } from "@tanstack/react-router";
import { render } from "@testing-library/react";
import { createApi } from "../api.ts";
import { createHttp } from "../http.ts";
import { createDashboardRouter } from "../router.tsx";
import { useSession } from "../session.ts";
import { fakeServer } from "./fake-server.ts";

interface RenderOptions {
  /** Who is signed in; null is nobody. */
  token?: string | null;
  handlers?: Parameters<typeof fakeServer>[0];
}

/** The whole dashboard at an address, on a server that answers as told. */
export function renderDashboard(address: string, { token = "member", handlers = {} }: RenderOptions = {}) {
  // Sessions are remembered by token, so each dashboard gets one of its own.
  useSession.setState({
    token: token === null ? undefined : `${token}-${crypto.randomUUID()}`,
    environmentId: undefined,
  });
  const server = fakeServer(handlers);
  const http = createHttp({
    token: () => useSession.getState().token,
    environmentId: () => useSession.getState().environmentId,
    onSessionEnded: () => useSession.getState().signOut(),
    fetch: server.fetch,
  });
  const router = createDashboardRouter({
    api: createApi(http),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  render(<RouterProvider router={router} />);
  return { router, received: server.received };
}
