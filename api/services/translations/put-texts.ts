import { TRANSLATION_LOCALES_MAX, TRANSLATIONS_MAX } from "#contract/constants/limits.ts";
import { flattenTexts } from "#contract/constants/templates/translation-texts.ts";
import type { TextNotes, TranslationTexts } from "#contract/workflows/translations.ts";
import { translationIdOf } from "#db/derived-ids.ts";
import { lockPendingChange } from "#db/queries/changes/changes.ts";
import { translationState } from "#db/queries/changes/entity-states.ts";
import { recordChanges } from "#db/queries/changes/record-changes.ts";
import type { TranslationGroupRow } from "#db/queries/translations/translation-groups.ts";
import {
  measureOtherTranslations,
  putTranslation,
  type TranslationRow,
} from "#db/queries/translations/translations.ts";
import type { Transaction } from "#db/transaction.ts";
import { DomainError } from "#domain/errors.ts";
import { repairExpressions } from "#domain/templates/repair/repair-expressions.ts";
import { translationFault } from "#domain/templates/translations.ts";
import { mapLeaves } from "#domain/values/map-leaves.ts";
import type { AuthoredCall } from "../../caller.ts";
import { notedIn } from "../audit.ts";
import { notesOf, readSource } from "./text-sources.ts";

/** Characters of the texts as JSON, and how many texts there are. */
export const measureTexts = (texts: TranslationTexts): { size: number; keys: number } => ({
  size: JSON.stringify(texts).length,
  keys: flattenTexts(texts).size,
});

/** Translators' tools write braces and quotes as their format asks for. */
const repairTexts = (texts: TranslationTexts): TranslationTexts =>
  mapLeaves(texts, (text) => (typeof text === "string" ? repairExpressions(text) : text));

/** Faults that are named at once. */
const FAULTS_MAX = 20;

/** Throws `invalid_input` that names the texts whose placeholders are wrong. `locale` stands before their keys, where it is not obvious. */
export function requireSound(texts: TranslationTexts, locale?: string): void {
  const faults: string[] = [];
  for (const [key, text] of flattenTexts(texts)) {
    const fault = translationFault(text);
    if (fault !== undefined) faults.push(`${locale === undefined ? "" : `${locale}: `}${key} ${fault}`);
    if (faults.length === FAULTS_MAX) break;
  }
  if (faults.length > 0) throw new DomainError("invalid_input", faults);
}

/**
 * Puts texts in the place of those that a group has in a locale, and notes that; `given` are notes of texts that are brought back. The caller
 * has locked the group. Throws `invalid_input`
 * for too many.
 */
export async function putTexts(
  transaction: Transaction,
  call: AuthoredCall,
  group: TranslationGroupRow,
  {
    locale,
    texts: written,
    given,
  }: { locale: string; texts: TranslationTexts; given?: Readonly<Record<string, TextNotes>> | undefined },
): Promise<void> {
  const id = translationIdOf(group.id, locale);
  const texts = repairTexts(written);
  const measured = measureTexts(texts);
  await notedIn(transaction, call, { action: "translation.updated", id }, async () => {
    const others = await measureOtherTranslations(transaction, call.scope, id, group.id);
    if (others.locales >= TRANSLATION_LOCALES_MAX) {
      const message = `A translation group has at most ${TRANSLATION_LOCALES_MAX} locales: delete one that nobody reads`;
      throw new DomainError("invalid_input", message);
    }
    if (others.size + measured.size > TRANSLATIONS_MAX) {
      const message = `The translations of an environment are at most ${TRANSLATIONS_MAX} characters together: delete texts that no template prints`;
      throw new DomainError("invalid_input", message);
    }
    const { source, also: before } = await readSource(transaction, group, locale);
    const notes = notesOf(texts, { locale, before, source, given });
    const saved = await putTranslation(transaction, group, { locale, texts, ...measured, ...notes });
    await recordTexts(transaction, call, group, saved, { deleted: false });
  });
}

/** Notes a change of texts for promotion. While the group itself waits for that, its texts are promoted with it. */
export async function recordTexts(
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
