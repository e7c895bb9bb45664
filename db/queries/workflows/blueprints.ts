import { and, asc, eq, isNull } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { notificationGroups } from "../../schema/workflows/notification-groups.ts";
import { workflows } from "../../schema/workflows/workflows.ts";
import type { Scope } from "../../scope.ts";
import { findFirstChild } from "../environments/first-child.ts";
import type { NotificationGroupRow } from "../notification-groups/notification-groups.ts";
import type { VersionWithSteps } from "./workflow-versions.ts";
import { getWorkflow } from "./workflows.ts";

/** A workflow of the organisation that makes blueprints, with its group. */
export interface Blueprint extends VersionWithSteps {
  group: NotificationGroupRow | null;
}

/** Production of the organisation that makes blueprints; undefined when there is no such organisation. */
export async function blueprintScope(db: Database, organizationId: string): Promise<Scope | undefined> {
  const production = await findFirstChild(db, organizationId);
  return production && { organizationId, environmentId: production.id };
}

/** All blueprints, by their groups and oldest first. */
export async function listBlueprints(db: Database, scope: Scope): Promise<Blueprint[]> {
  const rows = await db
    .select({ id: workflows.id, group: notificationGroups })
    .from(workflows)
    .leftJoin(notificationGroups, eq(notificationGroups.id, workflows.notificationGroupId))
    .where(
      and(eq(workflows.environmentId, scope.environmentId), eq(workflows.type, "REGULAR"), isNull(workflows.deletedAt)),
    )
    .orderBy(asc(notificationGroups.createdAt), asc(workflows.createdAt), asc(workflows.id));
  return Promise.all(rows.map(async ({ id, group }) => ({ ...(await getWorkflow(db, scope, id)), group })));
}
