import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { createFileRoute, Outlet, stripSearchParams, useNavigate, useParams } from "@tanstack/react-router";
import { Inbox } from "lucide-react";
import type { OutboxMessage } from "#contract/outbox.ts";
import { classNames } from "#dashboard/components/class-names.ts";
import { isNotFoundError } from "#dashboard/errors.ts";
import { ClearOutbox } from "#dashboard/features/outbox/clear-outbox.tsx";
import { MessageList, previewOf } from "#dashboard/features/outbox/message-list.tsx";
import { OutboxEmpty } from "#dashboard/features/outbox/outbox-empty.tsx";
import { ListScreen } from "#dashboard/lists/list-screen.tsx";
import { ListSkeleton } from "#dashboard/lists/list-skeleton.tsx";
import { pageParam, searchSchema } from "#dashboard/lists/search-schemas.ts";
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
  pendingComponent: () => <ListSkeleton title="Outbox" summary={ABOUT} />,
  component: OutboxPage,
});

function OutboxPage() {
  const search = Route.useSearch();
  const { messageId } = useParams({ strict: false });
  const navigate = useNavigate();
  const { read } = useEnvironment();
  // The opened message may be on none of the pages that the list shows.
  const opened = useQuery({ ...read("outbox.get", messageId ?? ""), enabled: messageId !== undefined });
  const tabTitle = messageId === undefined ? undefined : `${messageTitle(opened)} · Outbox`;
  return (
    <ListScreen
      noun={["message", "messages"]}
      icon={<Inbox />}
      screen={{ title: "Outbox", summary: ABOUT, tabTitle, actions: (isEmpty) => !isEmpty && <ClearOutbox /> }}
      schema={Search}
      search={search}
      onSearch={(next, replace) => void navigate({ to: "/outbox", search: next, replace })}
      read={read("outbox.list", { page: search.page, limit: PAGE_SIZE })}
      pageOf={({ data, pageSize, hasMore }) => ({ rows: data, pageSize, hasMore })}
      pollMs={() => search.page === 0 && POLL_MS}
      holdsRows
      none={<OutboxEmpty />}
      isOpen={messageId !== undefined}
    >
      {(messages, { pager }) => (
        <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
          <div className={classNames("flex flex-col gap-2", messageId !== undefined && "max-lg:hidden")}>
            <MessageList messages={messages} page={search.page} />
            {pager}
          </div>
          <Outlet />
        </div>
      )}
    </ListScreen>
  );
}

function messageTitle({ data, error }: UseQueryResult<OutboxMessage>): string {
  if (data) return previewOf(data);
  return isNotFoundError(error) ? "No such message" : "Message";
}
