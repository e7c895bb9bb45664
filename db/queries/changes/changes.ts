import { and, asc, desc, eq, getTableColumns, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { notFound } from "#domain/errors.ts";
import { isUuid } from "#domain/values/uuid.ts";
import { countedFor, countUpTo, LIST_SKIP_ROWS, numberedPage } from "../../list-window.ts";
import { changes, type EntityState } from "../../schema/accounts/changes.ts";
import { environments } from "../../schema/accounts/environments.ts";
import { users } from "../../schema/accounts/users.ts";
import type { Scope } from "../../scope.ts";
import type { Executor, Transaction } from "../../transaction.ts";

export type ChangeRow = typeof changes.$inferSelect;

/** A change as lists show it: with who made it, and what is shown in place of ids. */
export interface ListedChange {
  change: ChangeRow;
  /** Null when the person is gone. */
  user: Pick<typeof users.$inferSelect, "id" | "firstName" | "lastName" | "profilePicture"> | null;
  /** Name of the layout that takes the place of a former default. */
  nextDefaultLayout: string | null;
  /** Name of the workflow of a template. */
  workflowName: string | null;
  /** Name of the group of translated texts. */
  translationGroup: string | null;
}

/** Changes of the environment that are applied by themselves. */
const topLevel = ({ environmentId }: Scope, enabled: boolean): SQL | undefined =>
  and(eq(changes.environmentId, environmentId), eq(changes.enabled, enabled), isNull(changes.parentId));

/** One page, newest first, without children. `totalCount` is exact up to 10,000 changes beyond the page, and stops there. */
export async function listChanges(
  db: Executor,
  scope: Scope,
  { promoted, page, limit }: { promoted: boolean; page: number; limit: number },
): Promise<{ changes: ListedChange[]; totalCount: number }> {
  const where = topLevel(scope, promoted);
  const rows = await numberedPage({ page, limit }, LIST_SKIP_ROWS, (range) =>
    db
      .select({
        change: getTableColumns(changes),
        user: {
          id: users.id,
          firstName: users.firstName,
          lastName: users.lastName,
          profilePicture: users.profilePicture,
        },
        nextDefaultLayout: sql<string | null>`(select next.state ->> 'name' from changes next
        where next.parent_id = ${changes.id} and next.type = 'DefaultLayout' limit 1)`,
        workflowName: sql<string | null>`(select w.name from workflows w
        where w.id = case when ${changes.type} = 'MessageTemplate' then (${changes.state} ->> 'workflowId')::uuid end)`,
        translationGroup: sql<string | null>`(select g.name from translation_groups g
        where g.id = case when ${changes.type} = 'Translation' then (${changes.state} ->> 'groupId')::uuid end)`,
      })
      .from(changes)
      .leftJoin(users, eq(users.id, changes.creatorId))
      .where(where)
      .orderBy(desc(changes.createdAt), desc(changes.id))
      .limit(range.limit)
      .offset(range.offset),
  );
  const counted = countedFor({ page, limit }, LIST_SKIP_ROWS);
  return { changes: rows, totalCount: await countUpTo(db, sql`${changes} where ${where}`, counted) };
}

export const countPendingChanges = (db: Executor, scope: Scope): Promise<number> =>
  db.$count(changes, topLevel(scope, false));

/** The same up to `most`. */
export const countPendingChangesUpTo = (db: Executor, scope: Scope, most: number): Promise<number> =>
  countUpTo(db, sql`${changes} where ${topLevel(scope, false)}`, most);

/** Those of the ids that are changes of the environment, oldest first. */
export async function knownChanges(db: Executor, scope: Scope, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ id: changes.id })
    .from(changes)
    .where(and(eq(changes.environmentId, scope.environmentId), inArray(changes.id, ids.filter(isUuid))))
    .orderBy(asc(changes.createdAt), asc(changes.id));
  return rows.map(({ id }) => id);
}

/** The environment that changes of this one are applied to; held, so that they are applied one after the other. */
export async function lockChildEnvironment(
  transaction: Transaction,
  { organizationId, environmentId }: Scope,
): Promise<Scope> {
  const [child] = await transaction
    .select({ id: environments.id })
    .from(environments)
    .where(
      and(
        eq(environments.organizationId, organizationId),
        eq(environments.parentId, environmentId),
        isNull(environments.deletedAt),
      ),
    )
    .orderBy(asc(environments.createdAt))
    .limit(1)
    .for("no key update");
  if (!child) {
    throw notFound("No environment takes its changes from this one: apply changes in Development");
  }
  return { organizationId, environmentId: child.id };
}

/** Holds a change, so that nobody edits or applies it until the transaction ends. Throws `not_found`. */
export async function lockChange(transaction: Transaction, scope: Scope, id: string): Promise<ChangeRow> {
  const [row] = isUuid(id)
    ? await transaction
        .select()
        .from(changes)
        .where(and(eq(changes.environmentId, scope.environmentId), eq(changes.id, id)))
        .for("update")
    : [];
  if (!row) throw notFound(`Change with id ${id} does not exist in this environment`);
  return row;
}

/** The changes that are applied with this one, oldest first. */
export const lockChildren = (transaction: Transaction, { id, environmentId }: ChangeRow): Promise<ChangeRow[]> =>
  transaction
    .select()
    .from(changes)
    .where(and(eq(changes.parentId, id), eq(changes.environmentId, environmentId)))
    .orderBy(asc(changes.createdAt), asc(changes.id))
    .for("update");

/** The pending change of an entity, which nobody applies until the transaction ends; undefined for none. */
export async function lockPendingChange(
  transaction: Transaction,
  scope: Scope,
  { type, entityId }: Pick<ChangeRow, "type" | "entityId">,
): Promise<string | undefined> {
  const [row] = await transaction
    .select({ id: changes.id })
    .from(changes)
    .where(
      and(
        eq(changes.environmentId, scope.environmentId),
        eq(changes.entityId, entityId),
        eq(changes.type, type),
        eq(changes.enabled, false),
      ),
    )
    .for("update");
  return row?.id;
}

/** Notes that changes are promoted. Returns them as they are then, in the given order. */
export async function enableChanges(transaction: Transaction, ids: readonly string[]): Promise<ChangeRow[]> {
  const rows = await transaction
    .update(changes)
    .set({ enabled: true })
    .where(inArray(changes.id, [...ids]))
    .returning();
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}

/** Notes that the pending changes of a translation group, and of its texts in all locales, are promoted. */
export async function enableChangesOfTranslations(
  transaction: Transaction,
  scope: Scope,
  groupId: string,
): Promise<void> {
  const texts = await transaction
    .selectDistinct({ id: changes.entityId })
    .from(changes)
    .where(
      and(
        eq(changes.environmentId, scope.environmentId),
        eq(changes.type, "Translation"),
        sql`${changes.state} ->> 'groupId' = ${groupId}`,
        eq(changes.enabled, false),
      ),
    );
  await enableChangesOf(transaction, scope, [groupId, ...texts.map(({ id }) => id)]);
}

/**
 * Notes that the pending changes of entities are promoted without having been applied themselves. What was to be applied with them waits
 * by itself from now on.
 */
export async function enableChangesOf(
  transaction: Transaction,
  scope: Scope,
  entityIds: readonly string[],
): Promise<void> {
  const enabled = await transaction
    .update(changes)
    .set({ enabled: true })
    .where(
      and(
        eq(changes.environmentId, scope.environmentId),
        inArray(changes.entityId, [...entityIds]),
        eq(changes.enabled, false),
      ),
    )
    .returning({ id: changes.id });
  if (enabled.length === 0) return;
  const ids = enabled.map(({ id }) => id);
  await transaction
    .update(changes)
    .set({ parentId: null })
    .where(and(inArray(changes.parentId, ids), eq(changes.enabled, false)));
}

/** The promoted states of entities, by entity: of several promoted changes the one with the latest edit. */
export async function promotedStates(
  transaction: Transaction,
  { environmentId }: Scope,
  entityIds: readonly string[],
): Promise<Map<string, EntityState>> {
  const rows = await transaction
    .selectDistinctOn([changes.entityId], { entityId: changes.entityId, state: changes.state })
    .from(changes)
    .where(
      and(
        eq(changes.environmentId, environmentId),
        inArray(changes.entityId, [...entityIds]),
        eq(changes.enabled, true),
      ),
    )
    .orderBy(changes.entityId, desc(changes.recordedAt), desc(changes.id));
  return new Map(rows.map(({ entityId, state }) => [entityId, state]));
}
