import type { Fragment } from "postgres";
import type { JobStatus } from "#contract/constants/statuses.ts";
import { columnsOf, insertOf, rowsOf } from "../../sql/rows.ts";
import type { HotTransaction } from "../../transaction.ts";
import { sharesEvent } from "../events/event-lock.ts";
import { endedRunsPart, processedPart } from "./run-webhooks.ts";
import {
  deliveriesPart,
  detailsPart,
  heldPart,
  iso,
  messagesPart,
  sliceWebhooksPart,
  wakePart,
} from "./slice-parts.ts";
import type { JobWrite, RunWrite, StoreOptions } from "./slice-write.ts";

/**
 * Runs are created at the moment of their slice, but no longer before the statement that stores them than this: runs that are
 * older have all been stored, and can be counted for good (`db/queries/activity/count-runs.ts`).
 */
export const STORED_LATE_SECONDS = 60;

interface HotPool {
  $hot: HotTransaction;
}

/** Ids of the runs that were claimed: the others had been moved on by somebody else, and nothing of them is stored. */
export interface StoredSlice {
  claimed: Set<string>;
  /** Whether the cohort was not known before. */
  isFirst: boolean;
  /** False when the event was cancelled, or no longer is, since the slice was read. */
  isStored: boolean;
  /** Cohorts of other events, of which runs waited for these new ones: their executions have to look. */
  wokenCohortIds: string[];
  /** Whether endpoints of the environment are to be sent something. */
  hasWebhooks: boolean;
}

const NEW_RUNS = columnsOf<RunWrite>("r", {
  id: "uuid",
  subscriberId: "uuid",
  source: "text",
  position: "smallint",
  dueAt: "timestamptz",
  stopReason: "text",
  digestedRunId: "uuid",
});
const MOVED_RUNS = columnsOf<RunWrite>("r", {
  id: "uuid",
  revision: "int",
  position: "smallint",
  dueAt: "timestamptz",
  stopReason: "text",
  digestedRunId: "uuid",
});
const NEW_JOBS = columnsOf<JobWrite>("j", {
  id: "uuid",
  runId: "uuid",
  stepId: "uuid",
  position: "smallint",
  type: "text",
  status: "text",
  providerId: "text",
  error: "jsonb",
  output: "jsonb",
  dueAt: "timestamptz",
  queued: "boolean",
  started: "boolean",
});
const MOVED_JOBS = columnsOf<JobWrite>("j", {
  id: "uuid",
  runId: "uuid",
  from: "text",
  status: "text",
  providerId: "text",
  error: "jsonb",
  output: "jsonb",
  dueAt: "timestamptz",
  queued: "boolean",
  started: "boolean",
});

/**
 * Stores the outcomes of a slice in one statement: each row once, in its last state. A run is claimed by being inserted,
 * or by still having the revision that it was read with; everything else of a run is written only with its claim, so that
 * a slice that is processed twice is stored once. The event's row is locked against a cancel.
 */
export async function storeSlice(db: HotPool, options: StoreOptions): Promise<StoredSlice> {
  const { event, cohort, write, canceled, cursor, dueAt } = options;
  const sql = db.$hot;
  const now = options.now.toISOString();
  const expireAt = event.expireAt.toISOString();
  const { organizationId, environmentId } = event;
  const fresh = write.runs.filter(({ revision }) => revision === null);
  // In the order of their ids, in which a resume locks them, so that the two wait for each other instead of deadlocking.
  const moved = write.runs.filter(({ revision }) => revision !== null).sort((a, b) => (a.id < b.id ? -1 : 1));
  const newJobs = write.jobs.filter(({ from }) => from === null);
  const movedJobs = write.jobs.filter(({ from }) => from !== null);
  // No run waits for a dry run: nothing has happened to its subscriber.
  const isDry = event.testMode?.dryRun === true;
  const isAwaiting = options.isAwaited === true && fresh.length > 0 && !isDry;
  const hasEvents = write.messages.some(({ channel, status }) => channel === "in_app" || status !== "sent");
  const noChange = sql`select null::text as status, 0 as change where false`;
  // Where the audience goes on after this slice, for a cohort that it stores first: it is due until everybody is a run.
  const place = cursor === undefined ? cohort.cursor : cursor.to;
  const firstDueAt = place === null ? iso(dueAt) : now;

  const ended = options.ended ?? [];
  // What events about ended runs are made of.
  const kept = sql.unsafe(
    ended.length === 0
      ? "runs.id"
      : "runs.id, runs.environment_id, runs.expire_at, runs.transaction_id, runs.subscriber_id, runs.resumed_by",
  );
  // The only cohort of an event is carried by the event's own execution; of several, none knows when the last is through.
  const isProcessed = cursor?.to === null && cohort.executionId === event.executionId && !isDry;
  const { reached, failed } = firstOutcomes(options, fresh);
  const none = sql`select ${sql.unsafe(ended.length === 0 ? "null::uuid as id" : NO_RUN)} where false`;
  const newRuns = sql`
    ${insertOf(sql, "runs", NEW_RUNS, {
      organizationId,
      environmentId,
      eventId: event.id,
      cohortId: cohort.id,
      workflowId: event.workflowId,
      workflowVersionId: event.workflowVersionId,
      transactionId: event.transactionId,
      isDry: sql`${isDry}`,
      createdAt: sql`greatest(${now}::timestamptz, statement_timestamp() - make_interval(secs => ${STORED_LATE_SECONDS}))`,
      expireAt,
    })}
    from event, ${rowsOf(sql, NEW_RUNS, fresh)}
    on conflict do nothing
    returning ${kept}`;
  // Rows that are changed get their `expire_at` by a join, as their ids: on a condition of its own, a plan that was made
  // while the partition was empty reads all of it (docs/decisions/012-plans-for-all-values.md).
  const movedRuns = sql`
    update runs set position = r.position, due_at = r.due_at, stop_reason = r.stop_reason,
      digested_run_id = r.digested_run_id, revision = runs.revision + 1
    from (
      select r.*, ${expireAt}::timestamptz as expire_at from event, ${rowsOf(sql, MOVED_RUNS, moved)}
      offset 0) as r
    where runs.id = r.id and runs.expire_at = r.expire_at and runs.revision = r.revision
    returning ${kept}`;
  const insertedJobs = sql`
    ${insertOf(
      sql,
      "jobs",
      NEW_JOBS,
      {
        organizationId,
        environmentId,
        queuedAt: sql`case when j.queued then ${now}::timestamptz end`,
        startedAt: sql`case when j.started then ${now}::timestamptz end`,
        finishedAt: sql`case when ${isFinal(db)} then ${now}::timestamptz end`,
        createdAt: now,
        expireAt,
      },
      ["queued", "started"],
    )}
    from claimed join ${rowsOf(sql, NEW_JOBS, newJobs)} on j.run_id = claimed.id
    on conflict do nothing
    returning status, 1 as change`;
  const changedJobs = sql`
    update jobs set status = j.status, provider_id = coalesce(j.provider_id, jobs.provider_id), error = j.error::jsonb,
      output = coalesce(j.output::jsonb, jobs.output), due_at = coalesce(j.due_at, jobs.due_at),
      queued_at = case when j.queued then coalesce(jobs.queued_at, ${now}) else jobs.queued_at end,
      started_at = case when j.started then coalesce(jobs.started_at, ${now}) else jobs.started_at end,
      finished_at = case when ${isFinal(db)} then ${now}::timestamptz end
    from (
      select j.*, ${expireAt}::timestamptz as expire_at
      from claimed join ${rowsOf(sql, MOVED_JOBS, movedJobs)} on j.run_id = claimed.id
      offset 0) as j
    where jobs.id = j.id and jobs.expire_at = j.expire_at
    returning j."from", j.status`;
  // Parts without rows are left out: an insert into a partitioned table costs something also when it inserts nothing.
  const [stored] = await sql<{ claimed: string[]; isFirst: boolean | null; woken: string[]; hasWebhooks: boolean }[]>`
    with event as (
      select id from events
      where id = ${event.id} and ${sharesEvent(sql, event.id)} and (canceled_at is not null) = ${canceled} for share
    ),
    new_runs as (${fresh.length > 0 ? newRuns : none}),
    moved_runs as (${moved.length > 0 ? movedRuns : none}),
    claimed as (select * from new_runs union all select * from moved_runs),
    new_jobs as (${newJobs.length > 0 ? insertedJobs : noChange}),
    moved_jobs as (${movedJobs.length > 0 ? changedJobs : sql`select null::text as "from", null::text as status where false`}),
    ${write.runs.some(({ heldBy }) => heldBy !== null) ? heldPart(sql, options) : sql``}
    ${write.messages.length > 0 ? messagesPart(sql, options, now) : sql``}
    ${hasEvents ? sliceWebhooksPart(sql, now) : sql``}
    ${write.deliveries.length > 0 ? deliveriesPart(sql, options, now) : sql``}
    ${write.details.length > 0 ? detailsPart(sql, options, now) : sql``}
    ${isAwaiting ? wakePart(sql, options, fresh, now) : sql``}
    ${ended.length > 0 ? endedRunsPart(sql, options, ended, now) : sql``}
    change as (
      select status, change from new_jobs
      union all select status, 1 from moved_jobs union all select "from", -1 from moved_jobs
    ), sums as (
      select ${sumOf(db, "pending")}, ${sumOf(db, "queued")}, ${sumOf(db, "running")}, ${sumOf(db, "completed")},
        ${sumOf(db, "failed")}, ${sumOf(db, "delayed")}, ${sumOf(db, "canceled")}, ${sumOf(db, "merged")},
        ${sumOf(db, "skipped")}, (select count(*)::int from new_runs) as runs,
        (select count(*)::int from new_runs where id = any(${reached}::uuid[])) as reached_runs,
        (select count(*)::int from new_runs where id = any(${failed}::uuid[])) as failed_runs
      from change
    ), counted as (
      insert into cohorts (id, organization_id, environment_id, event_id, number, execution_id, recipients_from,
        recipients_to, ids_after, ids_up_to, cursor, due_at, runs, left_out, reached_runs, failed_runs, pending, queued, running, completed, failed, delayed,
        canceled, merged, skipped, created_at, expire_at)
      select ${cohort.id}, ${organizationId}, ${environmentId}, ${event.id}, ${cohort.number}, ${cohort.executionId},
        ${cohort.recipientsFrom}, ${cohort.recipientsTo}, ${cohort.ids?.after ?? null}::uuid,
        ${cohort.ids?.upTo ?? null}::uuid, ${place}, ${firstDueAt}::timestamptz, s.runs, ${cursor?.leftOut ?? 0}, s.reached_runs, s.failed_runs, s.pending, s.queued,
        s.running, s.completed, s.failed, s.delayed, s.canceled, s.merged, s.skipped, ${now}, ${expireAt}
      from event, sums s
      on conflict (id) do update set
        cursor = case when ${cursor !== undefined} and cohorts.cursor is not distinct from ${cursor?.from ?? null}
          then ${cursor?.to ?? null} else cohorts.cursor end,
        left_out = cohorts.left_out + case when cohorts.cursor is not distinct from ${cursor?.from ?? null}
          then excluded.left_out else 0 end,
        -- The execution has ended, and somebody goes on: the reconciler has to stop this, too.
        due_at = case when cohorts.stop_reason is not null then ${now}::timestamptz else cohorts.due_at end,
        runs = cohorts.runs + excluded.runs, reached_runs = cohorts.reached_runs + excluded.reached_runs,
        failed_runs = cohorts.failed_runs + excluded.failed_runs, pending = cohorts.pending + excluded.pending,
        queued = cohorts.queued + excluded.queued, running = cohorts.running + excluded.running,
        completed = cohorts.completed + excluded.completed, failed = cohorts.failed + excluded.failed,
        delayed = cohorts.delayed + excluded.delayed, canceled = cohorts.canceled + excluded.canceled,
        merged = cohorts.merged + excluded.merged, skipped = cohorts.skipped + excluded.skipped
      returning (xmax = 0) as is_first, cursor, runs, reached_runs, failed_runs
    )${isProcessed ? sql`, ${processedPart(sql, options, now)}` : sql``}
    select array(select id from claimed) as claimed, (select is_first from counted) as "isFirst",
      ${isAwaiting ? sql`array(select id from woken_cohorts)` : sql`'{}'::uuid[]`} as woken,
      ${hasEvents ? sql`exists (select from new_webhooks)` : sql`false`}
        or ${ended.length > 0 ? sql`exists (select from run_webhooks)` : sql`false`}
        or ${isProcessed ? sql`exists (select from processed_webhooks)` : sql`false`} as "hasWebhooks"`;
  const isFirst = stored?.isFirst ?? null;
  return {
    claimed: new Set(stored?.claimed),
    isFirst: isFirst === true,
    isStored: isFirst !== null,
    wokenCohortIds: stored?.woken ?? [],
    hasWebhooks: stored?.hasWebhooks ?? false,
  };
}

/** The columns of no run. */
const NO_RUN = `null::uuid as id, null::uuid as environment_id, null::timestamptz as expire_at, null::text as transaction_id,
  null::uuid as subscriber_id, null::text as resumed_by`;

/** New runs by what came of their first slice: those that reach somebody, and those that have failed without. */
function firstOutcomes({ write, ended = [] }: StoreOptions, fresh: readonly RunWrite[]) {
  const sending = new Set([
    ...write.deliveries.map(({ runId }) => runId),
    ...write.messages.flatMap(({ runId, status }) => (status === "sent" ? [runId] : [])),
  ]);
  const failing = new Set(ended.flatMap(({ runId, isFailed }) => (isFailed ? [runId] : [])));
  const isReached = ({ id, dueAt, stopReason }: RunWrite) =>
    sending.has(id) || dueAt !== null || stopReason === "merged";
  const ids = (runs: readonly RunWrite[]) => runs.map(({ id }) => id);
  const others = fresh.filter((run) => !isReached(run));
  return { reached: ids(fresh.filter(isReached)), failed: ids(others.filter(({ id }) => failing.has(id))) };
}

const isFinal = (db: HotPool): Fragment =>
  db.$hot`j.status in ('completed', 'failed', 'canceled', 'skipped', 'merged')`;

const sumOf = (db: HotPool, status: JobStatus): Fragment =>
  db.$hot`coalesce(sum(change) filter (where status = ${status}), 0)::int as ${db.$hot(status)}`;
