import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { and, eq, isNull } from "drizzle-orm";
import type { ChannelFlags } from "#contract/schemas/channel-flags.ts";
import type { BridgeDefinition } from "#contract/workflows/bridge.ts";
import type { CreateWorkflow } from "#contract/workflows/workflows.ts";
import { slugify, withShortSuffix } from "#domain/values/slug.ts";
import { isUuid } from "#domain/values/uuid.ts";
import { preferences } from "../../schema/preferences.ts";
import { controlValues } from "../../schema/workflows/control-values.ts";
import { workflowSteps } from "../../schema/workflows/workflow-steps.ts";
import { workflows } from "../../schema/workflows/workflows.ts";
import { type Scope, scopeOf } from "../../scope.ts";
import type { Transaction } from "../../transaction.ts";
import { deletePayloadSamples } from "./payload-samples.ts";
import {
  hasControlIssues,
  newSteps,
  type StepDraft,
  type StoredStep,
  sameSteps,
  storedStepOf,
} from "./workflow-steps.ts";
import {
  insertVersion,
  updateWorkingCopy,
  type VersionPayload,
  type VersionWithSteps,
  type WorkflowRow,
} from "./workflow-versions.ts";

export const ALL_CHANNELS: ChannelFlags = { in_app: true, email: true, sms: true, chat: true, push: true };

type Columns = typeof workflows.$inferInsert;

/** The fields of a workflow's row beside its keys and its version. */
export type WorkflowFields = Omit<Columns, keyof Scope | "id" | "identifier" | "versionId" | "creatorId">;

interface NewWorkflow {
  identifier: string;
  fields: WorkflowFields;
  creatorId: string;
  steps: readonly StoredStep[];
  /** Of a code-first workflow. */
  definition?: BridgeDefinition;
  payload?: VersionPayload;
  isKept?: boolean;
}

/** A workflow as a body of `POST /v1/workflows` describes it, with steps that are checked. */
export function newWorkflow(
  creatorId: string,
  { name, identifier, steps, notificationGroupId, description, preferenceSettings, ...workflow }: DraftedWorkflow,
): NewWorkflow {
  const { tags, active, critical, data, blueprintId } = workflow;
  const stored = newSteps(steps);
  return {
    identifier: identifier ?? slugify(name),
    fields: {
      name,
      description: description ?? null,
      tags,
      active,
      critical,
      data,
      blueprintId,
      notificationGroupId,
      preferenceSettings: mergeFlags(ALL_CHANNELS, preferenceSettings),
      hasIssues: hasControlIssues(stored),
    },
    creatorId,
    steps: stored,
  };
}

type DraftedWorkflow = Omit<CreateWorkflow, "steps"> & { steps: StepDraft[] };

/** Inserts a workflow with its first version, under its identifier, or one with a suffix where that is taken or empty. */
export async function insertWorkflow(
  transaction: Transaction,
  scope: Scope,
  workflow: NewWorkflow,
): Promise<WorkflowRow> {
  const { identifier } = workflow;
  let row = identifier ? await insertUnder(transaction, scope, workflow) : undefined;
  while (row === undefined) {
    row = await insertUnder(transaction, scope, { ...workflow, identifier: withShortSuffix(identifier, randomUUID()) });
  }
  return row;
}

/** As `insertWorkflow`, under this identifier only: undefined where it is taken. */
export async function insertUnder(
  transaction: Transaction,
  scope: Scope,
  { identifier, fields, creatorId, ...version }: NewWorkflow,
): Promise<WorkflowRow | undefined> {
  const versionId = randomUUID();
  const [row] = await transaction
    .insert(workflows)
    .values({ ...fields, ...scopeOf(scope), identifier, creatorId, versionId })
    .onConflictDoNothing()
    .returning();
  if (!row) return undefined;
  await insertVersion(transaction, { ...version, scope, workflowId: row.id, number: 1, creatorId }, versionId);
  return row;
}

type ChangedFields = { [K in keyof WorkflowFields | "identifier"]?: Columns[K] | undefined };

export interface WorkflowChanges {
  fields?: ChangedFields;
  /** Steps that differ make a new version, which only later triggers follow. */
  steps?: readonly StoredStep[] | undefined;
  /** Of a code-first workflow. */
  definition?: BridgeDefinition;
  payload?: Partial<VersionPayload>;
  /** The number of the earlier version that the steps are those of. */
  restoredFrom?: number;
  /** Whether the version is used at once, and the current one stays in the history: of what is restored, copied or deployed. */
  isKept?: boolean;
}

/** Changes a workflow that the caller has locked. */
export async function updateWorkflow(
  transaction: Transaction,
  current: VersionWithSteps,
  actorId: string,
  { fields = {}, ...changes }: WorkflowChanges,
): Promise<void> {
  const isOfVersion = Object.values(changes).some((change) => change !== undefined);
  const versionId = isOfVersion ? await versionWith(transaction, current, actorId, changes) : current.version.id;
  await transaction
    .update(workflows)
    .set({ ...fields, versionId })
    .where(eq(workflows.id, current.workflow.id));
}

/**
 * Deletes a workflow for everybody but the runs that have started, whose versions stay, with its control values and what was chosen for
 * it. Returns whether there was one.
 */
export async function deleteWorkflow(transaction: Transaction, scope: Scope, id: string): Promise<boolean> {
  if (!isUuid(id)) return false;
  const deleted = await transaction
    .update(workflows)
    .set({ deletedAt: new Date() })
    .where(and(eq(workflows.environmentId, scope.environmentId), isNull(workflows.deletedAt), eq(workflows.id, id)))
    .returning({ id: workflows.id });
  if (deleted.length === 0) return false;
  await transaction.delete(controlValues).where(eq(controlValues.workflowId, id));
  await transaction
    .delete(preferences)
    .where(and(eq(preferences.environmentId, scope.environmentId), eq(preferences.workflowId, id)));
  await deletePayloadSamples(transaction, scope, id);
  return true;
}

/**
 * Returns the id of the version that has these steps, and this schema of payloads unless it stays: the current one when nothing differs, or
 * when it is a working copy of the same person.
 */
async function versionWith(
  transaction: Transaction,
  { workflow, version, steps: rows }: VersionWithSteps,
  creatorId: string,
  changes: Omit<WorkflowChanges, "fields">,
): Promise<string> {
  const current = rows.map(storedStepOf);
  const { steps = current, definition = version.definition, restoredFrom, isKept = false } = changes;
  const before = { payloadSchema: version.payloadSchema, validatePayload: version.validatePayload };
  const payload = { ...before, ...changes.payload };
  const isSame = isDeepStrictEqual(definition, version.definition) && isDeepStrictEqual(payload, before);
  if (isSame && sameSteps(steps, current)) {
    await saveIssues(transaction, version.id, steps, current);
    return version.id;
  }
  if (!isKept && (await updateWorkingCopy(transaction, version, { steps, current, payload, creatorId }))) {
    return version.id;
  }
  const owner = { scope: workflow, workflowId: workflow.id, number: version.number + 1, creatorId };
  return insertVersion(transaction, { ...owner, steps, definition, payload, restoredFrom, isKept });
}

/** Issues follow from what is around the steps, too, such as integrations: they change without a new version. */
async function saveIssues(
  transaction: Transaction,
  versionId: string,
  steps: readonly StoredStep[],
  current: readonly StoredStep[],
): Promise<void> {
  for (const [index, { stepId, issues }] of steps.entries()) {
    if (isDeepStrictEqual(issues, current[index]?.issues)) continue;
    const ofStep = and(eq(workflowSteps.versionId, versionId), eq(workflowSteps.stepId, stepId));
    await transaction.update(workflowSteps).set({ issues }).where(ofStep);
  }
}

/** The flags, with those of the changes that are given. */
export function mergeFlags(flags: ChannelFlags, changes: CreateWorkflow["preferenceSettings"] | null): ChannelFlags {
  return {
    in_app: changes?.in_app ?? flags.in_app,
    email: changes?.email ?? flags.email,
    sms: changes?.sms ?? flags.sms,
    chat: changes?.chat ?? flags.chat,
    push: changes?.push ?? flags.push,
  };
}
