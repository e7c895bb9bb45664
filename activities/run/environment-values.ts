import { LRUCache } from "lru-cache";
import type { Database } from "#db/client.ts";
import { decrypt } from "#db/encryption.ts";
import { readVariables, type StoredVariable } from "#db/queries/environments/environment-variables.ts";
import type { Scope } from "#db/scope.ts";
import { type ClearVariable, type EnvironmentValues, environmentValues } from "#domain/templates/environment-values.ts";
import type { DecisionDeps } from "./decision-deps.ts";

/** Characters of values that a process keeps. */
const ENVIRONMENT_VALUES_MAX = 20_000_000;
const ENVIRONMENTS_KEPT = 500;

interface Kept {
  revision: number;
  values: EnvironmentValues | null;
}

type Cache = LRUCache<string, Kept>;

/** By database, as a process has one: all slices read their variables from the same copy. */
const caches = new WeakMap<Database, Cache>();

type Deps = Pick<DecisionDeps, "db" | "logger"> & { config: Pick<DecisionDeps["config"], "encryptionKey"> };

/**
 * Returns the variables of an environment, at the revision that a slice has read or a newer one; null where its organisation has none,
 * so that `env` is a name of payloads there. Asks the database once for each change.
 */
export async function loadEnvironmentValues(
  deps: Deps,
  scope: Scope,
  revision: number,
): Promise<EnvironmentValues | null> {
  if (revision === 0) return null;
  const cache = cacheOf(deps.db);
  const kept = cache.get(scope.environmentId);
  if (kept && kept.revision >= revision) return kept.values;
  const read = await readVariables(deps.db, scope);
  const values = valuesIn(deps, read.variables);
  cache.set(scope.environmentId, { revision: read.revision, values });
  return values;
}

/** Reads the variables of an environment as they are now, for what is rendered outside of slices. */
export async function currentEnvironmentValues(deps: Deps, scope: Scope): Promise<EnvironmentValues | null> {
  const { variables } = await readVariables(deps.db, scope);
  return valuesIn(deps, variables);
}

/** Reads the variables of an environment as they are shown, with masks in the place of secrets. */
export async function maskedEnvironment(
  db: Database,
  scope: Pick<Scope, "environmentId">,
): Promise<EnvironmentValues["masked"] | null> {
  const { variables } = await readVariables(db, scope);
  if (variables.length === 0) return null;
  const known = variables.flatMap(({ value, ...rest }) => (value === null ? [] : [{ ...rest, value }]));
  return environmentValues(known).masked;
}

function cacheOf(db: Database): Cache {
  const known = caches.get(db);
  if (known) return known;
  const cache: Cache = new LRUCache({
    max: ENVIRONMENTS_KEPT,
    maxSize: ENVIRONMENT_VALUES_MAX,
    sizeCalculation: ({ values }) =>
      Object.entries(values?.revealed ?? {}).reduce((sum, [key, value]) => sum + key.length + value.length, 1),
  });
  caches.set(db, cache);
  return cache;
}

function valuesIn({ config, logger }: Deps, variables: readonly StoredVariable[]): EnvironmentValues | null {
  if (variables.length === 0) return null;
  const clear: ClearVariable[] = [];
  for (const { key, isSecret, value } of variables) {
    if (value === null) continue;
    try {
      clear.push({ key, isSecret, value: isSecret ? decrypt(value, config.encryptionKey) : value });
    } catch (err) {
      // It counts as one without a value, which its templates show: runs must not wait for somebody to enter it again.
      logger.warn({ err, key }, "a secret variable could not be decrypted: set its value again");
    }
  }
  return environmentValues(clear);
}
