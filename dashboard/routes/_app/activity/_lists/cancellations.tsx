import { createFileRoute, Link } from "@tanstack/react-router";
import { Ban } from "lucide-react";
import { buttonClass } from "#dashboard/components/controls/button.tsx";
import { EmptyState } from "#dashboard/components/feedback/empty-state.tsx";
import { ResumptionTable } from "#dashboard/features/activity/resume/resumption-table.tsx";
import { isActive } from "#dashboard/features/activity/resume/resumption-texts.ts";
import { ListScreen } from "#dashboard/lists/list-screen.tsx";
import { ListSkeleton } from "#dashboard/lists/list-skeleton.tsx";
import { UNFILTERED } from "#dashboard/lists/search-schemas.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";

/** The list has the latest ones, without pages or filters. */
const QUERY = { limit: 100 };

const RUNNING_POLL_MS = 2_000;
const IDLE_POLL_MS = 10_000;

export const Route = createFileRoute("/_app/activity/_lists/cancellations")({
  loader: ({ context: { prefetch, read } }) => prefetch(read("notifications.listCancellations", QUERY)),
  pendingComponent: () => <ListSkeleton />,
  component: CancellationsPage,
});

function CancellationsPage() {
  const { read } = useEnvironment();
  return (
    <ListScreen
      noun={["cancellation", "cancellations"]}
      icon={<Ban />}
      {...UNFILTERED}
      read={read("notifications.listCancellations", QUERY)}
      pageOf={(rows) => ({ rows })}
      pollMs={(page) => (page?.rows.some(({ state }) => isActive(state)) ? RUNNING_POLL_MS : IDLE_POLL_MS)}
      none={
        <EmptyState
          icon={<Ban />}
          title="No cancellations yet"
          action={
            <Link to="/activity" search={{}} className={buttonClass("primary")}>
              See all runs
            </Link>
          }
        >
          Select runs that have not ended in the list of runs, or filter it, and cancel them: steps that have not begun
          are not executed.
        </EmptyState>
      }
    >
      {(cancellations) => <ResumptionTable rows={cancellations} kind="cancel" />}
    </ListScreen>
  );
}
