import { createFileRoute, Link, stripSearchParams, useNavigate } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { buttonClass } from "#dashboard/components/controls/button.tsx";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { RefreshFailed } from "#dashboard/components/feedback/refresh-failed.tsx";
import { Skeleton, SkeletonRows } from "#dashboard/components/feedback/skeleton.tsx";
import { Page } from "#dashboard/components/page.tsx";
import { useRead } from "#dashboard/data/use-read.ts";
import { ImportWorkflows } from "#dashboard/features/workflows/file/import-workflows.tsx";
import { NoWorkflows } from "#dashboard/features/workflows/list/no-workflows.tsx";
import { workflowColumns } from "#dashboard/features/workflows/list/workflow-columns.tsx";
import { WorkflowFilters } from "#dashboard/features/workflows/list/workflow-filters.tsx";
import { WORKFLOW_TABLE, WorkflowList } from "#dashboard/features/workflows/list/workflow-list.tsx";
import {
  isFiltered,
  listQuery,
  orderBy,
  orderOf,
  SEARCH_DEFAULTS,
  WorkflowSearch,
} from "#dashboard/features/workflows/list/workflow-search.ts";
import { ColumnMenu } from "#dashboard/lists/column-menu.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

export const Route = createFileRoute("/_app/workflows/")({
  validateSearch: WorkflowSearch,
  search: { middlewares: [stripSearchParams(SEARCH_DEFAULTS)] },
  loader: ({ context: { prefetch, read }, location }) =>
    prefetch(read("v2.workflows.list", listQuery(WorkflowSearch.parse(location.search)))),
  pendingComponent: () => (
    <Page title="Workflows" wide>
      <Skeleton className="h-8 w-full max-w-2xl" />
      <SkeletonRows />
    </Page>
  ),
  component: WorkflowsPage,
});

function WorkflowsPage() {
  const search = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  const { may, readOnly } = useEnvironment();
  const query = useRead("v2.workflows.list", listQuery(search));
  const editable = may("content.edit") && !readOnly;
  const clear = () => void navigate({ search: { sort: search.sort, direction: search.direction, size: search.size } });
  const isEmpty = query.data?.totalCount === 0 && !isFiltered(search);
  return (
    <Page
      wide
      title="Workflows"
      summary={query.isRefetchError && <RefreshFailed />}
      actions={
        editable && (
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
        )
      }
    >
      {!isEmpty && (
        <WorkflowFilters
          search={search}
          onChange={(change) => void navigate({ search: { ...search, page: 0, ...change }, replace: true })}
          onClear={query.data?.workflows.length === 0 ? undefined : clear}
        >
          <ColumnMenu table={WORKFLOW_TABLE} columns={workflowColumns(null)} />
        </WorkflowFilters>
      )}
      <QueryResult query={query} skeleton={<SkeletonRows />}>
        {(list) =>
          list.workflows.length > 0 ? (
            <WorkflowList
              list={list}
              sort={{
                ...orderOf(search),
                onSort: (by) => void navigate({ search: { ...search, ...orderBy(search, by) }, replace: true }),
              }}
              page={search.page}
              pageSize={search.size}
              onPage={(page) => void navigate({ search: { ...search, page } })}
              onPageSize={(size) => void navigate({ search: { ...search, size, page: 0 }, replace: true })}
            />
          ) : (
            <NoWorkflows
              reason={list.totalCount > 0 ? "past" : isFiltered(search) ? "filtered" : "empty"}
              onClear={() => (list.totalCount > 0 ? void navigate({ search: { ...search, page: 0 } }) : clear())}
            />
          )
        }
      </QueryResult>
    </Page>
  );
}
