import type { Filter } from "#contract/conditions.ts";
import { readableFilters } from "./typed-activity.ts";

/** Credentials that the published typed client takes as booleans; it takes all others but objects as texts. */
const FLAGS: readonly string[] = ["secure", "requireTls", "ignoreTls", "hmac", "authenticateByToken"];

interface Shown {
  conditions?: Filter[];
  credentials?: Record<string, unknown>;
}

/** Integrations as the published typed client accepts them: client-api-3x.md section 2. */
export function typedIntegrations<Answer>(answer: Answer): Answer | { data: unknown } {
  const data = typeof answer === "object" && answer !== null && "data" in answer ? answer.data : undefined;
  if (Array.isArray(data)) return { ...answer, data: data.map(typed) };
  return data === undefined ? answer : { ...answer, data: typed(data) };
}

function typed(shown: unknown): unknown {
  if (!isIntegration(shown)) return shown;
  const { conditions, credentials } = shown;
  return {
    ...shown,
    ...(conditions && { conditions: readableFilters(conditions) }),
    ...(credentials && { credentials: Object.fromEntries(Object.entries(credentials).map(typedCredential)) }),
  };
}

const isIntegration = (value: unknown): value is Shown =>
  typeof value === "object" && value !== null && "credentials" in value;

function typedCredential([name, value]: [string, unknown]): [string, unknown] {
  if (typeof value === "object") return [name, value];
  return [name, FLAGS.includes(name) ? value === true || value === "true" : String(value)];
}
