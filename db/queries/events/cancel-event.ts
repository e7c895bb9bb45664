import { sql } from "drizzle-orm";
import type { Scope } from "../../scope.ts";
import type { Transaction } from "../../transaction.ts";

/**
 * An event that was just cancelled, and the executions that have to look at their runs again. Those of `mergedCohortIds` have
 * ended, because all runs of these cohorts that are left are merged into digests, and have to be started for that.
 */
export interface CanceledEvent {
  id: string;
  executionIds: string[];
  mergedCohortIds: string[];
}

/** Whether anything of a cohort can still be cancelled: what was merged into another run is out of reach once that goes on. */
const NOT_BEGUN = sql`(cursor is not null or pending + queued + delayed > 0 or (merged > 0 and exists (
  select from digest_members m join digest_windows w on w.id = m.window_id and w.closed_at is null
  where m.event_id = cohorts.event_id)))`;

/**
 * Marks the event as cancelled, unless everything of it has begun or ended. The mark ends all that has not begun, with the
 * commit: whoever stores a step's outcome holds a lock on the event's row and finds the mark. Rows of jobs follow when
 * their execution looks at them, and are read as cancelled until then. Undefined when there was nothing to cancel.
 */
export async function cancelEventRow(
  transaction: Transaction,
  { environmentId }: Scope,
  transactionId: string,
): Promise<CanceledEvent | undefined> {
  const [event] = await transaction.execute<{ id: string; executionId: string }>(sql`
    update events set canceled_at = clock_timestamp()
    where environment_id = ${environmentId} and transaction_id = ${transactionId} and canceled_at is null
    returning id, execution_id as "executionId"`);
  if (!event) return undefined;
  // A statement of its own: it has to see what was stored while the first one waited for the event's row.
  const cohorts = await transaction.execute<CohortState>(sql`
    select id, execution_id as "executionId", ${NOT_BEGUN} as "notBegun", running > 0 or ${NOT_BEGUN} as open,
      cursor is null and pending + queued + running + delayed = 0 as "hasEnded"
    from cohorts where event_id = ${event.id}`);
  if (cohorts.length > 0 && !cohorts.some(({ notBegun }) => notBegun)) {
    await transaction.execute(sql`update events set canceled_at = null where id = ${event.id}`);
    return undefined;
  }
  await transaction.execute(sql`
    update cohorts set due_at = clock_timestamp()
    where event_id = ${event.id} and ${NOT_BEGUN}`);
  const executionIds = cohorts.flatMap(({ executionId, open }) => (open ? [executionId] : []));
  const mergedCohortIds = cohorts.flatMap(({ id, notBegun, hasEnded }) => (notBegun && hasEnded ? [id] : []));
  return { id: event.id, executionIds: [...new Set([event.executionId, ...executionIds])], mergedCohortIds };
}

type CohortState = { id: string; executionId: string; open: boolean; notBegun: boolean; hasEnded: boolean };
