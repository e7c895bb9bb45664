import type { HotTransaction } from "../../transaction.ts";

export interface WaitingRun {
  id: string;
  expireAt: Date;
  position: number;
}

/**
 * Makes a run due that still waits at this step. Its revision grows, so that a slice that is about to send it to sleep looks
 * again. Returns its cohort; undefined when it does not wait there any more.
 */
export async function makeRunDue(sql: HotTransaction, run: WaitingRun, now: Date): Promise<string | undefined> {
  const at = now.toISOString();
  const [row] = await sql<{ cohortId: string }[]>`
    with woken as (
      update runs r set due_at = least(r.due_at, ${at}), revision = r.revision + 1
      where r.id = ${run.id} and r.expire_at = ${run.expireAt.toISOString()} and r.position = ${run.position}
        and r.stop_reason is null
      returning r.cohort_id
    )
    update cohorts c set due_at = least(c.due_at, ${at}) from woken where c.id = woken.cohort_id
    returning c.id as "cohortId"`;
  return row?.cohortId;
}
