import { and, asc, eq, isNull, ne, or, sql } from "drizzle-orm";
import type { PublicationKind } from "#contract/constants/changes.ts";
import { environments } from "../../schema/accounts/environments.ts";
import { layouts } from "../../schema/workflows/layouts.ts";
import { translationGroups } from "../../schema/workflows/translation-groups.ts";
import { workflows } from "../../schema/workflows/workflows.ts";
import type { Scope } from "../../scope.ts";
import type { Executor, Transaction } from "../../transaction.ts";

/** A workflow, layout or translation group, live or deleted, that another environment can have a copy of. */
export interface Promotable {
  kind: PublicationKind;
  id: string;
  identifier: string;
  name: string;
}

/**
 * Translation groups, layouts and then workflows of an environment, oldest first; of deleted ones those that the target still has a copy of. Without
 * the workflows that are synced from a bridge.
 */
export async function listPromotables(db: Executor, source: Scope, target: Scope): Promise<Promotable[]> {
  const copiedLayout = sql`exists (select from layouts copy where copy.parent_id = ${layouts.id}
    and copy.environment_id = ${target.environmentId} and copy.deleted_at is null)`;
  const copiedWorkflow = sql`exists (select from workflows copy where copy.parent_id = ${workflows.id}
    and copy.environment_id = ${target.environmentId} and copy.deleted_at is null)`;
  const [groups, ofLayouts, ofWorkflows] = [
    await listGroups(db, source, target),
    await db
      .select({ id: layouts.id, identifier: layouts.identifier, name: layouts.name })
      .from(layouts)
      .where(and(eq(layouts.environmentId, source.environmentId), or(isNull(layouts.deletedAt), copiedLayout)))
      .orderBy(asc(layouts.createdAt), asc(layouts.id)),
    await db
      .select({ id: workflows.id, identifier: workflows.identifier, name: workflows.name })
      .from(workflows)
      .where(
        and(
          eq(workflows.environmentId, source.environmentId),
          or(isNull(workflows.deletedAt), copiedWorkflow),
          or(ne(workflows.type, "BRIDGE"), ne(workflows.origin, "external")),
        ),
      )
      .orderBy(asc(workflows.createdAt), asc(workflows.id)),
  ];
  return [
    ...groups.map((row) => ({ kind: "translation_group" as const, ...row })),
    ...ofLayouts.map((row) => ({ kind: "layout" as const, ...row })),
    ...ofWorkflows.map((row) => ({ kind: "workflow" as const, ...row })),
  ];
}

/** Deleted groups have no rows: those that the target has a copy of are known by the changes of the source. */
async function listGroups(db: Executor, source: Scope, target: Scope) {
  const live = await db
    .select({ id: translationGroups.id, identifier: translationGroups.identifier, name: translationGroups.name })
    .from(translationGroups)
    .where(eq(translationGroups.environmentId, source.environmentId))
    .orderBy(asc(translationGroups.createdAt), asc(translationGroups.id));
  const gone = await db
    .select({
      id: sql<string>`${translationGroups.parentId}`,
      identifier: translationGroups.identifier,
      name: translationGroups.name,
    })
    .from(translationGroups)
    .where(
      and(
        eq(translationGroups.environmentId, target.environmentId),
        sql`not exists (select from translation_groups original where original.id = ${translationGroups.parentId})`,
        sql`exists (select from changes where changes.entity_id = ${translationGroups.parentId}
          and changes.environment_id = ${source.environmentId})`,
      ),
    )
    .orderBy(asc(translationGroups.createdAt), asc(translationGroups.id));
  return [...live, ...gone];
}

/** A translation group of the environment, which nobody changes until the transaction ends. */
export async function lockGroupOfTranslations(transaction: Transaction, { environmentId }: Scope, id: string) {
  const [row] = await transaction
    .select()
    .from(translationGroups)
    .where(and(eq(translationGroups.environmentId, environmentId), eq(translationGroups.id, id)))
    .for("no key update");
  return row;
}

/** A layout of the environment, live or deleted, which nobody changes until the transaction ends. */
export async function lockAnyLayout(transaction: Transaction, { environmentId }: Scope, id: string) {
  const [row] = await transaction
    .select()
    .from(layouts)
    .where(and(eq(layouts.environmentId, environmentId), eq(layouts.id, id)))
    .for("update");
  return row;
}

/** A workflow of the environment, live or deleted, which nobody changes until the transaction ends. */
export async function lockAnyWorkflow(transaction: Transaction, { environmentId }: Scope, id: string) {
  const [row] = await transaction
    .select()
    .from(workflows)
    .where(and(eq(workflows.environmentId, environmentId), eq(workflows.id, id)))
    .for("update");
  return row;
}

/** Holds an environment, so that what is promoted to it is promoted one after the other. False when it does not exist. */
export async function lockEnvironment(transaction: Transaction, { organizationId, environmentId }: Scope) {
  const rows = await transaction
    .select({ id: environments.id })
    .from(environments)
    .where(
      and(
        eq(environments.organizationId, organizationId),
        eq(environments.id, environmentId),
        isNull(environments.deletedAt),
      ),
    )
    .for("no key update");
  return rows.length > 0;
}
