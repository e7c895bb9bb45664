/** Belfry's own providers; vendors' ids live with their adapters in `providers/`, but for the chat that reaches people by their phone. */
export const IN_APP_PROVIDER = "belfry";
export const DEMO_EMAIL_PROVIDER = "belfry-email";
export const DEMO_SMS_PROVIDER = "belfry-sms";
export const WHATSAPP_PROVIDER = "whatsapp-business";

/** The reference's names for these providers: accepted on input, and sent to generated clients. */
const ALIASES: readonly (readonly [alias: string, providerId: string])[] = [
  ["novu", IN_APP_PROVIDER],
  ["novu-email", DEMO_EMAIL_PROVIDER],
  ["novu-sms", DEMO_SMS_PROVIDER],
];
const IDS = new Map(ALIASES);
const NAMES = new Map(ALIASES.map(([alias, providerId]) => [providerId, alias]));

/** The id of the provider that a caller names by it or by its alias. */
export const providerIdOf = (given: string): string => IDS.get(given) ?? given;

/** The name of a provider for clients that were generated for the reference, whose lists of providers are closed. */
export const providerAlias = (providerId: string): string => NAMES.get(providerId) ?? providerId;

/** The names that callers may use for a provider, its own id last. */
export const providerNames = (providerId: string): string[] => [...new Set([providerAlias(providerId), providerId])];
