import { Link } from "@tanstack/react-router";
import { Activity as ActivityIcon } from "lucide-react";
import type { Activity } from "#contract/notifications.ts";
import { buttonClass } from "#dashboard/components/controls/button.tsx";
import { EmptyState } from "#dashboard/components/feedback/empty-state.tsx";
import { ListScreen } from "#dashboard/lists/list-screen.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { CancelAll } from "./cancel/cancel-all.tsx";
import { ResumeAll } from "./resume/resume-all.tsx";
import { RunFilters } from "./run-filters.tsx";
import { RunList } from "./run-list.tsx";
import { ofWorkflow, RunSearch, runQuery } from "./run-search.ts";
import { pollInterval } from "./run-state.ts";

/** Milliseconds between reads of the first page while no run on it can change. */
const IDLE_POLL_MS = 10_000;

interface RunsScreenProps {
  search: RunSearch;
  onSearch: (search: RunSearch, replace: boolean) => void;
  /** The one whose runs are listed; those of all workflows without it. */
  workflowId?: string;
}

/** The list of runs, of all workflows or of one. */
export function RunsScreen({ search, onSearch, workflowId }: RunsScreenProps) {
  const { read } = useEnvironment();
  const listed = workflowId === undefined ? search : ofWorkflow(search, workflowId);
  return (
    <ListScreen
      noun={["run", "runs"]}
      icon={<ActivityIcon />}
      schema={RunSearch}
      search={search}
      onSearch={onSearch}
      read={read("notifications.list", runQuery(listed))}
      pageOf={({ data, pageSize, hasMore }) => ({ rows: data, pageSize, hasMore })}
      pollMs={(page) => page !== undefined && (pollInterval(page.rows) || (search.page === 0 && IDLE_POLL_MS))}
      holdsRows
      readRow={(run) => {
        if (pollInterval([run]) === false) return undefined;
        const refetchInterval = ({ state: { data } }: { state: { data: Activity | undefined } }) =>
          pollInterval([data ?? run]);
        return { ...read("notifications.get", run._id), refetchInterval };
      }}
      filters={(change) => (
        <RunFilters search={search} onChange={change} isOfOneWorkflow={workflowId !== undefined}>
          <ResumeAll search={listed} />
          <CancelAll search={listed} />
        </RunFilters>
      )}
      noMatch="A run appears here within a second of its event; this list is kept up to date."
      none={<NoRuns workflowId={workflowId} />}
    >
      {(runs, { pager }) => <RunList runs={runs} pager={pager} />}
    </ListScreen>
  );
}

function NoRuns({ workflowId }: { workflowId: string | undefined }) {
  const { may } = useEnvironment();
  const action =
    workflowId === undefined ? (
      <Link to="/workflows" search={{}} className={buttonClass("primary")}>
        Choose a workflow to test
      </Link>
    ) : (
      may("environment.use") && (
        <Link to="/workflows/$workflowId/test" params={{ workflowId }} className={buttonClass()}>
          Send a test
        </Link>
      )
    );
  return (
    <EmptyState icon={<ActivityIcon />} title="No runs yet" action={action}>
      Each event makes one run for each subscriber it reaches, with every step and its reasons.
    </EmptyState>
  );
}
