import type { Database } from "../../client.ts";
import type { RareTransaction } from "../../transaction.ts";
import { STORED_LATE_SECONDS } from "../runs/store-slice.ts";

/**
 * A span ends after so many runs. A statistic that begins within a span counts so many runs one by one at most, and an
 * environment has a row for so many runs of a version.
 */
const SPAN_RUNS = 20_000;

/**
 * How old a run is when it is counted, in seconds. The statement that stores a run gives it a moment which is at most
 * `STORED_LATE_SECONDS` before its own, and takes 30 s at most: after this time no run appears among those that are counted.
 */
const RUN_COUNTED_AFTER_SECONDS = STORED_LATE_SECONDS + 60;

/** Environments with runs that are to be counted. */
export async function findUncounted(db: Database, limit: number): Promise<string[]> {
  const sql = db.$client;
  // By its order and limit, the first run of each environment is found by the index.
  const rows = await sql<{ id: string }[]>`
    select e.id from environments e left join run_count_watermarks w on w.environment_id = e.id
    cross join lateral (
      select r.created_at from runs r
      where r.environment_id = e.id and r.created_at >= coalesce(w.counted_until, '-infinity')
        and r.created_at < statement_timestamp() - make_interval(secs => ${RUN_COUNTED_AFTER_SECONDS})
      order by r.created_at limit 1) next
    where e.deleted_at is null
    limit ${limit}`;
  return rows.map(({ id }) => id);
}

/**
 * Counts the next runs of an environment, up to the end of a span. Returns how many; 0 when there are none, or somebody else
 * counts them.
 */
export async function countNextRuns(sql: RareTransaction, environmentId: string): Promise<number> {
  await sql`insert into run_count_watermarks (environment_id) values (${environmentId}) on conflict do nothing`;
  const [watermark] = await sql<{ countedUntil: string | null; spanStartsAt: string | null; spanRuns: number }[]>`
    select counted_until::text as "countedUntil", span_starts_at::text as "spanStartsAt", span_runs as "spanRuns"
    from run_count_watermarks where environment_id = ${environmentId} for update skip locked`;
  if (!watermark) return 0;
  const { countedUntil, spanStartsAt, spanRuns } = watermark;
  const [next] = await sql<{ at: string; endsAt: string; isSameSpan: boolean }[]>`
    with next as (
      select created_at as at, date_trunc('day', created_at, 'UTC') as day from runs
      where environment_id = ${environmentId} and created_at >= coalesce(${countedUntil}::timestamptz, '-infinity')
        and created_at < statement_timestamp() - make_interval(secs => ${RUN_COUNTED_AFTER_SECONDS})
      order by created_at limit 1
    )
    select at::text, coalesce(${spanStartsAt}::timestamptz >= day, false) and ${spanRuns}::int < ${SPAN_RUNS} as "isSameSpan",
      least(day + interval '24 hours', statement_timestamp() - make_interval(secs => ${RUN_COUNTED_AFTER_SECONDS}))::text as "endsAt"
    from next`;
  if (!next) return 0;
  const before = next.isSameSpan ? spanRuns : 0;
  const startsAt = next.isSameSpan ? spanStartsAt : next.at;
  // The span ends after its last run, or, before it is full, with its day.
  const [end] = await sql<{ at: string }[]>`
    select (created_at + interval '1 microsecond')::text as at from runs
    where environment_id = ${environmentId} and created_at >= ${next.at} and created_at < ${next.endsAt}
    order by created_at offset ${SPAN_RUNS - before - 1} limit 1`;
  const until = end?.at ?? next.endsAt;
  const [counted] = await sql<{ runs: number }[]>`
    with portion as (
      select workflow_id, workflow_version_id, date_trunc('hour', created_at, 'UTC') as hour,
        count(*) filter (where not is_dry)::int as runs, count(*) filter (where is_dry)::int as dry_runs
      from runs
      where environment_id = ${environmentId} and created_at >= ${next.at} and created_at < ${until}
      group by workflow_id, workflow_version_id, date_trunc('hour', created_at, 'UTC')
    ), stored as (
      insert into run_counts (environment_id, starts_at, workflow_id, workflow_version_id, runs, dry_runs)
      select ${environmentId}, ${startsAt}, workflow_id, workflow_version_id, sum(runs), sum(dry_runs) from portion
      group by workflow_id, workflow_version_id
      on conflict (environment_id, starts_at, workflow_version_id) do update set runs = run_counts.runs + excluded.runs,
        dry_runs = run_counts.dry_runs + excluded.dry_runs
    ), hours as (
      insert into activity_counts (environment_id, hour, kind, count)
      select ${environmentId}, hour, 'run', sum(runs) from portion where runs > 0 group by hour
      on conflict (environment_id, hour, kind) do update set count = activity_counts.count + excluded.count
    )
    select coalesce(sum(runs + dry_runs), 0)::int as runs from portion`;
  const runs = counted?.runs ?? 0;
  await sql`
    update run_count_watermarks set counted_until = ${until}, span_starts_at = ${startsAt}, span_runs = ${before + runs}
    where environment_id = ${environmentId}`;
  return runs;
}
