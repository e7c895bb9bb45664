import { useQuery } from "@tanstack/react-query";
import { createFileRoute, stripSearchParams, useNavigate } from "@tanstack/react-router";
import { Workflow as WorkflowIcon } from "lucide-react";
import { Button } from "../../../components/button.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { Page } from "../../../components/page.tsx";
import { Pager } from "../../../components/pager.tsx";
import { QueryResult } from "../../../components/query-result.tsx";
import { SearchField } from "../../../components/search-field.tsx";
import { Skeleton, SkeletonRows } from "../../../components/skeleton.tsx";
import { NoWorkflowsYet } from "../../../features/workflows/no-workflows-yet.tsx";
import { WorkflowTable } from "../../../features/workflows/workflow-table.tsx";
import { isProduction } from "../../../membership.ts";
import { contextPaths } from "../../../page-settings.ts";
import { pageParam, searchSchema, textParam } from "../../../search-schemas.ts";
import { useEnvironment } from "../../../use-environment.ts";

const PAGE_SIZE = 25;
const Search = searchSchema({
  page: pageParam,
  query: textParam,
});

export const Route = createFileRoute("/_app/workflows/")({
  validateSearch: Search,
  search: { middlewares: [stripSearchParams({ page: 0, query: "" })] },
  loader: ({ context: { prefetch, queries }, location }) =>
    prefetch(queries.workflows.list({ ...Search.parse(location.search), limit: PAGE_SIZE })),
  pendingComponent: () => (
    <Page title="Workflows" actions={<Skeleton className="h-8.5 w-full sm:w-64" />}>
      <SkeletonRows />
    </Page>
  ),
  component: WorkflowsPage,
});

function WorkflowsPage() {
  const search = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  const { queries } = useEnvironment();
  const result = useQuery(queries.workflows.list({ ...search, limit: PAGE_SIZE }));
  return (
    <Page
      title="Workflows"
      actions={
        <SearchField
          primary
          label="Search workflows"
          value={search.query}
          onSearch={(text) => void navigate({ search: { query: text }, replace: true })}
        />
      }
    >
      <QueryResult query={result} skeleton={<SkeletonRows />}>
        {({ data, page, pageSize, totalCount }) =>
          data.length > 0 ? (
            <>
              <WorkflowTable workflows={data} />
              <Pager
                page={page}
                pageSize={pageSize}
                shown={data.length}
                total={totalCount}
                hasMore={(page + 1) * pageSize < totalCount}
                onPage={(next) => void navigate({ search: { ...search, page: next } })}
              />
            </>
          ) : (
            <NoWorkflows query={search.query} total={totalCount} />
          )
        }
      </QueryResult>
    </Page>
  );
}

function NoWorkflows({ query, total }: { query: string; total: number }) {
  const navigate = useNavigate({ from: Route.fullPath });
  const { environments, readOnly, switchTo } = useEnvironment();
  if (total > 0) {
    return (
      <EmptyState
        icon={<WorkflowIcon />}
        title="This page is past the end"
        action={<Button onClick={() => void navigate({ search: { query } })}>Go to the first page</Button>}
      >
        There are fewer pages of workflows than that.
      </EmptyState>
    );
  }
  if (query) {
    return (
      <EmptyState
        icon={<WorkflowIcon />}
        title="No workflows match"
        action={<Button onClick={() => void navigate({ search: {} })}>Clear search</Button>}
      >
        No name or identifier contains “{query}”.
      </EmptyState>
    );
  }
  const development = readOnly ? environments.find((environment) => !isProduction(environment)) : undefined;
  return (
    <NoWorkflowsYet
      apiUrl={window.location.origin + contextPaths.api}
      createdIn={development?.name}
      onSwitch={() => development && switchTo(development._id)}
    />
  );
}
