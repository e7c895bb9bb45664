import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRootRouteWithContext, Outlet, useRouter } from "@tanstack/react-router";
import { type ComponentType, lazy, Suspense, useEffect } from "react";
import { RouterProvider } from "react-aria-components";
import type { Belfry } from "#client/client.ts";
import { FocusFollower } from "../features/shell/focus-follower.tsx";
import { ProgressLine } from "../features/shell/progress-line.tsx";
import { RouteAnnouncer } from "../features/shell/route-announcer.tsx";
import { followInputMethod } from "../input-method.ts";

export const Route = createRootRouteWithContext<{
  api: Belfry;
  queryClient: QueryClient;
  githubSignIn: string | null;
  registration: "open" | "invited";
}>()({
  component: Root,
});

declare module "react-aria-components" {
  interface RouterConfig {
    routerOptions: { replace?: boolean; resetScroll?: boolean };
  }
}

/** Loaded after what the screen needs first: nothing is shown in it before somebody has done something. */
const Toaster = lazy(
  (): Promise<{ default: ComponentType }> =>
    import("../components/overlays/toaster.tsx").then(
      (module) => ({ default: module.Toaster }),
      // Without a connection the page works without it.
      () => ({ default: () => null }),
    ),
);

function Root() {
  const router = useRouter();
  const { queryClient } = Route.useRouteContext();
  useEffect(followInputMethod, []);
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider navigate={(href, options) => void router.navigate({ href, ...options })}>
        <ProgressLine />
        <Outlet />
        <Suspense>
          <Toaster />
        </Suspense>
        <RouteAnnouncer />
        <FocusFollower />
      </RouterProvider>
    </QueryClientProvider>
  );
}
