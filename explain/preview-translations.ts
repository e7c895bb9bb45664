import { localeChain } from "#contract/constants/templates/locales.ts";
import type { Preview } from "#contract/v2/workflows.ts";
import type { Database } from "#db/client.ts";
import { findTranslations, loadTranslations } from "#db/queries/translations/read-translations.ts";
import { translationKeys } from "#domain/templates/translation-keys.ts";
import { groupsOf, splitKey } from "#domain/templates/translations.ts";
import { type MessageSource, templatesOf } from "#rendering/render-message.ts";

/** Returns the locales that the translations of a message are from, for a reader of this locale. Undefined for a message that names none. */
export async function previewTranslations(
  db: Database,
  environmentId: string,
  source: Pick<MessageSource, "channel" | "template" | "layout">,
  locale: unknown,
): Promise<Preview["translations"]> {
  const keys = translationKeys(templatesOf(source).map(({ text }) => text));
  if (keys === "any" || keys.length === 0) return undefined;
  const { refs, defaultLocale } = await findTranslations(db, { environmentId }, groupsOf(keys));
  const locales = localeChain(typeof locale === "string" ? locale : undefined, defaultLocale);
  const texts = await loadTranslations(
    db,
    refs.filter((ref) => locales.includes(ref.locale)),
  );
  const fellBack = keys.flatMap((key) => {
    const split = splitKey(key);
    const found = locales.find((one) =>
      refs.some((ref) => ref.locale === one && ref.group === split?.group && texts.get(ref.id)?.has(split.rest)),
    );
    return found === locales[0] ? [] : [{ key, ...(found !== undefined && { locale: found }) }];
  });
  const [own] = locales;
  return { locales: locales.filter((one) => one === own || refs.some((ref) => ref.locale === one)), fellBack };
}
