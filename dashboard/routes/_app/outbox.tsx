import { hashKey, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { createFileRoute, Outlet, stripSearchParams, useNavigate, useParams } from "@tanstack/react-router";
import { Inbox } from "lucide-react";
import type { OutboxMessage } from "#contract/outbox.ts";
import { classNames } from "#dashboard/components/class-names.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { EmptyState } from "#dashboard/components/feedback/empty-state.tsx";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { RefreshFailed } from "#dashboard/components/feedback/refresh-failed.tsx";
import { SkeletonRows } from "#dashboard/components/feedback/skeleton.tsx";
import { Page } from "#dashboard/components/page.tsx";
import { isNotFoundError } from "#dashboard/errors.ts";
import { MessageList, previewOf } from "#dashboard/features/outbox/message-list.tsx";
import { OutboxEmpty } from "#dashboard/features/outbox/outbox-empty.tsx";
import { NewRowsButton } from "#dashboard/lists/new-rows-button.tsx";
import { Pager } from "#dashboard/lists/pager.tsx";
import { useHeldRows } from "#dashboard/lists/use-held-rows.ts";
import { pageParam, searchSchema } from "#dashboard/search-schemas.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";

const PAGE_SIZE = 25;
const ABOUT = "What Belfry's demo providers would have sent.";
const POLL_MS = 5_000;
const Search = searchSchema({ page: pageParam });

export const Route = createFileRoute("/_app/outbox")({
  validateSearch: Search,
  search: { middlewares: [stripSearchParams({ page: 0 })] },
  loader: ({ context: { prefetch, read }, location }) =>
    prefetch(read("outbox.list", { page: Search.parse(location.search).page, limit: PAGE_SIZE })),
  pendingComponent: () => (
    <Page wide title="Outbox" summary={ABOUT}>
      <SkeletonRows />
    </Page>
  ),
  component: OutboxPage,
});

function OutboxPage() {
  const { page } = Route.useSearch();
  const { messageId } = useParams({ strict: false });
  const navigate = useNavigate();
  const { read } = useEnvironment();
  const list = read("outbox.list", { page, limit: PAGE_SIZE });
  const query = useQuery({ ...list, refetchInterval: page === 0 ? POLL_MS : false });
  const { rows, newCount, showNew } = useHeldRows(query.data?.data ?? NO_ROWS, {
    list: hashKey(list.queryKey),
    isPlaceholder: query.isPlaceholderData || query.isPending,
  });

  // The opened message may be on none of the pages that the list shows.
  const opened = useQuery({ ...read("outbox.get", messageId ?? ""), enabled: messageId !== undefined });

  return (
    <Page
      wide
      title="Outbox"
      tabTitle={messageId === undefined ? undefined : `${messageTitle(opened)} · Outbox`}
      actions={
        page === 0 && (
          <NewRowsButton noun="message" count={newCount} full={newCount === query.data?.pageSize} onShow={showNew} />
        )
      }
      summary={query.isRefetchError ? <RefreshFailed /> : ABOUT}
    >
      <QueryResult query={query} skeleton={<SkeletonRows />}>
        {(current) =>
          rows.length === 0 && !messageId ? (
            <NoMessages page={page} />
          ) : (
            <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
              <div className={classNames("flex flex-col gap-2", messageId !== undefined && "max-lg:hidden")}>
                <MessageList messages={rows} page={page} />
                <Pager
                  page={current.page}
                  pageSize={current.pageSize}
                  shown={rows.length}
                  hasMore={current.hasMore}
                  onPage={(next) => void navigate({ to: "/outbox", search: { page: next } })}
                />
              </div>
              <Outlet />
            </div>
          )
        }
      </QueryResult>
    </Page>
  );
}

function messageTitle({ data, error }: UseQueryResult<OutboxMessage>): string {
  if (data) return previewOf(data);
  return isNotFoundError(error) ? "No such message" : "Message";
}

const NO_ROWS: never[] = [];

function NoMessages({ page }: { page: number }) {
  const navigate = useNavigate();
  if (page === 0) return <OutboxEmpty />;
  return (
    <EmptyState
      icon={<Inbox />}
      title="No more messages"
      action={<Button onClick={() => void navigate({ to: "/outbox", search: {} })}>Go to the first page</Button>}
    >
      The page before this one was the last.
    </EmptyState>
  );
}
