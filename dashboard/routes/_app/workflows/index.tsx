import { createFileRoute, stripSearchParams, useNavigate } from "@tanstack/react-router";
import { Workflow as WorkflowIcon } from "lucide-react";
import { z } from "zod";
import { Button } from "../../../components/button.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { Page } from "../../../components/page.tsx";
import { Pager } from "../../../components/pager.tsx";
import { SearchField } from "../../../components/search-field.tsx";
import { Skeleton, SkeletonRows } from "../../../components/skeleton.tsx";
import { NoWorkflowsYet } from "../../../features/workflows/no-workflows-yet.tsx";
import { WorkflowTable } from "../../../features/workflows/workflow-table.tsx";
import { isProduction } from "../../../membership.ts";
import { reloadOnSearch } from "../../../reload-on-search.ts";
import { useEnvironments } from "../../../use-environments.ts";

const PAGE_SIZE = 25;
const Search = z.object({
  page: z.coerce.number().int().min(0).catch(0).default(0),
  query: z.string().catch("").default(""),
});

export const Route = createFileRoute("/_app/workflows/")({
  validateSearch: Search,
  search: { middlewares: [stripSearchParams({ page: 0, query: "" })] },
  loader: ({ context, location, abortController }) =>
    context.api.workflows.list(
      { ...Search.parse(location.search), limit: PAGE_SIZE },
      { signal: abortController.signal },
    ),
  shouldReload: reloadOnSearch,
  pendingComponent: () => (
    <Page title="Workflows" actions={<Skeleton className="h-8.5 w-full sm:w-64" />}>
      <SkeletonRows />
    </Page>
  ),
  component: WorkflowsPage,
});

function WorkflowsPage() {
  const { data, page, pageSize, totalCount } = Route.useLoaderData();
  const { query } = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  return (
    <Page
      title="Workflows"
      actions={
        <SearchField
          primary
          label="Search workflows"
          value={query}
          onSearch={(text) => void navigate({ search: { query: text }, replace: true })}
        />
      }
    >
      {data.length > 0 ? (
        <>
          <WorkflowTable workflows={data} />
          <Pager
            page={page}
            pageSize={pageSize}
            shown={data.length}
            total={totalCount}
            hasMore={(page + 1) * pageSize < totalCount}
            onPage={(next) => void navigate({ search: { query, page: next } })}
          />
        </>
      ) : totalCount > 0 ? (
        <EmptyState
          icon={<WorkflowIcon />}
          title="This page is past the end"
          action={<Button onClick={() => void navigate({ search: { query } })}>Go to the first page</Button>}
        >
          There are fewer workflows than when the link was made.
        </EmptyState>
      ) : query ? (
        <EmptyState
          icon={<WorkflowIcon />}
          title="No workflows match"
          action={<Button onClick={() => void navigate({ search: {} })}>Clear search</Button>}
        >
          No name or identifier contains “{query}”.
        </EmptyState>
      ) : (
        <NoWorkflows />
      )}
    </Page>
  );
}

function NoWorkflows() {
  const { environments, environmentId, onSwitch } = useEnvironments();
  const here = environments.find(({ _id }) => _id === environmentId);
  const development = environments.find((environment) => !isProduction(environment));
  const elsewhere = here && isProduction(here) ? development : undefined;
  return (
    <NoWorkflowsYet
      origin={window.location.origin}
      madeIn={elsewhere?.name}
      onSwitch={() => elsewhere && onSwitch(elsewhere._id)}
    />
  );
}
