import { sourceLocale } from "#contract/constants/templates/locales.ts";
import type { OutdatedTexts } from "#contract/workflows/translations.ts";
import type { Database } from "#db/client.ts";
import { findOrganization } from "#db/queries/organizations/organizations.ts";
import {
  getTranslationGroup,
  lockTranslationGroup,
  type TranslationGroupRow,
} from "#db/queries/translations/translation-groups.ts";
import { listTranslations, setTextSources, unknownTranslation } from "#db/queries/translations/translations.ts";
import type { Scope } from "#db/scope.ts";
import type { Executor } from "#db/transaction.ts";
import { DomainError } from "#domain/errors.ts";
import type { PlanServices } from "#events/organization-plan.ts";
import type { AuthoredCall } from "../../caller.ts";
import { note } from "../audit.ts";
import { requireTranslations } from "../organizations/require-plan.ts";
import { requiredLocale } from "../people/required-locale.ts";
import { outdatedKeys, readSource, reviewedSources } from "./text-sources.ts";

/** The keys of each locale whose source has changed since they were translated. Throws `not_found`. */
export async function listOutdatedTexts(db: Database, scope: Scope, identifier: string): Promise<OutdatedTexts> {
  const { group } = await getTranslationGroup(db, scope, identifier);
  return outdatedIn(db, group);
}

/**
 * Marks texts of a locale as up to date, without a change of theirs. Throws `not_found`, `invalid_input` where there is nothing that they could
 * be up to date with, and `forbidden` when the plan has no translations.
 */
export async function reviewTexts(
  services: PlanServices,
  call: AuthoredCall,
  { identifier, locale: given }: { identifier: string; locale: string },
  keys: readonly string[] | undefined,
): Promise<OutdatedTexts> {
  const { scope } = call;
  await requireTranslations(services, scope);
  const locale = requiredLocale(given, "locale");
  return services.db.transaction(async (transaction) => {
    const group = await lockTranslationGroup(transaction, scope, identifier);
    const { source, also: translation } = await readSource(transaction, group, locale);
    if (!translation) throw unknownTranslation(identifier, locale);
    if (!source) {
      const message = `The translation group ${identifier} has no texts in the organisation's default locale: import those first`;
      throw new DomainError("invalid_input", message);
    }
    const outdated = outdatedKeys(translation, source);
    const named = keys && new Set(keys);
    const reviewed = outdated.filter((key) => !named || named.has(key));
    await setTextSources(transaction, translation, reviewedSources(translation, source, reviewed));
    await note(transaction, call, {
      action: "translation.reviewed",
      id: translation.id,
      name: `${identifier}/${locale}`,
      before: { outdated: outdated.length },
      after: { outdated: outdated.length - reviewed.length },
    });
    return outdatedIn(transaction, group);
  });
}

async function outdatedIn(db: Executor, group: TranslationGroupRow): Promise<OutdatedTexts> {
  const [rows, organization] = await Promise.all([
    listTranslations(db, group),
    findOrganization(db, group.organizationId),
  ]);
  const locale = sourceLocale(
    rows.map((row) => row.locale),
    organization?.defaultLocale,
  );
  const source = rows.find((row) => row.locale === locale);
  if (!source) return { locales: [] };
  const others = rows.filter((row) => row !== source);
  return {
    source: source.locale,
    locales: others.map((row) => ({ locale: row.locale, keys: outdatedKeys(row, source) })),
  };
}
