import type { InboxSubscription } from "#contract/inbox/inbox-subscriptions.ts";
import type { CappedCount } from "#contract/schemas/keyset.ts";
import type { SubscriptionPreference } from "#contract/schemas/subscription-preferences.ts";
import type { Topic } from "#contract/topics.ts";
import type { ListedTopic, Subscription, TopicDetails } from "#contract/v2/topics.ts";
import type { Membership } from "#db/queries/topics/memberships.ts";
import type { PreferredWorkflow } from "#db/queries/topics/preferred-workflows.ts";
import { identifierOf } from "#db/queries/topics/subscription-identifiers.ts";
import type { getTopicSubscriber, TopicRow } from "#db/queries/topics/topics.ts";
import { datedFields, ownedFields } from "./fields.ts";
import { subscriberView } from "./subscribers.ts";
import { preferenceViews } from "./subscription-preferences.ts";

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

/** Fields of a membership in all answers of version 2. */
const membershipFields = (membership: Membership, workflows: readonly PreferredWorkflow[]) => ({
  identifier: identifierOf(membership),
  ...(membership.link.name !== null && { name: membership.link.name }),
  ...(membership.link.contextKeys && { contextKeys: membership.link.contextKeys }),
  preferences: preferenceViews(membership, membership.link.id, workflows),
});

/** A membership, which newer clients call a subscription, with what it chose for these workflows. */
export const subscriptionView =
  (workflows: readonly PreferredWorkflow[]) =>
  (membership: Membership): Subscription => ({
    _id: membership.link.id,
    id: membership.link.id,
    ...membershipFields(membership, workflows),
    topic: topicDetailsView(membership.topic),
    subscriber: subscriberView(membership.subscriber),
    ...datedFields(membership.link),
  });

export const subscriptionDetailsView = (membership: Membership, workflows: readonly PreferredWorkflow[]) => ({
  id: membership.link.id,
  ...membershipFields(membership, workflows),
});

/** The same for the session that it belongs to. */
export const inboxSubscriptionView = (
  membership: Membership,
  preferences: SubscriptionPreference[],
): InboxSubscription => ({
  id: membership.link.id,
  identifier: identifierOf(membership),
  topicKey: membership.topic.key,
  ...(membership.link.name !== null && { name: membership.link.name }),
  preferences,
  ...datedFields(membership.link),
});
