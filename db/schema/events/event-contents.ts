import { integer, jsonb, pgTable, smallint, text, uuid } from "drizzle-orm/pg-core";
import type { TriggerOverrides } from "#contract/events.ts";
import type { NamedContext } from "#domain/contexts.ts";
import type { InlineSubscriber, Recipients } from "#domain/recipients.ts";
import type { LocalStart } from "#domain/times/local-start.ts";
import { moment, owner } from "../columns.ts";

/** A bridge that a trigger named, and control values by the id of the step there. */
export interface EventBridge {
  url: string;
  controls: Record<string, Record<string, unknown>>;
}

/** Recipients of an event as parsed when it was accepted. */
export type EventRecipients = Omit<Recipients, "invalid">;

/**
 * The data that all runs and messages of an event share, stored once: a broadcast copies none of it. Lives as long as the message
 * of the event that lives longest.
 */
export const eventContents = pgTable("event_contents", {
  eventId: uuid().primaryKey(),
  ...owner(),
  payload: jsonb().$type<Record<string, unknown>>().notNull(),
  /**
   * Characters of the payload's JSON text, by which digests are bounded without reading it; null for an event that is older than
   * this column.
   */
  payloadSize: integer(),
  overrides: jsonb().$type<TriggerOverrides>().notNull(),
  /** Null for a broadcast. */
  recipients: jsonb().$type<EventRecipients>(),
  actor: jsonb().$type<InlineSubscriber>(),
  /** When runs start, by the clock of each subscriber; null for an event whose runs start at once. */
  localStart: jsonb().$type<LocalStart>(),
  tenant: jsonb().$type<{ identifier: string; name?: string; data?: Record<string, unknown> }>(),
  /** As given, sorted by their keys; null for none. */
  contexts: jsonb().$type<NamedContext[]>(),
  /** Their keys, `ContextKeys`, which lists of runs are filtered by. */
  contextKeys: text().array(),
  /** Of an event that named its bridge itself: where its steps are executed, and with which control values. */
  bridge: jsonb().$type<EventBridge>(),
  /** How many trigger steps lie between this event and the one that somebody sent. */
  depth: smallint().notNull().default(0),
  expireAt: moment().notNull(),
});
