import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../../client.ts";

/** Rows deleted by one statement: each holds its locks for some milliseconds. */
const DELETED_TOGETHER = 1_000;
const PAUSE_MS = 20;
/** Tables of which nothing else has to go with a row. */
const TABLES = [
  "cohorts",
  "digest_windows",
  "digest_members",
  "digest_arrivals",
  "idempotency_keys",
  "resumptions",
  "inbound_mails",
  "throttle_windows",
  "throttle_claims",
  "event_waits",
  "signals",
  "http_requests",
] as const;

/** Deletes what has expired, and events with their contents, in batches. Returns how many rows. */
export async function deleteExpired(db: Database, now: Date): Promise<number> {
  const sql = db.$client;
  const expired = now.toISOString();
  const deleteFrom = (table: string) => () =>
    sql`
    delete from ${sql(table)} where ctid = any(array(
      select ctid from ${sql(table)} where expire_at < ${expired} limit ${DELETED_TOGETHER}))`;
  const deleteEvents = () => sql`
    with content as (
      delete from event_contents where ctid = any(array(
        select ctid from event_contents where expire_at < ${expired} limit ${DELETED_TOGETHER}))
      returning event_id
    )
    delete from events using content where events.id = content.event_id`;
  let deleted = 0;
  for (const deleteBatch of [...TABLES.map(deleteFrom), deleteEvents]) {
    for (;;) {
      const { count } = await deleteBatch();
      deleted += count;
      if (count < DELETED_TOGETHER) break;
      await sleep(PAUSE_MS);
    }
  }
  return deleted;
}
