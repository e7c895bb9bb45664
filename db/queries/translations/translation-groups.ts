import { and, asc, count, desc, eq, inArray, sql } from "drizzle-orm";
import { notFound } from "#domain/errors.ts";
import type { Database } from "../../client.ts";
import { translationGroups } from "../../schema/workflows/translation-groups.ts";
import { translations } from "../../schema/workflows/translations.ts";
import { type Scope, scopeOf } from "../../scope.ts";
import type { Executor, Transaction } from "../../transaction.ts";

export type TranslationGroupRow = typeof translationGroups.$inferSelect;

/** A group with the locales that it has, without their texts. */
export interface GroupWithLocales {
  group: TranslationGroupRow;
  locales: { locale: string; keys: number; size: number; updatedAt: Date }[];
}

/** The fields of a group that a caller decides. */
export type TranslationGroupFields = Pick<TranslationGroupRow, "name" | "identifier">;

const inScope = (scope: Scope) => eq(translationGroups.environmentId, scope.environmentId);
const byIdentifier = (scope: Scope, identifier: string) =>
  and(inScope(scope), eq(translationGroups.identifier, identifier));

const unknownGroup = (identifier: string) =>
  notFound(`No translation group with identifier ${identifier} exists in this environment`);

/** One page, newest first, and how many there are. */
export async function listTranslationGroups(
  db: Database,
  scope: Scope,
  { page, limit }: { page: number; limit: number },
): Promise<{ groups: GroupWithLocales[]; totalCount: number }> {
  const [rows, [total]] = await Promise.all([
    db
      .select()
      .from(translationGroups)
      .where(inScope(scope))
      .orderBy(desc(translationGroups.createdAt), desc(translationGroups.id))
      .limit(limit)
      .offset(page * limit),
    db.select({ count: count() }).from(translationGroups).where(inScope(scope)),
  ]);
  return { groups: await withLocales(db, rows), totalCount: total?.count ?? 0 };
}

/** Throws `not_found`. */
export async function getTranslationGroup(db: Executor, scope: Scope, identifier: string): Promise<GroupWithLocales> {
  const rows = await db.select().from(translationGroups).where(byIdentifier(scope, identifier));
  const [found] = await withLocales(db, rows);
  if (!found) throw unknownGroup(identifier);
  return found;
}

async function withLocales(db: Executor, groups: readonly TranslationGroupRow[]): Promise<GroupWithLocales[]> {
  if (groups.length === 0) return [];
  const rows = await db
    .select({
      groupId: translations.groupId,
      locale: translations.locale,
      keys: translations.keys,
      size: translations.size,
      updatedAt: translations.updatedAt,
    })
    .from(translations)
    .where(
      inArray(
        translations.groupId,
        groups.map(({ id }) => id),
      ),
    )
    .orderBy(asc(translations.locale));
  return groups.map((group) => ({ group, locales: rows.filter(({ groupId }) => groupId === group.id) }));
}

/** Locks a group, so that nobody changes it, its texts or its name until the transaction ends. Throws `not_found`. */
export async function lockTranslationGroup(
  transaction: Transaction,
  scope: Scope,
  identifier: string,
): Promise<TranslationGroupRow> {
  const [row] = await transaction
    .select()
    .from(translationGroups)
    .where(byIdentifier(scope, identifier))
    .for("no key update");
  if (!row) throw unknownGroup(identifier);
  return row;
}

export async function findTranslationGroupByIdentifier(
  transaction: Transaction,
  scope: Scope,
  identifier: string,
): Promise<TranslationGroupRow | undefined> {
  const [row] = await transaction.select().from(translationGroups).where(byIdentifier(scope, identifier));
  return row;
}

export async function findTranslationGroupById(
  transaction: Transaction,
  scope: Scope,
  id: string,
): Promise<TranslationGroupRow | undefined> {
  const [row] = await transaction
    .select()
    .from(translationGroups)
    .where(and(inScope(scope), eq(translationGroups.id, id)));
  return row;
}

/** The copy of a group in another environment, by the original that it remembers, locked. */
export async function lockTranslationGroupCopy(
  transaction: Transaction,
  scope: Scope,
  originalId: string,
): Promise<TranslationGroupRow | undefined> {
  const [row] = await transaction
    .select()
    .from(translationGroups)
    .where(and(inScope(scope), eq(translationGroups.parentId, originalId)))
    .limit(1)
    .for("no key update");
  return row;
}

export const countTranslationGroups = (transaction: Transaction, scope: Scope): Promise<number> =>
  transaction.$count(translationGroups, inScope(scope));

export async function insertTranslationGroup(
  transaction: Transaction,
  scope: Scope,
  group: TranslationGroupFields & { id?: string; creatorId: string; parentId?: string },
): Promise<TranslationGroupRow> {
  const [row] = await transaction
    .insert(translationGroups)
    .values({ ...scopeOf(scope), ...group })
    .returning();
  if (!row) throw new Error("Postgres confirmed an insert without a row");
  return row;
}

export async function updateTranslationGroup(
  transaction: Transaction,
  { id, identifier }: TranslationGroupRow,
  changes: Partial<TranslationGroupFields>,
): Promise<TranslationGroupRow> {
  const [row] = await transaction
    .update(translationGroups)
    .set({ ...changes, updatedAt: sql`clock_timestamp()` })
    .where(eq(translationGroups.id, id))
    .returning();
  if (!row) throw unknownGroup(identifier);
  return row;
}

/** Its texts go with it. */
export async function deleteTranslationGroup(transaction: Transaction, { id }: TranslationGroupRow): Promise<void> {
  await transaction.delete(translationGroups).where(eq(translationGroups.id, id));
}
