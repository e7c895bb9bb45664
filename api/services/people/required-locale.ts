import { canonicalLocale } from "#contract/constants/templates/locales.ts";
import { DomainError } from "#domain/errors.ts";

/** A locale in the form of BCP 47. Throws `invalid_input` with the name of the field. */
export function requiredLocale(text: string, field: string): string {
  const locale = canonicalLocale(text);
  if (locale === undefined) throw new DomainError("invalid_input", `${field} must be a locale such as en or pt-BR`);
  return locale;
}
