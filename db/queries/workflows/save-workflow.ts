import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { and, eq, isNull } from "drizzle-orm";
import type { ChannelFlags } from "#contract/schemas/channel-flags.ts";
import type { BridgeDefinition } from "#contract/workflows/bridge.ts";
import type { CreateWorkflow, UpdateWorkflow } from "#contract/workflows/workflows.ts";
import { DomainError } from "#domain/errors.ts";
import { slugify, withShortSuffix } from "#domain/values/slug.ts";
import { isUuid } from "#domain/values/uuid.ts";
import { workflowSteps } from "../../schema/workflows/workflow-steps.ts";
import { workflowVersions } from "../../schema/workflows/workflow-versions.ts";
import { workflows } from "../../schema/workflows/workflows.ts";
import { type Scope, scopeOf } from "../../scope.ts";
import type { Transaction } from "../../transaction.ts";
import { refusingTaken } from "../../unique-violation.ts";
import {
  hasControlIssues,
  newSteps,
  nextSteps,
  type StepDraft,
  type StepRow,
  type StoredStep,
  sameSteps,
} from "./workflow-steps.ts";
import {
  insertVersion,
  stepsOf,
  updateWorkingCopy,
  type VersionPayload,
  type WorkflowRow,
} from "./workflow-versions.ts";
import { unknownWorkflow } from "./workflows.ts";

type NewWorkflow = Omit<CreateWorkflow, "steps"> & { steps: StepDraft[] };
type WorkflowChanges = Omit<UpdateWorkflow, "steps"> & { steps?: StepDraft[] | undefined };

export const ALL_CHANNELS: ChannelFlags = { in_app: true, email: true, sms: true, chat: true, push: true };

/**
 * The workflow with its first version. Of two at once with the same name, one gets the bare slug and one a suffix. Throws
 * `invalid_input` for an identifier that is given and taken.
 */
export async function insertWorkflow(
  transaction: Transaction,
  scope: Scope,
  creatorId: string,
  { steps, description, preferenceSettings, identifier, ...workflow }: NewWorkflow,
): Promise<WorkflowRow> {
  const stored = newSteps(steps);
  const row = await insertUnderIdentifier(transaction, identifier, {
    ...workflow,
    hasIssues: hasControlIssues(stored),
    organizationId: scope.organizationId,
    environmentId: scope.environmentId,
    description: description ?? null,
    preferenceSettings: mergeFlags(ALL_CHANNELS, preferenceSettings),
    creatorId,
    versionId: randomUUID(),
  });
  const version = { scope, workflowId: row.id, number: 1, creatorId, steps: stored };
  await insertVersion(transaction, version, row.versionId);
  return row;
}

async function insertUnderIdentifier(
  transaction: Transaction,
  identifier: string | undefined,
  workflow: Omit<typeof workflows.$inferInsert, "identifier">,
): Promise<WorkflowRow> {
  if (identifier === undefined) return insertUnderFreeIdentifier(transaction, workflow);
  const [row] = await transaction
    .insert(workflows)
    .values({ ...workflow, identifier })
    .onConflictDoNothing()
    .returning();
  if (!row) throw takenIdentifier(identifier);
  return row;
}

const takenIdentifier = (identifier: string | undefined) =>
  new DomainError(
    "invalid_input",
    `identifier ${identifier} belongs to another workflow of this environment: choose another one`,
  );

async function insertUnderFreeIdentifier(
  transaction: Transaction,
  workflow: Omit<typeof workflows.$inferInsert, "identifier">,
): Promise<WorkflowRow> {
  const slug = slugify(workflow.name);
  let identifier = slug || withShortSuffix(slug, randomUUID());
  for (;;) {
    const [row] = await transaction
      .insert(workflows)
      .values({ ...workflow, identifier })
      .onConflictDoNothing()
      .returning();
    if (row) return row;
    identifier = withShortSuffix(slug, randomUUID());
  }
}

/**
 * Changes what is given of a workflow that the caller has locked; steps that differ make a new version, which only later
 * triggers follow. Throws `invalid_input` for a taken identifier, or when nothing is given.
 */
export async function updateWorkflow(
  transaction: Transaction,
  current: LockedWorkflow,
  actorId: string,
  changes: WorkflowChanges,
): Promise<WorkflowRow> {
  const taken = () => takenIdentifier(changes.identifier);
  return refusingTaken("workflows_environment_identifier", applyChanges(transaction, current, actorId, changes), taken);
}

async function applyChanges(
  transaction: Transaction,
  { workflow: current, steps: currentSteps }: LockedWorkflow,
  actorId: string,
  { steps, name, preferenceSettings, ...changes }: WorkflowChanges,
): Promise<WorkflowRow> {
  const next = steps && nextSteps(steps, currentSteps);
  const fields = {
    ...changes,
    // An empty name keeps the old one.
    ...(name && { name }),
    ...(preferenceSettings && { preferenceSettings: mergeFlags(current.preferenceSettings, preferenceSettings) }),
    ...(next && {
      hasIssues: hasControlIssues(next),
      versionId: await versionWith(transaction, current, { creatorId: actorId, steps: next, current: currentSteps }),
    }),
  };
  if (Object.values(fields).every((value) => value === undefined)) {
    throw new DomainError(
      "invalid_input",
      "Nothing to update: send name, description, identifier, steps, tags, notificationGroupId, critical, preferenceSettings or data",
    );
  }
  const [row] = await transaction.update(workflows).set(fields).where(eq(workflows.id, current.id)).returning();
  return row ?? current;
}

/** The fields of a workflow that its copy in another environment takes over. */
type CopiedFields = Omit<
  typeof workflows.$inferInsert,
  "id" | "organizationId" | "environmentId" | "versionId" | "creatorId" | "parentId" | "deletedAt"
>;

/** A workflow that is a copy of another environment's; the caller inserts its version by `versionId`. */
export async function insertCopy(
  transaction: Transaction,
  scope: Scope,
  workflow: CopiedFields & { creatorId: string; parentId: string },
): Promise<WorkflowRow> {
  const [row] = await transaction
    .insert(workflows)
    .values({ ...workflow, ...scopeOf(scope), versionId: randomUUID() })
    .returning();
  if (!row) throw new Error("Postgres confirmed an insert without a row");
  return row;
}

/** Brings a copy that the caller has locked up to date; a deleted one is there again. */
export async function updateCopy(
  transaction: Transaction,
  { id }: Pick<WorkflowRow, "id">,
  fields: CopiedFields & { versionId: string },
): Promise<void> {
  await transaction
    .update(workflows)
    .set({ ...fields, deletedAt: null })
    .where(eq(workflows.id, id));
}

/** A workflow with the steps of its current version, as nobody else can change it until the transaction ends. */
export interface LockedWorkflow {
  workflow: WorkflowRow;
  steps: StepRow[];
}

/** Locks a workflow, so that of two changes at once the second one builds upon the first. Throws `not_found`. */
export async function lockWorkflow(transaction: Transaction, scope: Scope, id: string): Promise<LockedWorkflow> {
  if (!isUuid(id)) throw unknownWorkflow(id);
  const [row] = await transaction
    .select()
    .from(workflows)
    .where(and(eq(workflows.environmentId, scope.environmentId), eq(workflows.id, id), isNull(workflows.deletedAt)))
    .for("update");
  if (!row) throw unknownWorkflow(id);
  return { workflow: row, steps: await stepsOf(transaction, row.versionId) };
}

interface VersionChanges {
  creatorId: string;
  steps: readonly StoredStep[];
  /** The steps of the current version. */
  current: readonly StoredStep[];
  definition?: BridgeDefinition | null | undefined;
  payload?: Partial<VersionPayload> | undefined;
  restoredFrom?: number | undefined;
  /** Whether the version is used at once, and the current one stays in the history: of what is restored, copied or deployed. */
  isKept?: boolean | undefined;
}

/**
 * Returns the id of the version that has these steps, and this schema of payloads unless it stays: the current one when nothing differs, or
 * when it is a working copy of the same person.
 */
export async function versionWith(
  transaction: Transaction,
  workflow: WorkflowRow,
  { creatorId, steps, current, definition = null, payload: changes = {}, restoredFrom, isKept = false }: VersionChanges,
): Promise<string> {
  const [version] = await transaction
    .select()
    .from(workflowVersions)
    .where(eq(workflowVersions.id, workflow.versionId));
  const before = payloadOf(version);
  const payload = { ...before, ...changes };
  const isSame = isDeepStrictEqual(definition, version?.definition ?? null) && isDeepStrictEqual(payload, before);
  if (isSame && sameSteps(steps, current)) {
    await saveIssues(transaction, workflow.versionId, steps, current);
    return workflow.versionId;
  }
  const isWorkingCopy = version !== undefined && !isKept;
  if (isWorkingCopy && (await updateWorkingCopy(transaction, version, { steps, current, payload, creatorId }))) {
    return version.id;
  }
  const number = (version?.number ?? 0) + 1;
  const owner = { scope: workflow, workflowId: workflow.id, number, creatorId };
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

const payloadOf = (version: VersionPayload | undefined): VersionPayload => ({
  payloadSchema: version?.payloadSchema ?? null,
  validatePayload: version?.validatePayload ?? false,
});

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
