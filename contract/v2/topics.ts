import { z } from "zod";
import {
  BULK_SUBSCRIBERS_MAX,
  CONTEXT_ID_MAX,
  CONTEXT_TYPE_MAX,
  CONTEXTS_MAX,
  NAME_MAX,
  SUBSCRIBER_ID_MAX,
  TOPIC_KEY_MAX,
} from "../constants/limits.ts";
import { DOCUMENT_DEPTH_MAX, isNestedDeeper } from "../constants/values/json-depth.ts";
import { KEY, MEMBER, READER } from "../schemas/access.ts";
import { data, exactTextUpTo, example, Id, Moment, queryBoolean, referenceUpTo } from "../schemas/common.ts";
import { contextKeysQuery, GivenContexts } from "../schemas/contexts.ts";
import { cursorList, cursorQuery } from "../schemas/cursor-list.ts";
import { CappedCount } from "../schemas/keyset.ts";
import { operations } from "../schemas/operations.ts";
import {
  GivenPreferences,
  SubscriptionIdentifier,
  SubscriptionPreference,
} from "../schemas/subscription-preferences.ts";
import { BySubscriber, Subscriber } from "../subscribers.ts";
import { ByNewTopic, ByTopic, CreateTopic } from "../topics.ts";
import { FailIfExists } from "./subscribers.ts";

/* Topics and their members under /v2, where a membership is called a subscription. */

/** Searches are by the beginning of a key, and of a name in any case; `query` is by either, of which the first 1,000 are found. */
export const SearchTopics = z.object({
  ...cursorQuery,
  key: referenceUpTo(TOPIC_KEY_MAX).optional(),
  name: referenceUpTo(NAME_MAX).optional(),
  query: referenceUpTo(NAME_MAX).optional(),
  /** `true` counts the subscribers of each topic, up to 1,000. */
  includeCounts: queryBoolean(),
});

const name = exactTextUpTo(NAME_MAX);
const topicData = z
  .record(z.string(), z.unknown())
  .refine((data) => !isNestedDeeper(data), { error: `must not be nested more than ${DOCUMENT_DEPTH_MAX} levels deep` });

/** A topic of this key is changed when there is one. Null clears what the caller keeps with it. */
export const SaveTopic = z
  .object({ key: CreateTopic.shape.key, name: name.nullish(), data: topicData.nullish() })
  .meta(example({ key: "crew", name: "Crew", data: { ship: "Ada" } }));
export type SaveTopic = z.infer<typeof SaveTopic>;
export const PatchTopic = SaveTopic.omit({ key: true }).meta(example({ name: "Crew of the Ada" }));
export type PatchTopic = z.infer<typeof PatchTopic>;

export const TopicDetails = z
  .object({
    _id: z.string(),
    id: z.string(),
    key: z.string(),
    name: z.string(),
    data: z.record(z.string(), z.unknown()).optional(),
    createdAt: Moment,
    updatedAt: Moment,
  })
  .meta({ id: "TopicDetails" });
export type TopicDetails = z.infer<typeof TopicDetails>;
export const ListedTopic = TopicDetails.extend({ subscriberCount: CappedCount.optional() }).meta({ id: "ListedTopic" });
export type ListedTopic = z.infer<typeof ListedTopic>;
export const TopicList = cursorList(ListedTopic);

export const TopicDeleted = z.object({ acknowledged: z.literal(true) });

export const ListTopicMembers = z.object({
  ...cursorQuery,
  subscriberId: referenceUpTo(SUBSCRIBER_ID_MAX).optional(),
  contextKeys: contextKeysQuery(),
});
export const ListTopicsOfSubscriber = z.object({
  ...cursorQuery,
  /** The beginning of a topic's key. */
  key: referenceUpTo(TOPIC_KEY_MAX).optional(),
  contextKeys: contextKeysQuery(),
});

const chosenBy = {
  /** The contexts of the events that reach the subscriber by it; left out for events without contexts. */
  contextKeys: z.array(z.string()).optional(),
  /** For the workflows that its preferences name. */
  preferences: z.array(SubscriptionPreference),
};

export const Subscription = z
  .object({
    _id: Id,
    id: Id,
    /** The caller's own, or one made of the topic's key, the subscriber's id and the contexts. */
    identifier: z.string(),
    name: z.string().optional(),
    ...chosenBy,
    topic: TopicDetails,
    subscriber: Subscriber,
    createdAt: Moment,
    updatedAt: Moment,
  })
  .meta({ id: "Subscription" });
export type Subscription = z.infer<typeof Subscription>;
export const SubscriptionList = cursorList(Subscription);
export const SubscriptionDetails = z.object({
  id: Id,
  identifier: z.string(),
  name: z.string().optional(),
  ...chosenBy,
});

const CONTEXT_KEYS_MAX = CONTEXTS_MAX * (CONTEXT_TYPE_MAX + CONTEXT_ID_MAX + 2);
/** A default identifier is made of a key, an id and contexts. */
export const REFERENCE_MAX = TOPIC_KEY_MAX + SUBSCRIBER_ID_MAX + CONTEXT_KEYS_MAX + 20;

/** Of an identifier in a path: one that long contexts make longer is named by its id there. */
export const PATH_REFERENCE_MAX = 600;

export const BySubscription = z.object({
  key: referenceUpTo(TOPIC_KEY_MAX),
  identifier: referenceUpTo(PATH_REFERENCE_MAX),
});

const someOf = <T extends z.ZodType>(item: T) =>
  z.array(item).max(BULK_SUBSCRIBERS_MAX, { error: `must contain no more than ${BULK_SUBSCRIBERS_MAX} elements` });

const subscriberReference = referenceUpTo(SUBSCRIBER_ID_MAX);

/** Members to add, under either name; a topic that is missing is made, with the name. */
export const AddSubscriptions = z
  .object({
    subscriptions: someOf(
      z.union(
        [
          subscriberReference,
          z.object({
            subscriberId: subscriberReference,
            identifier: SubscriptionIdentifier.optional(),
            name: name.optional(),
          }),
        ],
        { error: "must be a subscriber id, or an object with a subscriberId, and texts as identifier and name" },
      ),
    ).optional(),
    subscriberIds: someOf(subscriberReference).optional(),
    name: name.optional(),
    context: GivenContexts.optional(),
    preferences: GivenPreferences.optional().describe("Of all of these subscriptions; none replace those there are"),
  })
  .meta(example({ subscriptions: ["ada", { subscriberId: "bob", identifier: "captain" }] }));
export type AddSubscriptions = z.infer<typeof AddSubscriptions>;

/** Members to remove, by subscriber or by the subscription's identifier. */
export const RemoveSubscriptions = z
  .object({
    subscriptions: someOf(
      z.union(
        [
          subscriberReference,
          z.object({
            identifier: referenceUpTo(REFERENCE_MAX).optional(),
            subscriberId: subscriberReference.optional(),
          }),
        ],
        { error: "must be a subscriber id, or an object with an identifier or a subscriberId" },
      ),
    ).optional(),
    subscriberIds: someOf(subscriberReference).optional(),
  })
  .meta(example({ subscriptions: ["ada"] }));
export type RemoveSubscriptions = z.infer<typeof RemoveSubscriptions>;

export const PatchSubscription = z
  .object({ name: name.nullish(), preferences: GivenPreferences.nullish() })
  .meta(example({ name: "Captain" }));

export type PatchSubscription = z.infer<typeof PatchSubscription>;

/** The memberships that were changed, and why others could not be. */
export const SubscriptionsChanged = z.object({
  data: z.array(Subscription),
  meta: z.object({ totalCount: z.number().int(), successful: z.number().int(), failed: z.number().int() }),
  errors: z.array(z.object({ subscriberId: z.string(), code: z.string(), message: z.string() })).optional(),
});
export type SubscriptionsChanged = z.infer<typeof SubscriptionsChanged>;

export const topicV2Operations = operations("topics", {
  searchTopics: {
    route: "GET /v2/topics",
    client: "v2.topics.list",
    summary: "List or search topics",
    access: [KEY, READER],
    query: SearchTopics,
    answer: { 200: TopicList },
  },

  saveTopic: {
    route: "POST /v2/topics",
    client: "v2.topics.save",
    summary: "Create or update a topic",
    access: [KEY, MEMBER],
    audit: ["topic.created", "topic.updated"],
    query: FailIfExists,
    body: SaveTopic,
    answer: { 200: data(TopicDetails), 201: data(TopicDetails) },
    failures: ["conflict"],
  },

  getTopicV2: {
    route: "GET /v2/topics/:key",
    client: "v2.topics.get",
    summary: "Get a topic",
    access: [KEY, READER],
    params: ByTopic,
    answer: { 200: data(TopicDetails) },
    failures: ["not_found"],
  },

  patchTopic: {
    route: "PATCH /v2/topics/:key",
    client: "v2.topics.patch",
    summary: "Update a topic",
    access: [KEY, MEMBER],
    audit: "topic.updated",
    params: ByTopic,
    body: PatchTopic,
    answer: { 200: data(TopicDetails) },
    failures: ["not_found"],
  },

  deleteTopicV2: {
    route: "DELETE /v2/topics/:key",
    client: "v2.topics.delete",
    summary: "Delete a topic with its members",
    access: [KEY, MEMBER],
    audit: "topic.deleted",
    params: ByTopic,
    answer: { 200: data(TopicDeleted) },
    failures: ["not_found"],
  },

  listSubscriptions: {
    route: "GET /v2/topics/:key/subscriptions",
    client: "v2.topics.listSubscriptions",
    summary: "List the members of a topic",
    access: [KEY, READER],
    params: ByTopic,
    query: ListTopicMembers,
    answer: { 200: SubscriptionList },
    failures: ["not_found"],
  },

  addSubscriptions: {
    route: "POST /v2/topics/:key/subscriptions",
    client: "v2.topics.addSubscriptions",
    summary: "Add members to a topic",
    access: [KEY, MEMBER],
    audit: "topic.members_added",
    params: ByNewTopic,
    body: AddSubscriptions,
    answer: { 201: SubscriptionsChanged },
    failures: ["conflict"],
  },

  removeSubscriptions: {
    route: "DELETE /v2/topics/:key/subscriptions",
    client: "v2.topics.removeSubscriptions",
    summary: "Remove members from a topic",
    access: [KEY, MEMBER],
    audit: "topic.members_removed",
    params: ByTopic,
    body: RemoveSubscriptions,
    answer: { 200: SubscriptionsChanged },
    failures: ["not_found"],
  },

  getSubscription: {
    route: "GET /v2/topics/:key/subscriptions/:identifier",
    client: "v2.topics.getSubscription",
    summary: "Get a membership",
    access: [KEY, READER],
    params: BySubscription,
    answer: { 200: data(SubscriptionDetails) },
    failures: ["not_found", "conflict"],
  },

  renameSubscription: {
    route: "PATCH /v2/topics/:key/subscriptions/:identifier",
    client: "v2.topics.renameSubscription",
    summary: "Update the name or preferences of a membership",
    access: [KEY, MEMBER],
    audit: ["topic.subscription_renamed", "topic.subscription_changed"],
    params: BySubscription,
    body: PatchSubscription,
    answer: { 200: data(Subscription) },
    failures: ["not_found", "conflict"],
  },

  listTopicsOfSubscriber: {
    route: "GET /v2/subscribers/:subscriberId/subscriptions",
    client: "v2.subscribers.listSubscriptions",
    tag: "subscribers",
    summary: "List the topics of a subscriber",
    access: [KEY, READER],
    params: BySubscriber,
    query: ListTopicsOfSubscriber,
    answer: { 200: SubscriptionList },
    failures: ["not_found"],
  },
});
