import { CHANNELS } from "#contract/constants/channels.ts";
import { DETAILS } from "#contract/constants/details.ts";
import { UNSENT_REASONS, type UnsentReason } from "#contract/constants/reasons.ts";
import { columnsOf, rowsOf, valuesOf } from "#db/sql/rows.ts";
import type { RareTransaction } from "#db/transaction.ts";
import { factsOfReason, type ReasonFact } from "#domain/steps/reason-facts.ts";
import { MARK_CONDITIONS } from "../../messages/message-marks.ts";
import { nextSpan, type Span } from "./next-span.ts";

/**
 * Spans are counted again when they are older by this factor, from some minutes on, until their runs expire: most steps end at once, some
 * days later, and messages are read when people find time.
 */
const AGAIN_FACTOR = 4;
const AGAIN_SECONDS = { first: 5 * 60, last: 32 * 24 * 3600 };

/** Counts the next span of an environment. Returns whether there was one; false when somebody else counts the environment. */
export async function countNextSpan(sql: RareTransaction, environmentId: string): Promise<boolean> {
  await sql`insert into run_count_watermarks (environment_id) values (${environmentId}) on conflict do nothing`;
  const locked =
    await sql`select from run_count_watermarks where environment_id = ${environmentId} for update skip locked`;
  if (locked.length === 0) return false;
  const span = await nextSpan(sql, environmentId);
  if (!span) return false;
  const counted = await countSpan(sql, environmentId, span);
  // Expired and erased runs stay counted as they were.
  const { before } = span;
  const isLess = before !== null && (counted.runs < before.runs || counted.messages < before.messages);
  if (isLess) {
    await sql`update analytics_spans set due_at = null where environment_id = ${environmentId} and starts_at = ${span.startsAt}`;
    return true;
  }
  await storeSpan(sql, environmentId, span, counted);
  return true;
}

interface Count {
  workflowId: string;
  stepId: string;
  stepType: string;
  providerId: string;
  outcome: string;
  reason: string;
  count: number;
}

interface TenantCount {
  workflowId: string;
  tenant: string;
  triggered: number;
  delivered: number;
  failed: number;
  skipped: number;
}

interface SpanCounts {
  runs: number;
  messages: number;
  counts: Count[];
  tenants: TenantCount[];
}

async function countSpan(sql: RareTransaction, environmentId: string, span: Span): Promise<SpanCounts> {
  const { counts: ofRuns, tenants } = await countSteps(sql, environmentId, span);
  const ofMessages = await countMessages(sql, environmentId, span);
  return {
    runs: sumOf(ofRuns.filter(({ outcome }) => outcome === "triggered")),
    messages: sumOf(ofMessages),
    counts: [...ofRuns, ...ofMessages.filter(({ outcome }) => outcome !== "undelivered")],
    tenants,
  };
}

const sumOf = (counts: readonly Count[]): number => counts.reduce((sum, { count }) => sum + count, 0);

type CountedFact = ReasonFact & { reason: UnsentReason };
let allFacts: readonly CountedFact[] | undefined;
/** The facts of all reasons, put together with the first span. */
function factsOfReasons(): readonly CountedFact[] {
  allFacts ??= UNSENT_REASONS.flatMap((reason) => factsOfReason(reason).map((fact) => ({ ...fact, reason })));
  return allFacts;
}

const FACTS = columnsOf<CountedFact>("f", { detail: "text", type: "text", raw: "text", reason: "text" });

/** Counts the runs that began in a span, and how their steps have ended by now. */
async function countSteps(
  sql: RareTransaction,
  environmentId: string,
  { startsAt, endsAt }: Span,
): Promise<{ counts: Count[]; tenants: TenantCount[] }> {
  const facts = factsOfReasons();
  const rows = await sql<(Count & TenantCount & { isTenant: boolean })[]>`
    with facts as materialized (
      select * from ${rowsOf(sql, FACTS, facts)}),
    begun as materialized (
      select id, expire_at, event_id, workflow_id, stop_reason from runs
      where environment_id = ${environmentId} and created_at >= ${startsAt} and created_at < ${endsAt} and not is_dry),
    tenants as materialized (
      select e.event_id, c.tenant ->> 'identifier' as tenant
      from (select distinct event_id from begun) e join event_contents c on c.event_id = e.event_id and c.tenant is not null),
    ended as materialized (
      select r.workflow_id, r.event_id, j.step_id, j.type, coalesce(j.provider_id, '') as provider_id,
        case when j.status = 'canceled' or (j.status in ('pending', 'queued', 'delayed') and r.stop_reason is not null) then 'skipped'
          when j.status in ('completed', 'failed', 'skipped', 'merged') then j.status else 'waiting' end as outcome,
        case when j.status in ('failed', 'canceled', 'skipped') then coalesce((
            select f.reason from execution_details d
            join facts f on f.detail = d.detail and f.type = j.type and (f.raw is null or d.raw like f.raw)
            where d.run_id = j.run_id and d.expire_at = j.expire_at and d.job_id = j.id
              and d.created_at >= coalesce((
                select max(r.created_at) from execution_details r
                where r.run_id = j.run_id and r.expire_at = j.expire_at and r.job_id = j.id and r.detail = ${DETAILS.stepResumed}), '-infinity')
            order by d.detail = ${DETAILS.stepFiltered} desc, d.created_at limit 1),
          case j.status when 'canceled' then 'canceled' else 'not_processed' end)
          when j.status in ('pending', 'queued', 'delayed') and r.stop_reason is not null then 'canceled' else '' end as reason
      from begun r join jobs j on j.run_id = r.id and j.expire_at = r.expire_at
      where j.type <> 'trigger')
    select false as "isTenant", workflow_id as "workflowId", step_id as "stepId", type as "stepType", provider_id as "providerId",
      outcome, reason, count(*)::int as count, null as tenant, 0 as triggered, 0 as delivered, 0 as failed, 0 as skipped
    from ended group by workflow_id, step_id, type, provider_id, outcome, reason
    union all
    select false, workflow_id, workflow_id, 'trigger', '', 'triggered', '', count(*)::int, null, 0, 0, 0, 0 from begun group by workflow_id
    union all
    select true, workflow_id, workflow_id, '', '', '', '', 0, tenant, sum(triggered)::int, sum(delivered)::int, sum(failed)::int, sum(skipped)::int
    from (
      select workflow_id, tenant, 1 as triggered, 0 as delivered, 0 as failed, 0 as skipped from begun join tenants using (event_id)
      union all
      select workflow_id, tenant, 0, (outcome = 'completed' and type = any(${[...CHANNELS]}::text[]))::int, (outcome = 'failed')::int, (outcome = 'skipped')::int
      from ended join tenants using (event_id)) each
    group by workflow_id, tenant`;
  return { counts: rows.filter(({ isTenant }) => !isTenant), tenants: rows.filter(({ isTenant }) => isTenant) };
}

/** Counts the messages that were made in a span, and what has become of them by now; those not delivered as `undelivered`. */
const countMessages = (sql: RareTransaction, environmentId: string, { startsAt, endsAt }: Span): Promise<Count[]> =>
  sql<Count[]>`
    select workflow_id as "workflowId", step_id as "stepId", channel as "stepType", provider_id as "providerId", outcome, '' as reason,
      sum(count)::int as count
    from (
      select workflow_id, step_id, channel, coalesce(provider_id, '') as provider_id, outcomes, count(*) as count
      from ${valuesOf(sql, "text", CHANNELS)} as of (kind)
      cross join lateral (
        select workflow_id, step_id, channel, provider_id, array_remove(array[
          case when status = 'sent' then 'delivered' else 'undelivered' end,
          case when status = 'sent' and ${sql.unsafe(MARK_CONDITIONS.read)} then 'read' end,
          case when status = 'sent' and ${sql.unsafe(MARK_CONDITIONS.clicked)} then 'clicked' end], null) as outcomes
        from messages m
        where m.environment_id = ${environmentId} and m.channel = of.kind and m.created_at >= ${startsAt} and m.created_at < ${endsAt}) made
      group by workflow_id, step_id, channel, provider_id, outcomes) groups
    cross join lateral unnest(outcomes) as each (outcome)
    group by workflow_id, step_id, channel, provider_id, outcome`;

async function storeSpan(
  sql: RareTransaction,
  environmentId: string,
  { startsAt, endsAt, isOpen }: Span,
  { runs, messages, counts, tenants }: SpanCounts,
): Promise<void> {
  await sql`delete from analytics_counts where environment_id = ${environmentId} and starts_at = ${startsAt}`;
  await sql`delete from analytics_tenant_counts where environment_id = ${environmentId} and starts_at = ${startsAt}`;
  await sql`
    insert into analytics_counts (environment_id, starts_at, workflow_id, step_id, step_type, provider_id, outcome, reason, count)
    select ${environmentId}, ${startsAt}, * from json_to_recordset(${JSON.stringify(counts)}::text::json) as c ("workflowId" uuid, "stepId" uuid,
      "stepType" text, "providerId" text, outcome text, reason text, count int)`;
  await sql`
    insert into analytics_tenant_counts (environment_id, starts_at, workflow_id, tenant, triggered, delivered, failed, skipped)
    select ${environmentId}, ${startsAt}, * from json_to_recordset(${JSON.stringify(tenants)}::text::json) as c ("workflowId" uuid, tenant text,
      triggered int, delivered int, failed int, skipped int)`;
  await sql`
    insert into analytics_spans (environment_id, starts_at, ends_at, is_open, runs, messages, counted_at, due_at)
    select ${environmentId}, ${startsAt}, ${endsAt}, ${isOpen}, ${runs}, ${messages}, statement_timestamp(),
      case when age < ${AGAIN_SECONDS.last} then
        ${endsAt}::timestamptz + make_interval(secs => greatest(${AGAIN_SECONDS.first}, age * ${AGAIN_FACTOR})) end
    from (select extract(epoch from statement_timestamp() - ${endsAt}::timestamptz)::float8 as age) span
    on conflict (environment_id, starts_at) do update set ends_at = excluded.ends_at, is_open = excluded.is_open, runs = excluded.runs,
      messages = excluded.messages, counted_at = excluded.counted_at, due_at = excluded.due_at`;
}
