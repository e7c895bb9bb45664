import type { Fragment } from "postgres";
import { DETAIL_OF_REPORT, EVENT_OF_REPORT, REPORT_STATUSES } from "#contract/constants/report-statuses.ts";
import { SUPPRESSION_OF_REPORT, SUPPRESSION_REASONS, streamOf } from "#contract/constants/suppressions.ts";
import type { Scope } from "../../scope.ts";
import { columnsOf, rowsOf } from "../../sql/rows.ts";
import { storableJson } from "../../storable.ts";
import type { RareTransaction } from "../../transaction.ts";
import { ON_KNOWN_ADDRESS } from "../suppressions/suppressions.ts";
import { messageData, WEBHOOK_TEXT_MAX, webhooksPart } from "../webhooks/store-webhooks.ts";
import { softBouncesPart } from "./soft-bounces.ts";

/** Longest words of a vendor that are kept of a report, in characters, and longest event. */
export const RESPONSE_MAX = 1_000;
const RAW_MAX = 16_000;

/** Environments of which endpoints are to be sent something, and how many reports found their message. */
export interface StoredReports {
  applied: number;
  webhooks: Scope[];
}

const STATUSES = REPORT_STATUSES.map((status) => ({ status }));
const WORDS = columnsOf<(typeof STATUSES)[number]>(
  "w",
  { status: "text" },
  {
    detailStatus: ["text", ({ status }) => DETAIL_OF_REPORT[status]],
    event: ["text", ({ status }) => EVENT_OF_REPORT[status]],
    suppression: ["text", ({ status }) => SUPPRESSION_OF_REPORT[status]],
  },
);
const REASONS = SUPPRESSION_REASONS.map((reason) => ({ reason }));
const STREAMS = columnsOf<(typeof REASONS)[number]>(
  "s",
  { reason: "text" },
  { stream: ["text", ({ reason }) => streamOf(reason)] },
);

/** Stores what reports say: `stored` are those that nobody has applied yet, and `known` their messages, which are locked. */
export async function applyReports(sql: RareTransaction, found: Fragment, now: string): Promise<StoredReports> {
  const events = sql`
    select m.environment_id, m.event as type,
      ${messageData(sql)} || jsonb_build_object('status', m.report, 'reportedAt', m.reported_at, 'reportId', m.report_id,
        'response', left(m.response, ${WEBHOOK_TEXT_MAX})) as data
    from fresh m where m.event is not null
    union all
    select n.environment_id, 'suppression.created', jsonb_build_object('suppressionId', n.id, 'channel', n.channel,
      'reason', n.reason)
    from new_suppressions n`;
  const [result] = await sql<{ applied: number; webhooks: Scope[] | null }[]>`
    with ${found}, words as (
      select * from ${rowsOf(sql, WORDS, STATUSES)}
    ), fresh as materialized (
      select k.*, s.id as report_id, s.status as report, s.reported_at, s.response, s.raw, w.detail_status, w.event,
        case when s.status <> 'bounced' or s.is_permanent then w.suppression end as suppression
      from stored s join known k on k.id = s.message_id join words w on w.status = s.status
    ), noted as (
      -- Of a status that is reported again, the first time counts, in whatever order the reports come.
      update messages m set updated_at = ${now}, reports = (
        select jsonb_object_agg(key, value) from (
          select key, min(value) as value from (
            select key, value from jsonb_each_text(coalesce(m.reports, '{}'))
            union all
            select f.report, to_char(f.reported_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
            from fresh f where f.id = m.id) as each (key, value)
          group by key) as first)
      from (select distinct id, expire_at from fresh) as f
      where m.id = f.id and m.expire_at = f.expire_at
    ), new_details as (
      insert into execution_details (organization_id, environment_id, run_id, job_id, message_id, provider_id, detail, source,
        status, is_retry, raw, webhook_status, created_at, expire_at)
      select f.organization_id, f.environment_id, f.run_id, f.job_id, f.id, f.provider_id,
        case when f.response is null then '' else f.response || ' - ' end || '(' || f.report || ')', 'Webhook',
        f.detail_status, false, f.raw, f.report, ${now}, r.expire_at
      from fresh f join runs r on r.id = f.run_id
    ), addressed as (
      -- Of a mail to several addresses a report does not say which of them it is about.
      select f.organization_id, f.environment_id, f.channel, a.address, f.report, f.suppression, f.response, f.provider_id, f.id,
        f.reported_at, f.report = 'bounced' and f.suppression is null and not coalesce(f.reports ? 'delivered', false) as is_soft
      from fresh f cross join lateral (select case f.channel
        when 'email' then lower(coalesce(substring(f.email from '<([^<>]+)>$'), f.email) collate "C")
        when 'sms' then regexp_replace(f.phone, '[^0-9+]', '', 'g') end as address) as a
      where a.address <> '' and strpos(a.address, ',') = 0
    ), ${softBouncesPart(sql, now)}, new_suppressions as (
      -- Sorted, so that two calls wait for each other instead of deadlocking.
      insert into suppressions (organization_id, environment_id, channel, address, reason, stream, note, provider_id, message_id, created_at)
      select distinct on (f.environment_id, f.address, f.channel) f.organization_id, f.environment_id, f.channel, f.address,
        f.reason, s.stream, f.note, f.provider_id, f.message_id, ${now}
      from (
        select organization_id, environment_id, address, channel, suppression as reason, response as note, provider_id, id as message_id,
          reported_at
        from addressed where suppression is not null
        union all select * from too_many_bounces) as f
      join ${rowsOf(sql, STREAMS, REASONS)}
        on s.reason = f.reason
      order by f.environment_id, f.address, f.channel, s.stream <> 'all', f.reported_at
      ${sql.unsafe(ON_KNOWN_ADDRESS)}
      returning id, environment_id, channel, reason
    ), ${webhooksPart(sql, events, now)}
    select (select count(*)::int from fresh) as applied,
      (select jsonb_agg(distinct jsonb_build_object('organizationId', organization_id, 'environmentId', environment_id))
        from new_webhooks) as webhooks`;
  return { applied: result?.applied ?? 0, webhooks: result?.webhooks ?? [] };
}

/** An event that is too long to be kept says so. */
export function rawText(raw: unknown): string {
  const text = storableJson(raw);
  return text.length <= RAW_MAX ? text : JSON.stringify({ message: "The event is too long to be kept" });
}
