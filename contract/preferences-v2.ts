import { z } from "zod";
import { ChannelFlags } from "./channel-flags.ts";
import { example, Moment, nameUpTo, queryList } from "./common.ts";
import { IDENTIFIER_MAX } from "./constants/limits.ts";
import { CRITICALITIES, InboxGlobalPreference, PREFERENCES_MAX } from "./inbox-preferences.ts";
import { WorkflowPreference } from "./preferences.ts";
import { SubscriberHoursChange } from "./subscriber-hours.ts";

/* Preferences of subscribers under /v2. Contexts are ignored. */

export const ListPreferencesV2 = z.object({
  criticality: z.enum(CRITICALITIES).default("nonCritical"),
  contextKeys: queryList(),
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
    workflowId: workflowId.nullish(),
    channels: channels.nullish(),
    schedule: SubscriberHoursChange.nullish(),
  })
  .meta(example({ workflowId: "order-shipped", channels: { email: false } }));
export type PatchPreferences = z.infer<typeof PatchPreferences>;

export const PatchSomePreferences = z
  .object({
    preferences: z
      .array(z.object({ workflowId, channels }))
      .max(PREFERENCES_MAX, { error: `must contain no more than ${PREFERENCES_MAX} elements` }),
  })
  .meta(example({ preferences: [{ workflowId: "order-shipped", channels: { email: false } }] }));
