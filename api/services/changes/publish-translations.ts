import { isDeepStrictEqual } from "node:util";
import { enableChangesOfTranslations } from "#db/queries/changes/changes.ts";
import { translationGroupState, translationState } from "#db/queries/changes/entity-states.ts";
import { lockGroupOfTranslations, type Promotable } from "#db/queries/changes/promotable.ts";
import {
  deleteTranslationGroup,
  lockTranslationGroupCopy,
  type TranslationGroupRow,
} from "#db/queries/translations/translation-groups.ts";
import { listTranslations, type TranslationRow } from "#db/queries/translations/translations.ts";
import type { Undo } from "#db/schema/accounts/publications.ts";
import type { Transaction } from "#db/transaction.ts";
import { promoteGroupWithTexts } from "./promote-translations.ts";
import type { Promotion } from "./promotion.ts";
import { type Copied, NOTHING, outcomeOf, type Published, rowsOf } from "./published.ts";

/** Makes the copy of a translation group the same as it, its deletion included. Throws `conflict` as `promoteTranslationGroup` does. */
export async function publishTranslationGroup(
  transaction: Transaction,
  promotion: Promotion,
  resource: Promotable,
): Promise<Published> {
  const { source, target } = promotion;
  const group = await lockGroupOfTranslations(transaction, source, resource.id);
  const copy = await lockTranslationGroupCopy(transaction, target, resource.id);
  const [original, before] = [await translationsCopy(transaction, group), await translationsCopy(transaction, copy)];
  if (group) await promoteGroupWithTexts(transaction, promotion, group);
  else {
    if (copy) await deleteTranslationGroup(transaction, copy);
    await enableChangesOfTranslations(transaction, source, resource.id);
  }
  const changed = await lockTranslationGroupCopy(transaction, target, resource.id);
  const after = await translationsCopy(transaction, changed);
  const outcome = outcomeOf(original.states, before, after, undoOf(copy, changed, before, after));
  return { resource, groupIds: [], ...rowsOf(group, copy), ...outcome };
}

/** A translation group with the texts of all its locales. */
export async function translationsCopy(
  transaction: Transaction,
  group: TranslationGroupRow | undefined,
): Promise<Copied> {
  if (!group) return NOTHING;
  const texts: TranslationRow[] = await listTranslations(transaction, group);
  const states = texts.map((one) => translationState(one, { deleted: false }));
  return { states: [translationGroupState(group, { deleted: false }), ...states], content: null };
}

function undoOf(
  copy: TranslationGroupRow | undefined,
  changed: TranslationGroupRow | undefined,
  before: Copied,
  after: Copied,
): Undo | undefined {
  if (!copy) return changed && { id: changed.id, state: null };
  const [earlier, later] = [textsByLocale(before), textsByLocale(after)];
  const locales = [...new Set([...earlier.keys(), ...later.keys()])]
    .filter((locale) => !isDeepStrictEqual(earlier.get(locale), later.get(locale)))
    .map((locale) => ({ locale, texts: earlier.get(locale) ?? null }));
  return { id: copy.id, state: { ...translationGroupState(copy, { deleted: false }), locales } };
}

const textsByLocale = ({ states }: Copied) =>
  new Map(states.flatMap((state) => (state.kind === "translation" ? [[state.locale, state.texts] as const] : [])));
