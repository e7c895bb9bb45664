import type { TranslationTexts } from "#contract/workflows/translations.ts";
import type { Database } from "#db/client.ts";
import { insertTranslationGroup } from "#db/queries/translations/translation-groups.ts";
import { putTranslation } from "#db/queries/translations/translations.ts";
import type { TestEnvironment } from "./environment.ts";

/** A translation group with texts by locale. */
export const aTranslationGroup = (
  db: Database,
  { scope, userId }: Pick<TestEnvironment, "scope" | "userId">,
  identifier: string,
  locales: Readonly<Record<string, TranslationTexts>>,
) =>
  db.transaction(async (transaction) => {
    const group = await insertTranslationGroup(transaction, scope, { name: identifier, identifier, creatorId: userId });
    for (const [locale, texts] of Object.entries(locales)) {
      const size = JSON.stringify(texts).length;
      await putTranslation(transaction, group, { locale, texts, size, keys: Object.keys(texts).length });
    }
    return group;
  });
