import { setImmediate as turn } from "node:timers/promises";
import { isCoveredBy, sourceLocale } from "#contract/constants/templates/locales.ts";
import { flattenTexts } from "#contract/constants/templates/translation-texts.ts";
import type { TranslationCounts } from "#contract/workflows/translations.ts";
import type { Database } from "#db/client.ts";
import { findOrganization } from "#db/queries/organizations/organizations.ts";
import { listTranslationGroups } from "#db/queries/translations/translation-groups.ts";
import { listTranslations, type TranslationRow } from "#db/queries/translations/translations.ts";
import type { Scope } from "#db/scope.ts";
import { outdatedKeys } from "./text-sources.ts";

/** Characters of texts that one call reads. */
const READ_MAX = 2_000_000;

/**
 * Counts the open texts of the groups of a page. Those that would take a call beyond two million characters are left out: they are
 * counted where they are opened.
 */
export async function countTranslations(
  db: Database,
  scope: Scope,
  page: { page: number; limit: number },
): Promise<TranslationCounts> {
  const [{ groups }, organization] = await Promise.all([
    listTranslationGroups(db, scope, page),
    findOrganization(db, scope.organizationId),
  ]);
  const counts: TranslationCounts = [];
  let read = 0;
  for (const { group, locales } of groups) {
    read += locales.reduce((sum, { size }) => sum + size, 0);
    if (read > READ_MAX) break;
    const rows = await listTranslations(db, group);
    counts.push({ identifier: group.identifier, ...openTexts(rows, organization?.defaultLocale) });
    // Other calls have their turn between two groups.
    await turn();
  }
  return counts;
}

function openTexts(
  rows: readonly TranslationRow[],
  defaultLocale: string | null | undefined,
): Omit<TranslationCounts[number], "identifier"> {
  const byLocale = new Map(rows.map(({ locale, texts }) => [locale, new Set(flattenTexts(texts).keys())]));
  const keys = new Set([...byLocale.values()].flatMap((own) => [...own]));
  const found = sourceLocale([...byLocale.keys()], defaultLocale);
  const source = rows.find(({ locale }) => locale === found);
  return {
    keys: keys.size,
    locales: rows.map((row) => {
      const own = [...byLocale].filter(([locale]) => row.locale === locale || isCoveredBy(row.locale, locale));
      const missing = [...keys].filter((key) => !own.some(([, texts]) => texts.has(key))).length;
      return { locale: row.locale, missing, outdated: source ? outdatedKeys(row, source).length : 0 };
    }),
  };
}
