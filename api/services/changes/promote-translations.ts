import { isDeepStrictEqual } from "node:util";
import { enableChangesOf, enableChangesOfTranslations } from "#db/queries/changes/changes.ts";
import { translationGroupState, translationState } from "#db/queries/changes/entity-states.ts";
import {
  deleteTranslationGroup,
  findTranslationGroupById,
  insertTranslationGroup,
  lockTranslationGroupCopy,
  type TranslationGroupRow,
  updateTranslationGroup,
} from "#db/queries/translations/translation-groups.ts";
import {
  deleteTranslation,
  findTranslationById,
  listTranslations,
  putTranslation,
} from "#db/queries/translations/translations.ts";
import type { TranslationGroupState, TranslationState } from "#db/schema/accounts/changes.ts";
import type { Transaction } from "#db/transaction.ts";
import { notFound } from "#domain/errors.ts";
import { measureTexts } from "../translations/put-texts.ts";
import { notesOf, readSource } from "../translations/text-sources.ts";
import type { Promotion } from "./promotion.ts";
import { refusingOther } from "./promotion-conflict.ts";

/**
 * Creates, changes or deletes the copy of a translation group. Returns it; undefined when there is none then. Throws `conflict` when
 * another group of the environment has its identifier.
 */
export async function promoteTranslationGroup(
  transaction: Transaction,
  { target, userId }: Promotion,
  { id, name, identifier, deleted }: TranslationGroupState,
): Promise<TranslationGroupRow | undefined> {
  const copy = await lockTranslationGroupCopy(transaction, target, id);
  if (deleted) {
    if (copy) await deleteTranslationGroup(transaction, copy);
    return undefined;
  }
  const fields = { name, identifier };
  return refusingOther(`translation group with identifier ${identifier}`, () =>
    copy
      ? updateTranslationGroup(transaction, copy, fields)
      : insertTranslationGroup(transaction, target, { ...fields, creatorId: userId, parentId: id }),
  );
}

/** Makes the copy of a translation group, its texts included, the same as it; its changes count as promoted. Throws `conflict` as above. */
export async function promoteGroupWithTexts(
  transaction: Transaction,
  promotion: Promotion,
  original: TranslationGroupRow,
): Promise<void> {
  await promoteTranslationGroup(transaction, promotion, translationGroupState(original, { deleted: false }));
  const copy = await lockTranslationGroupCopy(transaction, promotion.target, original.id);
  if (!copy) throw new Error("A group that is not deleted was promoted without a copy");
  const texts = await listTranslations(transaction, original);
  const copied = new Map((await listTranslations(transaction, copy)).map((one) => [one.locale, one]));
  for (const one of texts) {
    const isSame = isDeepStrictEqual(copied.get(one.locale)?.texts, one.texts);
    if (!isSame) await promoteTranslation(transaction, promotion, translationState(one, { deleted: false }));
    copied.delete(one.locale);
  }
  for (const locale of copied.keys()) await deleteTranslation(transaction, copy, locale);
  await enableChangesOfTranslations(transaction, promotion.source, original.id);
}

/**
 * Writes or deletes texts in the copy of their group: one that was never promoted is promoted now, with its changes. Throws `not_found`
 * when there is neither.
 */
export async function promoteTranslation(
  transaction: Transaction,
  promotion: Promotion,
  { id, groupId, locale, texts, deleted }: TranslationState,
): Promise<void> {
  const copy = await lockTranslationGroupCopy(transaction, promotion.target, groupId);
  if (deleted) {
    if (copy) await deleteTranslation(transaction, copy, locale);
    return;
  }
  const group = copy ?? (await promoteGroupOf(transaction, promotion, groupId));
  const original = await findTranslationById(transaction, promotion.source, id);
  // What the original is a translation of, whichever of both is promoted first. One that has changed since says nothing of these texts.
  const notes =
    original && isDeepStrictEqual(original.texts, texts)
      ? { sources: original.sources, replaced: original.replaced }
      : await notesFor(transaction, group, { locale, texts });
  await putTranslation(transaction, group, { locale, texts, ...measureTexts(texts), ...notes });
}

export async function notesFor(
  transaction: Transaction,
  group: TranslationGroupRow,
  { locale, texts }: Pick<TranslationState, "locale" | "texts">,
) {
  const { source, also: before } = await readSource(transaction, group, locale);
  return notesOf(texts, { locale, before, source });
}

async function promoteGroupOf(
  transaction: Transaction,
  promotion: Promotion,
  groupId: string,
): Promise<TranslationGroupRow> {
  const { source } = promotion;
  const original = await findTranslationGroupById(transaction, source, groupId);
  if (!original) throw notFound(`Translation group ${groupId} is gone: its texts cannot be promoted any more`);
  await enableChangesOf(transaction, source, [groupId]);
  const group = await promoteTranslationGroup(
    transaction,
    promotion,
    translationGroupState(original, { deleted: false }),
  );
  if (!group) throw new Error("A group that is not deleted was promoted without a copy");
  return group;
}
