import { CHANNELS } from "#contract/constants/channels.ts";
import type { StepReason } from "#contract/constants/reasons.ts";
import type { Database } from "../../client.ts";
import type { ActivityKind } from "../../schema/activity-counts.ts";
import type { Scope } from "../../scope.ts";
import { valuesOf } from "../../sql/rows.ts";
import { type Failure, readFailures } from "./read-failures.ts";

/*
 * Numbers of an environment by hours: those of `db/schema/activity-counts.ts` and `db/schema/runs/failure-counts.ts`, and what these do not
 * have yet, which is counted row by row: that of the last minutes.
 */

/**
 * Rows that are read because they are not counted yet: the newest runs, the newest messages of a channel, and the newest failed steps.
 * More are there while a broadcast runs, and in the minutes after the first start with much that was never counted.
 */
const UNCOUNTED_ROWS = 50_000;
const UNCOUNTED_FAILURES = 2_000;

export interface HourCount {
  /** The beginning of the hour, in milliseconds since 1970. */
  hour: number;
  kind: ActivityKind;
  count: number;
}

/** Counts by hours what happened from the beginning of an hour on. */
export function countsByHour(db: Database, { environmentId }: Scope, from: Date): Promise<HourCount[]> {
  const sql = db.$client;
  const since = from.toISOString();
  const channels = sql`${valuesOf(sql, "text", CHANNELS)} as of (channel)`;
  return sql<HourCount[]>`
    with counted as (
      select greatest(${since}::timestamptz, (
          select counted_until from run_count_watermarks where environment_id = ${environmentId})) as runs_until,
        greatest(${since}::timestamptz, (
          select messages_counted_until from run_count_watermarks where environment_id = ${environmentId})) as messages_until
    )
    select extract(epoch from hour)::float8 * 1000 as hour, kind, sum(count)::int as count from (
      select hour, kind, count from activity_counts where environment_id = ${environmentId} and hour >= ${since}
      union all
      select date_trunc('hour', latest.created_at, 'UTC'), 'run', count(*) from (
        select created_at from runs
        where environment_id = ${environmentId} and created_at >= (select runs_until from counted) and created_at < 'infinity' and not is_dry
        order by created_at desc limit ${UNCOUNTED_ROWS}) latest
      group by date_trunc('hour', latest.created_at, 'UTC')
      union all
      select date_trunc('hour', latest.created_at, 'UTC'), 'message', count(*)
      from ${channels} cross join lateral (
        select m.created_at from messages m
        where m.environment_id = ${environmentId} and m.channel = of.channel and m.status = 'sent'
          and m.created_at >= (select messages_until from counted) and m.created_at < 'infinity'
        order by m.created_at desc limit ${UNCOUNTED_ROWS}) latest
      group by date_trunc('hour', latest.created_at, 'UTC')) as parts
    group by parts.hour, kind`;
}

/** Failed steps of an hour that have everything but the run in common. */
export interface FailureCount {
  /** The beginning of the hour, in milliseconds since 1970. */
  hour: number;
  workflowId: string;
  reason: StepReason;
  stepType: Failure["stepType"];
  /** Empty for steps that reached no provider. */
  providerId: string;
  failures: number;
}

/** Steps that failed from the beginning of an hour on, of some workflows or of all. */
export async function failuresByHour(
  db: Database,
  { environmentId }: Scope,
  { from, workflowIds }: { from: Date; workflowIds?: readonly string[] },
): Promise<FailureCount[]> {
  const sql = db.$client;
  const since = from.toISOString();
  const [watermark] = await sql<{ at: string | null; jobId: string | null }[]>`
    select failures_counted_until::text as at, failures_counted_to as "jobId"
    from run_count_watermarks where environment_id = ${environmentId}`;
  const { at = null, jobId = null } = watermark ?? {};
  const after = at !== null && jobId !== null ? { at, jobId } : undefined;
  const [counted, latest] = await Promise.all([
    sql<FailureCount[]>`
      select extract(epoch from hour)::float8 * 1000 as hour, workflow_id as "workflowId", reason, step_type as "stepType", provider_id as "providerId", failures
      from failure_counts where environment_id = ${environmentId} and hour >= ${since}
        ${workflowIds ? sql`and workflow_id = any(${[...workflowIds]}::uuid[])` : sql``}`,
    readFailures(sql, environmentId, { after, from: since, order: "newest", limit: UNCOUNTED_FAILURES }),
  ]);
  const shown = latest.filter(({ workflowId }) => !workflowIds || workflowIds.includes(workflowId));
  return [...counted, ...shown.map((failure) => ({ ...failure, failures: 1 }))];
}
