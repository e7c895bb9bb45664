import type { Fragment } from "postgres";
import type { ReportStatus } from "#contract/constants/report-statuses.ts";
import { HOUR } from "#contract/constants/values/times.ts";
import type { Database } from "../../client.ts";
import { deliveryReportIdOf } from "../../derived-ids.ts";
import type { Scope } from "../../scope.ts";
import { columnsOf, rowsOf } from "../../sql/rows.ts";
import { storableText } from "../../storable.ts";
import type { RareTransaction } from "../../transaction.ts";
import { erasedIdentifier, isErasedIdentifier } from "../subscribers/erasures/erased-identifier.ts";
import { WEBHOOK_KEPT_MS } from "../webhooks/store-webhooks.ts";
import { applyReports, RESPONSE_MAX, rawText, type StoredReports } from "./apply-reports.ts";
import { notedCall } from "./note-report-calls.ts";

/** A report of a vendor about one message, by the vendor's id of it. */
export interface ReportToStore {
  identifier: string;
  status: ReportStatus;
  at: Date;
  eventId?: string | undefined;
  response?: string | undefined;
  /** Of a bounce: whether the mailbox will never take a mail. */
  isPermanent?: boolean | undefined;
  raw: unknown;
}

/** Reports without a message that one statement looks at, and for how long a message may still appear. */
const MATCHED_TOGETHER = 5_000;
const MATCHED_FOR_MS = HOUR;

const INCOMING = columnsOf<ReportToStore & { reportId: string }>(
  "r",
  { identifier: "storable", status: "text", isPermanent: "boolean" },
  {
    id: ["uuid", ({ reportId }) => reportId],
    reportedAt: ["timestamptz", ({ at }) => at],
    response: ["text", ({ response }) => response && storableText(response).slice(0, RESPONSE_MAX)],
    raw: ["text", ({ raw }) => rawText(raw)],
  },
);

/**
 * Stores reports of one call of a vendor in one statement: each once, however often it is reported, and what it says of its message.
 * One whose message is not known yet waits for it, and nothing is stored of one about a message that was erased.
 */
export async function storeReports(
  db: Database,
  integration: Scope & { id: string; channel: string },
  reports: readonly ReportToStore[],
  at: Date,
): Promise<StoredReports> {
  // One statement can insert an id once only.
  const byId = new Map(reports.map((report) => [deliveryReportIdOf(integration.id, report), report]));
  const rows = [...byId].sort(([a], [b]) => (a < b ? -1 : 1)).map(([reportId, report]) => ({ ...report, reportId }));
  if (rows.length === 0) return { applied: 0, webhooks: [] };
  const now = at.toISOString();
  const expireAt = new Date(at.getTime() + WEBHOOK_KEPT_MS).toISOString();
  const sql = db.$client;
  const { organizationId, environmentId, id: integrationId, channel } = integration;
  const found = sql`
    incoming as (
      select * from ${rowsOf(sql, INCOMING, rows)}
    ), known as materialized (
      -- In the order of their ids, so that two calls about the same messages wait for each other instead of deadlocking.
      select ${named(sql)} from messages m join (select distinct identifier from incoming) i on ${isNamed(sql)}
      where m.environment_id = ${environmentId} and m.channel = ${channel}
      order by m.id for update of m
    ), stored as (
      insert into delivery_reports (id, organization_id, environment_id, integration_id, identifier, status, reported_at,
        response, raw, is_permanent, message_id, created_at, expire_at)
      select i.id, ${organizationId}, ${environmentId}, ${integrationId}, i.identifier, i.status, i.reported_at, i.response,
        i.raw, i.is_permanent, (select k.id from known k where k.named = i.identifier limit 1), ${now}, ${expireAt}
      from incoming i
      where not exists (select from known k where k.named = i.identifier and k.is_erased)
      order by i.id
      on conflict (id) do nothing
      returning *
    ), noted_call as (${notedCall(sql, integration, now)})`;
  return applyReports(sql, found, now);
}

/**
 * Finds the messages of reports that came before their message was recorded, some at a time, and stores what they say of them. Of two
 * that look at once each takes others.
 */
export async function matchReports(db: Database, now: Date): Promise<StoredReports> {
  const sql = db.$client;
  const since = new Date(now.getTime() - MATCHED_FOR_MS).toISOString();
  const found = sql`
    waiting as materialized (
      select r.id, r.environment_id, r.identifier, i.channel from delivery_reports r
      join integrations i on i.id = r.integration_id
      where r.message_id is null and r.created_at > ${since}
      order by r.created_at desc limit ${MATCHED_TOGETHER} for update of r skip locked
    ), known as materialized (
      select ${named(sql)} from messages m
      join (select distinct environment_id, identifier, channel from waiting) i
        on ${isNamed(sql)} and m.environment_id = i.environment_id and m.channel = i.channel
      order by m.id for update of m
    ), dropped as (
      delete from delivery_reports r
      using waiting w join known k on k.named = w.identifier and k.environment_id = w.environment_id
      where r.id = w.id and k.is_erased
    ), stored as (
      update delivery_reports r set message_id = k.id
      from waiting w join known k on k.named = w.identifier and k.environment_id = w.environment_id
      where r.id = w.id and not k.is_erased
      returning r.*
    )`;
  return applyReports(sql, found, now.toISOString());
}

/**
 * Whether `m` is the message that `i` names, also after it was erased. It is one condition because it is evaluated again for a message
 * that is erased while this statement waits for its lock.
 */
const isNamed = (sql: RareTransaction): Fragment =>
  sql`m.identifier = any(array[i.identifier, ${sql.unsafe(erasedIdentifier("i.identifier"))}])`;

const named = (sql: RareTransaction): Fragment =>
  sql`m.*, i.identifier as named, ${sql.unsafe(isErasedIdentifier("m.identifier"))} as is_erased`;
