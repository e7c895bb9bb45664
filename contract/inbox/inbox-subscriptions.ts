import { z } from "zod";
import { IDENTIFIER_MAX, NAME_MAX } from "../constants/limits.ts";
import { SUBSCRIBER } from "../schemas/access.ts";
import { ChannelFlags } from "../schemas/channel-flags.ts";
import { data, exactTextUpTo, example, Id, Moment, queryList, referenceUpTo } from "../schemas/common.ts";
import { operations } from "../schemas/operations.ts";
import {
  GivenPreferences,
  SubscriptionCondition,
  SubscriptionIdentifierOrNone,
  SubscriptionPreference,
} from "../schemas/subscription-preferences.ts";
import { ByNewTopic, ByTopic } from "../topics.ts";
import { BySubscription, PATH_REFERENCE_MAX } from "../v2/topics.ts";

/* The subscriptions of an inbox session, of topics and in the contexts of the session, under /v1/inbox. */

const name = exactTextUpTo(NAME_MAX);

/** A subscription of the session's subscriber. Preferences name it by its identifier, by which the client finds it again. */
export const InboxSubscription = z
  .object({
    id: Id,
    identifier: z.string(),
    topicKey: z.string(),
    name: z.string().optional(),
    preferences: z.array(SubscriptionPreference),
    createdAt: Moment,
    updatedAt: Moment,
  })
  .meta({ id: "InboxSubscription" });
export type InboxSubscription = z.infer<typeof InboxSubscription>;

/** Workflows for which to say what the subscription chose, also where its preferences do not name them. */
export const GetInboxSubscription = z.object({ workflowIds: queryList(), tags: queryList() });
export type GetInboxSubscription = z.infer<typeof GetInboxSubscription>;

/** The topic is made when it is missing, with the name. A subscription of this identifier is changed when there is one. */
export const SaveInboxSubscription = z
  .object({
    identifier: SubscriptionIdentifierOrNone.optional(),
    name: name.optional(),
    topic: z.object({ name: name.optional() }).optional(),
    preferences: GivenPreferences.optional(),
  })
  .meta(example({ identifier: "releases", preferences: [{ filter: { tags: ["orders"] }, enabled: true }] }));
export type SaveInboxSubscription = z.infer<typeof SaveInboxSubscription>;

/** Preferences take the place of all that there are. */
export const PatchInboxSubscription = z
  .object({ name: name.nullish(), preferences: GivenPreferences.nullish() })
  .meta(example({ name: "Releases" }));

/** A choice for one workflow. A condition counts before `enabled`; either takes the place of what was chosen before. */
export const ChooseForSubscription = z
  .object({
    enabled: z.boolean({ error: "must be a boolean" }).optional(),
    condition: SubscriptionCondition.nullish(),
    ...ChannelFlags.partial().shape,
  })
  .meta(example({ enabled: false }));
export type ChooseForSubscription = z.infer<typeof ChooseForSubscription>;

export const BySubscriptionAndWorkflow = z.object({
  identifier: referenceUpTo(PATH_REFERENCE_MAX),
  workflowId: referenceUpTo(IDENTIFIER_MAX),
});

const bySubscription = { access: [SUBSCRIBER], params: BySubscription } as const;

export const inboxSubscriptionOperations = operations("inbox", {
  listInboxSubscriptions: {
    route: "GET /v1/inbox/topics/:key/subscriptions",
    client: "inbox.listSubscriptions",
    summary: "List the subscriptions of the subscriber to a topic, at most ten",
    access: [SUBSCRIBER],
    params: ByTopic,
    answer: { 200: data(z.array(InboxSubscription)) },
  },

  saveInboxSubscription: {
    route: "POST /v1/inbox/topics/:key/subscriptions",
    client: "inbox.saveSubscription",
    summary: "Subscribe to a topic, or update the subscription",
    access: [SUBSCRIBER],
    params: ByNewTopic,
    body: SaveInboxSubscription,
    answer: { 201: data(InboxSubscription) },
    failures: ["not_found", "conflict"],
  },

  getInboxSubscription: {
    route: "GET /v1/inbox/topics/:key/subscriptions/:identifier",
    client: "inbox.getSubscription",
    summary: "Get a subscription of the subscriber; null where there is none",
    ...bySubscription,
    query: GetInboxSubscription,
    answer: { 200: data(InboxSubscription.nullable()) },
  },

  patchInboxSubscription: {
    route: "PATCH /v1/inbox/topics/:key/subscriptions/:identifier",
    client: "inbox.patchSubscription",
    summary: "Update the name or preferences of a subscription",
    ...bySubscription,
    body: PatchInboxSubscription,
    answer: { 200: data(InboxSubscription) },
    failures: ["not_found"],
  },

  deleteInboxSubscription: {
    route: "DELETE /v1/inbox/topics/:key/subscriptions/:identifier",
    client: "inbox.deleteSubscription",
    summary: "Unsubscribe from a topic",
    ...bySubscription,
    answer: { 204: z.null() },
    failures: ["not_found"],
  },

  chooseForInboxSubscription: {
    route: "PATCH /v1/inbox/subscriptions/:identifier/preferences/:workflowId",
    client: "inbox.chooseForSubscription",
    summary: "Update the preference of a subscription for a workflow",
    access: [SUBSCRIBER],
    params: BySubscriptionAndWorkflow,
    body: ChooseForSubscription,
    answer: { 200: data(SubscriptionPreference) },
    failures: ["not_found", "conflict"],
  },
});
