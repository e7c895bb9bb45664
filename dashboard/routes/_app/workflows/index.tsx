import { createFileRoute, Link, stripSearchParams, useNavigate } from "@tanstack/react-router";
import { Plus, Workflow as WorkflowIcon } from "lucide-react";
import { buttonClass } from "#dashboard/components/controls/button.tsx";
import { ImportWorkflows } from "#dashboard/features/workflows/file/import-workflows.tsx";
import { NoWorkflows } from "#dashboard/features/workflows/list/no-workflows.tsx";
import { workflowColumns } from "#dashboard/features/workflows/list/workflow-columns.tsx";
import { WorkflowFilters } from "#dashboard/features/workflows/list/workflow-filters.tsx";
import { WORKFLOW_TABLE, WorkflowList } from "#dashboard/features/workflows/list/workflow-list.tsx";
import { listQuery, WORKFLOW_ORDER, WorkflowSearch } from "#dashboard/features/workflows/list/workflow-search.ts";
import { ColumnMenu } from "#dashboard/lists/column-menu.tsx";
import { ListScreen } from "#dashboard/lists/list-screen.tsx";
import { defaultsOf } from "#dashboard/lists/list-search.ts";
import { ListSkeleton } from "#dashboard/lists/list-skeleton.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

export const Route = createFileRoute("/_app/workflows/")({
  validateSearch: WorkflowSearch,
  search: { middlewares: [stripSearchParams(defaultsOf(WorkflowSearch))] },
  loader: ({ context: { prefetch, read }, location }) =>
    prefetch(read("v2.workflows.list", listQuery(WorkflowSearch.parse(location.search)))),
  pendingComponent: () => <ListSkeleton title="Workflows" filters="max-w-2xl" />,
  component: WorkflowsPage,
});

function WorkflowsPage() {
  const search = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  const { may, read, readOnly } = useEnvironment();
  const editable = may("content.edit") && !readOnly;
  return (
    <ListScreen
      noun={["workflow", "workflows"]}
      icon={<WorkflowIcon />}
      screen={{ title: "Workflows", actions: (isEmpty) => editable && <Actions isEmpty={isEmpty} /> }}
      schema={WorkflowSearch}
      search={search}
      onSearch={(next, replace) => void navigate({ search: next, replace })}
      read={read("v2.workflows.list", listQuery(search))}
      pageOf={({ workflows, totalCount }) => ({ rows: workflows, total: totalCount })}
      order={WORKFLOW_ORDER}
      filters={(change, clear) => (
        <WorkflowFilters search={search} onChange={change} onClear={clear}>
          <ColumnMenu table={WORKFLOW_TABLE} columns={workflowColumns(null)} />
        </WorkflowFilters>
      )}
      noMatch="No workflow has all that the filters ask for."
      none={<NoWorkflows />}
    >
      {(workflows, parts) => <WorkflowList workflows={workflows} {...parts} />}
    </ListScreen>
  );
}

function Actions({ isEmpty }: { isEmpty: boolean }) {
  return (
    <>
      <ImportWorkflows />
      <Link to="/workflows/templates" className={buttonClass()}>
        Templates
      </Link>
      {!isEmpty && (
        <Link to="/workflows/new" className={buttonClass("primary")} data-primary-create>
          <Plus className="size-4" aria-hidden="true" /> Create workflow
        </Link>
      )}
    </>
  );
}
