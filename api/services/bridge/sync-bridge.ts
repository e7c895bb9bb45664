import type { BridgeDefinition, BridgeHealth } from "#contract/workflows/bridge.ts";
import type { Database } from "#db/client.ts";
import {
  deleteOtherBridgeWorkflows,
  findBridgeUrl,
  listBridgeDefinitions,
  listBridgeWorkflows,
  saveBridgeWorkflow,
  setBridgeUrl,
} from "#db/queries/bridge/bridge-workflows.ts";
import { type ControlValuesRow, findControlValues, saveControlValues } from "#db/queries/bridge/control-values.ts";
import {
  insertNotificationGroup,
  listNotificationGroups,
} from "#db/queries/notification-groups/notification-groups.ts";
import type { StepRow } from "#db/queries/workflows/workflow-steps.ts";
import type { VersionWithSteps } from "#db/queries/workflows/workflow-versions.ts";
import { getWorkflow } from "#db/queries/workflows/workflows.ts";
import type { Scope } from "#db/scope.ts";
import { DomainError, notFound } from "#domain/errors.ts";
import { type Bridge, bridgeAddress, signedTarget } from "#events/bridge.ts";
import { parseWorkflows } from "#events/discover-workflows.ts";
import type { AuthoredCall } from "../../caller.ts";
import { note } from "../audit.ts";
import { reportChange } from "../workflows/report-workflow.ts";
import { noteBridgeIssues, requireControls } from "./control-faults.ts";

interface Services {
  db: Database;
  bridge: Bridge;
  config: { encryptionKey: Buffer };
}

/**
 * Makes the environment's code-first workflows those that the bridge lists, and it the environment's bridge.
 * All or nothing; triggers after it use the new versions. Throws `invalid_input` with what is wrong with the bridge or its
 * workflows, and `conflict` for an identifier that another workflow has.
 */
export async function syncBridge(
  { db, bridge, config }: Services,
  call: AuthoredCall,
  bridgeUrl: string,
): Promise<VersionWithSteps[]> {
  const { scope, caller } = call;
  const target = await signedTarget({ db, config }, scope, bridgeUrl);
  const workflows = parseWorkflows(await bridge.call(scope, (client) => client.discover(target)));
  const [group] = await listNotificationGroups(db, scope);
  return db.transaction(async (transaction) => {
    await setBridgeUrl(transaction, scope, bridgeUrl);
    const { id } = group ?? (await insertNotificationGroup(transaction, scope, "General"));
    const author = { creatorId: caller.userId, notificationGroupId: id };
    const before = new Map((await listBridgeWorkflows(transaction, scope)).map((row) => [row.id, row]));
    const ids: string[] = [];
    for (const workflow of workflows) ids.push(await saveBridgeWorkflow(transaction, scope, author, workflow));
    await deleteOtherBridgeWorkflows(transaction, scope, ids);
    const saved: VersionWithSteps[] = [];
    for (const workflowId of ids) {
      const workflow = await getWorkflow(transaction, scope, workflowId);
      await noteBridgeIssues(transaction, scope, workflow);
      saved.push(workflow);
    }
    for (const workflowId of new Set([...before.keys(), ...ids])) {
      await reportChange(transaction, scope, workflowId, before.get(workflowId));
    }
    const after = { bridgeUrl, workflows: saved.map(({ workflow }) => workflow.identifier) };
    await note(transaction, call, { action: "bridge.synced", name: bridgeUrl, after });
    return saved;
  });
}

/** The definitions that are stored, and those that a sync would store. Throws as `syncBridge`, and for no stored bridge. */
export async function diffBridge(
  { db, bridge, config }: Services,
  scope: Scope,
  bridgeUrl: string,
): Promise<Record<"current" | "new", { workflows: BridgeDefinition[]; bridgeUrl: string }>> {
  const currentUrl = await requireBridgeUrl(db, scope);
  const target = await signedTarget({ db, config }, scope, bridgeUrl);
  const listed = parseWorkflows(await bridge.call(scope, (client) => client.discover(target)));
  return {
    current: { workflows: await listBridgeDefinitions(db, scope), bridgeUrl: currentUrl },
    new: { workflows: listed.map(({ definition }) => definition), bridgeUrl },
  };
}

/** The health of the environment's bridge. Throws `invalid_input` when there is none, or it does not answer. */
export async function bridgeStatus({ db, bridge }: Omit<Services, "config">, scope: Scope): Promise<BridgeHealth> {
  const address = await bridgeAddress(db, scope, await requireBridgeUrl(db, scope));
  const health = await bridge.call(scope, (client) => client.healthCheck(address));
  if (health.status !== "ok")
    throw new DomainError("invalid_input", `The bridge says that its status is ${health.status}`);
  return health;
}

/** Whether a bridge answers at the address. */
export async function isBridge({ db, bridge }: Omit<Services, "config">, scope: Scope, url: string): Promise<boolean> {
  const address = await bridgeAddress(db, scope, url);
  try {
    return (await bridge.call(scope, (client) => client.healthCheck(address))).status === "ok";
  } catch (error) {
    if (error instanceof DomainError && error.code === "invalid_input") return false;
    throw error;
  }
}

/** Throws `invalid_input` when the environment has no bridge. */
export async function requireBridgeUrl(db: Database, scope: Scope): Promise<string> {
  const url = await findBridgeUrl(db, scope);
  if (url !== null) return url;
  throw new DomainError("invalid_input", "Bridge URL not found: send its address to POST /v1/bridge/sync");
}

/** The values that are stored for a step's controls; null when there are none. Throws `not_found`. */
export async function stepControls(
  db: Database,
  scope: Scope,
  { workflowId, stepId }: { workflowId: string; stepId: string },
): Promise<ControlValuesRow | null> {
  const workflow = await codeFirstStep(db, scope, workflowId, stepId);
  return (await findControlValues(db, scope, { workflowId: workflow, bridgeStepId: stepId })) ?? null;
}

/**
 * Values that count from the next execution of the step on. Throws `not_found`, and `invalid_input` that names the values which the code would
 * refuse.
 */
export async function changeStepControls(
  db: Database,
  call: AuthoredCall,
  { workflowId, stepId, controls }: { workflowId: string; stepId: string; controls: Record<string, unknown> },
): Promise<ControlValuesRow> {
  const { scope } = call;
  const found = await getWorkflow(db, scope, workflowId);
  requireCodeFirstStep(found, stepId);
  requireControls(found, stepId, controls, "controls");
  const workflow = found.workflow.id;
  const step = { workflowId: workflow, bridgeStepId: stepId };
  return db.transaction(async (transaction) => {
    const before = (await findControlValues(transaction, scope, step))?.controls;
    const saved = await saveControlValues(transaction, scope, { ...step, controls });
    const entry = { action: "workflow.controls_updated", id: workflow, name: stepId, before, after: controls } as const;
    await note(transaction, call, entry);
    await noteBridgeIssues(transaction, scope, found);
    return saved;
  });
}

/** Belfry's id of the workflow. */
async function codeFirstStep(db: Database, scope: Scope, workflowId: string, stepId: string): Promise<string> {
  const found = await getWorkflow(db, scope, workflowId);
  requireCodeFirstStep(found, stepId);
  return found.workflow.id;
}

/** Returns a step by its id at the bridge. Throws `not_found` when the workflow has none. */
export function requireCodeFirstStep({ workflow, steps }: VersionWithSteps, stepId: string): StepRow {
  const found = steps.find(({ bridgeStepId }) => bridgeStepId === stepId);
  if (found) return found;
  throw notFound(`The workflow ${workflow.identifier} has no step ${stepId} that is executed at a bridge`);
}
