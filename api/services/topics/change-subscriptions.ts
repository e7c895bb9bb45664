import type { AddSubscriptions, PatchSubscription, RemoveSubscriptions } from "#contract/v2/topics.ts";
import type { Database } from "#db/client.ts";
import { ensureContexts } from "#db/queries/events/contexts/ensure-contexts.ts";
import { findSubscribers } from "#db/queries/subscribers/living-subscribers.ts";
import {
  bestOf,
  changeMembership,
  deleteMemberships,
  getMembership,
  type Membership,
  membershipsByIdentifier,
  membershipsOf,
  upsertMemberships,
} from "#db/queries/topics/memberships.ts";
import { defaultedIn } from "#db/queries/topics/subscription-identifiers.ts";
import { lockSubscriptions } from "#db/queries/topics/subscription-limit.ts";
import { createMissingTopic, findTopic, unknownTopic } from "#db/queries/topics/topics.ts";
import { taggedOf } from "#db/transaction.ts";
import { keysOf, namedContexts } from "#domain/contexts.ts";
import { DomainError } from "#domain/errors.ts";
import type { CallContext } from "../../caller.ts";
import { note } from "../audit.ts";
import { admitted, type SubscriptionError, type WantedSubscription } from "./admit-subscriptions.ts";
import { storablePreferences } from "./subscription-preferences.ts";

/** The result of a change of several memberships: those that it is about, and why others could not be changed. */
export interface ChangedMemberships {
  memberships: Membership[];
  errors: SubscriptionError[];
}

interface Reference {
  subscriberId?: string | undefined;
  identifier?: string | undefined;
}

/**
 * Adds subscriptions to a topic, which is made when it is missing, and changes those that there are. Unknown subscribers, taken
 * identifiers, and more subscriptions than a subscriber may have are errors of their own.
 */
export async function addSubscriptions(
  db: Database,
  call: CallContext,
  key: string,
  { subscriptions = [], subscriberIds = [], name, context, preferences: given }: AddSubscriptions,
): Promise<ChangedMemberships> {
  const { scope } = call;
  const wanted = distinct(
    [...subscriberIds, ...subscriptions].map((one) => (typeof one === "string" ? { subscriberId: one } : one)),
  );
  if (wanted.length === 0) throw noneGiven();
  const contexts = namedContexts(context);
  const contextKeys = keysOf(contexts);
  return await db.transaction(async (transaction) => {
    const preferences = given === undefined ? undefined : await storablePreferences(transaction, scope, given);
    await createMissingTopic(transaction, scope, key, name ? { name } : {});
    const topic = await findTopic(transaction, scope, key);
    if (!topic) throw unknownTopic(key);
    await transaction.execute(lockSubscriptions(topic.id, "exclusive"));
    await ensureContexts(taggedOf(transaction), scope, contexts);
    const ids = await findSubscribers(
      transaction,
      scope,
      wanted.map(({ subscriberId }) => subscriberId),
    );
    const { members, errors } = await admitted(transaction, topic, { wanted, ids, contextKeys, isExclusive: true });
    await upsertMemberships(transaction, scope, topic, members, { contextKeys, preferences });
    const stored = await membershipsOf(
      transaction,
      topic,
      members.map(({ externalId }) => externalId),
    );
    const after = { subscribers: members.length };
    if (members.length > 0) await note(transaction, call, { action: "topic.members_added", id: key, after });
    const memberships = members.flatMap(
      ({ externalId, identifier }) =>
        stored.find(
          ({ link, subscriber }) =>
            subscriber.subscriberId === externalId &&
            link.identifier === identifier &&
            String(link.contextKeys) === String(contextKeys),
        ) ?? [],
    );
    return { memberships, errors };
  });
}

/** The last of equal ones counts. */
function distinct(all: readonly WantedSubscription[]): WantedSubscription[] {
  const byName = new Map(all.map((one) => [JSON.stringify([one.subscriberId, one.identifier]), one]));
  return [...byName.values()];
}

/**
 * Removes subscriptions from a topic: all of a subscriber who is named alone. Who has none, and an identifier of several subscribers,
 * is an error of its own. Throws `not_found` for an unknown topic.
 */
export const removeSubscriptions = (
  db: Database,
  call: CallContext,
  key: string,
  { subscriptions = [], subscriberIds = [] }: RemoveSubscriptions,
): Promise<ChangedMemberships> =>
  db.transaction(async (transaction) => {
    const topic = await findTopic(transaction, call.scope, key);
    if (!topic) throw unknownTopic(key);
    const references = [...subscriberIds, ...subscriptions].map(
      (one): Reference => (typeof one === "string" ? { subscriberId: one } : one),
    );
    if (references.length === 0) throw noneGiven();
    const asked = references.flatMap(({ subscriberId, identifier }) => [
      ...(subscriberId === undefined ? [] : [subscriberId]),
      ...(identifier === undefined ? [] : defaultedIn(key, identifier)),
    ]);
    const known = [
      ...(await membershipsOf(transaction, topic, asked)),
      ...(await membershipsByIdentifier(
        transaction,
        topic,
        references.flatMap(({ identifier }) => identifier ?? []),
      )),
    ];
    const all = [...new Map(known.map((membership) => [membership.link.id, membership])).values()];
    const errors: SubscriptionError[] = [];
    const found = new Map<string, Membership>();
    for (const reference of references) {
      const { subscriberId, identifier } = reference;
      const ofSubscriber =
        subscriberId === undefined ? all : all.filter(({ subscriber }) => subscriber.subscriberId === subscriberId);
      const named = identifier === undefined ? ofSubscriber : bestOf(ofSubscriber, identifier);
      const owners = new Set(named.map(({ link }) => link.subscriberId));
      if (named.length === 0 || (identifier === undefined && subscriberId === undefined)) {
        errors.push(notMember(subscriberId ?? identifier ?? "", key));
      } else if (owners.size > 1) errors.push(ambiguous(identifier ?? "", key));
      else for (const membership of named) found.set(membership.link.id, membership);
    }
    await deleteMemberships(transaction, [...found.keys()]);
    const before = { subscribers: new Set([...found.values()].map(({ link }) => link.subscriberId)).size };
    if (found.size > 0) await note(transaction, call, { action: "topic.members_removed", id: key, before });
    return { memberships: [...found.values()], errors };
  });

/** Gives a membership another name or other preferences; null takes them away. Throws `not_found`. */
export const patchSubscription = (
  db: Database,
  call: CallContext,
  { key, identifier }: { key: string; identifier: string },
  { name, preferences: given }: PatchSubscription,
): Promise<Membership> =>
  db.transaction(async (transaction) => {
    const { link } = await getMembership(transaction, call.scope, key, identifier);
    const preferences = given === undefined ? undefined : await storablePreferences(transaction, call.scope, given);
    if (name !== undefined && name !== link.name) {
      const changed = { id: key, name: identifier, before: { name: link.name }, after: { name } };
      await note(transaction, call, { action: "topic.subscription_renamed", ...changed });
    }
    if (preferences !== undefined) {
      const changed = { before: { preferences: link.preferences }, after: { preferences } };
      await note(transaction, call, { action: "topic.subscription_changed", id: key, name: identifier, ...changed });
    }
    if (name !== undefined || preferences !== undefined) {
      await changeMembership(transaction, link.id, { name, preferences });
    }
    return getMembership(transaction, call.scope, key, link.id);
  });

const noneGiven = () => new DomainError("invalid_input", ["subscriptions should not be empty"]);

const notMember = (subscriberId: string, key: string) => ({
  subscriberId,
  code: "SUBSCRIPTION_NOT_FOUND",
  message: `${subscriberId} is not subscribed to the topic ${key}`,
});

const ambiguous = (identifier: string, key: string) => ({
  subscriberId: "",
  code: "IDENTIFIER_AMBIGUOUS",
  message: `Several subscribers have subscriptions of the topic ${key} with the identifier ${identifier}: name the subscriberId as well`,
});
