import { index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { SuppressedChannel, SuppressionReason, SuppressionStream } from "#contract/constants/suppressions.ts";
import { createdAt, id, moment, owner } from "./columns.ts";

/** Addresses of an environment to which nothing is sent any more, and why. */
export const suppressions = pgTable(
  "suppressions",
  {
    id: id(),
    ...owner(),
    channel: text().$type<SuppressedChannel>().notNull(),
    /** As `suppressedAddress` has it. */
    address: text().notNull(),
    reason: text().$type<SuppressionReason>().notNull(),
    stream: text().$type<SuppressionStream>().notNull().default("all"),
    /** The vendor's words, or those of whoever added it. */
    note: text(),
    /** Who reported it; null where a caller added it. */
    providerId: text(),
    messageId: uuid(),
    createdAt: createdAt(),
  },
  (t) => [
    // The operator class serves searches by the beginning of an address, too, whatever the database's collation.
    uniqueIndex("suppressions_environment_address").on(t.environmentId, t.address.op("text_pattern_ops"), t.channel),
    // Lists, newest first.
    index("suppressions_environment_created").on(t.environmentId, t.createdAt, t.id),
  ],
);

/** Soft bounces of addresses of environments that have a rule for them. Reports lock the row, so that none is counted twice. */
export const softBounces = pgTable(
  "soft_bounces",
  {
    ...owner(),
    channel: text().$type<SuppressedChannel>().notNull(),
    /** As `suppressedAddress` has it. */
    address: text().notNull(),
    /** The latest time, in ISO 8601, of each message that bounced, by its id: one counts once, however often its vendor tries it. */
    bounces: jsonb().$type<Record<string, string>>().notNull(),
    /** The rows of a time in which nothing bounced are deleted. */
    lastAt: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.environmentId, t.address, t.channel] }),
    // Housekeeping deletes what no rule counts any more.
    index("soft_bounces_last").on(t.lastAt),
  ],
);
