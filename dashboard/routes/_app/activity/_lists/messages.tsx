import { createFileRoute, Link, stripSearchParams, useNavigate } from "@tanstack/react-router";
import { MessageSquare } from "lucide-react";
import { buttonClass } from "#dashboard/components/controls/button.tsx";
import { EmptyState } from "#dashboard/components/feedback/empty-state.tsx";
import { MessageFilters } from "#dashboard/features/activity/message-filters.tsx";
import { MessageSearch, messageQuery } from "#dashboard/features/activity/message-search.ts";
import { MessageTable } from "#dashboard/features/activity/message-table.tsx";
import { ListScreen } from "#dashboard/lists/list-screen.tsx";
import { defaultsOf } from "#dashboard/lists/list-search.ts";
import { ListSkeleton } from "#dashboard/lists/list-skeleton.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

const POLL_MS = 10_000;
/** The server counts no more messages after a page. */
const COUNTED = 10_000;

export const Route = createFileRoute("/_app/activity/_lists/messages")({
  validateSearch: MessageSearch,
  search: { middlewares: [stripSearchParams(defaultsOf(MessageSearch))] },
  loader: ({ context: { prefetch, read }, location }) =>
    prefetch(read("messages.list", messageQuery(MessageSearch.parse(location.search)))),
  pendingComponent: () => <ListSkeleton filters="max-w-3xl" />,
  component: MessagesPage,
});

function MessagesPage() {
  const search = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  const { read } = useEnvironment();
  return (
    <ListScreen
      noun={["message", "messages"]}
      icon={<MessageSquare />}
      schema={MessageSearch}
      search={search}
      onSearch={(next, replace) => void navigate({ search: next, replace })}
      read={read("messages.list", messageQuery(search))}
      pageOf={({ data, totalCount, pageSize, hasMore }) => ({
        rows: data,
        pageSize,
        hasMore,
        total: totalCount < COUNTED ? totalCount : undefined,
      })}
      pollMs={() => search.page === 0 && POLL_MS}
      holdsRows
      filters={(change) => <MessageFilters search={search} onChange={change} />}
      noMatch="Ids have to be given in full, in the same case."
      none={
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
      }
    >
      {(messages, { pager }) => (
        <>
          <MessageTable messages={messages} />
          {pager}
        </>
      )}
    </ListScreen>
  );
}
