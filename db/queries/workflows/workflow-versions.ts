import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { and, asc, eq, getTableColumns, gt, inArray, isNull, sql } from "drizzle-orm";
import { HOUR } from "#contract/constants/values/times.ts";
import type { BridgeDefinition } from "#contract/workflows/bridge.ts";
import { extractVariables } from "#domain/templates/variables.ts";
import type { Database } from "../../client.ts";
import { workflowSteps } from "../../schema/workflows/workflow-steps.ts";
import { workflowVersions } from "../../schema/workflows/workflow-versions.ts";
import { workflows } from "../../schema/workflows/workflows.ts";
import { type Scope, scopeOf } from "../../scope.ts";
import type { Executor, Transaction } from "../../transaction.ts";
import { plain, type StepRow, type StoredStep } from "./workflow-steps.ts";

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
 * The version that a running execution follows. One that is kept never changes, so the caller may cache it; of the workflow's own
 * fields only those that never change may be believed then. Undefined for an id that is not a version's.
 *
 * Takes no environment: the id comes from an event that was pinned to it, never from a caller.
 */
export async function loadVersion(db: Database, versionId: string): Promise<VersionWithSteps | undefined> {
  const [found] = await db
    .select({ workflow: getTableColumns(workflows), version: getTableColumns(workflowVersions) })
    .from(workflowVersions)
    .innerJoin(workflows, eq(workflows.id, workflowVersions.workflowId))
    .where(eq(workflowVersions.id, versionId));
  // After it: the number of a working copy is that of its steps, or an earlier one.
  return found && { ...found, steps: await stepsOf(db, versionId) };
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
  /** Whether no save changes it, as one that another environment takes over; otherwise it is a working copy. */
  isKept?: boolean | undefined;
}

/** Rules that the payloads of a version have to meet. */
export type VersionPayload = Pick<VersionRow, "payloadSchema" | "validatePayload">;

/** Inserts the version and its steps, with the names that their templates use. Returns its id. */
export async function insertVersion(
  transaction: Transaction,
  { scope, steps, definition = null, payload, isKept = false, ...version }: NewVersion,
  id: string = randomUUID(),
): Promise<string> {
  const owner = scopeOf(scope);
  const variables = extractVariables(steps);
  const keptAt = isKept ? new Date() : null;
  await transaction
    .insert(workflowVersions)
    .values({ ...owner, ...version, id, variables, definition, keptAt, ...payload });
  await insertSteps(transaction, owner, id, steps);
  return id;
}

async function insertSteps(
  transaction: Transaction,
  owner: Scope,
  versionId: string,
  steps: readonly (StoredStep & { position?: number })[],
): Promise<void> {
  if (steps.length === 0) return;
  await transaction
    .insert(workflowSteps)
    .values(steps.map((step, position) => ({ position, ...step, ...owner, versionId })));
}

/** Milliseconds without a save after which a working copy stays in the history as it is. */
const SESSION_MS = HOUR;

/**
 * Changes the version while it is a working copy of this person, which nothing has used, and only the steps that differ. Returns whether it
 * has: what a trigger takes up meanwhile stays as it is.
 */
export async function updateWorkingCopy(
  transaction: Transaction,
  { id, number, ...version }: Pick<VersionRow, "id" | "number" | keyof Scope>,
  {
    steps,
    current,
    payload,
    creatorId,
  }: Pick<NewVersion, "steps" | "creatorId"> & {
    current: readonly StoredStep[];
    payload: VersionPayload;
  },
): Promise<boolean> {
  const changed = await transaction
    .update(workflowVersions)
    .set({ ...payload, variables: extractVariables(steps), number: number + 1, createdAt: sql`clock_timestamp()` })
    .where(
      and(
        eq(workflowVersions.id, id),
        eq(workflowVersions.creatorId, creatorId),
        isNull(workflowVersions.keptAt),
        gt(workflowVersions.createdAt, new Date(Date.now() - SESSION_MS)),
      ),
    )
    .returning({ id: workflowVersions.id });
  if (changed.length === 0) return false;
  const before = new Map(current.map((step, position) => [step.stepId, { ...step, position }]));
  const differing = steps
    .map((step, position) => ({ ...step, position }))
    .filter((step) => !isDeepStrictEqual(plain(before.get(step.stepId) ?? {}), plain(step)));
  const remaining = new Set(steps.map(({ stepId }) => stepId));
  const replaced = [...differing, ...current.filter(({ stepId }) => !remaining.has(stepId))];
  if (replaced.length > 0) {
    const ids = replaced.map(({ stepId }) => stepId);
    await transaction
      .delete(workflowSteps)
      .where(and(eq(workflowSteps.versionId, id), inArray(workflowSteps.stepId, ids)));
  }
  await insertSteps(transaction, scopeOf(version), id, differing);
  return true;
}

/** A version is kept from its first use on. */
const keptNow = sql`coalesce(${workflowVersions.keptAt}, now())`;

/** A version by which a change is recognised that somebody else has made since. */
export type ReadVersion = Pick<VersionRow, "id" | "number" | "keptAt">;

/** Keeps the working copy that a workflow may have, because it is used as it is now. */
export async function keepCurrentVersion(db: Executor, workflowId: string): Promise<void> {
  const current = db.select({ id: workflows.versionId }).from(workflows).where(eq(workflows.id, workflowId));
  await db
    .update(workflowVersions)
    .set({ keptAt: keptNow })
    .where(and(inArray(workflowVersions.id, current), isNull(workflowVersions.keptAt)));
}

/**
 * Keeps a working copy as it is from now on, because it is used. Returns false when it was saved since the caller has read it: read it
 * again.
 */
export async function keepVersion(db: Executor, { id, number, keptAt }: ReadVersion): Promise<boolean> {
  if (keptAt !== null) return true;
  const kept = await db
    .update(workflowVersions)
    .set({ keptAt: keptNow })
    .where(and(eq(workflowVersions.id, id), eq(workflowVersions.number, number)))
    .returning({ id: workflowVersions.id });
  return kept.length > 0;
}

/** Names a version of a workflow, and keeps it as it is. Returns its former name; undefined for a number that the workflow does not have. */
export async function nameVersion(
  transaction: Transaction,
  workflowId: string,
  number: number,
  name: string | null,
): Promise<{ name: string | null } | undefined> {
  const named = and(eq(workflowVersions.workflowId, workflowId), eq(workflowVersions.number, number));
  const [before] = await transaction
    .select({ name: workflowVersions.name })
    .from(workflowVersions)
    .where(named)
    .for("update");
  if (before) await transaction.update(workflowVersions).set({ name, keptAt: keptNow }).where(named);
  return before;
}
