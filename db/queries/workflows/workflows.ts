import { and, asc, count, desc, eq, getTableColumns, ilike, isNull, not, or, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import type { RetentionDays } from "#contract/retention.ts";
import { notFound } from "#domain/errors.ts";
import { idIn } from "#domain/values/short-id.ts";
import { isUuid } from "#domain/values/uuid.ts";
import type { Database } from "../../client.ts";
import { containing } from "../../like.ts";
import { notificationGroups } from "../../schema/workflows/notification-groups.ts";
import { workflowVersions } from "../../schema/workflows/workflow-versions.ts";
import { workflows } from "../../schema/workflows/workflows.ts";
import type { Scope } from "../../scope.ts";
import type { Executor, Transaction } from "../../transaction.ts";
import { stepsOf, stepsOfMany, type VersionWithSteps, type WorkflowRow } from "./workflow-versions.ts";

export const unknownWorkflow = (id: string) => notFound(`No workflow with id ${id} exists in this environment`);

const inScope = (scope: Scope) => and(eq(workflows.environmentId, scope.environmentId), isNull(workflows.deletedAt));

/** The fields of a workflow that a trigger needs. */
export interface TriggeredWorkflow {
  id: string;
  identifier: string;
  active: boolean;
  critical: boolean;
  /** The version that the event is pinned to. */
  versionId: string;
  /** Name of the environment. */
  environment: string;
  /** Whether the environment is promoted to from another one, as Production is. */
  isProduction: boolean;
  /** For how long the environment keeps rows; null for the default. */
  retention: RetentionDays | null;
}

/** Workflows as triggers last read them. Whoever uses one has to find out whether it is still so: `insertEvent` does. */
const triggered = new LRUCache<string, TriggeredWorkflow>({ max: 5_000 });
const cacheKey = ({ environmentId }: Scope, identifier: string): string => `${environmentId}/${identifier}`;

/** A workflow as it was when a trigger last read it; it may have changed since. */
export const cachedWorkflow = (scope: Scope, identifier: string): TriggeredWorkflow | undefined =>
  triggered.get(cacheKey(scope, identifier));

/** Undefined when the environment has no such workflow. */
export async function findWorkflowByTrigger(
  db: Database,
  scope: Scope,
  identifier: string,
): Promise<TriggeredWorkflow | undefined> {
  const [row] = await db.$hot<TriggeredWorkflow[]>`
    select w.id, w.identifier, w.active, w.critical, w.version_id as "versionId", e.name as environment, e.parent_id is not null as "isProduction", e.retention
    from workflows w join environments e on e.id = w.environment_id
    where w.environment_id = ${scope.environmentId} and w.identifier = ${identifier} and w.deleted_at is null`;
  if (row?.active) triggered.set(cacheKey(scope, identifier), row);
  return row;
}

/** A workflow of the environment, live or deleted. */
export async function findRow(db: Executor, { environmentId }: Scope, id: string): Promise<WorkflowRow | undefined> {
  const [row] = await db
    .select()
    .from(workflows)
    .where(and(eq(workflows.environmentId, environmentId), eq(workflows.id, id)));
  return row;
}

/** The workflow with its current version, by Belfry's id or by its trigger identifier. */
export async function getWorkflow(db: Executor, scope: Scope, idOrIdentifier: string): Promise<VersionWithSteps> {
  const byIdentifier = eq(workflows.identifier, idOrIdentifier);
  const [found] = await db
    .select({ workflow: getTableColumns(workflows), version: getTableColumns(workflowVersions) })
    .from(workflows)
    .innerJoin(workflowVersions, eq(workflowVersions.id, workflows.versionId))
    .where(
      and(inScope(scope), isUuid(idOrIdentifier) ? or(eq(workflows.id, idOrIdentifier), byIdentifier) : byIdentifier),
    )
    .limit(1);
  if (!found) throw unknownWorkflow(idOrIdentifier);
  return { ...found, steps: await stepsOf(db, found.version.id) };
}

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

/** Locks a workflow, so that of two changes at once the second one builds upon the first. Throws `not_found`. */
export async function lockWorkflow(transaction: Transaction, scope: Scope, id: string): Promise<VersionWithSteps> {
  const query = () =>
    transaction
      .select()
      .from(workflows)
      .where(and(inScope(scope), eq(workflows.id, id)));
  const [row] = isUuid(id) ? await query().for("update") : [];
  if (!row) throw unknownWorkflow(id);
  return withVersion(transaction, row);
}

export type ListedWorkflow = Awaited<ReturnType<typeof listWorkflows>>["workflows"][number];

/** One page, newest first. `query` is looked for in names and identifiers, whatever its case. */
export async function listWorkflows(
  db: Database,
  scope: Scope,
  { page, limit, query }: { page: number; limit: number; query?: string | undefined },
) {
  const pattern = query ? containing(query) : undefined;
  const where = and(
    inScope(scope),
    // Those of `/v2/workflows` are edited there.
    not(and(eq(workflows.type, "BRIDGE"), eq(workflows.origin, "novu-cloud")) ?? sql`false`),
    pattern === undefined ? undefined : or(ilike(workflows.name, pattern), ilike(workflows.identifier, pattern)),
  );
  const [rows, [total]] = await Promise.all([
    db
      .select({
        workflow: getTableColumns(workflows),
        version: getTableColumns(workflowVersions),
        group: getTableColumns(notificationGroups),
      })
      .from(workflows)
      .innerJoin(workflowVersions, eq(workflowVersions.id, workflows.versionId))
      .leftJoin(notificationGroups, eq(notificationGroups.id, workflows.notificationGroupId))
      .where(where)
      .orderBy(desc(workflows.createdAt), desc(workflows.id))
      .limit(limit)
      .offset(page * limit),
    db.select({ count: count() }).from(workflows).where(where),
  ]);
  const steps = await stepsOfMany(
    db,
    rows.map(({ version }) => version.id),
  );
  return {
    workflows: rows.map((row) => ({ ...row, steps: steps.get(row.version.id) ?? [] })),
    totalCount: total?.count ?? 0,
  };
}

export const countWorkflows = (db: Executor, scope: Scope): Promise<number> => db.$count(workflows, inScope(scope));

/**
 * Notes that the workflow was triggered. Only every few seconds: under load the row would otherwise be what all triggers
 * of a workflow wait for.
 */
export async function touchWorkflow(db: Database, scope: Scope, id: string): Promise<void> {
  await db.$client`
    update workflows set last_triggered_at = now()
    where id = ${id} and environment_id = ${scope.environmentId}
      and (last_triggered_at is null or last_triggered_at < now() - interval '10 seconds')`;
}
