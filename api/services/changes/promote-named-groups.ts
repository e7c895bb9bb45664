import {
  findTranslationGroupByIdentifier,
  lockTranslationGroupCopy,
} from "#db/queries/translations/translation-groups.ts";
import type { Transaction } from "#db/transaction.ts";
import { translationKeys } from "#domain/templates/translation-keys.ts";
import { groupsOf } from "#domain/templates/translations.ts";
import { textLeaves } from "#domain/values/map-leaves.ts";
import { promoteGroupWithTexts } from "./promote-translations.ts";
import type { Promotion } from "./promotion.ts";

/**
 * Promotes the translation groups whose keys templates print, with their texts, where the other environment has neither a copy nor a
 * group of the identifier. Returns the ids of all those that the source has. Keys that are made of variables name none.
 * @param content anything that holds templates
 */
export async function promoteNamedGroups(
  transaction: Transaction,
  promotion: Promotion,
  content: unknown,
): Promise<string[]> {
  const found = textLeaves({ content }).map((text) => translationKeys([text]));
  const identifiers = groupsOf(found.flatMap((keys) => (keys === "any" ? [] : keys)));
  const named: string[] = [];
  for (const identifier of identifiers) {
    const original = await findTranslationGroupByIdentifier(transaction, promotion.source, identifier);
    if (!original) continue;
    named.push(original.id);
    const isThere =
      (await lockTranslationGroupCopy(transaction, promotion.target, original.id)) ??
      (await findTranslationGroupByIdentifier(transaction, promotion.target, identifier));
    if (!isThere) await promoteGroupWithTexts(transaction, promotion, original);
  }
  return named;
}
