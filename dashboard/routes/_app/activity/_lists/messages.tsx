import { hashKey, useQuery } from "@tanstack/react-query";
import { createFileRoute, Link, stripSearchParams, useNavigate } from "@tanstack/react-router";
import { MessageSquare } from "lucide-react";
import { Button, buttonClass } from "#dashboard/components/controls/button.tsx";
import { EmptyState } from "#dashboard/components/feedback/empty-state.tsx";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { Skeleton, SkeletonRows } from "#dashboard/components/feedback/skeleton.tsx";
import { ListPanel } from "#dashboard/features/activity/list-panel.tsx";
import { MessageFilters } from "#dashboard/features/activity/message-filters.tsx";
import { isFiltered, MessageSearch, messageQuery } from "#dashboard/features/activity/message-search.ts";
import { MessageTable } from "#dashboard/features/activity/message-table.tsx";
import { NewRowsButton } from "#dashboard/lists/new-rows-button.tsx";
import { Pager } from "#dashboard/lists/pager.tsx";
import { useHeldRows } from "#dashboard/lists/use-held-rows.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";

/** Milliseconds between reads of the first page. */
const POLL_MS = 10_000;
/** The server counts no more messages after a page. */
const COUNTED = 10_000;

export const Route = createFileRoute("/_app/activity/_lists/messages")({
  validateSearch: MessageSearch,
  search: { middlewares: [stripSearchParams({ page: 0, subscriberId: "", transactionId: "" })] },
  loader: ({ context: { prefetch, read }, location }) =>
    prefetch(read("messages.list", messageQuery(MessageSearch.parse(location.search)))),
  pendingComponent: () => (
    <div className="flex flex-col gap-4">
      <Skeleton className="h-8.5 w-full max-w-3xl" />
      <SkeletonRows rows={10} />
    </div>
  ),
  component: MessagesPage,
});

function MessagesPage() {
  const search = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  const { read } = useEnvironment();
  const list = read("messages.list", messageQuery(search));
  const query = useQuery({ ...list, refetchInterval: search.page === 0 ? POLL_MS : false });
  const { rows, newCount, showNew } = useHeldRows(query.data?.data ?? NO_ROWS, {
    list: hashKey(list.queryKey),
    isPlaceholder: query.isPlaceholderData || query.isPending,
  });
  return (
    <ListPanel
      filters={
        <MessageFilters
          search={search}
          onChange={(change) => void navigate({ search: { ...search, ...change, page: 0 }, replace: true })}
        />
      }
      aside={
        search.page === 0 && (
          <NewRowsButton noun="message" count={newCount} full={newCount === query.data?.pageSize} onShow={showNew} />
        )
      }
      refreshFailed={query.isRefetchError}
    >
      <QueryResult
        query={query}
        skeleton={<SkeletonRows rows={10} />}
        // The API knows the subscriber of a filter, or answers that there is none.
        missing={search.subscriberId ? <NoMessages search={search} /> : undefined}
      >
        {({ page, pageSize, hasMore, totalCount }) =>
          rows.length > 0 ? (
            <>
              <MessageTable messages={rows} />
              <Pager
                page={page}
                pageSize={pageSize}
                shown={rows.length}
                hasMore={hasMore}
                {...(totalCount < COUNTED && { total: totalCount })}
                onPage={(next) => void navigate({ search: { ...search, page: next } })}
              />
            </>
          ) : (
            <NoMessages search={search} />
          )
        }
      </QueryResult>
    </ListPanel>
  );
}

const NO_ROWS: never[] = [];

function NoMessages({ search }: { search: MessageSearch }) {
  const navigate = useNavigate({ from: Route.fullPath });
  if (search.page > 0) {
    return (
      <EmptyState
        icon={<MessageSquare />}
        title="No more messages"
        action={<Button onClick={() => void navigate({ search: { ...search, page: 0 } })}>Go to the first page</Button>}
      >
        The page before this one was the last.
      </EmptyState>
    );
  }
  if (isFiltered(search)) {
    return (
      <EmptyState
        icon={<MessageSquare />}
        title="No messages match"
        action={<Button onClick={() => void navigate({ search: {} })}>Clear filters</Button>}
      >
        Ids have to be given in full, in the same case.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<MessageSquare />}
      title="No messages yet"
      action={
        <Link to="/workflows" search={{}} className={buttonClass("primary")}>
          Choose a workflow to test
        </Link>
      }
    >
      Each step that reaches a subscriber on a channel makes a message.
    </EmptyState>
  );
}
