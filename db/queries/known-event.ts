import { LRUCache } from "lru-cache";
import { notFound } from "#domain/errors.ts";
import type { Database } from "../client.ts";
import type { Scope } from "../scope.ts";
import { type EventRow, getEvent } from "./events.ts";

/** Bounded in characters, because a payload may be large. */
const events = new LRUCache<string, EventRow>({
  max: 1000,
  maxSize: 20_000_000,
  sizeCalculation: ({ payload, to }) => 1 + JSON.stringify(payload).length + JSON.stringify(to ?? "").length,
  ttl: 60_000,
});

/** Spares whoever comes next from reading the event. */
export function rememberEvent(event: EventRow): void {
  events.set(event.id, event);
}

/**
 * An event for a reader of what never changes about it: payload, overrides, recipients, pinned version. Whether it was
 * started or cancelled has to be asked of the database. Throws `not_found`.
 */
export async function knownEvent(
  db: Database,
  { eventId, transactionId, ...scope }: Scope & { eventId: string; transactionId: string },
): Promise<EventRow> {
  const known = events.get(eventId);
  if (known?.environmentId === scope.environmentId) return known;
  const event = await getEvent(db, scope, eventId);
  if (!event) throw notFound(`Event ${transactionId} does not exist`);
  rememberEvent(event);
  return event;
}
