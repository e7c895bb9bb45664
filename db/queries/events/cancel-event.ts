import { sql } from "drizzle-orm";
import type { Scope } from "../../scope.ts";
import type { Transaction } from "../../transaction.ts";
import { OWNS_EVENT } from "./event-lock.ts";

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
  by?: { userId: string; keyEnd?: string },
): Promise<CanceledEvent | undefined> {
  await transaction.execute(sql`
    select from events
    where environment_id = ${environmentId} and transaction_id = ${transactionId} and canceled_at is null and ${sql.raw(OWNS_EVENT)}`);
  const [event] = await transaction.execute<{ id: string; executionId: string }>(sql`
    update events set canceled_at = clock_timestamp(), canceled_by = (
      select jsonb_strip_nulls(jsonb_build_object('name', trim(concat_ws(' ', first_name, last_name)), 'keyEnd', ${by?.keyEnd ?? null}::text))
      from users where id = ${by?.userId ?? null})
    where environment_id = ${environmentId} and transaction_id = ${transactionId} and canceled_at is null
    returning id, execution_id as "executionId"`);
  if (!event) return undefined;
  await holdWindows(transaction, event.id);
  // A statement of its own: it has to see what was stored while the first one waited for the event's row.
  const cohorts = await transaction.execute<CohortState>(sql`
    select id, execution_id as "executionId", ${NOT_BEGUN} as "notBegun", running > 0 or ${NOT_BEGUN} as open,
      cursor is null and pending + queued + running + delayed = 0 as "hasEnded"
    from cohorts where event_id = ${event.id}`);
  if (cohorts.length > 0 && !cohorts.some(({ notBegun }) => notBegun)) {
    await transaction.execute(sql`update events set canceled_at = null, canceled_by = null where id = ${event.id}`);
    return undefined;
  }
  await transaction.execute(sql`
    update cohorts set due_at = clock_timestamp()
    where event_id = ${event.id} and ${NOT_BEGUN}`);
  const executionIds = cohorts.flatMap(({ executionId, open }) => (open ? [executionId] : []));
  const mergedCohortIds = cohorts.flatMap(({ id, notBegun, hasEnded }) => (notBegun && hasEnded ? [id] : []));
  return { id: event.id, executionIds: [...new Set([event.executionId, ...executionIds])], mergedCohortIds };
}

/**
 * Keeps the windows open that runs of the event are in, until the mark is stored: one that closes meanwhile would be sent with an event
 * of which the caller is told that it is cancelled. The mark is then later than the end of each window that was closed before, whose
 * message has the event. Windows are locked in the order in which they are joined, closed and handed over.
 */
async function holdWindows(transaction: Transaction, eventId: string): Promise<void> {
  const open = await transaction.execute<{ id: string }>(sql`
    select w.id from digest_members m join digest_windows w on w.id = m.window_id
    where m.event_id = ${eventId} and w.closed_at is null
    order by w.subscriber_id, w.id`);
  let isAnyHeld = false;
  // A broadcast may be in as many windows as it has recipients: locking them may wait for each, which is too long for one statement.
  for (let at = 0; at < open.length; at += HELD_TOGETHER) {
    const ids = open.slice(at, at + HELD_TOGETHER).map(({ id }) => id);
    const held = await transaction.execute(sql`
      select id from digest_windows
      where id = any(${`{${ids.join()}}`}::uuid[]) and closed_at is null
      order by subscriber_id, id for update`);
    isAnyHeld ||= held.length > 0;
  }
  if (!isAnyHeld) return;
  await transaction.execute(sql`update events set canceled_at = clock_timestamp() where id = ${eventId}`);
}

/** Windows that one statement locks. */
const HELD_TOGETHER = 1_000;

type CohortState = { id: string; executionId: string; open: boolean; notBegun: boolean; hasEnded: boolean };
