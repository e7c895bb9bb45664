import { index, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { EventProblem, TriggerOverrides } from "#contract/events.ts";
import { createdAt, id, moment, owner } from "./columns.ts";

/** One accepted trigger call: what all its runs share is stored here once, so that a broadcast does not copy its payload. */
export const events = pgTable(
  "events",
  {
    id: id(),
    ...owner(),
    transactionId: text().notNull(),
    workflowId: uuid().notNull(),
    workflowVersionId: uuid().notNull(),
    audience: text().$type<"direct" | "broadcast">().notNull(),
    /** Recipients as the caller named them; null for a broadcast. */
    to: jsonb().$type<unknown>(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    overrides: jsonb().$type<TriggerOverrides>().notNull(),
    tenant: jsonb().$type<Record<string, unknown>>(),
    actor: jsonb().$type<Record<string, unknown>>(),
    /** Parts of the audience that could not be served, such as an unknown topic. */
    problems: jsonb().$type<EventProblem[]>().notNull().default([]),
    /** When the engine took the event over. An event without it was never acknowledged and may be started again. */
    startedAt: moment(),
    /** When the last of the audience had become a run. */
    resolvedAt: moment(),
    canceledAt: moment(),
    createdAt: createdAt(),
    expireAt: moment().notNull(),
  },
  (t) => [
    // The caller's id names one event; of two at the same instant the first one wins here.
    uniqueIndex("events_environment_transaction").on(t.environmentId, t.transactionId),
    // Housekeeping deletes what has expired.
    index("events_expire").on(t.expireAt),
  ],
);
