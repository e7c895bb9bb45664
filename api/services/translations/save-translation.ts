import { TRANSLATION_LOCALES_MAX, TRANSLATIONS_MAX } from "#contract/constants/limits.ts";
import { flattenTexts } from "#contract/constants/translation-texts.ts";
import type { TranslationTexts } from "#contract/translations.ts";
import { translationIdOf } from "#db/derived-ids.ts";
import { lockPendingChange } from "#db/queries/changes/changes.ts";
import { translationState } from "#db/queries/changes/entity-states.ts";
import { recordChanges } from "#db/queries/changes/record-changes.ts";
import {
  type GroupWithLocales,
  getTranslationGroup,
  lockTranslationGroup,
  type TranslationGroupRow,
} from "#db/queries/translations/translation-groups.ts";
import {
  deleteTranslation,
  measureOtherTranslations,
  putTranslation,
  type TranslationRow,
  unknownTranslation,
} from "#db/queries/translations/translations.ts";
import type { Transaction } from "#db/transaction.ts";
import { DomainError } from "#domain/errors.ts";
import { translationFault } from "#domain/templates/translations.ts";
import type { AuthoredCall } from "../../caller.ts";
import { notedIn } from "../audit.ts";
import type { PlanServices } from "../organizations/organization-plan.ts";
import { requireTranslations } from "../organizations/require-plan.ts";
import { requiredLocale } from "../people/required-locale.ts";

/**
 * Puts texts in the place of those that a group has in a locale, and returns the group. Throws `not_found`, `invalid_input` for texts
 * whose placeholders are wrong or that are too many, and `forbidden` when the plan has no translations.
 */
export async function saveTranslation(
  services: PlanServices,
  call: AuthoredCall,
  { identifier, locale: given }: { identifier: string; locale: string },
  texts: TranslationTexts,
): Promise<GroupWithLocales> {
  const { scope } = call;
  await requireTranslations(services, scope);
  const locale = requiredLocale(given, "locale");
  requireSound(texts);
  const measured = measureTexts(texts);
  return services.db.transaction(async (transaction) => {
    const group = await lockTranslationGroup(transaction, scope, identifier);
    const id = translationIdOf(group.id, locale);
    await notedIn(transaction, call, { action: "translation.updated", id }, async () => {
      const others = await measureOtherTranslations(transaction, scope, id, group.id);
      if (others.locales >= TRANSLATION_LOCALES_MAX) {
        const message = `A translation group has at most ${TRANSLATION_LOCALES_MAX} locales: delete one that nobody reads`;
        throw new DomainError("invalid_input", message);
      }
      if (others.size + measured.size > TRANSLATIONS_MAX) {
        const message = `The translations of an environment are at most ${TRANSLATIONS_MAX} characters together: delete texts that no template prints`;
        throw new DomainError("invalid_input", message);
      }
      const saved = await putTranslation(transaction, group, { locale, texts, ...measured });
      await record(transaction, call, group, saved, { deleted: false });
    });
    return getTranslationGroup(transaction, scope, identifier);
  });
}

/** Deletes the texts of a locale, also where the plan has no translations any more. Throws `not_found`. */
export async function removeTranslation(
  { db }: PlanServices,
  call: AuthoredCall,
  { identifier, locale: given }: { identifier: string; locale: string },
): Promise<void> {
  const locale = requiredLocale(given, "locale");
  await db.transaction(async (transaction) => {
    const group = await lockTranslationGroup(transaction, call.scope, identifier);
    const id = translationIdOf(group.id, locale);
    await notedIn(transaction, call, { action: "translation.deleted", id }, async () => {
      const deleted = await deleteTranslation(transaction, group, locale);
      if (!deleted) throw unknownTranslation(identifier, locale);
      await record(transaction, call, group, deleted, { deleted: true });
    });
  });
}

/** Characters of the texts as JSON, and how many texts there are. */
export const measureTexts = (texts: TranslationTexts): { size: number; keys: number } => ({
  size: JSON.stringify(texts).length,
  keys: flattenTexts(texts).size,
});

/** Faults that are named at once. */
const FAULTS_MAX = 20;

function requireSound(texts: TranslationTexts): void {
  const faults: string[] = [];
  for (const [key, text] of flattenTexts(texts)) {
    const fault = translationFault(text);
    if (fault !== undefined) faults.push(`${key} ${fault}`);
    if (faults.length === FAULTS_MAX) break;
  }
  if (faults.length > 0) throw new DomainError("invalid_input", faults);
}

/** While the group itself waits for promotion, its texts are promoted with it. */
async function record(
  transaction: Transaction,
  { scope, caller }: AuthoredCall,
  group: TranslationGroupRow,
  row: TranslationRow,
  { deleted }: { deleted: boolean },
): Promise<void> {
  const parentId = await lockPendingChange(transaction, scope, { type: "TranslationGroup", entityId: group.id });
  const edit = { type: "Translation" as const, state: translationState(row, { deleted }) };
  await recordChanges(transaction, scope, caller.userId, [{ ...edit, ...(parentId && { parentId }) }]);
}
