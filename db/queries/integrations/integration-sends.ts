import type { Fragment } from "postgres";
import { DAY, HOUR } from "#contract/constants/values/times.ts";
import { JUDGED_MINUTES, type SendTotals } from "#domain/lanes/integration-health.ts";
import type { LanePace } from "#domain/lanes/lane-pace.ts";
import type { Database } from "../../client.ts";
import type { Scope } from "../../scope.ts";
import { storableJson } from "../../storable.ts";
import { type Transaction, taggedOf } from "../../transaction.ts";

/** Sends of an integration in a minute, as far as one process has counted them. Moments are texts in ISO 8601. */
export interface CountedSends {
  integrationId: string;
  minute: string;
  succeeded: number;
  failed: number;
  retried: number;
  durations: number[];
  errorAt: string | null;
  errorMessage: string | null;
  errorCode: string | null;
}

/** Adds counts to those of other processes, in the order of the key, so that processes wait for each other. Leaves out integrations that are gone. */
export async function addSends(db: Database, counted: readonly CountedSends[]): Promise<void> {
  await db.$client`
    insert into integration_sends as s (integration_id, organization_id, environment_id, minute, succeeded, failed, retried,
      durations, error_at, error_message, error_code)
    select i.id, i.organization_id, i.environment_id, c.minute, c.succeeded, c.failed, c.retried,
      c.durations, c."errorAt", c."errorMessage", c."errorCode"
    from jsonb_to_recordset(${storableJson(counted)}::text::jsonb) as c ("integrationId" uuid, minute timestamptz, succeeded int,
      failed int, retried int, durations int[], "errorAt" timestamptz, "errorMessage" text, "errorCode" text)
    join integrations i on i.id = c."integrationId" and i.deleted_at is null
    order by i.id, c.minute
    on conflict (integration_id, minute) do update set
      succeeded = s.succeeded + excluded.succeeded, failed = s.failed + excluded.failed, retried = s.retried + excluded.retried,
      durations = array(select a + b from unnest(s.durations, excluded.durations) with ordinality as d (a, b, bucket) order by bucket),
      error_at = greatest(s.error_at, excluded.error_at),
      error_message = case when excluded.error_at >= s.error_at or s.error_at is null then excluded.error_message else s.error_message end,
      error_code = case when excluded.error_at >= s.error_at or s.error_at is null then excluded.error_code else s.error_code end`;
}

/** The sends of an integration, with its outage and its pace. Moments are milliseconds since 1970. */
export interface SendsOfIntegration {
  id: string;
  active: boolean;
  outage: { since: number; coolsUntil: number; isLeftAlone: boolean; message: string } | null;
  pace: LanePace | null;
  lastHour: SendTotals;
  /** Of the last hour, by bucket. */
  durations: number[];
  latest: SendTotals;
  failingSince: number | null;
  sentToday: number;
  error: { at: number; message: string; code: string | null } | null;
  /** Calls by which its vendor reports what became of messages. */
  reports: { received: number | null; refused: { at: number; message: string } | null } | null;
}

/** Reads the sends of each integration of the environment but inboxes, with its outage and the pace of its lane. */
export function readSends(db: Database, { environmentId }: Scope, now: Date): Promise<SendsOfIntegration[]> {
  const sql = db.$client;
  const hourAgo = new Date(now.getTime() - HOUR).toISOString();
  const today = new Date(Math.floor(now.getTime() / DAY) * DAY).toISOString();
  const ms = (moment: Fragment) => sql`round(extract(epoch from ${moment}) * 1000)::float8`;
  const totals = sql`jsonb_build_object('succeeded', coalesce(sum(succeeded), 0), 'failed', coalesce(sum(failed), 0)) as totals`;
  return sql<SendsOfIntegration[]>`
    select i.id, i.active, (
      select jsonb_build_object('received', ${ms(sql`r.received_at`)}, 'refused', case when r.refused_at is not null then
        jsonb_build_object('at', ${ms(sql`r.refused_at`)}, 'message', r.refusal) end)
      from integration_reports r where r.integration_id = i.id) as reports, nullif(l.pace, 'null') as pace, last_hour.totals as "lastHour", latest.totals as latest,
      array(select sum(d.sends)::int from integration_sends s cross join lateral unnest(s.durations) with ordinality as d (sends, bucket)
        where s.integration_id = i.id and s.minute > ${hourAgo} group by d.bucket order by d.bucket) as durations,
      (select ${ms(sql`min(f.minute)`)} from integration_sends f
        where f.integration_id = i.id and f.failed + f.retried > 0 and f.minute > coalesce((select max(s.minute)
          from integration_sends s where s.integration_id = i.id and s.succeeded > 0), '-infinity')) as "failingSince",
      (select coalesce(sum(s.succeeded), 0)::int from integration_sends s
        where s.integration_id = i.id and s.minute >= ${today}) as "sentToday",
      (select jsonb_build_object('at', ${ms(sql`s.error_at`)}, 'message', s.error_message, 'code', s.error_code)
        from integration_sends s where s.integration_id = i.id and s.error_at is not null
        order by s.minute desc limit 1) as error,
      (select jsonb_build_object('since', ${ms(sql`o.since`)}, 'coolsUntil', ${ms(sql`o.cools_until`)},
          'isLeftAlone', o.cool_downs > 0, 'message', o.message)
        from integration_outages o where o.integration_id = i.id) as outage
    from integrations i
    left join lanes l on l.integration_id = i.id
    cross join lateral (
      select ${totals} from (
        select s.succeeded, s.failed + s.retried as failed from integration_sends s
        where s.integration_id = i.id and s.minute > ${hourAgo}) each) last_hour
    cross join lateral (
      select ${totals} from (
        select s.succeeded, s.failed + s.retried as failed from integration_sends s
        where s.integration_id = i.id and s.minute > ${hourAgo} order by s.minute desc limit ${JUDGED_MINUTES}) each) latest
    where i.environment_id = ${environmentId} and i.channel <> 'in_app' and i.deleted_at is null
    order by i.created_at, i.id`;
}

/** Removes the counts of an integration that is deleted, in the order in which processes add to them. */
export async function deleteSends(transaction: Transaction, integrationId: string): Promise<void> {
  await taggedOf(transaction)`
    delete from integration_sends where integration_id = ${integrationId} and minute = any(array(
      select minute from integration_sends where integration_id = ${integrationId} order by minute for update))`;
}
