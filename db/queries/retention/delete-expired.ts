import { setTimeout as sleep } from "node:timers/promises";
import type { Fragment } from "postgres";
import { REQUEST_DAYS_MAX } from "#contract/constants/activity/requests.ts";
import { HEALTH_DAYS, OVERVIEW_DAYS, STATISTICS_DAYS } from "#contract/constants/limits.ts";
import { DAY, HOUR } from "#contract/constants/values/times.ts";
import type { Database } from "../../client.ts";
import { pagesOf } from "../../partition-catalogue.ts";
import type { SparedMoments } from "../../partitions.ts";

/** Rows deleted by one statement: each holds its locks for some milliseconds. */
const DELETED_TOGETHER = 1_000;
const EXPIRY_PAUSE_MS = 20;

/** Tables whose rows say when they expire, and of which nothing else has to go with a row. */
export const EXPIRING_TABLES = [
  "cohorts",
  "digest_windows",
  "digest_members",
  "digest_arrivals",
  "idempotency_keys",
  "held_runs",
  "resumptions",
  "inbound_mails",
  "imports",
  "erasures",
  "throttle_windows",
  "throttle_claims",
  "event_waits",
  "signals",
  "http_requests",
  "api_keys",
  "sessions",
  "login_attempts",
  "password_resets",
  "account_mails",
  "audit_logs",
  "webhook_events",
  "webhook_messages",
  "delivery_reports",
  "lifted_suppressions",
  "vendor_lifts",
] as const;

/** Deletes the expired rows of a table, but those of spared events, in batches. Returns how many. */
export function deleteExpired(
  db: Database,
  table: (typeof EXPIRING_TABLES)[number],
  { now, spared }: { now: Date; spared: SparedMoments },
): Promise<number> {
  const sql = db.$client;
  return byPages(
    db,
    table,
    (pages) => sql`
    delete from ${sql(table)} where ctid = any(array(
      select ctid from ${sql(table)} t
      where ${pages} and ${hasExpired(db, now)}
        and date_trunc(${spared.unit}, expire_at, 'UTC') <> all(${texts(spared)}::text[]::timestamptz[])))`,
  );
}

/** Deletes events whose content has expired with it, but spared ones. Returns how many. */
export function deleteExpiredEvents(
  db: Database,
  { now, spared }: { now: Date; spared: SparedMoments },
): Promise<number> {
  return byPages(
    db,
    "event_contents",
    (pages) => db.$client`
    with content as (
      delete from event_contents where ctid = any(array(
        select t.ctid from event_contents t
        where ${pages} and ${hasExpired(db, now)} and not exists (
          select from events e
          where e.id = t.event_id and date_trunc(${spared.unit}, e.expire_at, 'UTC') = any(${texts(spared)}::text[]::timestamptz[]))))
      returning event_id
    ), event as (
      delete from events using content where events.id = content.event_id
    )
    select from content`,
  );
}

/** Said so that no index is used for it: rows lie in no order of their expiry, and a block range index would lead to all of them. */
const hasExpired = (db: Database, now: Date): Fragment => db.$client`(t.expire_at < ${now.toISOString()}) is true`;

/** Pages of 8 kB that one statement looks through: some thousand rows at most. */
const EXPIRY_PAGES = 20;

/** Deletes in batches, going through the table once, however much of it has expired. `pages` is a condition on the rows `t`. */
async function byPages(
  db: Database,
  table: string,
  deleteBatch: (pages: Fragment) => PromiseLike<{ count: number }>,
): Promise<number> {
  let deleted = 0;
  const pages = await pagesOf(db.$client, table);
  for (let page = 0; page < pages; page += EXPIRY_PAGES) {
    const [from, to] = [`(${page},0)`, `(${page + EXPIRY_PAGES},0)`];
    const { count } = await deleteBatch(db.$client`t.ctid >= ${from}::tid and t.ctid < ${to}::tid`);
    deleted += count;
    if (count > 0) await sleep(EXPIRY_PAUSE_MS);
  }
  return deleted;
}

/** Deletes rows that count something in a time which is long over. Returns how many. */
export async function deleteOldCounts(db: Database, now: Date): Promise<number> {
  const monthStart = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  const hoursAgo = new Date(now.getTime() - 2 * HOUR);
  const longAgo = new Date(now.getTime() - (STATISTICS_DAYS + 1) * DAY);
  const beforeOverviews = new Date(now.getTime() - (OVERVIEW_DAYS + 1) * DAY);
  const beforeHealth = new Date(now.getTime() - HEALTH_DAYS * DAY);
  const beforeRequests = new Date(now.getTime() - REQUEST_DAYS_MAX * DAY);
  const sql = db.$client;
  const demo = await inBatches(
    () => sql`
    delete from demo_messages where ctid = any(array(
      select ctid from demo_messages where created_at < ${monthStart.toISOString()}
        and month < ${monthStart.toISOString().slice(0, 7)} limit ${DELETED_TOGETHER}))`,
  );
  const rates = await inBatches(
    () => sql`
    delete from rates where ctid = any(array(
      select ctid from rates where starts_at < ${hoursAgo.toISOString()} limit ${DELETED_TOGETHER}))`,
  );
  const statistics = await inBatches(
    () => sql`
    delete from run_counts where ctid = any(array(
      select ctid from run_counts where starts_at < ${longAgo.toISOString()} limit ${DELETED_TOGETHER}))`,
  );
  const activity = await inBatches(
    () => sql`
    delete from activity_counts where ctid = any(array(
      select ctid from activity_counts where hour < ${beforeOverviews.toISOString()} limit ${DELETED_TOGETHER}))`,
  );
  const failures = await inBatches(
    () => sql`
    delete from failure_counts where ctid = any(array(
      select ctid from failure_counts where hour < ${beforeOverviews.toISOString()} limit ${DELETED_TOGETHER}))`,
  );
  const analytics = await deleteOldAnalytics(db, longAgo);
  const groups = await deleteOldGroups(db, beforeOverviews);
  const sends = await inBatches(
    () => sql`
    delete from integration_sends where ctid = any(array(
      select ctid from integration_sends where minute < ${beforeHealth.toISOString()} limit ${DELETED_TOGETHER}))`,
  );
  const unrecorded = await inBatches(
    () => sql`
    delete from unrecorded_requests where ctid = any(array(
      select ctid from unrecorded_requests where hour < ${beforeRequests.toISOString()} limit ${DELETED_TOGETHER}))`,
  );
  return unrecorded + demo + rates + statistics + activity + failures + analytics + groups + sends;
}

/** Deletes what analytics have counted of spans that began before a moment. */
async function deleteOldAnalytics(db: Database, before: Date): Promise<number> {
  const sql = db.$client;
  let deleted = 0;
  for (const table of ["analytics_counts", "analytics_tenant_counts", "analytics_spans"]) {
    deleted += await inBatches(
      () => sql`
      delete from ${sql(table)} where ctid = any(array(
        select ctid from ${sql(table)} where starts_at < ${before.toISOString()} limit ${DELETED_TOGETHER}))`,
    );
  }
  return deleted;
}

/** Deletes failure groups that had no failure for as long as failures are counted, with their people, and their older hours. */
async function deleteOldGroups(db: Database, before: Date): Promise<number> {
  const sql = db.$client;
  const hours = await inBatches(
    () => sql`
    delete from failure_group_hours where ctid = any(array(
      select ctid from failure_group_hours where hour < ${before.toISOString()} limit ${DELETED_TOGETHER}))`,
  );
  const people = await inBatches(
    () => sql`
    delete from failure_group_people where ctid = any(array(
      select p.ctid from failure_groups g join failure_group_people p on p.group_id = g.id
      where g.last_seen < ${before.toISOString()} limit ${DELETED_TOGETHER}))`,
  );
  const groups = await inBatches(
    () => sql`
    delete from failure_groups where ctid = any(array(
      select ctid from failure_groups where last_seen < ${before.toISOString()} limit ${DELETED_TOGETHER}))`,
  );
  return hours + people + groups;
}

async function inBatches(deleteBatch: () => PromiseLike<{ count: number }>): Promise<number> {
  let deleted = 0;
  for (;;) {
    const { count } = await deleteBatch();
    deleted += count;
    if (count < DELETED_TOGETHER) return deleted;
    await sleep(EXPIRY_PAUSE_MS);
  }
}

const texts = ({ moments }: SparedMoments): string[] => moments.map((moment) => moment.toISOString());
