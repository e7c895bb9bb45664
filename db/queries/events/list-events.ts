import type { EventProblem } from "#contract/events.ts";
import type { TestMode } from "#contract/test-mode.ts";
import type { Database } from "../../client.ts";
import type { Scope } from "../../scope.ts";

/** An accepted event, and how far it is. `createdAt` is a text, to the microsecond. */
export interface ListedEvent {
  id: string;
  transactionId: string;
  workflowId: string;
  workflowIdentifier: string;
  workflowName: string;
  audience: "direct" | "broadcast";
  problems: EventProblem[];
  createdAt: string;
  executionId: string;
  canceledAt: string | null;
  stopReason: string | null;
  expireAt: string;
  cohorts: number;
  endedCohorts: number;
  runs: number;
  testMode: TestMode | null;
}

interface EventsFilter {
  workflowId?: string | undefined;
  /** Events with a problem of this kind. */
  problem?: EventProblem["kind"] | undefined;
  after: { at: string; id: string } | null;
  limit: number;
}

/** Events of an environment or of one of its workflows, newest first. */
export function listEvents(
  db: Database,
  { environmentId }: Scope,
  { workflowId, problem, after, limit }: EventsFilter,
): Promise<ListedEvent[]> {
  const sql = db.$client;
  const page = sql`
    ${after ? sql`and (created_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
    order by created_at desc, id desc limit ${limit}`;
  const found =
    problem === undefined
      ? // By workflow, whose number is small: the latest of all are among the latest of each.
        sql`select latest.* from workflows w
          cross join lateral (select * from events where workflow_id = w.id ${page}) latest
          where w.environment_id = ${environmentId} ${workflowId === undefined ? sql`` : sql`and w.id = ${workflowId}`}
          order by latest.created_at desc, latest.id desc limit ${limit}`
      : sql`select * from events
          where environment_id = ${environmentId} and problems <> '[]'
            and problems @> jsonb_build_array(jsonb_build_object('kind', ${problem}::text))
            ${workflowId === undefined ? sql`` : sql`and workflow_id = ${workflowId}`} ${page}`;
  return sql<ListedEvent[]>`
    select e.id, e.transaction_id as "transactionId", w.id as "workflowId", w.identifier as "workflowIdentifier",
      w.name as "workflowName", e.audience, e.problems, e.created_at::text as "createdAt", e.execution_id as "executionId",
      e.canceled_at::text as "canceledAt", e.expire_at as "expireAt", case when c.cohorts = 0 then e.stop_reason else c.stop_reason end as "stopReason",
      c.cohorts, c.ended as "endedCohorts", c.runs, e.test_mode as "testMode"
    from (${found}) e
    join workflows w on w.id = e.workflow_id
    cross join lateral (
      select count(*)::int as cohorts, coalesce(sum(runs), 0)::int as runs, max(stop_reason) as stop_reason,
        count(*) filter (where cursor is null and not reopen and pending + queued + running + delayed = 0)::int as ended
      from cohorts where event_id = e.id) c
    order by e.created_at desc, e.id desc`;
}
