import { boolean, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { BridgeDefinition } from "#contract/workflows/bridge.ts";
import type { WorkflowVariables } from "#contract/workflows/templates.ts";
import { createdAt, id, moment, owner } from "../columns.ts";

/**
 * One state of a workflow's steps. A version that is kept is never updated: a running execution keeps the version that it started with,
 * whatever becomes of the workflow. The newest version may be a working copy, which its author's saves change.
 */
export const workflowVersions = pgTable(
  "workflow_versions",
  {
    id: id(),
    ...owner(),
    workflowId: uuid().notNull(),
    /** Counts the saves of the workflow, from 1 on. Each one of a working copy gives it the next number. */
    number: integer().notNull(),
    /** Names that the templates use, derived when the version was made. */
    variables: jsonb().$type<WorkflowVariables>().notNull(),
    /** Of a code-first workflow: its definition as the bridge gave it, without code. */
    definition: jsonb().$type<BridgeDefinition>(),
    /** The JSON schema of its payloads; null where nobody has given one. */
    payloadSchema: jsonb().$type<Record<string, unknown>>(),
    /** Whether events whose payload breaks the schema are refused. */
    validatePayload: boolean().notNull().default(false),
    /** The number of the earlier version that it was restored from. */
    restoredFrom: integer(),
    creatorId: uuid().notNull(),
    /** Given by somebody. */
    name: text(),
    /** When it was first used or named, and has not been updated since; null for a working copy. */
    keptAt: moment(),
    /** When it was last saved. */
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex("workflow_versions_workflow_number").on(t.workflowId, t.number)],
);
