import { createFileRoute, stripSearchParams, useNavigate } from "@tanstack/react-router";
import { Inbox } from "lucide-react";
import { Suspense } from "react";
import { Segmented } from "#dashboard/components/controls/segmented.tsx";
import { EmptyState } from "#dashboard/components/feedback/empty-state.tsx";
import { SkeletonCards } from "#dashboard/components/feedback/skeleton.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { useRead } from "#dashboard/data/use-read.ts";
import {
  COUNTS_QUERY,
  INBOX_PAGE,
  InboxSearch,
  inboxQuery,
  viewChoices,
} from "#dashboard/features/subscribers/inbox/inbox-search.ts";
import { ListScreen } from "#dashboard/lists/list-screen.tsx";
import { defaultsOf } from "#dashboard/lists/list-search.ts";
import { ListSkeleton } from "#dashboard/lists/list-skeleton.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

// The component that customers embed is as large as the rest of the screen.
const InboxEntries = lazyNamed(() => import("#dashboard/features/subscribers/inbox/inbox-entries.tsx"), "InboxEntries");

export const Route = createFileRoute("/_app/subscribers/$subscriberId/inbox")({
  validateSearch: InboxSearch,
  search: { middlewares: [stripSearchParams(defaultsOf(InboxSearch))] },
  loader: ({ context: { prefetch, read }, params, location }) =>
    prefetch(
      read("v2.subscribers.listNotifications", params.subscriberId, inboxQuery(InboxSearch.parse(location.search))),
    ),
  pendingComponent: () => <ListSkeleton />,
  component: InboxTab,
});

function InboxTab() {
  const { subscriberId } = Route.useParams();
  const search = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  const { read } = useEnvironment();
  const counts = useRead("v2.subscribers.countNotifications", subscriberId, COUNTS_QUERY);
  return (
    <ListScreen
      noun={["notification", "notifications"]}
      icon={<Inbox />}
      schema={InboxSearch}
      search={search}
      onSearch={(next, replace) => void navigate({ search: next, replace })}
      read={read("v2.subscribers.listNotifications", subscriberId, inboxQuery(search))}
      pageOf={({ data, hasMore }) => ({
        rows: data.map((notification) => ({ _id: notification.id, notification })),
        pageSize: INBOX_PAGE,
        hasMore,
      })}
      filters={(change) => (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Segmented
            label="View"
            value={search.view ?? "all"}
            options={viewChoices(counts.data)}
            onChange={(view) => change({ view: view === "all" ? undefined : view })}
          />
          <p className="text-xs text-muted">As the subscriber sees it. Looking marks nothing as seen or read.</p>
        </div>
      )}
      none={
        <EmptyState icon={<Inbox />} title="The inbox is empty">
          In-app steps of workflows put messages into it.
        </EmptyState>
      }
    >
      {(rows, { pager }) => (
        <>
          <div className="max-w-2xl">
            <Suspense fallback={<SkeletonCards cards={1} className="h-96" />}>
              <InboxEntries notifications={rows.map(({ notification }) => notification)} />
            </Suspense>
          </div>
          {pager}
        </>
      )}
    </ListScreen>
  );
}
