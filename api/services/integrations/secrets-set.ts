import { isDeepStrictEqual } from "node:util";
import type { SecretsSet } from "#db/schema/integrations.ts";
import type { Caller } from "../../caller.ts";

interface Change {
  /** In clear. */
  stored: Readonly<Record<string, unknown>>;
  given: Readonly<Record<string, unknown>>;
  /** Of those that are stored. */
  set: SecretsSet;
  isSecret(path: readonly string[]): boolean;
}

/** Notes who sets the secret fields whose values are new; of the others it stays as it was, and of those that are gone nothing is left. */
export function secretsSetBy(caller: Caller, now: Date, { stored, given, set, isSecret }: Change): SecretsSet {
  const by = { at: now.toISOString(), userId: caller.kind === "member" ? caller.userId : null };
  const noted: SecretsSet = {};
  for (const key of Object.keys(given)) {
    if (!isSecret([key])) continue;
    const isKept = Object.hasOwn(stored, key) && isDeepStrictEqual(stored[key], given[key]);
    const before = Object.hasOwn(set, key) ? set[key] : undefined;
    if (!isKept) noted[key] = by;
    else if (before) noted[key] = before;
  }
  return noted;
}
