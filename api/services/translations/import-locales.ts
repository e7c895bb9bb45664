import { flattenTexts, withTexts } from "#contract/constants/templates/translation-texts.ts";
import type { ImportLocales, LocaleImport, TranslationTexts } from "#contract/workflows/translations.ts";
import {
  getTranslationGroup,
  lockTranslationGroup,
  type TranslationGroupRow,
} from "#db/queries/translations/translation-groups.ts";
import { findTranslationsIn } from "#db/queries/translations/translations.ts";
import type { Scope } from "#db/scope.ts";
import type { Executor } from "#db/transaction.ts";
import { DomainError } from "#domain/errors.ts";
import type { PlanServices } from "#events/organization-plan.ts";
import type { AuthoredCall } from "../../caller.ts";
import { requireTranslations } from "../organizations/require-plan.ts";
import { requiredLocale } from "../people/required-locale.ts";
import { putTexts, requireSound } from "./put-texts.ts";
import { readSource } from "./text-sources.ts";

/** Changes that an answer lists: the others are counted. */
const LISTED_MAX = 200;

/**
 * Imports texts of several locales in one transaction, and returns what that changes. Throws `not_found`, `invalid_input` for texts
 * whose placeholders are wrong or that are too many, and `forbidden` when the plan has no translations.
 */
export async function importLocales(
  services: PlanServices,
  call: AuthoredCall,
  identifier: string,
  { locales, mode, notes }: ImportLocales,
): Promise<LocaleImport[]> {
  const { scope } = call;
  await requireTranslations(services, scope);
  const given = soundTexts(locales);
  return services.db.transaction(async (transaction) => {
    const group = await lockTranslationGroup(transaction, scope, identifier);
    const plans = await plansOf(transaction, group, given, mode);
    const { source } = await readSource(transaction, group);
    // Translations of the same file are written for the texts that it brings.
    const first = plans.filter(({ locale }) => locale === source?.locale);
    for (const { locale, after } of [...first, ...plans.filter((plan) => !first.includes(plan))]) {
      await putTexts(transaction, call, group, { locale, texts: after, given: notes?.[locale] });
    }
    return described(plans);
  });
}

/** Returns what `importLocales` would change. Throws as it does, but for too many texts. */
export async function previewImport(
  services: PlanServices,
  scope: Scope,
  identifier: string,
  { locales, mode }: ImportLocales,
): Promise<LocaleImport[]> {
  await requireTranslations(services, scope);
  const given = soundTexts(locales);
  const { group } = await getTranslationGroup(services.db, scope, identifier);
  return described(await plansOf(services.db, group, given, mode));
}

function soundTexts(locales: ImportLocales["locales"]): Map<string, TranslationTexts> {
  const given = byLocale(locales);
  for (const [locale, texts] of given) requireSound(texts, locale);
  return given;
}

async function plansOf(
  db: Executor,
  group: TranslationGroupRow,
  given: ReadonlyMap<string, TranslationTexts>,
  mode: ImportLocales["mode"],
): Promise<Plan[]> {
  const rows = await findTranslationsIn(db, group, [...given.keys()]);
  return [...given].map(([locale, texts]) => {
    const before = rows.find((row) => row.locale === locale)?.texts;
    return { locale, before, after: before && mode === "merge" ? withTexts(before, flattenTexts(texts)) : texts };
  });
}

function byLocale(locales: ImportLocales["locales"]): Map<string, TranslationTexts> {
  const found = new Map<string, TranslationTexts>();
  for (const [given, texts] of Object.entries(locales)) {
    const locale = requiredLocale(given, "locales");
    if (found.has(locale)) throw new DomainError("invalid_input", `locales has ${locale} twice: leave one out`);
    found.set(locale, texts);
  }
  return found;
}

interface Plan {
  locale: string;
  before: TranslationTexts | undefined;
  after: TranslationTexts;
}

function described(plans: readonly Plan[]): LocaleImport[] {
  let listed = 0;
  return plans.map(({ locale, before, after }) => {
    const [old, next] = [flattenTexts(before ?? {}), flattenTexts(after)];
    const answer: LocaleImport = {
      locale,
      isNew: before === undefined,
      added: 0,
      changed: 0,
      removed: 0,
      unchanged: 0,
      changes: [],
    };
    for (const key of new Set([...next.keys(), ...old.keys()])) {
      const [was, is] = [old.get(key), next.get(key)];
      answer[was === is ? "unchanged" : was === undefined ? "added" : is === undefined ? "removed" : "changed"] += 1;
      if (was === is || listed === LISTED_MAX) continue;
      listed += 1;
      answer.changes.push({ key, ...(was !== undefined && { before: was }), ...(is !== undefined && { after: is }) });
    }
    return answer;
  });
}
