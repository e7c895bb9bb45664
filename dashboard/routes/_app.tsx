import { createFileRoute, Outlet, redirect, useNavigate, useRouter } from "@tanstack/react-router";
import { useCallback } from "react";
import { sectionOf } from "../features/shell/navigation.tsx";
import { Shell } from "../features/shell/shell.tsx";
import { ShellSkeleton } from "../features/shell/shell-skeleton.tsx";
import { ApiError } from "../http.ts";
import { loadMembership } from "../membership.ts";
import { useSession } from "../session.ts";
import { useApi, useMembership } from "../use-api.ts";

export const Route = createFileRoute("/_app")({
  beforeLoad: async ({ context, location }) => {
    const signIn = redirect({ to: "/auth/sign-in", search: { returnTo: location.href } });
    const { token } = useSession.getState();
    if (!token) throw signIn;
    try {
      return { membership: await loadMembership(context.api, token) };
    } catch (error) {
      throw error instanceof ApiError && error.status === 401 ? signIn : error;
    }
  },
  pendingComponent: ShellSkeleton,
  component: AppShell,
});

function AppShell() {
  const api = useApi();
  const router = useRouter();
  const navigate = useNavigate();
  const membership = useMembership();
  const environmentId = useSession((session) => session.environmentId);
  const checkHealth = useCallback((signal: AbortSignal) => api.health({ signal }), [api]);

  /** The section stays, the object does not: it belongs to the environment that is left. */
  async function switchEnvironment(id: string) {
    useSession.getState().switchTo(id);
    router.clearCache();
    await navigate({ to: sectionOf(router.state.location.pathname), search: {} });
    await router.invalidate({ forcePending: true });
  }

  return (
    <Shell
      membership={membership}
      environmentId={environmentId}
      checkHealth={checkHealth}
      onSwitch={(id) => void switchEnvironment(id)}
      onSection={(to) => void navigate({ to, search: {} })}
      onSignOut={() => useSession.getState().signOut()}
    >
      <Outlet />
    </Shell>
  );
}
