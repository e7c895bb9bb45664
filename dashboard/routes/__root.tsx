import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRootRouteWithContext, Outlet, useRouter } from "@tanstack/react-router";
import { type ComponentType, lazy, Suspense, useEffect } from "react";
import { RouterProvider } from "react-aria-components";
import type { Belfry } from "#client/client.ts";
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

/** Loads after what the screen needs first a part that has nothing to do before somebody has done something. Without a connection the page works without it. */
const loadedLater = (load: () => Promise<ComponentType>) =>
  lazy(() =>
    load().then(
      (part): { default: ComponentType } => ({ default: part }),
      () => ({ default: () => null }),
    ),
  );
const Toaster = loadedLater(async () => (await import("../components/overlays/toaster.tsx")).Toaster);
const FocusFollower = loadedLater(async () => (await import("../features/shell/focus-follower.tsx")).FocusFollower);

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
          <FocusFollower />
        </Suspense>
        <RouteAnnouncer />
      </RouterProvider>
    </QueryClientProvider>
  );
}
