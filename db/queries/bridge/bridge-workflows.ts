import { isDeepStrictEqual } from "node:util";
import { and, asc, eq, isNull, notInArray, sql } from "drizzle-orm";
import type { ChannelFlags } from "#contract/schemas/channel-flags.ts";
import type { BridgeDefinition } from "#contract/workflows/bridge.ts";
import { DomainError } from "#domain/errors.ts";
import type { Database } from "../../client.ts";
import { bridgeStepIdOf, bridgeVersionIdOf, bridgeWorkflowIdOf } from "../../derived-ids.ts";
import { environments } from "../../schema/accounts/environments.ts";
import { workflowVersions } from "../../schema/workflows/workflow-versions.ts";
import { workflows } from "../../schema/workflows/workflows.ts";
import type { Scope } from "../../scope.ts";
import { storableJson } from "../../storable.ts";
import type { Executor, Transaction } from "../../transaction.ts";
import { insertUnder, updateWorkflow } from "../workflows/save-workflow.ts";
import type { StoredStep } from "../workflows/workflow-steps.ts";
import { insertVersion, type WorkflowRow } from "../workflows/workflow-versions.ts";
import { withVersion } from "../workflows/workflows.ts";

/** A code-first workflow to store. */
export interface BridgeWorkflow {
  definition: BridgeDefinition;
  active: boolean;
  /** Ids at the bridge of the steps whose failure ends a run. */
  stopping: ReadonlySet<string>;
}

/** Who makes a workflow, and the group that a new one is put into. */
interface Author {
  creatorId: string;
  notificationGroupId: string;
}

const ofBridge = (scope: Scope) =>
  and(
    eq(workflows.environmentId, scope.environmentId),
    eq(workflows.type, "BRIDGE"),
    eq(workflows.origin, "external"),
    isNull(workflows.deletedAt),
  );

/** Notes that workflows of the environment's bridge are taken over now, and holds up other syncs of the environment until the transaction ends. */
export async function setBridgeUrl(transaction: Transaction, scope: Scope, url: string): Promise<void> {
  await transaction
    .update(environments)
    .set({ bridgeUrl: url, bridgeSyncedAt: new Date() })
    .where(eq(environments.id, scope.environmentId));
}

/** Null before the first sync. */
export async function findBridgeUrl(db: Executor, scope: Scope): Promise<string | null> {
  const [row] = await db
    .select({ url: environments.bridgeUrl })
    .from(environments)
    .where(eq(environments.id, scope.environmentId));
  return row?.url ?? null;
}

/** The definitions of the environment's code-first workflows, oldest first. */
export async function listBridgeDefinitions(db: Database, scope: Scope): Promise<BridgeDefinition[]> {
  const rows = await db
    .select({ definition: workflowVersions.definition })
    .from(workflows)
    .innerJoin(workflowVersions, eq(workflowVersions.id, workflows.versionId))
    .where(ofBridge(scope))
    .orderBy(asc(workflows.createdAt), asc(workflows.id));
  return rows.flatMap(({ definition }) => definition ?? []);
}

/** The environment's code-first workflows as they are stored. */
export const listBridgeWorkflows = (db: Executor, scope: Scope): Promise<WorkflowRow[]> =>
  db.select().from(workflows).where(ofBridge(scope));

/**
 * Creates or changes the workflow that has the definition's id as its identifier; steps keep their ids by their ids at the
 * bridge. Throws `conflict` when the identifier belongs to a workflow that is not code-first.
 */
export async function saveBridgeWorkflow(
  transaction: Transaction,
  scope: Scope,
  { creatorId, notificationGroupId }: Author,
  { definition, active, stopping }: BridgeWorkflow,
): Promise<string> {
  const identifier = definition.workflowId;
  const fields = { ...fieldsOf(definition), active };
  const [current] = await transaction
    .select()
    .from(workflows)
    .where(
      and(
        eq(workflows.environmentId, scope.environmentId),
        eq(workflows.identifier, identifier),
        isNull(workflows.deletedAt),
      ),
    )
    .for("update");
  if (!current) {
    const steps = storedSteps(definition, stopping, () => crypto.randomUUID());
    const origin = { type: "BRIDGE", origin: "external" } as const;
    const created = { identifier, fields: { ...fields, ...origin, notificationGroupId }, creatorId };
    const row = await insertUnder(transaction, scope, { ...created, steps, definition, isKept: true });
    if (!row) throw taken(identifier);
    return row.id;
  }
  if (current.type !== "BRIDGE" || current.origin !== "external") throw taken(identifier);
  const before = await withVersion(transaction, current);
  const known = new Map(before.steps.map((step) => [`${step.type} ${step.bridgeStepId}`, step.stepId]));
  const steps = storedSteps(definition, stopping, (type, id) => known.get(`${type} ${id}`) ?? crypto.randomUUID());
  await updateWorkflow(transaction, before, creatorId, { fields, steps, definition, isKept: true });
  return current.id;
}

/** Notes whether a workflow has values of controls that its code refuses. */
export async function setHasIssues(
  transaction: Transaction,
  scope: Scope,
  workflowId: string,
  hasIssues: boolean,
): Promise<void> {
  await transaction
    .update(workflows)
    .set({ hasIssues })
    .where(and(eq(workflows.id, workflowId), ofBridge(scope)));
}

/** Deletes the code-first workflows that the bridge does not list any more. Runs that have started go on. */
export async function deleteOtherBridgeWorkflows(
  transaction: Transaction,
  scope: Scope,
  keptIds: readonly string[],
): Promise<void> {
  const others = keptIds.length === 0 ? undefined : notInArray(workflows.id, [...keptIds]);
  await transaction
    .update(workflows)
    .set({ deletedAt: new Date() })
    .where(and(ofBridge(scope), others));
}

/**
 * The workflow of an event that brought the address of its bridge with it: only its runs find it, as they find a deleted one,
 * and it is there once for each definition. Stored ones of the same id are other workflows.
 */
export async function pinBridgeWorkflow(
  db: Database,
  scope: Scope,
  { creatorId, notificationGroupId }: Author,
  { definition, active, stopping }: BridgeWorkflow,
): Promise<WorkflowRow> {
  const id = bridgeWorkflowIdOf(scope.environmentId, definition.workflowId);
  const steps = storedSteps(definition, stopping, (type, stepId) => bridgeStepIdOf(id, type, stepId));
  const versionId = bridgeVersionIdOf(id, storableJson({ definition, steps }));
  const fields = { ...fieldsOf(definition), active, versionId };
  const [known] = await db.select().from(workflows).where(eq(workflows.id, id));
  if (known && hasFields(known, fields)) return known;
  return db.transaction(async (transaction) => {
    const row = { ...ownerOf(scope), ...fields, id, creatorId, notificationGroupId, deletedAt: new Date() };
    const [workflow] = await transaction
      .insert(workflows)
      .values({ ...row, identifier: definition.workflowId, type: "BRIDGE", origin: "external" })
      // Holds up another event of the same workflow until this one's version is there.
      .onConflictDoUpdate({ target: workflows.id, set: fields })
      .returning();
    if (!workflow) throw new Error("Postgres confirmed an insert without a row");
    const [version] = await transaction
      .select({
        found: sql<boolean>`bool_or(${workflowVersions.id} = ${versionId})`,
        last: sql<number | null>`max(${workflowVersions.number})`,
      })
      .from(workflowVersions)
      .where(eq(workflowVersions.workflowId, id));
    if (!version?.found) {
      const number = (version?.last ?? 0) + 1;
      const content = { scope, workflowId: id, number, creatorId, steps, definition, isKept: true };
      await insertVersion(transaction, content, versionId);
    }
    return workflow;
  });
}

const ownerOf = ({ organizationId, environmentId }: Scope) => ({ organizationId, environmentId });

const taken = (identifier: string) =>
  new DomainError(
    "conflict",
    `The workflow ${identifier} of the bridge has the identifier of a workflow that is edited here: rename one of them`,
  );

function fieldsOf({ name, description, tags, critical, preferences: { all, channels } }: BridgeDefinition) {
  const { in_app, email, sms, chat, push } = channels;
  const preferenceSettings: ChannelFlags = {
    in_app: in_app.enabled,
    email: email.enabled,
    sms: sms.enabled,
    chat: chat.enabled,
    push: push.enabled,
  };
  return {
    name,
    description: description ?? null,
    tags,
    critical,
    preferenceSettings,
    preferencesReadOnly: all.readOnly,
  };
}

const hasFields = (row: WorkflowRow, fields: Partial<WorkflowRow>): boolean => {
  const stored: Readonly<Record<string, unknown>> = row;
  return Object.entries(fields).every(([name, value]) => isDeepStrictEqual(stored[name], value));
};

const storedSteps = (
  { steps }: BridgeDefinition,
  stopping: ReadonlySet<string>,
  idOf: (type: string, stepId: string) => string,
): StoredStep[] =>
  steps.map(({ stepId, type }) => ({
    stepId: idOf(type, stepId),
    type,
    name: stepId,
    uuid: stepId,
    bridgeStepId: stepId,
    active: true,
    shouldStopOnFail: stopping.has(stepId),
    replyCallback: {},
    filters: [],
    metadata: {},
    variants: [],
    outsideHours: "defer",
    branchId: null,
    expiresAfter: null,
    integrationIdentifier: null,
    controls: null,
    issues: null,
    // Its content is made by its code.
    template: { type, name: stepId, content: "" },
  }));
