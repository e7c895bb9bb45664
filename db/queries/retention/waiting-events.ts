import type { Database } from "../../client.ts";

/**
 * Moments of expiry that are past, of events of which something still waits: a run that is held, delayed or not sent, or an
 * event that an open digest will send. Rows with these moments are spared until nothing waits any more.
 */
export async function findWaitingExpiries(db: Database, now: Date): Promise<Date[]> {
  const at = now.toISOString();
  const rows = await db.$client<{ expireAt: string }[]>`
    select expire_at as "expireAt" from cohorts
    where expire_at <= ${at} and stop_reason is null
      and (cursor is not null or pending + queued + running + delayed > 0)
    union
    select m.expire_at from digest_members m join digest_windows w on w.id = m.window_id
    where m.expire_at <= ${at} and (w.closed_at is null or exists (
      select from runs r where r.id = w.master_run_id and r.due_at is not null))`;
  return rows.map(({ expireAt }) => new Date(expireAt));
}
