import { randomUUID } from "node:crypto";
import { asc, eq, getTableColumns, inArray } from "drizzle-orm";
import type { BridgeDefinition } from "#contract/bridge.ts";
import { extractVariables } from "#domain/templates/variables.ts";
import type { Database } from "../../client.ts";
import { workflowSteps } from "../../schema/workflow-steps.ts";
import { workflowVersions } from "../../schema/workflow-versions.ts";
import { workflows } from "../../schema/workflows.ts";
import type { Scope } from "../../scope.ts";
import type { Executor, Transaction } from "../../transaction.ts";
import type { StepRow, StoredStep } from "./workflow-steps.ts";

export type WorkflowRow = typeof workflows.$inferSelect;
export type VersionRow = typeof workflowVersions.$inferSelect;
export type ListedStep = Omit<StepRow, "template" | "variants">;

/** A workflow as one of its versions defines it, with the steps in order. */
export interface VersionWithSteps {
  workflow: WorkflowRow;
  version: VersionRow;
  steps: StepRow[];
}

/**
 * The version that a running execution follows. Versions are never changed, so the caller may keep it; of the workflow's own
 * fields only those that never change may be believed then. Undefined for an id that is not a version's.
 *
 * Takes no environment: the id comes from an event that was pinned to it, never from a caller.
 */
export async function loadVersion(db: Database, versionId: string): Promise<VersionWithSteps | undefined> {
  const [[found], steps] = await Promise.all([
    db
      .select({ workflow: getTableColumns(workflows), version: getTableColumns(workflowVersions) })
      .from(workflowVersions)
      .innerJoin(workflows, eq(workflows.id, workflowVersions.workflowId))
      .where(eq(workflowVersions.id, versionId)),
    stepsOf(db, versionId),
  ]);
  return found && { ...found, steps };
}

export function stepsOf(db: Executor, versionId: string): Promise<StepRow[]> {
  return db
    .select()
    .from(workflowSteps)
    .where(eq(workflowSteps.versionId, versionId))
    .orderBy(asc(workflowSteps.position));
}

/** As `stepsOf`, without what is long: for lists. By version. */
export async function stepsOfMany(db: Database, versionIds: readonly string[]): Promise<Map<string, ListedStep[]>> {
  const { template: _template, variants: _variants, ...columns } = getTableColumns(workflowSteps);
  const byVersion = new Map<string, ListedStep[]>(versionIds.map((id) => [id, []]));
  if (versionIds.length === 0) return byVersion;
  const steps = await db
    .select(columns)
    .from(workflowSteps)
    .where(inArray(workflowSteps.versionId, [...versionIds]))
    .orderBy(asc(workflowSteps.position));
  for (const step of steps) byVersion.get(step.versionId)?.push(step);
  return byVersion;
}

interface NewVersion {
  scope: Scope;
  workflowId: string;
  number: number;
  creatorId: string;
  steps: readonly StoredStep[];
  definition?: BridgeDefinition | null;
  payload?: VersionPayload | undefined;
  restoredFrom?: number | undefined;
}

/** Rules that the payloads of a version have to meet. */
export type VersionPayload = Pick<VersionRow, "payloadSchema" | "validatePayload">;

/** Inserts the version and its steps, with the names that their templates use. Returns its id. */
export async function insertVersion(
  transaction: Transaction,
  { scope, workflowId, number, creatorId, steps, definition = null, payload, restoredFrom }: NewVersion,
  id: string = randomUUID(),
): Promise<string> {
  const owner = { organizationId: scope.organizationId, environmentId: scope.environmentId };
  const variables = extractVariables(steps);
  await transaction
    .insert(workflowVersions)
    .values({ ...owner, id, workflowId, number, variables, definition, creatorId, restoredFrom, ...payload });
  if (steps.length > 0) {
    await transaction
      .insert(workflowSteps)
      .values(steps.map((step, position) => ({ ...owner, ...step, versionId: id, position })));
  }
  return id;
}
