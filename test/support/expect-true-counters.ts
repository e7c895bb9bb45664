import { expect } from "vitest";
import type { Database } from "#db/client.ts";
import { findEventStatus } from "#db/queries/events/event-status.ts";
import type { EventRef } from "#engine/refs.ts";

/** Expects that the counters of an event agree with its rows. */
export async function expectTrueCounters(db: Database, event: EventRef): Promise<void> {
  const status = await findEventStatus(db, event, event.transactionId);
  const rows = await db.$client<{ status: string; count: number }[]>`
    select j.status, count(*)::int as count from jobs j join runs r on r.id = j.run_id
    where r.event_id = ${event.eventId} group by 1`;
  expect(status?.jobs).toEqual(Object.fromEntries(rows.map(({ status, count }) => [status, count])));
}
