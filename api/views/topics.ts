import type { Topic } from "#contract/topics.ts";
import type { getTopicSubscriber, TopicWithMembers } from "#db/queries/topics/topics.ts";
import { datedFields, ownedFields } from "./fields.ts";

export const topicView = (topic: TopicWithMembers): Topic => ({
  ...ownedFields(topic),
  key: topic.key,
  name: topic.name,
  subscribers: topic.members,
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
