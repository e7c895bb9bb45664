import { pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { moment } from "../columns.ts";

/** When an event of one key last reached a backoff digest, and the one before it. */
export const digestArrivals = pgTable(
  "digest_arrivals",
  {
    environmentId: uuid().notNull(),
    workflowId: uuid().notNull(),
    stepId: uuid().notNull(),
    subscriberId: uuid().notNull(),
    digestValue: text().notNull(),
    lastAt: moment().notNull(),
    previousAt: moment(),
    expireAt: moment().notNull(),
  },
  (t) => [
    primaryKey({
      name: "digest_arrivals_key",
      columns: [t.environmentId, t.workflowId, t.stepId, t.subscriberId, t.digestValue],
    }),
  ],
);
