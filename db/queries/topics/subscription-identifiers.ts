import type { ContextKeys } from "#domain/contexts.ts";

/** The identifier of a membership for which the caller gave none. */
export const defaultIdentifier = (topicKey: string, subscriberId: string, contextKeys: ContextKeys): string =>
  `tk_${topicKey}:si_${subscriberId}${contextKeys ? `:ctx_${contextKeys.join(",")}` : ""}`;

/** The same as earlier versions answered it, for memberships without contexts. */
const formerIdentifier = (topicKey: string, subscriberId: string): string => `tk=${topicKey}:si=${subscriberId}`;

const beginnings = (topicKey: string): string[] => [`tk_${topicKey}:si_`, `tk=${topicKey}:si=`];

/** Whether an identifier has the form of default ones of the topic: nobody may choose it for another membership. */
export const isReserved = (topicKey: string, identifier: string): boolean =>
  beginnings(topicKey).some((beginning) => identifier.startsWith(beginning));

/** The customer's ids of the subscribers whose default identifier this may be: an id may itself hold what separates contexts. */
export function defaultedIn(topicKey: string, identifier: string): string[] {
  const beginning = beginnings(topicKey).find((one) => identifier.startsWith(one));
  if (beginning === undefined) return [];
  const rest = identifier.slice(beginning.length);
  const ids = [rest];
  for (let at = rest.indexOf(CONTEXTS); at >= 0; at = rest.indexOf(CONTEXTS, at + 1)) ids.push(rest.slice(0, at));
  return ids;
}

const CONTEXTS = ":ctx_";

interface Named {
  link: { identifier: string | null; contextKeys: string[] | null };
  topic: { key: string };
  subscriber: { subscriberId: string };
}

export const identifierOf = ({ link, topic, subscriber }: Named): string =>
  link.identifier ?? defaultIdentifier(topic.key, subscriber.subscriberId, link.contextKeys);

/** Whether this is the default identifier of a membership. */
export const isDefaultFor = ({ link, topic, subscriber }: Named, identifier: string): boolean =>
  link.identifier === null &&
  (identifier === defaultIdentifier(topic.key, subscriber.subscriberId, link.contextKeys) ||
    (link.contextKeys === null && identifier === formerIdentifier(topic.key, subscriber.subscriberId)));
