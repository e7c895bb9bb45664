import { createFileRoute, Link } from "@tanstack/react-router";
import { MessageSquare } from "lucide-react";
import { buttonClass } from "#dashboard/components/controls/button.tsx";
import { EmptyState } from "#dashboard/components/feedback/empty-state.tsx";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { SkeletonRows } from "#dashboard/components/feedback/skeleton.tsx";
import { useRead } from "#dashboard/data/use-read.ts";
import { MessageTable } from "#dashboard/features/activity/message-table.tsx";

/** Messages that are shown before the whole list. */
const RECENT = 10;

const recentQuery = (subscriberId: string) => ({ page: 0, limit: RECENT, subscriberId });

export const Route = createFileRoute("/_app/subscribers/$subscriberId/activity")({
  loader: ({ context: { prefetch, read }, params }) =>
    prefetch(read("messages.list", recentQuery(params.subscriberId))),
  component: MessagesTab,
});

function MessagesTab() {
  const { subscriberId } = Route.useParams();
  const query = useRead("messages.list", recentQuery(subscriberId));
  const runs = (
    <Link to="/activity" search={{ subscriberIds: [subscriberId] }} className={buttonClass()}>
      See all runs
    </Link>
  );
  return (
    <QueryResult query={query} skeleton={<SkeletonRows />}>
      {({ data }) =>
        data.length === 0 ? (
          <EmptyState icon={<MessageSquare />} title="No messages yet" action={runs}>
            Each step that reaches the subscriber on a channel makes a message. Runs also say why a step was skipped.
          </EmptyState>
        ) : (
          <div className="flex flex-col gap-4">
            <div className="flex flex-wrap gap-2">
              <Link to="/activity/messages" search={{ subscriberId }} className={buttonClass()}>
                See all messages
              </Link>
              {runs}
            </div>
            <MessageTable messages={data} ofOne />
          </div>
        )
      }
    </QueryResult>
  );
}
