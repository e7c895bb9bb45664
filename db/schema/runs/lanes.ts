import { index, jsonb, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import type { Channel } from "#contract/constants/channels.ts";
import type { LanePace } from "#domain/lanes/lane-pace.ts";
import { moment, owner } from "../columns.ts";

/**
 * The pace of an integration's sends, which all processes share. There is no row until something limits it: a setting, the vendor's
 * documents, or a refusal.
 */
export const lanes = pgTable("lanes", {
  integrationId: uuid().primaryKey(),
  ...owner(),
  pace: jsonb().$type<LanePace>().notNull(),
  updatedAt: moment().notNull(),
});

/**
 * The cohorts that have deliveries for an integration which nobody holds. Which they are is read from the deliveries; a row says whose
 * turn it is.
 */
export const laneQueues = pgTable(
  "lane_queues",
  {
    integrationId: uuid().notNull(),
    cohortId: uuid().notNull(),
    ...owner(),
    eventId: uuid().notNull(),
    transactionId: text().notNull(),
    channel: text().$type<Channel>().notNull(),
    /** As executions have it: domain/lanes/priorities.ts. */
    priority: smallint().notNull(),
    /** Of the cohort's deliveries: their partition. */
    expireAt: moment().notNull(),
    /** Its turn: those of one priority are served in this order, and each goes to the end when it was. Later than now when nothing of it can be sent before. */
    dueAt: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.integrationId, t.cohortId] }),
    // Whose turn it is.
    index("lane_queues_turn").on(t.integrationId, t.priority, t.dueAt),
    // The reconciler looks for lanes that nobody serves.
    index("lane_queues_due").on(t.dueAt),
  ],
);
