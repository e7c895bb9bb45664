import { useQuery } from "@tanstack/react-query";
import { createFileRoute, Outlet, redirect, useNavigate, useRouter } from "@tanstack/react-router";
import { BelfryError } from "#client/client.ts";
import { sectionOf } from "../features/shell/navigation.tsx";
import { Shell } from "../features/shell/shell.tsx";
import { ShellSkeleton } from "../features/shell/shell-skeleton.tsx";
import { environmentToOpen } from "../membership.ts";
import { environmentQueries, healthQuery, membershipQuery, prefetchBy, queryKeys } from "../queries.ts";
import { useSession } from "../session.ts";
import { useEnvironment } from "../use-environment.ts";

export const Route = createFileRoute("/_app")({
  beforeLoad: async ({ context: { api, queryClient }, location }) => {
    const signIn = redirect({ to: "/auth/sign-in", search: { returnTo: location.publicHref } });
    if (!useSession.getState().token) throw signIn;
    const isFirstLoad = queryClient.getQueryData(queryKeys.membership) === undefined;
    const membership = await queryClient.ensureQueryData(membershipQuery(api)).catch((error: unknown) => {
      throw error instanceof BelfryError && error.status === 401 ? signIn : error;
    });
    const { environmentId, switchTo } = useSession.getState();
    const opened = environmentToOpen(membership.environments, environmentId);
    if (opened && opened !== environmentId) switchTo(opened);
    return { membership, queries: environmentQueries(api, opened), prefetch: prefetchBy(queryClient, isFirstLoad) };
  },
  pendingComponent: ShellSkeleton,
  component: AppShell,
});

function AppShell() {
  const { api, membership } = Route.useRouteContext();
  const router = useRouter();
  const navigate = useNavigate();
  const { current, switchTo } = useEnvironment();
  const health = useQuery(healthQuery(api));

  /** Opens the list of the section, because the object on screen belongs to the other environment. */
  async function switchEnvironment(id: string) {
    const section = sectionOf(router.state.location.pathname);
    await navigate({ to: section, search: {} });
    // The navigation may have been blocked by an unsent form, which then keeps its environment.
    if (router.state.location.pathname === section) switchTo(id);
  }

  return (
    <Shell
      membership={membership}
      current={current}
      health={health.isError ? "unreachable" : health.data}
      onSwitch={(id) => void switchEnvironment(id)}
      onSection={(to) => void navigate({ to, search: {} })}
      onSignOut={() => useSession.getState().signOut()}
    >
      <Outlet />
    </Shell>
  );
}
