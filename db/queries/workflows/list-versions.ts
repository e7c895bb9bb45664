import { and, asc, desc, eq, getTableColumns, inArray, lt } from "drizzle-orm";
import { users } from "../../schema/accounts/users.ts";
import { workflowSteps } from "../../schema/workflows/workflow-steps.ts";
import { workflowVersions } from "../../schema/workflows/workflow-versions.ts";
import type { Executor } from "../../transaction.ts";
import type { StepRow } from "./workflow-steps.ts";
import type { VersionRow } from "./workflow-versions.ts";

export interface Author {
  id: string;
  firstName: string;
  lastName: string | null;
}

/** A version with its steps in order, and the person who made it as far as there is one. */
export interface AuthoredVersion {
  version: VersionRow;
  author: Author | null;
  steps: StepRow[];
}

/** Versions of a workflow that the caller has found, newest first; those below a number where that is given. */
export async function listVersions(
  db: Executor,
  workflowId: string,
  { below, limit }: { below?: number | undefined; limit: number },
): Promise<AuthoredVersion[]> {
  const rows = await db
    .select({
      version: getTableColumns(workflowVersions),
      author: { id: users.id, firstName: users.firstName, lastName: users.lastName },
    })
    .from(workflowVersions)
    .leftJoin(users, eq(users.id, workflowVersions.creatorId))
    .where(
      and(
        eq(workflowVersions.workflowId, workflowId),
        below === undefined ? undefined : lt(workflowVersions.number, below),
      ),
    )
    .orderBy(desc(workflowVersions.number))
    .limit(limit);
  const ids = rows.map(({ version }) => version.id);
  const steps = await db
    .select()
    .from(workflowSteps)
    .where(inArray(workflowSteps.versionId, ids))
    .orderBy(asc(workflowSteps.position));
  return rows.map((row) => ({ ...row, steps: steps.filter(({ versionId }) => versionId === row.version.id) }));
}

/** One version of a workflow that the caller has found, by its number. */
export async function findVersion(
  db: Executor,
  workflowId: string,
  number: number,
): Promise<AuthoredVersion | undefined> {
  const [found] = await listVersions(db, workflowId, { below: number + 1, limit: 1 });
  return found?.version.number === number ? found : undefined;
}
