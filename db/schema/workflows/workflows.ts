import { sql } from "drizzle-orm";
import { boolean, index, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { Severity } from "#contract/constants/severities.ts";
import type { WorkflowOrigin, WorkflowType } from "#contract/constants/statuses.ts";
import type { StoredSafetyCaps } from "#contract/safety-caps.ts";
import type { ChannelFlags } from "#contract/schemas/channel-flags.ts";
import { id, moment, owner, timestamps } from "../columns.ts";

/** Name and status of a workflow. Its steps are in its versions. */
export const workflows = pgTable(
  "workflows",
  {
    id: id(),
    ...owner(),
    /** The trigger identifier that callers name. */
    identifier: text().notNull(),
    name: text().notNull(),
    description: text(),
    active: boolean().notNull().default(false),
    critical: boolean().notNull().default(false),
    type: text().$type<WorkflowType>().notNull().default("REGULAR"),
    origin: text().$type<WorkflowOrigin>().notNull().default("novu-cloud-v1"),
    tags: text().array().notNull().default([]),
    preferenceSettings: jsonb().$type<ChannelFlags>().notNull(),
    /** Whether its definition keeps subscribers from choosing. */
    preferencesReadOnly: boolean().notNull().default(false),
    /** The switch over all channels in its definition, by which channels that are not named are on or off. */
    preferencesEnabled: boolean().notNull().default(true),
    /** Of its messages, unless an event says otherwise. */
    severity: text().$type<Severity>().notNull().default("none"),
    /** Whether control values of its steps lacked something when the workflow was last saved as a whole. */
    hasIssues: boolean().notNull().default(false),
    notificationGroupId: uuid().notNull(),
    creatorId: uuid().notNull(),
    /** The workflow of Development that this one was promoted from. */
    parentId: uuid(),
    /** The blueprint that it was made from. */
    blueprintId: uuid(),
    data: jsonb().$type<Record<string, unknown>>(),
    /** Caps that the workflow sets itself, before its environment's. */
    safetyCaps: jsonb().$type<StoredSafetyCaps>(),
    /** The version that the next trigger pins. */
    versionId: uuid().notNull(),
    lastTriggeredAt: moment(),
    deletedAt: moment(),
    ...timestamps(),
  },
  (t) => [
    // A trigger finds its workflow by this; a deleted workflow frees its identifier.
    uniqueIndex("workflows_environment_identifier").on(t.environmentId, t.identifier).where(sql`deleted_at is null`),
    // Lists are newest first.
    index("workflows_environment_created").on(t.environmentId, t.createdAt),
  ],
);
