import type { Fragment } from "postgres";
import { columnsOf, rowsOf } from "../../sql/rows.ts";
import type { HotTransaction, Tagged } from "../../transaction.ts";
import { webhooksPart } from "../webhooks/store-webhooks.ts";
import type { EndedRun, StoreOptions } from "./slice-write.ts";

// Events for webhook endpoints about runs as a whole, and about the event that made them: docs/webhooks.md.

/** An expression of a run `r` and its end: which event that is. A run with a failed step has failed, also when it went on after it. */
const typeOf = (sql: HotTransaction, isFailed: Fragment): Fragment =>
  sql`case when ${isFailed} then 'run.failed' else 'run.completed' end`;

/** The `data` of an event about a run `r`, as an expression. What is looked up is looked up for endpoints only. */
export const runData = (sql: Tagged, workflow: Fragment, reason: Fragment): Fragment => sql`
  jsonb_build_object('runId', r.id, 'transactionId', r.transaction_id, 'workflow', ${workflow},
    'subscriberId', (select s.subscriber_id from subscribers s where s.id = r.subscriber_id),
    'reason', ${reason}, 'resumedBy', r.resumed_by)`;

/** The identifier of a run's workflow, as an expression. */
export const workflowOf = (sql: Tagged): Fragment =>
  sql`(select w.identifier from workflows w where w.id = r.workflow_id)`;

/** Whether an earlier job of a run `r` has failed, as an expression. */
const hasFailedJob = (sql: HotTransaction): Fragment => sql`exists (
  select from jobs j where j.run_id = r.id and j.expire_at = r.expire_at and j.status = 'failed')`;

/** Events about runs that the slice ends. `claimed` has what the data of an event is made of. */
const ENDED = columnsOf<EndedRun>("f", { isFailed: "boolean", reason: "text" }, { id: ["uuid", ({ runId }) => runId] });

export function endedRunsPart(
  sql: HotTransaction,
  { templateIdentifier }: StoreOptions,
  ended: readonly EndedRun[],
  now: string,
) {
  return sql`ended_runs as (
    select c.*, f.is_failed, f.reason
    from claimed c join ${rowsOf(sql, ENDED, ended)} on f.id = c.id
  ), ${webhooksPart(
    sql,
    sql`select r.environment_id, ${typeOf(sql, sql`r.is_failed or ${hasFailedJob(sql)}`)} as type,
      ${runData(sql, sql`${templateIdentifier}::text`, sql`r.reason`)} as data
      from ended_runs r`,
    now,
    { name: "run_webhooks" },
  )},`;
}

/**
 * Events about runs whose last send was recorded: those of `latest`, as `moved_runs` has left them. A resumed send of a run that has gone
 * on ends it again when nothing else of it is open.
 */
export function sentRunsPart(sql: HotTransaction, now: string): Fragment {
  const isLastStep = sql`l.is_last and l.is_completed and r.position = l.position + 1`;
  const isPassed = sql`r.position <> l.position + 1 and r.position <> l.position and not exists (
    select from jobs j where j.run_id = r.id and j.expire_at = r.expire_at and j.id <> l.job_id
      and j.status in ('pending', 'queued', 'running', 'delayed'))`;
  const isFailed = sql`exists (
    select from jobs j where j.run_id = r.id and j.expire_at = r.expire_at and j.status = 'failed')`;
  return webhooksPart(
    sql,
    sql`select r.environment_id, ${typeOf(sql, sql`not (l.is_completed or l.is_skipped) or ${isFailed}`)} as type,
      ${runData(sql, workflowOf(sql), sql`null::text`)} as data
      from moved_runs r join latest l on l.run_id = r.id
      where r.stop_reason is null and r.due_at is null and not l.is_open and ((${isLastStep}) or (${isPassed}))`,
    now,
    { name: "run_webhooks" },
  );
}

/** The event that an event was processed, when its only cohort has been turned into runs: `counted` has their numbers. */
export function processedPart(sql: HotTransaction, { event, templateIdentifier }: StoreOptions, now: string): Fragment {
  return sql`${webhooksPart(
    sql,
    sql`select ${processedId(sql, event.id)} as id, ${event.environmentId}::uuid as environment_id, 'event.processed' as type,
      ${processedData(sql, { transactionId: event.transactionId, workflow: sql`${templateIdentifier}` })} as data
      from counted c where c.cursor is null`,
    now,
    { name: "processed_webhooks", isOnce: true },
  )}`;
}

/** An event is processed once. */
export const processedId = (sql: HotTransaction, eventId: string): Fragment =>
  sql`md5(${eventId}::text || 'event.processed')::uuid`;

/** The `data` of the event from the sums of its cohorts `c`. */
export const processedData = (
  sql: HotTransaction,
  { transactionId, workflow }: { transactionId: string; workflow: Fragment },
): Fragment => sql`
  jsonb_build_object('transactionId', ${transactionId}::text, 'workflow', ${workflow}::text, 'runs', c.runs,
    'reached', c.reached_runs, 'skipped', c.runs - c.reached_runs - c.failed_runs, 'failed', c.failed_runs,
    'reason', case when c.reached_runs > 0 then null when c.runs = 0 then 'no_recipients' when c.failed_runs > 0 then 'failed'
      else 'skipped' end)`;
