import { LRUCache } from "lru-cache";
import { demoMonth } from "#db/queries/messages/demo-messages.ts";
import type { ChosenIntegration } from "./chosen-integration.ts";
import type { Slice } from "./slice.ts";

/** Limits that are used up, by environment, provider, month and limit: a broadcast asks the database once. */
const usedUp = new LRUCache<string, true>({ max: 1_000 });

/** Belfry's demo providers carry so many messages of an environment in a calendar month (UTC). */
export function demoLimit(
  { deps, store, event, now }: Slice,
  providerId: string,
): ChosenIntegration["limit"] | undefined {
  const asked = demoMonth(deps.config.demoLimits, providerId, now);
  if (!asked) return undefined;
  const { month, limit } = asked;
  const key = `${event.environmentId}/${providerId}/${month}/${limit}`;
  const hasRoom = async (jobId: string | undefined): Promise<boolean> => {
    // A job that was counted before stays counted.
    if (jobId === undefined) return !usedUp.has(key) && (await store.hasDemoMessages(event, asked));
    const taken = await store.takeDemoMessage(event, { ...asked, jobId });
    if (!taken) usedUp.set(key, true);
    return taken;
  };
  return async (jobId) => {
    if (await hasRoom(jobId)) return undefined;
    return `${providerId} sends at most ${limit} messages a month`;
  };
}
