import { sql } from "drizzle-orm";
import { index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type {
  LiftOutcome,
  SuppressedChannel,
  SuppressionReason,
  SuppressionStream,
} from "#contract/constants/suppressions.ts";
import { createdAt, exactMoment, moment, owner } from "./columns.ts";

/** Addresses that were taken off the list of their environment, by a member or a call, as they were on it. */
export const liftedSuppressions = pgTable(
  "lifted_suppressions",
  {
    /** That of the entry. */
    id: uuid().primaryKey(),
    ...owner(),
    channel: text().$type<SuppressedChannel>().notNull(),
    address: text().notNull(),
    reason: text().$type<SuppressionReason>().notNull(),
    stream: text().$type<SuppressionStream>().notNull(),
    note: text(),
    providerId: text(),
    messageId: uuid(),
    /** When the entry was made. */
    suppressedAt: exactMoment().notNull(),
    /** The words of whoever lifted it. */
    why: text(),
    /** When it was lifted. */
    createdAt: createdAt(),
    expireAt: moment().notNull(),
  },
  (t) => [
    // Lists, newest first.
    index("lifted_suppressions_environment_created").on(t.environmentId, t.createdAt, t.id),
    // Searches by the beginning of an address, whatever the database's collation, and erasures.
    index("lifted_suppressions_environment_address").on(t.environmentId, t.address.op("text_pattern_ops")),
  ],
);

/** Requests to vendors to take a lifted address off their lists as well: one for each integration. */
export const vendorLifts = pgTable(
  "vendor_lifts",
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    ...owner(),
    /** Of `lifted_suppressions`. */
    suppressionId: uuid().notNull(),
    integrationId: uuid().notNull(),
    providerId: text().notNull(),
    /** The integration's, as it was then. */
    name: text().notNull(),
    outcome: text().$type<LiftOutcome>().notNull().default("waiting"),
    /** The vendor's words, or why it was not asked; null where the outcome says all. */
    words: text(),
    /** Requests that were begun. */
    attempts: integer().notNull().default(0),
    /** When the last one was begun; null where none was. */
    askedAt: moment(),
    /** When the next one is due; null where none is. A worker that has begun one owns the row until then. */
    dueAt: moment(),
    expireAt: moment().notNull(),
  },
  (t) => [
    // What became of one lift.
    index("vendor_lifts_suppression").on(t.suppressionId),
    // Workers look for what is due.
    index("vendor_lifts_due").on(t.dueAt).where(sql`due_at is not null`),
  ],
);
