import { z } from "zod";
import { NAME_MAX, SUBSCRIBER_ID_MAX, TOPIC_KEY_MAX } from "./constants/limits.ts";
import { KEY, MEMBER, READER } from "./schemas/access.ts";
import {
  data,
  dated,
  exactTextUpTo,
  example,
  owned,
  queryNumber,
  referenceUpTo,
  storable,
  totalPage,
} from "./schemas/common.ts";
import { operations } from "./schemas/operations.ts";
import { BySubscriber } from "./subscribers.ts";

/** The caller's own text, such as an e-mail address. Events leave out space around a key as well. */
const key = z
  .string()
  .trim()
  .min(1, { error: "should not be empty" })
  .max(TOPIC_KEY_MAX, { error: `must be at most ${TOPIC_KEY_MAX} characters` })
  .refine(...storable);

/** A topic in a path. */
export const ByTopic = z.object({ key: referenceUpTo(TOPIC_KEY_MAX) });
/** A topic in a path that creates it when it is missing. */
export const ByNewTopic = z.object({ key });

/** It may be empty. */
const name = exactTextUpTo(NAME_MAX);

export const CreateTopic = z.object({ key, name }).meta(example({ key: "crew", name: "Crew" }));
export type CreateTopic = z.infer<typeof CreateTopic>;
export const RenameTopic = z.object({ name }).meta(example({ name: "Crew of the Ada" }));
export const ListTopics = z.object({
  page: queryNumber(0, 0, 1_000_000),
  pageSize: z.coerce
    .number({ error: "must be an integer number" })
    .int({ error: "must be an integer number" })
    .min(0, { error: "must not be less than 0" })
    .default(10),
  key: referenceUpTo(TOPIC_KEY_MAX).optional(),
});
export const TopicCreated = z.object({ _id: z.string(), id: z.string(), key: z.string() });
export type TopicCreated = z.infer<typeof TopicCreated>;

export const Topic = z
  .object({
    ...owned(),
    key: z.string(),
    name: z.string(),
    /** The customer's ids of the members. */
    subscribers: z.array(z.string()),
  })
  .meta({ id: "Topic" });
export type Topic = z.infer<typeof Topic>;
export const TopicPage = totalPage(Topic);
export type TopicPage = z.infer<typeof TopicPage>;

/** No limit but that of the body: members are found and written as one list. */
export const TopicMembers = z
  .object({
    subscribers: z.array(referenceUpTo(SUBSCRIBER_ID_MAX)).describe("Ids of subscribers; as many as the body may hold"),
  })
  .meta(example({ subscribers: ["ada", "bob"] }));
export const TopicMembersAdded = z.object({
  succeeded: z.array(z.string()),
  failed: z.object({ notFound: z.array(z.string()) }).optional(),
});
export type TopicMembersAdded = z.infer<typeof TopicMembersAdded>;

export const TopicSubscriber = z.object({
  ...owned(),
  _subscriberId: z.string(),
  _topicId: z.string(),
  topicKey: z.string(),
  externalSubscriberId: z.string(),
  ...dated(),
});

export const topicOperations = operations("topics", {
  createTopic: {
    route: "POST /v1/topics",
    client: "topics.create",
    summary: "Create a topic",
    access: [KEY, MEMBER],
    audit: "topic.created",
    body: CreateTopic,
    answer: { 201: data(TopicCreated) },
    failures: ["conflict"],
  },

  listTopics: {
    route: "GET /v1/topics",
    client: "topics.list",
    summary: "List topics",
    access: [KEY, READER],
    query: ListTopics,
    answer: { 200: TopicPage },
  },

  getTopic: {
    route: "GET /v1/topics/:key",
    client: "topics.get",
    summary: "Get a topic with the ids of its members",
    access: [KEY, READER],
    params: ByTopic,
    answer: { 200: data(Topic) },
    failures: ["not_found"],
  },

  renameTopic: {
    route: "PATCH /v1/topics/:key",
    client: "topics.rename",
    arguments: ["name"],
    summary: "Rename a topic",
    access: [KEY, MEMBER],
    audit: "topic.updated",
    params: ByTopic,
    body: RenameTopic,
    answer: { 200: data(Topic) },
    failures: ["not_found"],
  },

  deleteTopic: {
    route: "DELETE /v1/topics/:key",
    client: "topics.delete",
    summary: "Delete a topic that has no members",
    access: [KEY, MEMBER],
    audit: "topic.deleted",
    params: ByTopic,
    answer: { 204: z.null() },
    failures: ["not_found", "conflict"],
  },

  addTopicSubscribers: {
    route: "POST /v1/topics/:key/subscribers",
    client: "topics.addSubscribers",
    summary: "Add subscribers to a topic, creating it if needed",
    access: [KEY, MEMBER],
    audit: ["topic.created", "topic.members_added"],
    params: ByNewTopic,
    body: TopicMembers,
    answer: { 200: data(TopicMembersAdded) },
    failures: ["conflict"],
  },

  getTopicSubscriber: {
    route: "GET /v1/topics/:key/subscribers/:subscriberId",
    client: "topics.checkSubscriber",
    summary: "Get whether a subscriber belongs to a topic",
    access: [KEY, READER],
    params: ByTopic.extend(BySubscriber.shape),
    answer: { 200: data(TopicSubscriber) },
    failures: ["not_found"],
  },

  removeTopicSubscribers: {
    route: "POST /v1/topics/:key/subscribers/removal",
    client: "topics.removeSubscribers",
    summary: "Remove subscribers from a topic",
    access: [KEY, MEMBER],
    audit: "topic.members_removed",
    params: ByTopic,
    body: TopicMembers,
    answer: { 204: z.null() },
  },
});
