import { createFileRoute, Link } from "@tanstack/react-router";
import { RotateCw } from "lucide-react";
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

export const Route = createFileRoute("/_app/activity/_lists/resumptions")({
  loader: ({ context: { prefetch, read } }) => prefetch(read("notifications.listResumptions", QUERY)),
  pendingComponent: () => <ListSkeleton />,
  component: ResumptionsPage,
});

function ResumptionsPage() {
  const { read } = useEnvironment();
  return (
    <ListScreen
      noun={["resumption", "resumptions"]}
      icon={<RotateCw />}
      {...UNFILTERED}
      read={read("notifications.listResumptions", QUERY)}
      pageOf={(rows) => ({ rows })}
      pollMs={(page) => (page?.rows.some(({ state }) => isActive(state)) ? RUNNING_POLL_MS : IDLE_POLL_MS)}
      none={
        <EmptyState
          icon={<RotateCw />}
          title="No resumptions yet"
          action={
            <Link to="/activity" search={{}} className={buttonClass("primary")}>
              See all runs
            </Link>
          }
        >
          Select failed runs in the list of runs, or filter it, and resume them: only what failed or was not sent is
          done again.
        </EmptyState>
      }
    >
      {(resumptions) => <ResumptionTable rows={resumptions} kind="resume" />}
    </ListScreen>
  );
}
