import { and, asc, eq, inArray, ne, sql, sum } from "drizzle-orm";
import type { TranslationTexts } from "#contract/workflows/translations.ts";
import { notFound } from "#domain/errors.ts";
import type { Database } from "../../client.ts";
import { translationIdOf } from "../../derived-ids.ts";
import { translationGroups } from "../../schema/workflows/translation-groups.ts";
import { translations } from "../../schema/workflows/translations.ts";
import { type Scope, scopeOf } from "../../scope.ts";
import type { Executor, Transaction } from "../../transaction.ts";
import type { TranslationGroupRow } from "./translation-groups.ts";

export type TranslationRow = typeof translations.$inferSelect;

export const unknownTranslation = (identifier: string, locale: string) =>
  notFound(`The translation group ${identifier} has no texts in ${locale}`);

/** The texts of a group in one locale. Throws `not_found`. */
export async function getTranslation(
  db: Database,
  { environmentId }: Scope,
  identifier: string,
  locale: string,
): Promise<TranslationRow> {
  const [row] = await db
    .select({ translation: translations })
    .from(translations)
    .innerJoin(translationGroups, eq(translationGroups.id, translations.groupId))
    .where(
      and(
        eq(translationGroups.environmentId, environmentId),
        eq(translationGroups.identifier, identifier),
        eq(translations.locale, locale),
      ),
    );
  if (!row) throw unknownTranslation(identifier, locale);
  return row.translation;
}

/** All texts of a group. */
export const listTranslations = (db: Executor, { id }: Pick<TranslationGroupRow, "id">): Promise<TranslationRow[]> =>
  db.select().from(translations).where(eq(translations.groupId, id)).orderBy(asc(translations.locale));

/** The texts of a group in some locales. */
export const findTranslationsIn = (
  db: Executor,
  { id }: Pick<TranslationGroupRow, "id">,
  locales: readonly string[],
): Promise<TranslationRow[]> =>
  db
    .select()
    .from(translations)
    .where(and(eq(translations.groupId, id), inArray(translations.locale, [...locales])));

/** The texts by their id; undefined when they are gone. */
export async function findTranslationById(
  transaction: Transaction,
  { environmentId }: Scope,
  id: string,
): Promise<TranslationRow | undefined> {
  const [row] = await transaction
    .select()
    .from(translations)
    .where(and(eq(translations.environmentId, environmentId), eq(translations.id, id)));
  return row;
}

/** Notes what texts are up to date with. They stay as they are, and copies of them in memory too. */
export async function setTextSources(
  transaction: Transaction,
  { id }: Pick<TranslationRow, "id">,
  sources: TranslationRow["sources"],
): Promise<void> {
  await transaction.update(translations).set({ sources }).where(eq(translations.id, id));
}

/** Locales of a group besides this one, and characters of all other texts of the environment. */
export async function measureOtherTranslations(
  transaction: Transaction,
  { environmentId }: Scope,
  id: string,
  groupId: string,
): Promise<{ locales: number; size: number }> {
  const [total] = await transaction
    .select({
      size: sum(translations.size),
      locales: sql<number>`(count(*) filter (where ${translations.groupId} = ${groupId}))::int`,
    })
    .from(translationGroups)
    .innerJoin(translations, eq(translations.groupId, translationGroups.id))
    .where(and(eq(translationGroups.environmentId, environmentId), ne(translations.id, id)));
  return { locales: total?.locales ?? 0, size: Number(total?.size ?? 0) };
}

/** Texts of a locale with what is noted about them. */
export interface NewTranslation extends Pick<TranslationRow, "locale" | "size" | "keys"> {
  texts: TranslationTexts;
  sources?: TranslationRow["sources"];
  replaced?: TranslationRow["replaced"];
}

/** Puts texts in the place of those that a group has in a locale. The caller has locked the group. */
export async function putTranslation(
  transaction: Transaction,
  group: TranslationGroupRow,
  { locale, texts, size, keys, sources = {}, replaced = {} }: NewTranslation,
): Promise<TranslationRow> {
  const [row] = await transaction
    .insert(translations)
    .values({
      ...scopeOf(group),
      id: translationIdOf(group.id, locale),
      groupId: group.id,
      locale,
      texts,
      size,
      keys,
      sources,
      replaced,
    })
    .onConflictDoUpdate({
      target: translations.id,
      set: {
        texts,
        size,
        keys,
        sources,
        replaced,
        revision: sql`gen_random_uuid()`,
        updatedAt: sql`clock_timestamp()`,
      },
    })
    .returning();
  if (!row) throw new Error("Postgres confirmed an insert without a row");
  return row;
}

/** Returns the deleted texts; undefined when the group has none in that locale. */
export async function deleteTranslation(
  transaction: Transaction,
  { id }: Pick<TranslationGroupRow, "id">,
  locale: string,
): Promise<TranslationRow | undefined> {
  const [row] = await transaction
    .delete(translations)
    .where(and(eq(translations.groupId, id), eq(translations.locale, locale)))
    .returning();
  return row;
}
