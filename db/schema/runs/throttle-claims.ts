import { boolean, pgTable, primaryKey, uuid } from "drizzle-orm/pg-core";
import { moment } from "../columns.ts";

/** The decision of a throttle about one run. The row is the run's claim on the step: a second attempt finds the decision. */
export const throttleClaims = pgTable(
  "throttle_claims",
  {
    runId: uuid().notNull(),
    stepId: uuid().notNull(),
    passed: boolean().notNull(),
    /** End of the window in which the run was counted. */
    endsAt: moment().notNull(),
    expireAt: moment().notNull(),
  },
  (t) => [primaryKey({ columns: [t.runId, t.stepId] })],
);
