import { setTimeout as sleep } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import pLimit, { type LimitFunction } from "p-limit";
import type { Database } from "#db/client.ts";
import { decrypt } from "#db/encryption.ts";
import { listApiKeys } from "#db/queries/environments/api-keys.ts";
import { findEnvironment } from "#db/queries/environments/environments.ts";
import type { Scope } from "#db/scope.ts";
import { DomainError } from "#domain/errors.ts";
import { allowsSelfSigned } from "#domain/values/self-signed.ts";
import type { BridgeAddress, BridgeClient, BridgeTarget } from "#providers/bridge/bridge-client.ts";
import { BridgeError } from "#providers/bridge/bridge-error.ts";

/** Calls of bridges under way at once for one environment, and those that may wait for them. */
const CALLS_AT_ONCE = 4;
const CALLS_WAITING = 50;
/** The same for previews, which whoever reads an environment may ask for: they take no turn of triggers and syncs. */
const PREVIEWS_AT_ONCE = 2;
const PREVIEWS_WAITING_MAX = 10;

export interface Bridge {
  /**
   * Calls a bridge, and again after each of the waits (milliseconds) while it fails in a way that may pass. Throws
   * `invalid_input` with the failure's code, and `too_many_requests` when too many calls of the environment wait.
   */
  call<T>(scope: Scope, work: (client: BridgeClient) => Promise<T>, waits?: readonly number[]): Promise<T>;
  preview<T>(scope: Scope, work: (client: BridgeClient) => Promise<T>): Promise<T>;
}

export function createBridge(client: BridgeClient): Bridge {
  const calls = limitsOf(
    CALLS_AT_ONCE,
    CALLS_WAITING,
    "The bridge answers more slowly than it is asked: send fewer calls with a bridgeUrl at once",
  );
  const previews = limitsOf(
    PREVIEWS_AT_ONCE,
    PREVIEWS_WAITING_MAX,
    "The bridge answers previews more slowly than it is asked for them: ask again in a few seconds",
  );

  async function attempt<T>(work: (client: BridgeClient) => Promise<T>, waits: readonly number[]): Promise<T> {
    try {
      return await work(client);
    } catch (error) {
      if (!(error instanceof BridgeError)) throw error;
      const [wait, ...rest] = waits;
      if (!error.isRetryable || wait === undefined)
        throw new DomainError("invalid_input", error.message, { code: error.code });
      await sleep(wait);
      return attempt(work, rest);
    }
  }

  return {
    call: async ({ environmentId }, work, waits = []) => calls(environmentId)(() => attempt(work, waits)),
    preview: async ({ environmentId }, work) => previews(environmentId)(() => attempt(work, [])),
  };
}

/** Limits of the calls at once for each environment. Throws `too_many_requests` where too many wait already. */
function limitsOf(atOnce: number, waitingMax: number, refusal: string): (environmentId: string) => LimitFunction {
  const limits = new LRUCache<string, LimitFunction>({ max: 1_000 });
  return (environmentId) => {
    const limit = limits.get(environmentId) ?? pLimit(atOnce);
    limits.set(environmentId, limit);
    if (limit.pendingCount >= waitingMax) throw new DomainError("too_many_requests", refusal);
    return limit;
  };
}

/** A bridge of the environment, which says how its certificate is verified. */
export async function bridgeAddress(db: Database, scope: Scope, url: string): Promise<BridgeAddress> {
  const environment = await findEnvironment(db, scope.organizationId, scope.environmentId);
  return { url, allowsSelfSigned: allowsSelfSigned(environment) };
}

/** A bridge with the key that its requests are signed with. Throws `invalid_input` when the environment has no key. */
export async function signedTarget(
  { db, config }: { db: Database; config: { encryptionKey: Buffer } },
  scope: Scope,
  url: string,
): Promise<BridgeTarget> {
  const [first] = await listApiKeys(db, scope);
  if (!first)
    throw new DomainError("invalid_input", "The environment has no API key to sign requests with: create one");
  const secretKey = decrypt(first.encryptedKey, config.encryptionKey);
  return { ...(await bridgeAddress(db, scope, url)), secretKey };
}
