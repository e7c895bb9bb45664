import { type SQL, sql } from "drizzle-orm";

/** Subscriptions that a subscriber may have of one topic, over all contexts. */
export const SUBSCRIPTIONS_MAX = 10;

export const tooMany = (subscriberId: string, topicKey: string): string =>
  `${subscriberId} has ${SUBSCRIPTIONS_MAX} subscriptions of the topic ${topicKey}, which is the most: change one of them, or remove one first`;

/**
 * Waits until no other transaction adds subscriptions of the topic, so that two of them together do not exceed the most. Those that
 * share it add no more than one each, the same for all: the subscription without identifier and contexts.
 */
export const lockSubscriptions = (topicId: string, mode: "shared" | "exclusive"): SQL => {
  const key = sql`hashtextextended(${`subscriptions:${topicId}`}, 0)`;
  return mode === "shared"
    ? sql`select pg_advisory_xact_lock_shared(${key})`
    : sql`select pg_advisory_xact_lock(${key})`;
};
