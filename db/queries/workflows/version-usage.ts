import { and, desc, eq, isNull, lte, or } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { LIST_COUNT_MAX } from "../../list-window.ts";
import { environments } from "../../schema/accounts/environments.ts";
import { workflowVersions } from "../../schema/workflows/workflow-versions.ts";
import { workflows } from "../../schema/workflows/workflows.ts";
import type { Scope } from "../../scope.ts";
import { inRareTransaction } from "../../transaction.ts";

/** Versions that are looked up: most workflows have runs of one or two. */
const VERSIONS_MAX = 100;

/** A workflow or a copy of it, with the version that its environment executes. */
export interface ExecutedVersion {
  environmentId: string;
  workflowId: string;
  /** Null for the original. */
  parentId: string | null;
  versionId: string;
  number: number;
  since: Date;
}

/** The original of a workflow and its copies in the environments of the organisation, the oldest environment first. */
export function listExecutedVersions(
  db: Database,
  { organizationId }: Pick<Scope, "organizationId">,
  originalId: string,
): Promise<ExecutedVersion[]> {
  return db
    .select({
      environmentId: workflows.environmentId,
      workflowId: workflows.id,
      parentId: workflows.parentId,
      versionId: workflowVersions.id,
      number: workflowVersions.number,
      since: workflowVersions.createdAt,
    })
    .from(environments)
    .innerJoin(workflows, eq(workflows.environmentId, environments.id))
    .innerJoin(workflowVersions, eq(workflowVersions.id, workflows.versionId))
    .where(
      and(
        eq(environments.organizationId, organizationId),
        or(eq(workflows.id, originalId), eq(workflows.parentId, originalId)),
        isNull(workflows.deletedAt),
      ),
    )
    .orderBy(environments.createdAt, environments.id, workflows.createdAt);
}

/** The number of the version that a workflow executed at a moment; undefined before its first one. */
export async function versionNumberAt(db: Database, workflowId: string, moment: Date): Promise<number | undefined> {
  const [row] = await db
    .select({ number: workflowVersions.number })
    .from(workflowVersions)
    .where(and(eq(workflowVersions.workflowId, workflowId), lte(workflowVersions.createdAt, moment)))
    .orderBy(desc(workflowVersions.number))
    .limit(1);
  return row?.number;
}

export interface WaitingVersion {
  number: number;
  /** Up to one more than `LIST_COUNT_MAX`. */
  count: number;
}

/**
 * Counts the runs of a workflow that wait by their versions, newest first; dry runs do not count. Goes from one version to the next in the index
 * `runs_waiting_by_version`, so that it reads no more than what it counts, however many runs wait.
 */
export async function countWaitingByVersion(
  db: Database,
  workflowId: string,
): Promise<{ versions: WaitingVersion[]; hasMore: boolean }> {
  const rows = await inRareTransaction(db, async (sql) => {
    // Only in the order of this index does a count stop at its limit: any other way reads all runs of the workflow first. Without
    // sorting there is no other way to the order, however many rows Postgres expects; an equality would drop the order.
    await sql`set local enable_sort = off`;
    return sql<WaitingVersion[]>`
      with recursive used (version_id, place) as (
        (select workflow_version_id, 1 from runs where workflow_id = ${workflowId} and due_at is not null
          order by workflow_version_id limit 1)
        union all
        select (
          select r.workflow_version_id from runs r
          where r.workflow_id = ${workflowId} and r.due_at is not null and r.workflow_version_id > used.version_id
          order by r.workflow_version_id limit 1
        ), place + 1 from used where used.version_id is not null and place <= ${VERSIONS_MAX}
      )
      select v.number, counted.count from used
      join workflow_versions v on v.id = used.version_id
      cross join lateral (
        select count(*)::int as count from (
          select from runs r
          where r.workflow_id = ${workflowId} and r.due_at is not null
            and r.workflow_version_id between used.version_id and used.version_id and not r.is_dry
          order by r.workflow_version_id limit ${LIST_COUNT_MAX + 1}
        ) as bounded
      ) as counted
      where counted.count > 0
      order by v.number desc`;
  });
  return { versions: rows.slice(0, VERSIONS_MAX), hasMore: rows.length > VERSIONS_MAX };
}
