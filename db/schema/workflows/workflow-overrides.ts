import { boolean, index, jsonb, pgTable, unique, uuid } from "drizzle-orm/pg-core";
import type { ChannelFlags } from "#contract/schemas/channel-flags.ts";
import { id, owner, timestamps } from "../columns.ts";
import { tenants } from "../tenants.ts";

/** Settings of a workflow that differ for the triggers of one tenant. */
export const workflowOverrides = pgTable(
  "workflow_overrides",
  {
    id: id(),
    ...owner(),
    workflowId: uuid().notNull(),
    tenantId: uuid()
      .notNull()
      .references(() => tenants.id, { onDelete: "cascade" }),
    /** Decides in place of the workflow's own `active`. */
    active: boolean().notNull(),
    /** The channels that it switches; one that is not named is the workflow's. */
    preferenceSettings: jsonb().$type<Partial<ChannelFlags>>().notNull(),
    ...timestamps(),
  },
  (t) => [
    // One override per workflow and tenant; what a trigger and a step find it by.
    unique("workflow_overrides_pair").on(t.workflowId, t.tenantId),
    // A tenant that is deleted takes its overrides along.
    index("workflow_overrides_tenant").on(t.tenantId),
    // Lists, newest first.
    index("workflow_overrides_environment_created").on(t.environmentId, t.createdAt, t.id),
  ],
);
