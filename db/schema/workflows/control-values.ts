import { jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { id, owner, timestamps } from "../columns.ts";

/** Values that members set for the controls of a code-first step, in place of the defaults in its code. */
export const controlValues = pgTable(
  "control_values",
  {
    id: id(),
    ...owner(),
    workflowId: uuid().notNull(),
    /** The step's id at the bridge, which it keeps from version to version. */
    bridgeStepId: text().notNull(),
    controls: jsonb().$type<Record<string, unknown>>().notNull(),
    ...timestamps(),
  },
  (t) => [
    // A step has one set of values; a save replaces it.
    uniqueIndex("control_values_step").on(t.workflowId, t.bridgeStepId),
  ],
);
