import type { AddSubscriptions, RemoveSubscriptions } from "#contract/v2/topics.ts";
import type { Database } from "#db/client.ts";
import { findSubscribers } from "#db/queries/subscribers/living-subscribers.ts";
import {
  defaultIdentifier,
  deleteMemberships,
  getMembership,
  type Membership,
  membershipsByIdentifier,
  membershipsOf,
  renameMembership,
  upsertMemberships,
} from "#db/queries/topics/memberships.ts";
import { createMissingTopic, findTopic, unknownTopic } from "#db/queries/topics/topics.ts";
import type { Transaction } from "#db/transaction.ts";
import { refusingTaken } from "#db/unique-violation.ts";
import { DomainError } from "#domain/errors.ts";
import type { CallContext } from "../../caller.ts";
import { note } from "../audit.ts";

/** The result of a change of several memberships: those that it is about, and why others could not be changed. */
export interface ChangedMemberships {
  memberships: Membership[];
  errors: { subscriberId: string; code: string; message: string }[];
}

interface Wanted {
  subscriberId: string;
  identifier?: string | undefined;
  name?: string | undefined;
}

interface Reference {
  subscriberId?: string | undefined;
  identifier?: string | undefined;
}

/** Adds members to a topic, which is made when it is missing. Unknown subscribers and taken identifiers are errors of their own. */
export async function addSubscriptions(
  db: Database,
  call: CallContext,
  key: string,
  { subscriptions = [], subscriberIds = [], name }: AddSubscriptions,
): Promise<ChangedMemberships> {
  const { scope } = call;
  // The last of equal ones counts.
  const wanted = new Map<string, Wanted>();
  for (const one of [...subscriberIds, ...subscriptions]) {
    const given = typeof one === "string" ? { subscriberId: one } : one;
    wanted.set(given.subscriberId, given);
  }
  if (wanted.size === 0) throw noneGiven();
  const changing = db.transaction(async (transaction) => {
    await createMissingTopic(transaction, scope, key, name ? { name } : {});
    const topic = await findTopic(transaction, scope, key);
    if (!topic) throw unknownTopic(key);
    const ids = await findSubscribers(transaction, scope, [...wanted.keys()]);
    const owners = await ownersOf(transaction, topic, [...wanted.values()]);
    const errors: ChangedMemberships["errors"] = [];
    const members = [...wanted.values()].flatMap(({ subscriberId, identifier, name: ownName }) => {
      const id = ids.get(subscriberId);
      if (id === undefined) {
        errors.push(unknown(subscriberId));
        return [];
      }
      const owner = identifier === undefined ? undefined : owners.get(identifier);
      if (owner !== undefined && owner !== subscriberId) {
        const message = `identifier ${identifier} is that of another subscription of the topic: choose another one`;
        errors.push({ subscriberId, code: "IDENTIFIER_TAKEN", message });
        return [];
      }
      if (identifier !== undefined) owners.set(identifier, subscriberId);
      return [{ subscriberId: id, externalId: subscriberId, identifier: identifier ?? null, name: ownName ?? null }];
    });
    await upsertMemberships(transaction, scope, topic, members);
    const stored = await membershipsOf(
      transaction,
      topic,
      members.map(({ externalId }) => externalId),
    );
    const after = { subscribers: members.length };
    if (members.length > 0) await note(transaction, call, { action: "topic.members_added", id: key, after });
    return { memberships: inOrder(stored, [...wanted.keys()]), errors };
  });
  return refusingTaken("topic_subscribers_topic_identifier", changing, () => {
    return new DomainError("conflict", "An identifier was taken by another call at the same time: send the call again");
  });
}

/** Subscribers whose memberships have the identifiers that are asked for. */
async function ownersOf(
  transaction: Transaction,
  topic: { id: string },
  wanted: readonly Wanted[],
): Promise<Map<string, string>> {
  const identifiers = wanted.flatMap(({ identifier }) => identifier ?? []);
  if (identifiers.length === 0) return new Map();
  const taken = await membershipsByIdentifier(transaction, topic, identifiers);
  return new Map(taken.map(({ link, subscriber }) => [link.identifier ?? "", subscriber.subscriberId]));
}

/** Removes members from a topic. Who is no member is an error of its own. Throws `not_found` for an unknown topic. */
export const removeSubscriptions = (
  db: Database,
  call: CallContext,
  key: string,
  { subscriptions = [], subscriberIds = [] }: RemoveSubscriptions,
): Promise<ChangedMemberships> =>
  db.transaction(async (transaction) => {
    const topic = await findTopic(transaction, call.scope, key);
    if (!topic) throw unknownTopic(key);
    const named = [...subscriberIds, ...subscriptions].map((one) =>
      typeof one === "string" ? { subscriberId: one } : one,
    );
    if (named.length === 0) throw noneGiven();
    const prefix = defaultIdentifier(key, "");
    const references = named.map(({ subscriberId, identifier }: Reference) => ({
      subscriberId: subscriberId ?? (identifier?.startsWith(prefix) ? identifier.slice(prefix.length) : undefined),
      identifier,
    }));
    const [bySubscriber, byIdentifier] = [
      await membershipsOf(
        transaction,
        topic,
        references.flatMap(({ subscriberId }) => subscriberId ?? []),
      ),
      await membershipsByIdentifier(
        transaction,
        topic,
        references.flatMap(({ identifier }) => identifier ?? []),
      ),
    ];
    const errors: ChangedMemberships["errors"] = [];
    const found = new Map<string, Membership>();
    for (const { subscriberId, identifier } of references) {
      const membership =
        byIdentifier.find(({ link }) => identifier !== undefined && link.identifier === identifier) ??
        bySubscriber.find(({ subscriber }) => subscriber.subscriberId === subscriberId);
      if (membership) found.set(membership.link.id, membership);
      else errors.push(notMember(subscriberId ?? identifier ?? "", key));
    }
    await deleteMemberships(transaction, [...found.keys()]);
    const before = { subscribers: found.size };
    if (found.size > 0) await note(transaction, call, { action: "topic.members_removed", id: key, before });
    return { memberships: [...found.values()], errors };
  });

/** Gives a membership another name; null takes it away. Throws `not_found`. */
export const renameSubscription = (
  db: Database,
  call: CallContext,
  { key, identifier }: { key: string; identifier: string },
  name: string | null | undefined,
): Promise<Membership> =>
  db.transaction(async (transaction) => {
    const { link } = await getMembership(transaction, call.scope, key, identifier);
    if (name !== undefined && name !== link.name) {
      await renameMembership(transaction, link.id, name);
      const changed = { id: key, name: identifier, before: { name: link.name }, after: { name } };
      await note(transaction, call, { action: "topic.subscription_renamed", ...changed });
    }
    return getMembership(transaction, call.scope, key, link.id);
  });

const noneGiven = () => new DomainError("invalid_input", ["subscriptions should not be empty"]);

const unknown = (subscriberId: string) => ({
  subscriberId,
  code: "SUBSCRIBER_NOT_FOUND",
  message: `No subscriber with id ${subscriberId} exists in this environment`,
});

const notMember = (subscriberId: string, key: string) => ({
  subscriberId,
  code: "SUBSCRIPTION_NOT_FOUND",
  message: `${subscriberId} is not subscribed to the topic ${key}`,
});

function inOrder(memberships: readonly Membership[], subscriberIds: readonly string[]): Membership[] {
  const bySubscriber = new Map(memberships.map((one) => [one.subscriber.subscriberId, one]));
  return subscriberIds.flatMap((id) => bySubscriber.get(id) ?? []);
}
