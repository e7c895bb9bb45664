import type { ChooseForSubscription, SaveInboxSubscription } from "#contract/inbox/inbox-subscriptions.ts";
import type { PatchSubscription } from "#contract/v2/topics.ts";
import type { Database } from "#db/client.ts";
import { findSubscribers } from "#db/queries/subscribers/living-subscribers.ts";
import {
  changeMembership,
  deleteMemberships,
  getMembership,
  type Membership,
  ownByIdentifier,
  ownMemberships,
  type SubscriptionOwner,
  upsertMemberships,
} from "#db/queries/topics/memberships.ts";
import { lockSubscriptions } from "#db/queries/topics/subscription-limit.ts";
import { createMissingTopic, findTopic, unknownTopic } from "#db/queries/topics/topics.ts";
import { DomainError, notFound } from "#domain/errors.ts";
import type { CallContext, SubscriberCaller } from "../../caller.ts";
import { admitted } from "./admit-subscriptions.ts";
import { type ChosenPreference, choosePreference, storablePreferences } from "./subscription-preferences.ts";

/* The subscriptions of an inbox session: of its subscriber, with exactly its contexts. Others are not there for it. */

type SessionCall = CallContext<SubscriberCaller>;

export const ownerOf = ({ id, contextKeys }: SubscriberCaller): SubscriptionOwner => ({
  subscriberId: id,
  contextKeys,
});

/** Subscribes to a topic, which is made when it is missing, or changes the subscription there is. Throws `conflict`. */
export const saveOwnSubscription = (
  db: Database,
  { scope, caller }: SessionCall,
  key: string,
  { identifier, name, topic: named, preferences: given }: SaveInboxSubscription,
): Promise<Membership> =>
  db.transaction(async (transaction) => {
    const { contextKeys } = caller;
    const preferences = given === undefined ? undefined : await storablePreferences(transaction, scope, given);
    await createMissingTopic(transaction, scope, key, named?.name ? { name: named.name } : {});
    const topic = await findTopic(transaction, scope, key);
    if (!topic) throw unknownTopic(key);
    await transaction.execute(lockSubscriptions(topic.id, "exclusive"));
    const ids = await findSubscribers(transaction, scope, [caller.subscriberId]);
    const wanted = [{ subscriberId: caller.subscriberId, identifier: identifier || undefined, name }];
    const { members, errors } = await admitted(transaction, topic, { wanted, ids, contextKeys, isExclusive: false });
    const [error] = errors;
    if (error) throw new DomainError(error.code === "SUBSCRIBER_NOT_FOUND" ? "not_found" : "conflict", error.message);
    await upsertMemberships(transaction, scope, topic, members, { contextKeys, preferences });
    const own = await ownMemberships(transaction, scope, key, ownerOf(caller));
    const stored = own.find(({ link }) => link.identifier === members[0]?.identifier);
    if (!stored) throw notFound(`The subscription of the topic ${key} was removed by another call`);
    return stored;
  });

/** The subscription of an identifier; null where the session has none. */
export async function findOwnSubscription(
  db: Database,
  { scope, caller }: SessionCall,
  { key, identifier }: { key: string; identifier: string },
): Promise<Membership | null> {
  try {
    return await getMembership(db, scope, key, identifier, ownerOf(caller));
  } catch (error) {
    if (error instanceof DomainError && error.code === "not_found") return null;
    throw error;
  }
}

/** Gives a subscription another name or other preferences; null takes them away. Throws `not_found`. */
export const patchOwnSubscription = (
  db: Database,
  { scope, caller }: SessionCall,
  { key, identifier }: { key: string; identifier: string },
  { name, preferences: given }: PatchSubscription,
): Promise<Membership> =>
  db.transaction(async (transaction) => {
    const { link } = await getMembership(transaction, scope, key, identifier, ownerOf(caller));
    const preferences = given === undefined ? undefined : await storablePreferences(transaction, scope, given);
    if (name !== undefined || preferences !== undefined) {
      await changeMembership(transaction, link.id, { name, preferences });
    }
    return getMembership(transaction, scope, key, link.id, ownerOf(caller));
  });

/** Ends a subscription. Throws `not_found`. */
export const removeOwnSubscription = (
  db: Database,
  { scope, caller }: SessionCall,
  { key, identifier }: { key: string; identifier: string },
): Promise<void> =>
  db.transaction(async (transaction) => {
    const { link } = await getMembership(transaction, scope, key, identifier, ownerOf(caller));
    await deleteMemberships(transaction, [link.id]);
  });

/** A choice of a subscription, which is named without its topic, for a workflow. */
export interface SubscriptionChoice extends ChooseForSubscription {
  identifier: string;
  workflowId: string;
}

/**
 * Stores choices of subscriptions, all or nothing. Throws `not_found`, and `conflict` where subscriptions of several topics have the
 * identifier.
 */
export const chooseForOwn = (
  db: Database,
  { scope, caller }: SessionCall,
  choices: readonly SubscriptionChoice[],
): Promise<ChosenPreference[]> =>
  db.transaction(async (transaction) => {
    const found: { membership: Membership; choice: SubscriptionChoice }[] = [];
    for (const choice of choices) {
      const { identifier } = choice;
      const [membership, another] = await ownByIdentifier(transaction, scope, identifier, ownerOf(caller));
      if (!membership) throw notFound(`No subscription ${identifier} exists`);
      if (another) {
        throw new DomainError(
          "conflict",
          `Subscriptions of several topics have the identifier ${identifier}: change the preferences of one of them by its topic`,
        );
      }
      found.push({ membership, choice });
    }
    const chosen = new Map<SubscriptionChoice, ChosenPreference>();
    // In one order, so that two calls at once do not wait for each other in a circle.
    for (const { membership, choice } of [...found].sort((a, b) =>
      a.membership.link.id.localeCompare(b.membership.link.id),
    )) {
      const { identifier: _identifier, workflowId, ...rest } = choice;
      chosen.set(choice, await choosePreference(transaction, scope, membership, workflowId, rest));
    }
    return choices.flatMap((choice) => chosen.get(choice) ?? []);
  });
