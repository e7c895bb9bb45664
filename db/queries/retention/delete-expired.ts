import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../../client.ts";

/** Rows deleted by one statement: each holds its locks for some milliseconds. */
const DELETED_TOGETHER = 1_000;
const PAUSE_MS = 20;

/** Deletes expired cohorts, and events with their contents, in batches. Returns how many rows. */
export async function deleteExpired(db: Database, now: Date): Promise<number> {
  const sql = db.$client;
  const expired = now.toISOString();
  const deleteCohorts = () => sql`
    delete from cohorts where ctid = any(array(
      select ctid from cohorts where expire_at < ${expired} limit ${DELETED_TOGETHER}))`;
  const deleteEvents = () => sql`
    with content as (
      delete from event_contents where ctid = any(array(
        select ctid from event_contents where expire_at < ${expired} limit ${DELETED_TOGETHER}))
      returning event_id
    )
    delete from events using content where events.id = content.event_id`;
  let deleted = 0;
  for (const deleteBatch of [deleteCohorts, deleteEvents]) {
    for (;;) {
      const { count } = await deleteBatch();
      deleted += count;
      if (count < DELETED_TOGETHER) break;
      await sleep(PAUSE_MS);
    }
  }
  return deleted;
}
