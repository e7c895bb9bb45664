import { randomUUID } from "node:crypto";
import { and, asc, desc, eq, isNull, or } from "drizzle-orm";
import { notFound } from "#domain/errors.ts";
import { idIn } from "#domain/values/short-id.ts";
import { withShortSuffix } from "#domain/values/slug.ts";
import { preferences } from "../../schema/preferences.ts";
import { controlValues } from "../../schema/workflows/control-values.ts";
import { workflowVersions } from "../../schema/workflows/workflow-versions.ts";
import { workflows } from "../../schema/workflows/workflows.ts";
import { type Scope, scopeOf } from "../../scope.ts";
import type { Executor, Transaction } from "../../transaction.ts";
import { deletePayloadSamples } from "./payload-samples.ts";
import { versionWith } from "./save-workflow.ts";
import { type StoredStep, storedStepOf } from "./workflow-steps.ts";
import {
  insertVersion,
  stepsOf,
  type VersionPayload,
  type VersionWithSteps,
  type WorkflowRow,
} from "./workflow-versions.ts";

const inScope = (scope: Scope) => and(eq(workflows.environmentId, scope.environmentId), isNull(workflows.deletedAt));

const unknownReference = (workflowId: string) => notFound("Workflow cannot be found", { workflowId });

/** The workflow that a path parameter names: by id, slug or identifier. Throws `not_found`. */
export async function findByReference(
  db: Executor,
  scope: Scope,
  reference: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<VersionWithSteps> {
  const byIdentifier = eq(workflows.identifier, reference);
  const id = idIn(reference);
  const query = db
    .select()
    .from(workflows)
    .where(and(inScope(scope), id ? or(eq(workflows.id, id), byIdentifier) : byIdentifier))
    .orderBy(id ? desc(eq(workflows.id, id)) : asc(workflows.id))
    .limit(1);
  const [workflow] = lock ? await query.for("update") : await query;
  if (!workflow) throw unknownReference(reference);
  return withVersion(db, workflow);
}

/** The workflow, live or deleted, with its current version. */
export async function withVersion(db: Executor, workflow: WorkflowRow): Promise<VersionWithSteps> {
  const [version] = await db.select().from(workflowVersions).where(eq(workflowVersions.id, workflow.versionId));
  if (!version) throw new Error(`Workflow ${workflow.id} has no version`);
  // After it, as in `loadVersion`.
  return { workflow, version, steps: await stepsOf(db, workflow.versionId) };
}

export type WorkflowFields = Pick<
  WorkflowRow,
  | "name"
  | "description"
  | "tags"
  | "active"
  | "hasIssues"
  | "severity"
  | "preferenceSettings"
  | "preferencesReadOnly"
  | "preferencesEnabled"
  | "critical"
>;

interface NewWorkflowV2 extends VersionPayload {
  /** With a suffix where it is taken. */
  identifier: string;
  fields: WorkflowFields;
  notificationGroupId: string;
  creatorId: string;
  origin?: "novu-cloud" | "novu-cloud-v1" | undefined;
  /** The workflow of another environment that it is a copy of. */
  parentId?: string;
  isKept?: boolean;
  steps: readonly StoredStep[];
}

/** Inserts a workflow of `/v2/workflows` with its first version, under the identifier or one with a suffix; returns its id. */
export async function insertWorkflowV2(
  transaction: Transaction,
  scope: Scope,
  workflow: NewWorkflowV2,
): Promise<string> {
  const { identifier } = workflow;
  let id = await insertUnder(transaction, scope, {
    ...workflow,
    identifier: identifier || withShortSuffix("", randomUUID()),
  });
  while (id === undefined) {
    id = await insertUnder(transaction, scope, { ...workflow, identifier: withShortSuffix(identifier, randomUUID()) });
  }
  return id;
}

/** As `insertWorkflowV2`, under this identifier only: undefined where it is taken. */
export async function insertUnder(
  transaction: Transaction,
  scope: Scope,
  {
    identifier,
    fields,
    notificationGroupId,
    creatorId,
    origin = "novu-cloud",
    parentId,
    steps,
    payloadSchema,
    validatePayload,
    isKept,
  }: NewWorkflowV2,
): Promise<string | undefined> {
  const versionId = randomUUID();
  const [row] = await transaction
    .insert(workflows)
    .values({
      ...scopeOf(scope),
      ...fields,
      identifier,
      notificationGroupId,
      creatorId,
      versionId,
      type: origin === "novu-cloud" ? "BRIDGE" : "REGULAR",
      origin,
      parentId,
    })
    .onConflictDoNothing()
    .returning();
  if (!row) return undefined;
  const version = {
    scope,
    workflowId: row.id,
    number: 1,
    creatorId,
    steps,
    payload: { payloadSchema, validatePayload },
    isKept,
  };
  await insertVersion(transaction, version, versionId);
  return row.id;
}

interface WorkflowChangesV2 {
  fields?: Partial<WorkflowFields & Pick<WorkflowRow, "notificationGroupId">>;
  /** Of a copy: the original, and the identifier that it has now. A deleted one is there again. */
  copied?: { parentId: string; identifier: string };
  /** Steps that differ make a new version, which only later triggers follow. */
  steps?: readonly StoredStep[];
  payload?: Partial<VersionPayload>;
  /** The number of the earlier version that the steps are those of. */
  restoredFrom?: number;
  isKept?: boolean;
}

/** Changes a workflow that the caller has locked; returns the id of the version that it has then. */
export async function updateWorkflowV2(
  transaction: Transaction,
  { workflow, version, steps: current }: VersionWithSteps,
  actorId: string,
  { fields = {}, copied, steps = current.map(storedStepOf), ...changes }: WorkflowChangesV2,
): Promise<string> {
  const versionId = await versionWith(transaction, workflow, {
    creatorId: actorId,
    steps,
    current: current.map(storedStepOf),
    definition: version.definition,
    ...changes,
  });
  await transaction
    .update(workflows)
    .set({ ...fields, ...(copied && { ...copied, deletedAt: null }), versionId, updatedAt: new Date() })
    .where(eq(workflows.id, workflow.id));
  return versionId;
}

/** Deletes the workflow for everybody but the runs that have started, with its control values and what was chosen for it. */
export async function deleteWorkflowV2(transaction: Transaction, scope: Scope, id: string): Promise<void> {
  await transaction
    .update(workflows)
    .set({ deletedAt: new Date() })
    .where(and(inScope(scope), eq(workflows.id, id)));
  await transaction.delete(controlValues).where(eq(controlValues.workflowId, id));
  await transaction
    .delete(preferences)
    .where(and(eq(preferences.environmentId, scope.environmentId), eq(preferences.workflowId, id)));
  await deletePayloadSamples(transaction, scope, id);
}
