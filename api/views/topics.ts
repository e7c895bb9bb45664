import type { CappedCount } from "#contract/schemas/keyset.ts";
import type { Topic } from "#contract/topics.ts";
import type { ListedTopic, Subscription, TopicDetails } from "#contract/v2/topics.ts";
import { defaultIdentifier, type Membership } from "#db/queries/topics/memberships.ts";
import type { getTopicSubscriber, TopicRow } from "#db/queries/topics/topics.ts";
import { datedFields, ownedFields } from "./fields.ts";
import { subscriberView } from "./subscribers.ts";

export const topicView = (topic: TopicRow, subscriberIds: string[]): Topic => ({
  ...ownedFields(topic),
  key: topic.key,
  name: topic.name,
  subscribers: subscriberIds,
});

export const topicSubscriberView = ({
  link,
  topicKey,
  externalSubscriberId,
}: Awaited<ReturnType<typeof getTopicSubscriber>>) => ({
  ...ownedFields(link),
  _subscriberId: link.subscriberId,
  _topicId: link.topicId,
  topicKey,
  externalSubscriberId,
  ...datedFields(link),
});

/** The same for newer clients, without its members. */
export const topicDetailsView = (topic: TopicRow): TopicDetails => ({
  _id: topic.id,
  id: topic.id,
  key: topic.key,
  name: topic.name,
  ...(topic.data && { data: topic.data }),
  ...datedFields(topic),
});

/** The same in a list, with its number of members where these were counted. */
export const listedTopicView =
  (counts: ReadonlyMap<string, CappedCount>) =>
  (topic: TopicRow): ListedTopic => {
    const subscriberCount = counts.get(topic.id);
    return { ...topicDetailsView(topic), ...(subscriberCount && { subscriberCount }) };
  };

const identifierOf = ({ link, topic, subscriber }: Membership): string =>
  link.identifier ?? defaultIdentifier(topic.key, subscriber.subscriberId);

/** A membership, which newer clients call a subscription. */
export const subscriptionView = (membership: Membership): Subscription => ({
  _id: membership.link.id,
  id: membership.link.id,
  identifier: identifierOf(membership),
  ...(membership.link.name !== null && { name: membership.link.name }),
  topic: topicDetailsView(membership.topic),
  subscriber: subscriberView(membership.subscriber),
  ...datedFields(membership.link),
});

export const subscriptionDetailsView = (membership: Membership) => ({
  id: membership.link.id,
  identifier: identifierOf(membership),
  ...(membership.link.name !== null && { name: membership.link.name }),
});
