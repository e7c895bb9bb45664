import { z } from "zod";
import { IDENTIFIER_MAX } from "../constants/limits.ts";
import {
  CRITICALITIES,
  InboxGlobalPreference,
  InboxWorkflowPreference,
  PREFERENCES_MAX,
} from "../inbox/inbox-preferences.ts";
import { WorkflowPreference } from "../preferences.ts";
import { KEY, MEMBER, READER } from "../schemas/access.ts";
import { ChannelFlags } from "../schemas/channel-flags.ts";
import { data, example, Moment, nameUpTo } from "../schemas/common.ts";
import { contextKeysQuery, GivenContexts } from "../schemas/contexts.ts";
import { operations } from "../schemas/operations.ts";
import { SubscriberHoursChange } from "../schemas/subscriber-hours.ts";
import { BySubscriber } from "../subscribers.ts";

/* Preferences of subscribers under /v2: of exactly the contexts that a call names, or of those without any. */

export const ListPreferencesV2 = z.object({
  criticality: z.enum(CRITICALITIES).default("nonCritical"),
  contextKeys: contextKeysQuery(),
});
export type ListPreferencesV2 = z.infer<typeof ListPreferencesV2>;

export const PreferencesOfSubscriber = z.object({
  global: InboxGlobalPreference.omit({ level: true }),
  workflows: z.array(
    z.object({
      ...WorkflowPreference.shape.preference.shape,
      workflow: z.object({ slug: z.string(), identifier: z.string(), name: z.string(), updatedAt: Moment }),
    }),
  ),
});
export type PreferencesOfSubscriber = z.infer<typeof PreferencesOfSubscriber>;

const workflowId = nameUpTo(IDENTIFIER_MAX);
/** Channels that are not named stay as they are. */
const channels = z.object(ChannelFlags.partial().shape);

/** For one workflow, by its id or identifier, or for all. Hours are those of all. */
export const PatchPreferences = z
  .object({
    workflowId: workflowId.optional(),
    channels: channels.optional(),
    schedule: SubscriberHoursChange.nullish(),
    context: GivenContexts.optional(),
  })
  .meta(example({ workflowId: "order-shipped", channels: { email: false } }));
export type PatchPreferences = z.infer<typeof PatchPreferences>;

export const PatchSomePreferences = z
  .object({
    preferences: z
      .array(z.object({ workflowId, channels }))
      .max(PREFERENCES_MAX, { error: `must contain no more than ${PREFERENCES_MAX} elements` }),
    context: GivenContexts.optional(),
  })
  .meta(example({ preferences: [{ workflowId: "order-shipped", channels: { email: false } }] }));

export const preferenceV2Operations = operations("subscribers", {
  getPreferencesOfSubscriber: {
    route: "GET /v2/subscribers/:subscriberId/preferences",
    client: "v2.subscribers.getPreferences",
    summary: "Get the preferences of a subscriber",
    access: [KEY, READER],
    params: BySubscriber,
    query: ListPreferencesV2,
    answer: { 200: data(PreferencesOfSubscriber) },
    failures: ["not_found"],
  },

  updatePreferencesOfSubscriber: {
    route: "PATCH /v2/subscribers/:subscriberId/preferences",
    client: "v2.subscribers.updatePreferences",
    summary: "Update the preferences of a subscriber, for one workflow or globally",
    access: [KEY, MEMBER],
    audit: "subscriber.preferences_updated",
    params: BySubscriber,
    body: PatchPreferences,
    answer: { 200: data(PreferencesOfSubscriber) },
    failures: ["not_found"],
  },

  updateSomePreferencesOfSubscriber: {
    route: "PATCH /v2/subscribers/:subscriberId/preferences/bulk",
    client: "v2.subscribers.updateSomePreferences",
    summary: "Update the preferences of a subscriber for several workflows",
    access: [KEY, MEMBER],
    audit: "subscriber.preferences_updated",
    params: BySubscriber,
    body: PatchSomePreferences,
    answer: { 200: data(z.array(InboxWorkflowPreference)) },
    failures: ["not_found"],
  },
});
