import { index, jsonb, pgTable, uuid } from "drizzle-orm/pg-core";
import type { TriggerOverrides } from "#contract/events.ts";
import type { LocalStart } from "#domain/local-start.ts";
import type { InlineSubscriber } from "#domain/recipients.ts";
import { moment, owner } from "./columns.ts";

/** Recipients of an event as parsed when it was accepted. */
export interface EventRecipients {
  subscribers: InlineSubscriber[];
  topics: string[];
}

/**
 * The data that all runs and messages of an event share, stored once: a broadcast copies none of it. Lives as long as the message
 * of the event that lives longest.
 */
export const eventContents = pgTable(
  "event_contents",
  {
    eventId: uuid().primaryKey(),
    ...owner(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    overrides: jsonb().$type<TriggerOverrides>().notNull(),
    /** Null for a broadcast. */
    recipients: jsonb().$type<EventRecipients>(),
    actor: jsonb().$type<InlineSubscriber>(),
    /** When runs start, by the clock of each subscriber; null for an event whose runs start at once. */
    localStart: jsonb().$type<LocalStart>(),
    tenant: jsonb().$type<{ identifier: string; name?: string; data?: Record<string, unknown> }>(),
    expireAt: moment().notNull(),
  },
  (t) => [
    // Housekeeping deletes what has expired, in batches.
    index("event_contents_expire").on(t.expireAt),
  ],
);
