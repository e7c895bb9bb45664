import type { JobStatus } from "#contract/constants/statuses.ts";
import type { EventProblem } from "#contract/events.ts";
import type { Database } from "../../client.ts";
import type { Scope } from "../../scope.ts";

/** Returns the status of an event, from its own row and the counters of its cohorts: a few rows, however many recipients. */
export interface EventStatusRow {
  id: string;
  workflowId: string;
  workflowVersionId: string;
  executionId: string;
  audience: "direct" | "broadcast";
  problems: EventProblem[];
  canceledAt: string | null;
  createdAt: string;
  expireAt: string;
  /** Why it ended unfinished; null when it did not. */
  stopReason: string | null;
  cohorts: number;
  /** Cohorts that have turned all of their part of the audience into runs. */
  resolvedCohorts: number;
  /** Cohorts with nothing left to do. */
  endedCohorts: number;
  runs: number;
  /** Members of topics whom the preferences of their subscriptions left out. */
  leftOut: number;
  /** How many jobs stand in each state; states without jobs are left out. */
  jobs: Partial<Record<JobStatus, number>>;
}

export async function findEventStatus(
  db: Database,
  { environmentId }: Scope,
  transactionId: string,
): Promise<EventStatusRow | undefined> {
  const [row] = await db.$hot<EventStatusRow[]>`
    select e.id, e.workflow_id as "workflowId", e.workflow_version_id as "workflowVersionId",
      e.execution_id as "executionId", e.audience, e.problems, e.canceled_at as "canceledAt", e.created_at as "createdAt",
      e.expire_at as "expireAt", case when c.cohorts = 0 then e.stop_reason else c.stop_reason end as "stopReason", c.cohorts,
      c.resolved as "resolvedCohorts", c.ended as "endedCohorts", c.runs, c.left_out as "leftOut",
      jsonb_strip_nulls(jsonb_build_object('pending', nullif(c.pending, 0), 'queued', nullif(c.queued, 0),
        'running', nullif(c.running, 0), 'completed', nullif(c.completed, 0), 'failed', nullif(c.failed, 0),
        'delayed', nullif(c.delayed, 0), 'canceled', nullif(c.canceled, 0), 'merged', nullif(c.merged, 0),
        'skipped', nullif(c.skipped, 0))) as jobs
    from events e cross join lateral (
      select count(*)::int as cohorts, count(*) filter (where cursor is null)::int as resolved,
        count(*) filter (where cursor is null and not reopen and pending + queued + running + delayed = 0)::int as ended,
        max(stop_reason) as stop_reason,
        coalesce(sum(runs), 0)::int as runs, coalesce(sum(left_out), 0)::int as left_out, coalesce(sum(pending), 0)::int as pending,
        coalesce(sum(queued), 0)::int as queued, coalesce(sum(running), 0)::int as running,
        coalesce(sum(completed), 0)::int as completed, coalesce(sum(failed), 0)::int as failed,
        coalesce(sum(delayed), 0)::int as delayed, coalesce(sum(canceled), 0)::int as canceled,
        coalesce(sum(merged), 0)::int as merged, coalesce(sum(skipped), 0)::int as skipped
      from cohorts where event_id = e.id) c
    where e.environment_id = ${environmentId} and e.transaction_id = ${transactionId}`;
  return row;
}

/** Whether every job of the event has come to its end. */
export const isThrough = ({ cohorts, endedCohorts }: Pick<EventStatusRow, "cohorts" | "endedCohorts">): boolean =>
  cohorts > 0 && endedCohorts === cohorts;
