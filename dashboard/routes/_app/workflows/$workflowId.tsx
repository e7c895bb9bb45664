import { useQuery } from "@tanstack/react-query";
import { createFileRoute, Outlet } from "@tanstack/react-router";
import type { Workflow } from "#contract/workflows.ts";
import { Badge } from "../../../components/badge.tsx";
import { CopyableId } from "../../../components/copy-button.tsx";
import { MissingObject } from "../../../components/missing-object.tsx";
import { Page } from "../../../components/page.tsx";
import { QueryResult } from "../../../components/query-result.tsx";
import { RelativeTime } from "../../../components/relative-time.tsx";
import { Skeleton, SkeletonCards } from "../../../components/skeleton.tsx";
import { identifierOf } from "../../../features/workflows/identifier.ts";
import { StatusSwitch } from "../../../features/workflows/status-switch.tsx";
import { WorkflowStatus } from "../../../features/workflows/workflow-table.tsx";
import { useCurrentTab, WorkflowTabs } from "../../../features/workflows/workflow-tabs.tsx";
import { useOpenedObject } from "../../../recent-objects.ts";
import { useEnvironment } from "../../../use-environment.ts";

export const Route = createFileRoute("/_app/workflows/$workflowId")({
  loader: ({ context: { prefetch, queries }, params }) => prefetch(queries.workflows.get(params.workflowId)),
  pendingComponent: WorkflowSkeleton,
  component: WorkflowPage,
});

function WorkflowPage() {
  const { workflowId } = Route.useParams();
  const { queries, queriesOf } = useEnvironment();
  const query = useQuery(queries.workflows.get(workflowId));
  return (
    <QueryResult
      query={query}
      headingLevel={1}
      skeleton={<WorkflowSkeleton />}
      missing={
        <MissingObject
          kind="workflow"
          queryIn={(environmentId) => queriesOf(environmentId).workflows.get(workflowId)}
        />
      }
    >
      {(workflow) => <WorkflowScreen workflow={workflow} />}
    </QueryResult>
  );
}

function WorkflowScreen({ workflow }: { workflow: Workflow }) {
  const tab = useCurrentTab();
  useOpenedObject({ kind: "workflow", id: workflow._id, title: workflow.name, subtitle: identifierOf(workflow) });
  const { may, readOnly, mutations } = useEnvironment();
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
        may("content.edit") ? (
          <StatusSwitch
            name={workflow.name}
            active={workflow.active}
            readOnly={readOnly}
            mutation={mutations.setWorkflowActive(workflow._id)}
          />
        ) : (
          <WorkflowStatus workflow={workflow} />
        )
      }
    >
      <WorkflowTabs workflowId={workflow._id}>
        <Outlet />
      </WorkflowTabs>
    </Page>
  );
}

function WorkflowSkeleton() {
  return (
    <Page title="Workflow" summary={<Skeleton className="h-4 w-48" />}>
      <Skeleton className="h-9 w-full" />
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        <SkeletonCards cards={4} />
        <SkeletonCards cards={1} className="h-96" />
      </div>
    </Page>
  );
}
