import type { CountedOutcome } from "#contract/constants/activity/analytics.ts";
import type { StepType } from "#contract/constants/channels.ts";
import type { StepReason } from "#contract/constants/reasons.ts";
import type { Database } from "#db/client.ts";
import type { Scope } from "#db/scope.ts";

/** Ways in which counts are summed. */
export const PARTS = ["bucket", "workflow", "channel", "provider", "reason", "step"] as const;
export type Part = (typeof PARTS)[number];

export interface PartCount {
  part: Part;
  /** When its bucket begins, in milliseconds since 1970. */
  bucket: number | null;
  workflowId: string | null;
  stepId: string | null;
  stepType: StepType | null;
  providerId: string | null;
  reason: StepReason | "" | null;
  outcome: CountedOutcome;
  count: number;
}

/** A period, and the parts that it is shown in. */
export interface CountedPeriod {
  from: Date;
  until: Date;
  /** The length of a part, as an interval of Postgres. */
  every: string;
  timeZone: string;
  workflowId?: string | undefined;
}

/** Sums what was counted in a period in each of several ways. */
export async function countsByPart(
  db: Database,
  { environmentId }: Scope,
  { from, until, every, timeZone, workflowId }: CountedPeriod,
): Promise<PartCount[]> {
  const sql = db.$client;
  const step = workflowId === undefined ? sql`null::uuid` : sql`step_id`;
  return sql<PartCount[]>`
    with counted as (
      select bucket, workflow_id, step_id, step_type, provider_id, outcome, reason, count
      from (
        -- Of each span once, as there are many rows of one.
        select starts_at as span, extract(epoch from date_bin(${every}::interval, starts_at at time zone ${timeZone}, '2000-01-01')
          at time zone ${timeZone})::float8 * 1000 as bucket
        from analytics_spans
        where environment_id = ${environmentId} and starts_at >= ${from.toISOString()} and starts_at < ${until.toISOString()}) spans
      join analytics_counts on environment_id = ${environmentId} and starts_at = span
      ${workflowId === undefined ? sql`` : sql`where workflow_id = ${workflowId}`})
    select case when bucket is not null then 'bucket' when ${step} is not null then 'step' when workflow_id is not null then 'workflow'
        when step_type is not null then 'channel' when provider_id is not null then 'provider' else 'reason' end as part,
      bucket, workflow_id as "workflowId", ${step} as "stepId", step_type as "stepType", provider_id as "providerId", reason, outcome,
      sum(count)::float8 as count
    from counted
    group by grouping sets ((bucket, outcome), (workflow_id, outcome), (step_type, outcome), (provider_id, outcome), (reason, outcome)
      ${workflowId === undefined ? sql`` : sql`, (workflow_id, step_id, step_type, outcome)`})`;
}

/** Sums what was counted in a period by outcome. */
export async function outcomesOf(
  { $client: sql }: Database,
  { environmentId }: Scope,
  { from, until, workflowId }: Pick<CountedPeriod, "from" | "until" | "workflowId">,
): Promise<Pick<PartCount, "outcome" | "count">[]> {
  return sql`
    select outcome, sum(count)::float8 as count from analytics_counts
    where environment_id = ${environmentId} and starts_at >= ${from.toISOString()} and starts_at < ${until.toISOString()}
      ${workflowId === undefined ? sql`` : sql`and workflow_id = ${workflowId}`}
    group by outcome`;
}

export interface TenantTotal {
  identifier: string;
  triggered: number;
  delivered: number;
  failed: number;
  skipped: number;
}

/** Returns the tenants with the most runs in a period. */
export async function countsByTenant(
  { $client: sql }: Database,
  { environmentId }: Scope,
  { from, until, workflowId }: Pick<CountedPeriod, "from" | "until" | "workflowId">,
  limit: number,
): Promise<TenantTotal[]> {
  return sql<TenantTotal[]>`
    select tenant as identifier, sum(triggered)::float8 as triggered, sum(delivered)::float8 as delivered, sum(failed)::float8 as failed,
      sum(skipped)::float8 as skipped
    from analytics_tenant_counts
    where environment_id = ${environmentId} and starts_at >= ${from.toISOString()} and starts_at < ${until.toISOString()}
      ${workflowId === undefined ? sql`` : sql`and workflow_id = ${workflowId}`}
    group by tenant order by sum(triggered) desc, tenant limit ${limit}`;
}

/** Returns up to which moment an environment is counted; undefined where nothing was. */
export async function countedUntil({ $client: sql }: Database, { environmentId }: Scope): Promise<string | undefined> {
  const [last] = await sql<{ at: string }[]>`
    select case when is_open then ends_at else greatest(ends_at, counted_at) end as at from analytics_spans
    where environment_id = ${environmentId} order by starts_at desc limit 1`;
  return last && new Date(last.at).toISOString();
}
