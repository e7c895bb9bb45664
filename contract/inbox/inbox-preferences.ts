import { z } from "zod";
import { IDENTIFIER_MAX } from "../constants/limits.ts";
import { SEVERITIES } from "../constants/severities.ts";
import { MessageWorkflow } from "../messages.ts";
import { SUBSCRIBER } from "../schemas/access.ts";
import { ChannelFlags } from "../schemas/channel-flags.ts";
import { data, example, Id, nameUpTo, queryList, referenceUpTo } from "../schemas/common.ts";
import { operations } from "../schemas/operations.ts";
import { SubscriberHours, SubscriberHoursChange } from "../schemas/subscriber-hours.ts";
import { SubscriptionPreference } from "../schemas/subscription-preferences.ts";
import { REFERENCE_MAX } from "../v2/topics.ts";
import { ChooseForSubscription } from "./inbox-subscriptions.ts";

/* Preferences of an inbox session as the published clients read and change it, under /v1/inbox. */

export const InboxGlobalPreference = z.object({
  level: z.literal("global"),
  enabled: z.boolean(),
  channels: ChannelFlags,
  /** Left out for a subscriber who never chose any. */
  schedule: SubscriberHours.optional(),
});
export type InboxGlobalPreference = z.infer<typeof InboxGlobalPreference>;

/** A subscriber's choice for one workflow; channels that the workflow has no active step of are left out. */
export const InboxWorkflowPreference = z.object({
  level: z.literal("template"),
  enabled: z.boolean(),
  channels: ChannelFlags.partial(),
  workflow: MessageWorkflow,
});
export type InboxWorkflowPreference = z.infer<typeof InboxWorkflowPreference>;

export const InboxPreference = z
  .union([InboxGlobalPreference, InboxWorkflowPreference])
  .meta({ id: "InboxPreference" });

export const CRITICALITIES = ["nonCritical", "critical", "all"] as const;
const TAGS_MAX = 200;
/** Preferences of one call. */
export const PREFERENCES_MAX = 100;

/** Workflows that are critical are left out unless they are asked for. */
export const ListInboxPreferences = z.object({
  tags: queryList().pipe(
    z
      .array(z.string())
      .max(TAGS_MAX, { error: `must have no more than ${TAGS_MAX} tags` })
      .optional(),
  ),
  severity: queryList(z.enum(SEVERITIES)),
  criticality: z.enum(CRITICALITIES).default("nonCritical"),
});
export type ListInboxPreferences = z.infer<typeof ListInboxPreferences>;

export const ByWorkflowOfInbox = z.object({ workflowId: Id });
/** Channels that are not named stay as they are. */
export const UpdateInboxPreference = z
  .object(ChannelFlags.partial().shape)
  .meta(example({ email: false, in_app: true }));
export type UpdateInboxPreference = z.infer<typeof UpdateInboxPreference>;

/** Workflows are named by id or by identifier. Choices are for subscriptions, or none of them is. */
export const UpdateInboxPreferences = z
  .object({
    preferences: z
      .array(
        UpdateInboxPreference.extend({
          workflowId: nameUpTo(IDENTIFIER_MAX),
          /** Of a choice for one subscription of a topic. */
          subscriptionIdentifier: referenceUpTo(REFERENCE_MAX).optional(),
          enabled: ChooseForSubscription.shape.enabled,
          condition: ChooseForSubscription.shape.condition,
        }),
        { error: "must be a list" },
      )
      .max(PREFERENCES_MAX, { error: `must contain no more than ${PREFERENCES_MAX} elements` }),
  })
  .meta(example({ preferences: [{ workflowId: "order-shipped", email: false }] }));

/** Channels and hours that are not named stay as they are. */
export const UpdateInboxGlobalPreference = z
  .object({
    ...ChannelFlags.partial().shape,
    schedule: SubscriberHoursChange.optional(),
  })
  .meta(example({ sms: false }));
export type UpdateInboxGlobalPreference = z.infer<typeof UpdateInboxGlobalPreference>;

export const inboxPreferenceOperations = operations("inbox", {
  listInboxPreferences: {
    route: "GET /v1/inbox/preferences",
    client: "inbox.listPreferences",
    summary: "List the preferences of the subscriber",
    access: [SUBSCRIBER],
    query: ListInboxPreferences,
    answer: { 200: data(z.array(InboxPreference)) },
    failures: ["not_found"],
  },

  getInboxGlobalPreference: {
    route: "GET /v1/inbox/preferences/global",
    client: "inbox.getGlobalPreference",
    summary: "Get the global preference of the subscriber",
    access: [SUBSCRIBER],
    answer: { 200: data(InboxGlobalPreference) },
    failures: ["not_found"],
  },

  updateInboxGlobalPreference: {
    route: "PATCH /v1/inbox/preferences",
    client: "inbox.updateGlobalPreference",
    summary: "Update the global preference of the subscriber",
    access: [SUBSCRIBER],
    body: UpdateInboxGlobalPreference,
    answer: { 200: data(InboxGlobalPreference) },
    failures: ["not_found"],
  },

  updateInboxPreferences: {
    route: "PATCH /v1/inbox/preferences/bulk",
    client: "inbox.updatePreferences",
    summary: "Update the preferences of the subscriber for several workflows",
    access: [SUBSCRIBER],
    body: UpdateInboxPreferences,
    answer: { 200: data(z.union([z.array(InboxWorkflowPreference), z.array(SubscriptionPreference)])) },
    failures: ["not_found", "conflict"],
  },

  updateInboxPreference: {
    route: "PATCH /v1/inbox/preferences/:workflowId",
    client: "inbox.updatePreference",
    summary: "Update the preference of the subscriber for a workflow",
    access: [SUBSCRIBER],
    params: ByWorkflowOfInbox,
    body: UpdateInboxPreference,
    answer: { 200: data(InboxWorkflowPreference) },
    failures: ["not_found"],
  },
});
