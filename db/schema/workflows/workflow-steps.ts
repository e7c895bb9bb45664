import { boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { StepType } from "#contract/constants/channels.ts";
import type { OutsideHours } from "#contract/constants/values/hours.ts";
import type { TimeUnit } from "#contract/constants/values/time.ts";
import type { Filter } from "#contract/schemas/conditions.ts";
import type { StepIssues } from "#contract/workflows/step-issues.ts";
import type { StepMetadata } from "#contract/workflows/step-metadata.ts";
import type { ReplyCallback } from "#contract/workflows/steps.ts";
import type { MessageTemplate } from "#contract/workflows/templates.ts";
import { owner } from "../columns.ts";
import { workflowVersions } from "./workflow-versions.ts";

/** Another template for the same step, chosen by conditions. It keeps its id from version to version. */
export interface StoredVariant {
  variantId: string;
  name?: string;
  uuid?: string;
  active: boolean;
  filters: Filter[];
  template: MessageTemplate;
  /** The control values that it was made from; absent for a variant that was saved with a template. */
  controls?: Record<string, unknown>;
}

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
    outsideHours: text().$type<OutsideHours>().notNull().default("defer"),
    replyCallback: jsonb().$type<ReplyCallback>().notNull(),
    filters: jsonb().$type<Filter[]>().notNull(),
    metadata: jsonb().$type<StepMetadata>().notNull(),
    template: jsonb().$type<MessageTemplate>().notNull(),
    variants: jsonb().$type<StoredVariant[]>().notNull(),
    /** The step's id at the bridge that executes it; null for a step whose content is stored here. */
    bridgeStepId: text(),
    /** The branch of an earlier step in which this one runs. */
    branchId: text(),
    /** How long after the trigger the step is of use. */
    expiresAfter: jsonb().$type<{ amount: number; unit: TimeUnit }>(),
    /** The integration that it sends through while that is active in the environment; null for the usual one of its channel. */
    integrationIdentifier: text(),
    /** The control values that a step was made from; null for one that was saved with a template. */
    controls: jsonb().$type<Record<string, unknown>>(),
    /** Faults that were found with them, and with the step's integrations, when the workflow was last saved as a whole. */
    issues: jsonb().$type<StepIssues>(),
  },
  (t) => [primaryKey({ columns: [t.versionId, t.stepId] })],
);
