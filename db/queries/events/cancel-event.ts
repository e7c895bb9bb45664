import type { Database } from "../../client.ts";
import type { Scope } from "../../scope.ts";

/** An event that was just cancelled, and the executions that have to look at their runs again. */
export interface CanceledEvent {
  id: string;
  executionIds: string[];
}

/**
 * Marks the event as cancelled, unless everything of it has begun or ended. The mark ends all that has not begun, in this
 * transaction: whoever stores a step's outcome holds a lock on the event's row and finds the mark. Rows of jobs follow
 * when their execution looks at them, and are read as cancelled until then. Undefined when there was nothing to cancel.
 */
export async function cancelEventRow(
  db: Database,
  { environmentId }: Scope,
  transactionId: string,
): Promise<CanceledEvent | undefined> {
  return db.$hot.begin(async (transaction) => {
    const [event] = await transaction<{ id: string; executionId: string }[]>`
      update events set canceled_at = clock_timestamp()
      where environment_id = ${environmentId} and transaction_id = ${transactionId} and canceled_at is null
      returning id, execution_id as "executionId"`;
    if (!event) return undefined;
    // A statement of its own: it has to see what was stored while the first one waited for the event's row.
    const cohorts = await transaction<{ executionId: string; open: boolean; notBegun: boolean }[]>`
      select execution_id as "executionId", cursor is not null or pending + queued + delayed + merged > 0 as "notBegun",
        cursor is not null or pending + queued + delayed + merged + running > 0 as open
      from cohorts where event_id = ${event.id}`;
    if (cohorts.length > 0 && !cohorts.some(({ notBegun }) => notBegun)) {
      await transaction`update events set canceled_at = null where id = ${event.id}`;
      return undefined;
    }
    await transaction`
      update cohorts set due_at = clock_timestamp()
      where event_id = ${event.id} and (cursor is not null or pending + queued + delayed + merged > 0)`;
    const executionIds = cohorts.flatMap(({ executionId, open }) => (open ? [executionId] : []));
    return { id: event.id, executionIds: [...new Set([event.executionId, ...executionIds])] };
  });
}
