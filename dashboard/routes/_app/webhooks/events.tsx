import { createFileRoute, stripSearchParams, useNavigate } from "@tanstack/react-router";
import { Webhook } from "lucide-react";
import { EmptyState } from "#dashboard/components/feedback/empty-state.tsx";
import { EventTable } from "#dashboard/features/webhooks/event-table.tsx";
import { KeptEvents } from "#dashboard/features/webhooks/kept-events.tsx";
import { PullCall } from "#dashboard/features/webhooks/pull-call.tsx";
import { ListScreen } from "#dashboard/lists/list-screen.tsx";
import { defaultsOf } from "#dashboard/lists/list-search.ts";
import { ListSkeleton } from "#dashboard/lists/list-skeleton.tsx";
import { PAGE_SIZES } from "#dashboard/lists/page-sizes.ts";
import { searchSchema, sizeParam, textParam } from "#dashboard/lists/search-schemas.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";

const EventSearch = searchSchema({ cursor: textParam, size: sizeParam(PAGE_SIZES) });
type EventSearch = ReturnType<typeof EventSearch.parse>;
const eventQuery = ({ cursor, size }: EventSearch) => ({ limit: size, ...(cursor && { cursor }) });

export const Route = createFileRoute("/_app/webhooks/events")({
  validateSearch: EventSearch,
  search: { middlewares: [stripSearchParams(defaultsOf(EventSearch))] },
  loader: ({ context: { prefetch, read }, location }) =>
    prefetch(read("webhookEvents.list", eventQuery(EventSearch.parse(location.search)))),
  pendingComponent: () => <ListSkeleton title="Webhook events" />,
  component: EventsPage,
});

/** Milliseconds between reads of the first page. */
const POLL_MS = 5_000;

function EventsPage() {
  const search = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  const { read } = useEnvironment();
  return (
    <ListScreen
      noun={["event", "events"]}
      icon={<Webhook />}
      screen={{
        title: "Webhook events",
        summary: <p>What happened here in the last 7 days, as endpoints are sent it and receivers pull it.</p>,
        actions: () => <KeptEvents />,
      }}
      schema={EventSearch}
      search={search}
      onSearch={(next, replace) => void navigate({ search: next, replace })}
      read={read("webhookEvents.list", eventQuery(search))}
      pageOf={({ data, next }) => ({ rows: data.map((row) => ({ ...row, _id: row.id })), next })}
      pollMs={() => search.cursor === "" && POLL_MS}
      none={
        <div className="flex min-w-0 flex-col gap-6">
          <EmptyState icon={<Webhook />} title="No events yet">
            Events are kept of the types that a webhook endpoint takes, also while it is off. Keep all of them where
            they are pulled.
          </EmptyState>
          <PullCall />
        </div>
      }
    >
      {(events, { pager }) => (
        <div className="flex min-w-0 flex-col gap-3">
          <PullCall />
          <EventTable rows={events} pager={pager} />
        </div>
      )}
    </ListScreen>
  );
}
