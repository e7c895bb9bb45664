import { LRUCache } from "lru-cache";
import type { Database } from "../../client.ts";

/**
 * Returns those of the environments whose inbox opens only to sessions with a proof. A switch that is not clearly off counts as on,
 * whatever was stored for it.
 */
export async function environmentsDemandingProof(
  db: Database,
  environmentIds: readonly string[],
): Promise<Set<string>> {
  const rows = await db.$hot<{ environmentId: string }[]>`
    select environment_id as "environmentId" from integrations
    where environment_id = any(${[...environmentIds]}::uuid[]) and channel = 'in_app' and deleted_at is null
      and coalesce(credentials -> 'hmac', 'null') not in ('false', 'null', '"false"')`;
  return new Set(rows.map(({ environmentId }) => environmentId));
}

/** A switch that was changed counts after so long where the change was not notified. */
const TTL_MS = 1_000;
const demands = new LRUCache<string, boolean>({ max: 10_000, ttl: TTL_MS });

/** Whether the environment's inbox opens only to sessions with a proof; cached, because every request of an inbox asks. */
export async function demandsProof(db: Database, environmentId: string): Promise<boolean> {
  const cached = demands.get(environmentId);
  if (cached !== undefined) return cached;
  const demanded = (await environmentsDemandingProof(db, [environmentId])).has(environmentId);
  demands.set(environmentId, demanded);
  return demanded;
}

/** Call it when the switch of the environment's inbox may have changed. */
export const forgetProofDemand = (environmentId: string): boolean => demands.delete(environmentId);
