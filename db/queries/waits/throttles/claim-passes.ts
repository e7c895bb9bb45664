import { columnsOf, rowsOf, valuesOf } from "#db/sql/rows.ts";
import type { HotTransaction } from "#db/transaction.ts";
import type { EventRow } from "../../events/insert-event.ts";

/** A throttle step that some runs of one event have reached: they share its key, as they share the payload. */
export interface ThrottleClaim {
  event: EventRow;
  stepId: string;
  /** Text of the payload's value at the throttle key; empty without a key or a value. */
  throttleValue: string;
  /** Runs that may pass in one window. */
  limit: number;
  now: Date;
  /** When a window that is opened now ends. */
  endsAt: Date;
}

/** Whether a run was let through, and the end of the window in which it was counted. */
export interface ThrottlePass {
  passed: boolean;
  endsAt: Date;
}

const ASKING = columnsOf<{ runId: string; subscriberId: string }>("asked", { runId: "uuid", subscriberId: "uuid" });

/**
 * Decides for each run, by its id, whether it is one of the first of its window. A run is decided about once: whoever comes
 * second waits for the first and finds its decision, however many attempts there are. Locks are taken in the order of ids,
 * first of claims, then of windows.
 */
export async function claimPasses(
  sql: HotTransaction,
  { event, stepId, throttleValue, limit, now, endsAt }: ThrottleClaim,
  runs: readonly { runId: string; subscriberId: string }[],
): Promise<Map<string, ThrottlePass>> {
  const at = now.toISOString();
  const ends = endsAt.toISOString();
  const { environmentId, workflowId, expireAt } = event;
  const claimed = await sql<{ runId: string }[]>`
    insert into throttle_claims (run_id, step_id, passed, ends_at, expire_at)
    select run_id, ${stepId}, false, ${ends}, ${expireAt.toISOString()}
    from ${valuesOf(
      sql,
      "uuid",
      runs.map(({ runId }) => runId),
    )} as asked (run_id) order by run_id
    on conflict do nothing returning run_id as "runId"`;
  const isClaimed = new Set(claimed.map(({ runId }) => runId));
  const asking = runs.filter(({ runId }) => isClaimed.has(runId));
  if (asking.length > 0) {
    await sql`
      with asked as (
        select * from ${rowsOf(sql, ASKING, asking)}
      ), counted as (
        insert into throttle_windows as w (environment_id, workflow_id, step_id, subscriber_id, throttle_value, passed,
          last_run_id, ends_at, expire_at)
        select ${environmentId}, ${workflowId}, ${stepId}, subscriber_id, ${throttleValue}, 1, run_id, ${ends}, ${ends}
        from asked order by subscriber_id
        -- Only a run that passes changes the count: whether this one did shows in the last run's id.
        on conflict on constraint throttle_windows_key do update set
          passed = case when w.ends_at <= ${at} then 1 when w.passed < ${limit} then w.passed + 1 else w.passed end,
          last_run_id = case when w.ends_at <= ${at} or w.passed < ${limit} then excluded.last_run_id else w.last_run_id end,
          ends_at = case when w.ends_at <= ${at} then excluded.ends_at else w.ends_at end,
          expire_at = case when w.ends_at <= ${at} then excluded.expire_at else w.expire_at end
        returning subscriber_id, last_run_id, ends_at
      )
      -- The step comes by the join, as the run: on a condition of its own, a plan might read all claims of the step.
      update throttle_claims c set passed = a.passed, ends_at = a.ends_at
      from (
        select asked.run_id, ${stepId}::uuid as step_id, counted.last_run_id = asked.run_id as passed, counted.ends_at
        from asked join counted on counted.subscriber_id = asked.subscriber_id offset 0) as a
      where c.run_id = a.run_id and c.step_id = a.step_id`;
  }
  const rows = await sql<{ runId: string; passed: boolean; endsAt: string }[]>`
    select c.run_id as "runId", c.passed, c.ends_at as "endsAt"
    from ${valuesOf(
      sql,
      "uuid",
      runs.map(({ runId }) => runId),
    )} as asked (run_id)
    cross join lateral (
      select run_id, passed, ends_at from throttle_claims where run_id = asked.run_id and step_id = ${stepId} offset 0) as c`;
  return new Map(rows.map(({ runId, passed, endsAt: end }) => [runId, { passed, endsAt: new Date(end) }]));
}
