import { membershipsByIdentifier, membershipsOf, type NewMembership } from "#db/queries/topics/memberships.ts";
import { defaultIdentifier, isReserved } from "#db/queries/topics/subscription-identifiers.ts";
import { SUBSCRIPTIONS_MAX, tooMany } from "#db/queries/topics/subscription-limit.ts";
import type { TopicRow } from "#db/queries/topics/topics.ts";
import type { Transaction } from "#db/transaction.ts";
import { type ContextKeys, isSameContext } from "#domain/contexts.ts";

/** A subscription as a call asks for it. */
export interface WantedSubscription {
  /** The customer's. */
  subscriberId: string;
  identifier?: string | undefined;
  name?: string | null | undefined;
}

/** The reason why a subscription could not be stored or removed. */
export interface SubscriptionError {
  subscriberId: string;
  code: string;
  message: string;
}

interface Asked {
  wanted: readonly WantedSubscription[];
  /** Belfry's ids of those subscribers that exist. */
  ids: ReadonlyMap<string, string>;
  contextKeys: ContextKeys;
  /** Whether an identifier that another subscriber has is taken: a session does not know of others. */
  isExclusive: boolean;
}

type Admitted = NewMembership & { externalId: string };

/** Decides which subscriptions can be stored, while the topic's are locked: `lockSubscriptions`. */
export async function admitted(
  transaction: Transaction,
  topic: Pick<TopicRow, "id" | "key">,
  { wanted, ids, contextKeys, isExclusive }: Asked,
): Promise<{ members: Admitted[]; errors: SubscriptionError[] }> {
  const { key } = topic;
  const known = await membershipsOf(transaction, topic, [...ids.keys()]);
  const owners = new Map<string, string>();
  if (isExclusive) {
    const identifiers = wanted.flatMap(({ identifier }) => identifier ?? []);
    for (const { link, subscriber } of await membershipsByIdentifier(transaction, topic, identifiers)) {
      if (link.identifier !== null) owners.set(link.identifier, subscriber.subscriberId);
    }
  }
  const counts = new Map<string, number>();
  for (const { subscriber } of known)
    counts.set(subscriber.subscriberId, (counts.get(subscriber.subscriberId) ?? 0) + 1);
  const stored = new Set(
    known.flatMap(({ link, subscriber }) =>
      isSameContext(link.contextKeys, contextKeys) ? [nameOf(subscriber.subscriberId, link.identifier)] : [],
    ),
  );
  const members: Admitted[] = [];
  const errors: SubscriptionError[] = [];
  for (const { subscriberId, identifier: given, name = null } of wanted) {
    const refuse = (code: string, message: string) => errors.push({ subscriberId, code, message });
    const id = ids.get(subscriberId);
    const identifier = given === defaultIdentifier(key, subscriberId, contextKeys) ? null : (given ?? null);
    const owner = identifier === null ? undefined : owners.get(identifier);
    if (id === undefined) {
      refuse("SUBSCRIBER_NOT_FOUND", `No subscriber with id ${subscriberId} exists in this environment`);
      continue;
    }
    if (identifier !== null && isReserved(key, identifier)) {
      refuse(
        "IDENTIFIER_TAKEN",
        `identifier ${identifier} has the form of default ones, and is not that of this subscription: choose another one`,
      );
      continue;
    }
    if (owner !== undefined && owner !== subscriberId) {
      refuse(
        "IDENTIFIER_TAKEN",
        `identifier ${identifier} is that of another subscription of the topic: choose another one`,
      );
      continue;
    }
    const isNew = !stored.has(nameOf(subscriberId, identifier));
    const count = counts.get(subscriberId) ?? 0;
    if (isNew && count >= SUBSCRIPTIONS_MAX) {
      refuse("SUBSCRIPTION_LIMIT", tooMany(subscriberId, key));
      continue;
    }
    if (isNew) counts.set(subscriberId, count + 1);
    stored.add(nameOf(subscriberId, identifier));
    if (identifier !== null) owners.set(identifier, subscriberId);
    members.push({ subscriberId: id, externalId: subscriberId, identifier, name });
  }
  return { members: lastOfEqual(members), errors };
}

const nameOf = (subscriberId: string, identifier: string | null): string => JSON.stringify([subscriberId, identifier]);

/** A default identifier that is spelled out names the same as none: one statement stores a row once. */
const lastOfEqual = (members: readonly Admitted[]): Admitted[] => [
  ...new Map(members.map((one) => [nameOf(one.externalId, one.identifier), one])).values(),
];
