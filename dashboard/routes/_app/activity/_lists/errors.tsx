import { createFileRoute, Link, stripSearchParams, useNavigate } from "@tanstack/react-router";
import { CircleX } from "lucide-react";
import { buttonClass } from "#dashboard/components/controls/button.tsx";
import { EmptyState } from "#dashboard/components/feedback/empty-state.tsx";
import { ErrorSearch, errorQuery } from "#dashboard/features/activity/errors/error-search.ts";
import { ErrorTable } from "#dashboard/features/activity/errors/error-table.tsx";
import { ChoiceFilter } from "#dashboard/lists/filter-button.tsx";
import { ListScreen } from "#dashboard/lists/list-screen.tsx";
import { defaultsOf } from "#dashboard/lists/list-search.ts";
import { ListSkeleton } from "#dashboard/lists/list-skeleton.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

const POLL_MS = 30_000;

const STATES = [
  { id: "resolved", text: "Resolved" },
  { id: "ignored", text: "Ignored" },
  { id: "any", text: "All states" },
] as const;

export const Route = createFileRoute("/_app/activity/_lists/errors")({
  validateSearch: ErrorSearch,
  search: { middlewares: [stripSearchParams(defaultsOf(ErrorSearch))] },
  loader: ({ context: { prefetch, read }, location }) =>
    prefetch(read("failureGroups.list", errorQuery(ErrorSearch.parse(location.search)))),
  pendingComponent: () => <ListSkeleton filters="max-w-24" />,
  component: ErrorsPage,
});

function ErrorsPage() {
  const search = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  const { read } = useEnvironment();
  return (
    <ListScreen
      noun={["error", "errors"]}
      icon={<CircleX />}
      schema={ErrorSearch}
      search={search}
      onSearch={(next, replace) => void navigate({ search: next, replace })}
      read={read("failureGroups.list", errorQuery(search))}
      pageOf={({ data, next, previous }) => ({ rows: data, next, previous })}
      pollMs={() => POLL_MS}
      order={{
        orderOf: ({ sort }) => ({ by: sort === "most" ? "count" : "lastSeen", direction: "DESC" }),
        orderBy: (_, by) => ({ sort: by === "count" ? ("most" as const) : undefined }),
      }}
      filters={(change) => (
        <section aria-label="Filter errors" className="flex flex-wrap items-center gap-2">
          <ChoiceFilter
            name="State"
            all="Open"
            options={STATES}
            value={search.state}
            onChange={(state) => change({ state })}
          />
        </section>
      )}
      noMatch="Errors are kept for 60 days after their last failure."
      none={
        <EmptyState
          icon={<CircleX />}
          title="No open errors"
          action={
            <Link to="/activity" search={{}} className={buttonClass("primary")}>
              See all runs
            </Link>
          }
        >
          Steps that fail with the same cause are one error here, five minutes after they failed.
        </EmptyState>
      }
    >
      {(groups, { sort, pager }) => (
        <>
          <ErrorTable groups={groups} sort={sort} />
          {pager}
        </>
      )}
    </ListScreen>
  );
}
