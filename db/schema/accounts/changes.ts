import { sql } from "drizzle-orm";
import { boolean, index, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { ChangeType } from "#contract/constants/changes.ts";
import type { Severity } from "#contract/constants/severities.ts";
import type { WorkflowPreferences } from "#contract/preferences.ts";
import type { MessageTemplate } from "#contract/workflows/templates.ts";
import { createdAt, id, owner, timestamps } from "../columns.ts";
import type { layouts } from "../workflows/layouts.ts";
import type { translationGroups } from "../workflows/translation-groups.ts";
import type { translations } from "../workflows/translations.ts";
import type { StoredVariant, workflowSteps } from "../workflows/workflow-steps.ts";
import type { workflowVersions } from "../workflows/workflow-versions.ts";
import type { workflows } from "../workflows/workflows.ts";

type StoredStep = typeof workflowSteps.$inferSelect;

/** A step without the templates of itself and its variants, which are entities of their own. */
export interface StepState
  extends Omit<StoredStep, "organizationId" | "environmentId" | "versionId" | "position" | "template" | "variants"> {
  variants: Omit<StoredVariant, "template">[];
}

export interface GroupState {
  kind: "group";
  id: string;
  name: string;
}

export interface FeedState {
  kind: "feed";
  id: string;
  name: string;
  identifier: string;
  deleted: boolean;
}

export interface LayoutState
  extends Pick<
    typeof layouts.$inferSelect,
    "id" | "name" | "identifier" | "description" | "content" | "variables" | "isDefault"
  > {
  kind: "layout";
  /** The MJML that the content was compiled from. */
  mjml?: string;
  deleted: boolean;
}

/** The template of a step or of a variant, by whose id it is named. */
export interface TemplateState {
  kind: "template";
  id: string;
  workflowId: string;
  template: MessageTemplate;
  deleted: boolean;
}

/** Settings of a workflow that `/v1/workflows` does not know. */
interface DefinitionState
  extends Pick<typeof workflows.$inferSelect, "preferencesEnabled" | "hasIssues">,
    Pick<typeof workflowVersions.$inferSelect, "payloadSchema" | "validatePayload"> {
  /** Set by members of the organisation; null for none. */
  userPreferences: WorkflowPreferences | null;
}

export interface WorkflowState
  extends Pick<
    typeof workflows.$inferSelect,
    | "id"
    | "identifier"
    | "name"
    | "description"
    | "active"
    | "critical"
    | "type"
    | "origin"
    | "tags"
    | "preferenceSettings"
    | "preferencesReadOnly"
    | "notificationGroupId"
    | "data"
  > {
  kind: "workflow";
  /** Left out for `none`, so that changes of workflows without one do not name it. */
  severity?: Severity;
  /** Of workflows of `/v2/workflows`, which are published and never recorded. */
  definition?: DefinitionState;
  steps: StepState[];
  deleted: boolean;
}

export interface TranslationGroupState
  extends Pick<typeof translationGroups.$inferSelect, "id" | "name" | "identifier"> {
  kind: "translation_group";
  deleted: boolean;
}

/** The texts of a translation group in one locale. */
export interface TranslationState
  extends Pick<typeof translations.$inferSelect, "id" | "groupId" | "locale" | "texts"> {
  kind: "translation";
  deleted: boolean;
}

/** One entity after an edit of it, as far as it is promoted. */
export type EntityState =
  | GroupState
  | FeedState
  | LayoutState
  | TemplateState
  | WorkflowState
  | TranslationGroupState
  | TranslationState;

/** Edits of an entity that were promoted to the child environment, or wait for that. */
export const changes = pgTable(
  "changes",
  {
    id: id(),
    ...owner(),
    creatorId: uuid().notNull(),
    entityId: uuid().notNull(),
    type: text().$type<ChangeType>().notNull(),
    /** The change that this one is applied with. */
    parentId: uuid(),
    /** Whether it has been promoted. */
    enabled: boolean().notNull().default(false),
    /** The entity after the last edit of this change. */
    state: jsonb().$type<EntityState>().notNull(),
    /** The entity as it was promoted before this change; null when it never was. */
    promoted: jsonb().$type<EntityState>(),
    /** When the last edit was noted. Of several promoted changes of an entity, the latest by this is what it is now. */
    recordedAt: createdAt(),
    ...timestamps(),
  },
  (t) => [
    // A later edit rewrites the pending change; also finds all changes of an entity.
    uniqueIndex("changes_pending").on(t.entityId, t.type).where(sql`not enabled`),
    index("changes_entity").on(t.entityId),
    // The templates of a workflow.
    index("changes_workflow").on(sql`(state ->> 'workflowId')`).where(sql`type = 'MessageTemplate'`),
    // Lists are newest first, and show no children.
    index("changes_environment_created").on(t.environmentId, t.enabled, t.createdAt).where(sql`parent_id is null`),
    // The children of a change.
    index("changes_parent").on(t.parentId).where(sql`parent_id is not null`),
  ],
);
