import { CHANNELS } from "#contract/constants/channels.ts";
import type { Database } from "../../client.ts";
import { messageIdOf } from "../../derived-ids.ts";
import { columnsOf, rowsOf, valuesOf } from "../../sql/rows.ts";
import type { RareTransaction } from "../../transaction.ts";
import { countGroups } from "./count-groups.ts";
import { type Failure, readFailures } from "./read-failures.ts";

/**
 * How old messages and failures are when they are counted, in seconds. They have the moment of the worker's clock at which their slice
 * or their send was decided: what is stored later than this after it is not counted.
 */
const OUTCOME_COUNTED_AFTER_SECONDS = 300;
/** Failed steps that one transaction counts. */
const FAILURES = 1_000;
/** Most destinations of a job whose messages are looked for. */
const DESTINATIONS_PER_FAILURE = 3;

/** Environments with messages or failed steps that are to be counted. */
export async function findUncountedOutcomes(db: Database, limit: number): Promise<string[]> {
  const sql = db.$client;
  const before = sql`statement_timestamp() - make_interval(secs => ${OUTCOME_COUNTED_AFTER_SECONDS})`;
  const rows = await sql<{ id: string }[]>`
    select e.id from environments e left join run_count_watermarks w on w.environment_id = e.id
    where e.deleted_at is null and (
      exists (
        select from ${valuesOf(sql, "text", CHANNELS)} as of (channel) cross join lateral (
          select from messages m
          where m.environment_id = e.id and m.channel = of.channel and m.created_at < ${before}
            and m.created_at >= coalesce(w.messages_counted_until, '-infinity')
          order by m.created_at limit 1) next)
      or exists (
        select from (
          select from jobs j
          where j.environment_id = e.id and j.status = 'failed' and j.finished_at < ${before}
            and (j.finished_at, j.id) > (coalesce(w.failures_counted_until, '-infinity'),
              coalesce(w.failures_counted_to, '00000000-0000-0000-0000-000000000000'))
          order by j.finished_at, j.id limit 1) next))
    limit ${limit}`;
  return rows.map(({ id }) => id);
}

/** Counts the next messages and failed steps of an environment. Returns whether there were any; false when somebody else counts them. */
export async function countNextOutcomes(sql: RareTransaction, environmentId: string): Promise<boolean> {
  await sql`insert into run_count_watermarks (environment_id) values (${environmentId}) on conflict do nothing`;
  const [watermark] = await sql<{ messages: string | null; failures: string | null; job: string | null }[]>`
    select messages_counted_until::text as messages, failures_counted_until::text as failures, failures_counted_to as job
    from run_count_watermarks where environment_id = ${environmentId} for update skip locked`;
  if (!watermark) return false;
  const { messages, failures, job } = watermark;
  const hasMessages = await countMessages(sql, environmentId, messages);
  const after = failures !== null && job !== null ? { at: failures, jobId: job } : undefined;
  const hasFailures = await countFailures(sql, environmentId, after);
  return hasMessages || hasFailures;
}

/** Counts the messages of the next hour that has any. */
async function countMessages(sql: RareTransaction, environmentId: string, since: string | null): Promise<boolean> {
  const [next] = await sql<{ at: string; until: string }[]>`
    with latest as (select statement_timestamp() - make_interval(secs => ${OUTCOME_COUNTED_AFTER_SECONDS}) as at),
    next as (
      select min(first.created_at) as at
      from latest, ${valuesOf(sql, "text", CHANNELS)} as of (channel) cross join lateral (
        select m.created_at from messages m
        where m.environment_id = ${environmentId} and m.channel = of.channel and m.created_at < latest.at
          and m.created_at >= coalesce(${since}::timestamptz, '-infinity')
        order by m.created_at limit 1) first)
    select next.at::text, least(date_trunc('hour', next.at, 'UTC') + interval '1 hour', latest.at)::text as until
    from next, latest where next.at is not null`;
  if (!next) return false;
  await sql`
    insert into activity_counts (environment_id, hour, kind, count)
    select ${environmentId}, date_trunc('hour', ${next.at}::timestamptz, 'UTC'), 'message', sum(each.count)
    from ${valuesOf(sql, "text", CHANNELS)} as of (channel) cross join lateral (
      select count(*) from messages m
      where m.environment_id = ${environmentId} and m.channel = of.channel
        and m.created_at >= ${next.at} and m.created_at < ${next.until}) each
    on conflict (environment_id, hour, kind) do update set count = activity_counts.count + excluded.count`;
  await sql`update run_count_watermarks set messages_counted_until = ${next.until} where environment_id = ${environmentId}`;
  return true;
}

const FAILED = columnsOf<Failure>(
  "f",
  { workflowId: "uuid", reason: "text", stepType: "text", providerId: "text" },
  { hour: ["timestamptz", ({ hour }) => new Date(hour)] },
);

async function countFailures(
  sql: RareTransaction,
  environmentId: string,
  after: { at: string; jobId: string } | undefined,
): Promise<boolean> {
  const [latest] = await sql<{ at: string }[]>`
    select (statement_timestamp() - make_interval(secs => ${OUTCOME_COUNTED_AFTER_SECONDS}))::text as at`;
  const read = await readFailures(sql, environmentId, {
    withDryRuns: true,
    after,
    until: latest?.at,
    order: "oldest",
    limit: FAILURES,
  });
  const last = read.at(-1);
  if (!last) return false;
  const failures = read.filter(({ isDry }) => !isDry);
  await sql`
    insert into failure_counts (environment_id, hour, workflow_id, reason, step_type, provider_id, failures)
    select ${environmentId}, hour, workflow_id, reason, step_type, provider_id, count(*)
    from ${rowsOf(sql, FAILED, failures)}
    group by hour, workflow_id, reason, step_type, provider_id
    on conflict (environment_id, hour, workflow_id, reason, step_type, provider_id)
      do update set failures = failure_counts.failures + excluded.failures`;
  await countUndelivered(sql, environmentId, failures);
  await countGroups(sql, environmentId, failures);
  await sql`
    update run_count_watermarks set failures_counted_until = ${last.at}, failures_counted_to = ${last.jobId}
    where environment_id = ${environmentId}`;
  return true;
}

/** Counts the messages of failed steps that did not reach their subscribers, in the hours in which they were made. */
async function countUndelivered(sql: RareTransaction, environmentId: string, failures: Failure[]): Promise<void> {
  const ids = failures.flatMap(({ jobId }) =>
    Array.from({ length: DESTINATIONS_PER_FAILURE }, (_, destination) => messageIdOf(jobId, destination)),
  );
  await sql`
    insert into activity_counts (environment_id, hour, kind, count)
    select ${environmentId}, date_trunc('hour', created_at, 'UTC'), 'undelivered', count(*)
    from messages where id = any(${ids}::uuid[]) and status <> 'sent'
    group by date_trunc('hour', created_at, 'UTC')
    on conflict (environment_id, hour, kind) do update set count = activity_counts.count + excluded.count`;
}
