import { and, eq, sql } from "drizzle-orm";
import { layouts } from "../../schema/layouts.ts";
import { notificationGroups } from "../../schema/notification-groups.ts";
import { workflows } from "../../schema/workflows.ts";
import type { Scope } from "../../scope.ts";
import type { Transaction } from "../../transaction.ts";
import type { LayoutRow } from "../layouts/layouts.ts";
import type { NotificationGroupRow } from "../notification-groups/notification-groups.ts";
import type { WorkflowRow } from "../workflows/workflow-versions.ts";

/*
 * Copies in another environment, found by the original that they remember. Each is locked. Of layouts and workflows a deleted copy
 * counts, too, where there is no live one.
 */

export async function lockWorkflowCopy(
  transaction: Transaction,
  { environmentId }: Scope,
  originalId: string,
): Promise<WorkflowRow | undefined> {
  const [row] = await transaction
    .select()
    .from(workflows)
    .where(and(eq(workflows.environmentId, environmentId), eq(workflows.parentId, originalId)))
    .orderBy(sql`${workflows.deletedAt} is not null`)
    .limit(1)
    .for("update");
  return row;
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
