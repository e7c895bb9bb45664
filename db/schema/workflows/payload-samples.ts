import { json, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { id, owner, timestamps } from "../columns.ts";

/** Payloads that members keep under a name, for previews and tests of a workflow. They belong to no version. */
export const payloadSamples = pgTable(
  "payload_samples",
  {
    id: id(),
    ...owner(),
    workflowId: uuid().notNull(),
    name: text().notNull(),
    /** In the order in which it was written, which jsonb does not keep. */
    payload: json().$type<Record<string, unknown>>().notNull(),
    ...timestamps(),
  },
  (t) => [
    // Members choose a sample by its name; also what the samples of a workflow are found by.
    unique("payload_samples_workflow_name").on(t.workflowId, t.name),
  ],
);
