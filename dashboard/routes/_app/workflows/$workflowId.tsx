import { createFileRoute, Outlet, useRouter } from "@tanstack/react-router";
import { Badge } from "../../../components/badge.tsx";
import { CopyableId } from "../../../components/copy-button.tsx";
import { MissingObject } from "../../../components/missing-object.tsx";
import { Page } from "../../../components/page.tsx";
import { RelativeTime } from "../../../components/relative-time.tsx";
import { Skeleton, SkeletonCards } from "../../../components/skeleton.tsx";
import { identifierOf } from "../../../features/workflows/identifier.ts";
import { StatusSwitch } from "../../../features/workflows/status-switch.tsx";
import { useCurrentTab, WorkflowTabs } from "../../../features/workflows/workflow-tabs.tsx";
import { foundOr404 } from "../../../found-or-404.ts";
import { isProduction } from "../../../membership.ts";
import { useApi } from "../../../use-api.ts";
import { useEnvironments } from "../../../use-environments.ts";

export const Route = createFileRoute("/_app/workflows/$workflowId")({
  loader: ({ context, params, abortController }) =>
    foundOr404(context.api.workflows.get(params.workflowId, { signal: abortController.signal })),
  pendingComponent: () => (
    <Page title="Workflow" summary={<Skeleton className="h-4 w-48" />}>
      <Skeleton className="h-9 w-full" />
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        <SkeletonCards cards={4} />
        <SkeletonCards cards={1} className="h-96" />
      </div>
    </Page>
  ),
  notFoundComponent: WorkflowMissing,
  component: WorkflowPage,
});

function WorkflowPage() {
  const workflow = Route.useLoaderData();
  const tab = useCurrentTab();
  const api = useApi();
  const router = useRouter();
  const { environments, environmentId } = useEnvironments();
  const environment = environments.find(({ _id }) => _id === environmentId);
  return (
    <Page
      title={workflow.name}
      tabTitle={`${workflow.name}: ${tab.name}`}
      aside={
        <>
          <Badge>version {workflow.version}</Badge>
          {workflow.critical && <Badge tone="warning">Critical</Badge>}
          {workflow.tags.map((tag) => (
            <Badge key={tag}>{tag}</Badge>
          ))}
        </>
      }
      summary={
        <>
          <CopyableId value={identifierOf(workflow)} what="identifier" />
          {workflow.description && <p>{workflow.description}</p>}
          <p className="text-xs">
            Updated <RelativeTime moment={workflow.updatedAt} />
          </p>
        </>
      }
      actions={
        <StatusSwitch
          name={workflow.name}
          active={workflow.active}
          readOnly={environment !== undefined && isProduction(environment)}
          onChange={async (active) => {
            await api.workflows.setActive(workflow._id, active);
            await router.invalidate({ filter: ({ routeId }) => routeId === Route.id });
          }}
        />
      }
    >
      <WorkflowTabs workflowId={workflow._id} />
      <Outlet />
    </Page>
  );
}

function WorkflowMissing() {
  const { workflowId } = Route.useParams();
  const api = useApi();
  return (
    <MissingObject
      kind="workflow"
      {...useEnvironments()}
      lookIn={(environmentId) => api.workflows.get(workflowId, { environmentId })}
    />
  );
}
