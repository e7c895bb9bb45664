import { index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { SuppressedChannel, SuppressionReason } from "#contract/constants/suppressions.ts";
import { createdAt, id, owner } from "./columns.ts";

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
