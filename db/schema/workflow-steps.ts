import { boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { Filter } from "#contract/conditions.ts";
import type { StepType } from "#contract/constants/channels.ts";
import type { StepMetadata } from "#contract/step-metadata.ts";
import type { ReplyCallback, StepVariant } from "#contract/steps.ts";
import type { MessageTemplate } from "#contract/templates.ts";
import { owner } from "./columns.ts";
import { workflowVersions } from "./workflow-versions.ts";

/** The steps of one version, in order. A step keeps its id from version to version; its content does not change within one. */
export const workflowSteps = pgTable(
  "workflow_steps",
  {
    ...owner(),
    versionId: uuid()
      .notNull()
      .references(() => workflowVersions.id, { onDelete: "cascade" }),
    stepId: uuid().notNull(),
    position: integer().notNull(),
    type: text().$type<StepType>().notNull(),
    name: text(),
    uuid: text(),
    active: boolean().notNull(),
    shouldStopOnFail: boolean().notNull(),
    replyCallback: jsonb().$type<ReplyCallback>().notNull(),
    filters: jsonb().$type<Filter[]>().notNull(),
    metadata: jsonb().$type<StepMetadata>().notNull(),
    template: jsonb().$type<MessageTemplate>().notNull(),
    variants: jsonb().$type<StepVariant[]>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.versionId, t.stepId] })],
);
