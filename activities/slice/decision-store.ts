import { LRUCache } from "lru-cache";
import type { Database } from "#db/client.ts";
import { closeWindows } from "#db/queries/digests/close-windows.ts";
import { type DigestEvents, readDigestEvents } from "#db/queries/digests/digest-events.ts";
import { type DigestJoin, type Joined, joinWindows } from "#db/queries/digests/join-windows.ts";
import { countDemoMessages } from "#db/queries/messages/demo-messages.ts";
import type { Scope } from "#db/scope.ts";
import { inHotTransaction } from "#db/transaction.ts";
import { DIGEST_EVENTS_MAX } from "./digest-variables.ts";

/**
 * Everything that deciding a step reads of other runs and leaves for them, beside what is stored with the slice. A step type that keeps
 * such state keeps it here: what only explains a run (`activities/explain/`) decides by the same steps with a store that writes nothing.
 */
export interface DecisionStore {
  /** Who opens a digest window, joins one, or is let through, by run. */
  joinWindows(
    join: DigestJoin,
    runs: readonly { runId: string; subscriberId: string }[],
  ): Promise<ReadonlyMap<string, Joined>>;
  /** Ends the windows of these runs, see `closeWindows`. */
  closeWindows(stepId: string, runs: { runIds: readonly string[]; discarded: readonly string[] }): Promise<void>;
  /** Returns what the digest has collected, by run. */
  digestEvents(runIds: readonly string[], stepId: string): Promise<ReadonlyMap<string, DigestEvents>>;
  /** The messages of the month of one of Belfry's demo providers. Whoever takes one counts it here. */
  demoMessages(scope: Scope, providerId: string, now: Date): Promise<{ used: number }>;
}

/** Messages of the month, counted on for some seconds, because slices in progress at once do not see each other's. */
const demoUsage = new LRUCache<string, { used: number }>({ max: 1_000, ttl: 5_000 });

/** The store of runs that are carried out. */
export const databaseStore = (db: Database): DecisionStore => ({
  joinWindows: (join, runs) => inHotTransaction(db, (sql) => joinWindows(sql, join, runs)),
  closeWindows: (stepId, runs) => closeWindows(db, stepId, runs),
  digestEvents: (runIds, stepId) => readDigestEvents(db, runIds, stepId, DIGEST_EVENTS_MAX),
  async demoMessages(scope, providerId, now) {
    const key = `${scope.environmentId}/${providerId}`;
    const read = demoUsage.get(key) ?? { used: await countDemoMessages(db, scope, providerId, now) };
    // Another slice may have read it meanwhile.
    const counted = demoUsage.get(key) ?? read;
    demoUsage.set(key, counted);
    return counted;
  },
});
