import { createRootRouteWithContext, Outlet } from "@tanstack/react-router";
import type { Api } from "../api.ts";
import { Toaster } from "../components/toast.tsx";
import { ProgressLine } from "../features/shell/progress-line.tsx";
import { RouteAnnouncer } from "../features/shell/route-announcer.tsx";

export const Route = createRootRouteWithContext<{ api: Api }>()({
  component: Root,
});

function Root() {
  return (
    <>
      <ProgressLine />
      <Outlet />
      <Toaster />
      <RouteAnnouncer />
    </>
  );
}
