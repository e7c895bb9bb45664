import { flattenTexts, withoutText } from "#contract/constants/templates/translation-texts.ts";
import type { RemovedTexts, TranslationTexts } from "#contract/workflows/translations.ts";
import { translationIdOf } from "#db/derived-ids.ts";
import {
  type GroupWithLocales,
  getTranslationGroup,
  lockTranslationGroup,
} from "#db/queries/translations/translation-groups.ts";
import { deleteTranslation, listTranslations, unknownTranslation } from "#db/queries/translations/translations.ts";
import { notFound } from "#domain/errors.ts";
import type { PlanServices } from "#events/organization-plan.ts";
import type { AuthoredCall } from "../../caller.ts";
import { notedIn } from "../audit.ts";
import { requireTranslations } from "../organizations/require-plan.ts";
import { requiredLocale } from "../people/required-locale.ts";
import { putTexts, recordTexts, requireSound } from "./put-texts.ts";
import { notesAbout } from "./text-sources.ts";

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
  return services.db.transaction(async (transaction) => {
    const group = await lockTranslationGroup(transaction, scope, identifier);
    await putTexts(transaction, call, group, { locale, texts });
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
      await recordTexts(transaction, call, group, deleted, { deleted: true });
    });
  });
}

/**
 * Deletes the texts that a key has in all locales, also where the plan has no translations any more, and returns the group and them.
 * Throws `not_found` for a key that has none.
 */
export async function removeKey(
  { db }: PlanServices,
  call: AuthoredCall,
  { identifier, key }: { identifier: string; key: string },
): Promise<{ group: GroupWithLocales; removed: RemovedTexts }> {
  const { scope } = call;
  return db.transaction(async (transaction) => {
    const group = await lockTranslationGroup(transaction, scope, identifier);
    const rows = (await listTranslations(transaction, group)).filter(({ texts }) => flattenTexts(texts).has(key));
    if (rows.length === 0) throw notFound(`The translation group ${identifier} has no text for the key ${key}`);
    for (const { locale, texts } of rows) {
      await putTexts(transaction, call, group, { locale, texts: withoutText(texts, key) });
    }
    const removed = rows.map((row) => {
      const text = flattenTexts(row.texts).get(key) ?? "";
      return [row.locale, { text, ...notesAbout(row, key) }] as const;
    });
    return {
      group: await getTranslationGroup(transaction, scope, identifier),
      removed: Object.fromEntries(removed),
    };
  });
}
