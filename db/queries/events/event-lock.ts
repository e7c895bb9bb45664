import type { Fragment } from "postgres";
import type { HotTransaction } from "../../transaction.ts";

/*
 * Slices of an event are stored beside each other, and its cancel waits for those under way. Locks of rows are shared with whoever comes, so
 * that a broadcast would keep its cancel waiting until its end: these locks are given in the order in which they were asked for.
 */

/** A condition that is true once nobody cancels the event, and holds that off until the end of the transaction. */
export const sharesEvent = (sql: HotTransaction, eventId: string): Fragment =>
  sql`pg_advisory_xact_lock_shared(hashtextextended(${eventId}::text, 0)) is not null`;

/** The same for whoever cancels it, for the query builder: also no slice is stored. */
export const OWNS_EVENT = "pg_advisory_xact_lock(hashtextextended(id::text, 0)) is not null";
