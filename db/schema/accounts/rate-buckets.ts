import { doublePrecision, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { RateCategory } from "#contract/constants/plans.ts";

/**
 * Tokens that the calls with an environment's API keys may still use. The table is unlogged, because after a crash of Postgres
 * every bucket may as well be full. Moments are milliseconds since 1970, with fractions.
 */
export const rateBuckets = pgTable(
  "rate_buckets",
  {
    environmentId: uuid().notNull(),
    category: text().$type<RateCategory>().notNull(),
    tokens: integer().notNull(),
    refilledAt: doublePrecision().notNull(),
    /** From then on the bucket counts as new. */
    expireAt: doublePrecision().notNull(),
    /** Calls that the last statement admitted, which returns it. */
    granted: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.environmentId, t.category] })],
);
