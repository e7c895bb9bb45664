import type { Database } from "../../client.ts";

/**
 * Ends the windows of these runs at a step: from now on nobody joins them. Repeated, it changes nothing. Events of
 * `discarded` runs are not sent, nor those of a window that somebody has discarded. Waits for those who are joining, so that what is read afterwards is complete.
 */
export async function closeWindows(
  db: Database,
  stepId: string,
  { runIds, discarded }: { runIds: readonly string[]; discarded: readonly string[] },
): Promise<void> {
  await db.$hot`
    with picked as (
      select id from digest_windows where master_run_id = any(${[...runIds]}::uuid[]) and step_id = ${stepId}
      order by subscriber_id, id for update
    )
    update digest_windows w set closed_at = coalesce(closed_at, clock_timestamp()),
      discarded = w.discarded_by is not null or w.master_run_id = any(${[...discarded]}::uuid[])
    from picked where w.id = picked.id`;
}
