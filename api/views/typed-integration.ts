import { providerAlias } from "#contract/constants/provider-ids.ts";
import type { Filter } from "#contract/schemas/conditions.ts";
import { readableFilters } from "./activity/typed-activity.ts";
import { namesProvider } from "./typed-answer.ts";

/** Credentials that the published typed client takes as booleans; it takes all others but objects as texts. */
const FLAGS: readonly string[] = ["secure", "requireTls", "ignoreTls", "hmac", "authenticateByToken"];

interface Shown {
  providerId: string;
  conditions?: Filter[];
  credentials?: Record<string, unknown>;
}

/** An integration as the published typed client accepts it; anything else stays as it is. */
export function typedIntegration(shown: unknown): unknown {
  if (!isIntegration(shown)) return shown;
  const { providerId, conditions, credentials } = shown;
  return {
    ...shown,
    providerId: providerAlias(providerId),
    ...(conditions && { conditions: readableFilters(conditions) }),
    ...(credentials && { credentials: Object.fromEntries(Object.entries(credentials).map(typedCredential)) }),
  };
}

const isIntegration = (value: unknown): value is Shown => namesProvider(value) && "credentials" in value;

function typedCredential([name, value]: [string, unknown]): [string, unknown] {
  if (typeof value === "object") return [name, value];
  return [name, FLAGS.includes(name) ? value === true || value === "true" : String(value)];
}
