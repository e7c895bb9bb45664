import { and, eq, isNull, sql } from "drizzle-orm";
import { layouts } from "../../schema/workflows/layouts.ts";
import { notificationGroups } from "../../schema/workflows/notification-groups.ts";
import { workflows } from "../../schema/workflows/workflows.ts";
import type { Scope } from "../../scope.ts";
import type { Transaction } from "../../transaction.ts";
import type { LayoutRow } from "../layouts/layouts.ts";
import type { NotificationGroupRow } from "../notification-groups/notification-groups.ts";
import type { WorkflowRow } from "../workflows/workflow-versions.ts";

/*
 * Copies in another environment, found by the original that they remember. Each is locked. Of layouts and workflows a deleted copy
 * counts, too, where there is no live one.
 */

/**
 * The copy of a workflow. One of `/v2/workflows` that no copy remembers has, as its copy, the one of its identifier, unless that is
 * the copy of another workflow that the source environment has: the caller notes the original in it.
 */
export async function lockWorkflowCopy(
  transaction: Transaction,
  { source, target }: Environments,
  { id, identifier, origin }: Pick<WorkflowRow, "id" | "identifier" | "origin">,
): Promise<WorkflowRow | undefined> {
  const [known] = await transaction
    .select()
    .from(workflows)
    .where(and(eq(workflows.environmentId, target.environmentId), eq(workflows.parentId, id)))
    .orderBy(sql`${workflows.deletedAt} is not null`)
    .limit(1)
    .for("update");
  if (known?.deletedAt === null || origin !== "novu-cloud") return known;
  const [named] = await transaction
    .select()
    .from(workflows)
    .where(
      and(
        eq(workflows.environmentId, target.environmentId),
        eq(workflows.identifier, identifier),
        isNull(workflows.deletedAt),
        eq(workflows.origin, origin),
        sql`not exists (select from workflows original where original.id = ${workflows.parentId}
          and original.environment_id = ${source.environmentId} and original.deleted_at is null)`,
      ),
    )
    .for("update");
  return named ?? known;
}

interface Environments {
  source: Scope;
  target: Scope;
}

export async function lockLayoutCopy(
  transaction: Transaction,
  { environmentId }: Scope,
  originalId: string,
): Promise<LayoutRow | undefined> {
  const [row] = await transaction
    .select()
    .from(layouts)
    .where(and(eq(layouts.environmentId, environmentId), eq(layouts.parentId, originalId)))
    .orderBy(sql`${layouts.deletedAt} is not null`)
    .limit(1)
    .for("update");
  return row;
}

export async function lockGroupCopy(
  transaction: Transaction,
  { environmentId }: Scope,
  originalId: string,
): Promise<NotificationGroupRow | undefined> {
  const [row] = await transaction
    .select()
    .from(notificationGroups)
    .where(and(eq(notificationGroups.environmentId, environmentId), eq(notificationGroups.parentId, originalId)))
    .limit(1)
    .for("update");
  return row;
}
