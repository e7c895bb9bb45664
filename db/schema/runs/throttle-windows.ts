import { integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { moment } from "../columns.ts";

/** How many runs of a subscriber a throttle step has let pass in the window that is open, or was the last one. */
export const throttleWindows = pgTable(
  "throttle_windows",
  {
    environmentId: uuid().notNull(),
    workflowId: uuid().notNull(),
    stepId: uuid().notNull(),
    subscriberId: uuid().notNull(),
    /** Text of the payload's value at the step's throttle key; empty without a key or a value. */
    throttleValue: text().notNull(),
    passed: integer().notNull(),
    /** The run that was let through last: of a run that is counted, whether it was. */
    lastRunId: uuid().notNull(),
    endsAt: moment().notNull(),
    expireAt: moment().notNull(),
  },
  (t) => [
    primaryKey({
      name: "throttle_windows_key",
      columns: [t.environmentId, t.workflowId, t.stepId, t.subscriberId, t.throttleValue],
    }),
  ],
);
