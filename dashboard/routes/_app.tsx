import {
  createFileRoute,
  Outlet,
  redirect,
  useLocation,
  useNavigate,
  useParams,
  useRouter,
} from "@tanstack/react-router";
import { BelfryError } from "#client/client.ts";
import { TextSearchContext } from "#dashboard/components/code/text-search.ts";
import { showToast } from "#dashboard/components/overlays/toast.ts";
import { useRead } from "#dashboard/data/use-read.ts";
import { environmentToOpen } from "../app/membership.ts";
import { organizationOf, useSession } from "../app/session.ts";
import { createRead, prefetchBy } from "../data/read.ts";
import { errorText } from "../errors.ts";
import { sectionOf } from "../features/shell/navigation.tsx";
import { Shell } from "../features/shell/shell.tsx";
import { ShellSkeleton } from "../features/shell/shell-skeleton.tsx";
import { pagesFor } from "../features/workflows/workflow-pages.ts";
import { OBJECT_KINDS } from "../objects.ts";
import { useEnvironment } from "../use-environment.ts";

export const Route = createFileRoute("/_app")({
  beforeLoad: async ({ context: { api, queryClient }, location }) => {
    const signIn = () => {
      const reason = useSession.getState().ended ? ({ reason: "session_ended" } as const) : {};
      return redirect({ to: "/auth/sign-in", search: { returnTo: location.publicHref, ...reason } });
    };
    const { token } = useSession.getState();
    if (!token) throw signIn();
    if (organizationOf(token) === null) throw redirect({ to: "/auth/organisation", replace: true });
    const ofMember = createRead({ api, environmentId: undefined })("membership");
    const isFirstLoad = queryClient.getQueryData(ofMember.queryKey) === undefined;
    const membership = await queryClient.ensureQueryData(ofMember).catch((error: unknown) => {
      if (error instanceof BelfryError && error.code === "second_factor_demanded") {
        throw redirect({ to: "/auth/second-factor", search: { returnTo: location.publicHref }, replace: true });
      }
      throw error instanceof BelfryError && error.status === 401 ? signIn() : error;
    });
    const { environmentId, lastEnvironmentId, switchTo } = useSession.getState();
    const opened = environmentToOpen(membership.environments, environmentId ?? lastEnvironmentId);
    if (opened && opened !== environmentId) switchTo(opened);
    return {
      membership,
      read: createRead({ api, environmentId: opened }),
      prefetch: prefetchBy(queryClient, isFirstLoad),
    };
  },
  pendingComponent: ShellSkeleton,
  component: AppShell,
});

function AppShell() {
  const { api, membership, queryClient } = Route.useRouteContext();
  const navigate = useNavigate();
  const { current, may, findTexts } = useEnvironment();
  const { environments } = useRead("membership").data ?? membership;
  const health = useRead("health.get");
  const organizations = useRead("organizations.list").data ?? [];
  const { workflowId } = useParams({ strict: false });
  const section = useLocation({ select: ({ pathname }) => sectionOf(pathname) });
  const { switchEnvironment, editIn, switchOrganization } = useSwitches(section);

  async function retry() {
    const { isSuccess } = await health.refetch();
    if (isSuccess) await queryClient.invalidateQueries();
  }

  /** Ends the session on the server as well, for which the dashboard does not wait: without a connection it ends by itself after some days. */
  function signOut() {
    void api.auth.signOut().catch(() => undefined);
    useSession.getState().signOut();
  }

  return (
    <Shell
      api={api}
      membership={membership}
      organizations={organizations}
      current={current}
      health={health.isError ? "unreachable" : health.data}
      isTested={environments.some(({ _id, isTestDeliveryOn }) => _id === current?._id && isTestDeliveryOn)}
      isEdited={section.isEdited && may("content.edit")}
      workflowPages={
        workflowId === undefined
          ? []
          : pagesFor(may).map(({ to, name }) => ({
              name,
              onOpen: () => void navigate({ to, params: { workflowId }, search: {} }),
            }))
      }
      onRetry={retry}
      onSwitch={(id) => void switchEnvironment(id)}
      onEdit={(id) => void editIn(id)}
      onSwitchOrganization={(id) => void switchOrganization(id)}
      onSection={(to) => void navigate({ to, search: {} })}
      onOpenObject={({ kind, id }) => void navigate(OBJECT_KINDS[kind].addressOf(id))}
      onSignOut={signOut}
    >
      <TextSearchContext value={findTexts}>
        <Outlet />
      </TextSearchContext>
    </Shell>
  );
}

/** Leaves what is on the screen for another environment or organisation. */
function useSwitches(section: ReturnType<typeof sectionOf>) {
  const { api, queryClient } = Route.useRouteContext();
  const router = useRouter();
  const navigate = useNavigate();
  const { switchTo, read, readIn } = useEnvironment();
  const params = useParams({ strict: false });

  /** Opens the list of the section, because the object on screen belongs to the other environment. Returns whether it is open. */
  async function leaveObject(): Promise<boolean> {
    await navigate({ to: section.to, search: {} });
    // The navigation may have been blocked by an unsent form, which then keeps its environment.
    return router.state.location.pathname === section.to;
  }

  async function switchEnvironment(id: string) {
    if (await leaveObject()) switchTo(id);
  }

  /** Opens what is on the screen in the environment that it is edited in: its list where it is not there any more. */
  async function editIn(id: string) {
    const { addressOf, originOf } = await import("../app/origin.ts");
    const fullPath: string = router.state.matches.at(-1)?.fullPath ?? section.to;
    const asked = { queryClient, read, readOriginal: readIn(id), params };
    // Where it cannot be found out, the list says what is wrong.
    const origin = await originOf(asked).catch(() => undefined);
    if (!(await leaveObject())) return;
    switchTo(id);
    if (!origin) return;
    const isStepGone = params.stepId !== undefined && origin.stepId === undefined;
    await navigate({ to: addressOf(isStepGone ? "/workflows/$workflowId" : fullPath, origin), replace: true });
  }

  async function switchOrganization(id: string) {
    if (!(await leaveObject())) return;
    try {
      useSession.getState().signIn(await api.auth.switchOrganization(id));
    } catch (error) {
      return showToast({ tone: "danger", text: `The organisation was not opened. ${errorText(error)}` });
    }
    // Nothing of the previous organisation stays on screen, and no call for it is under way with the new token.
    window.location.reload();
  }

  return { switchEnvironment, editIn, switchOrganization };
}
