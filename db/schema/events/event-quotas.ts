import { bigint, pgTable, text, uuid } from "drizzle-orm/pg-core";

/** How many events of a month the processes have taken out of what an organisation's plan includes. */
export const eventQuotas = pgTable("event_quotas", {
  organizationId: uuid().primaryKey(),
  /** Of UTC, as YYYY-MM. The next month starts from zero. */
  month: text().notNull(),
  taken: bigint({ mode: "number" }).notNull(),
});
