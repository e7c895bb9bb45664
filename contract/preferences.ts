import { z } from "zod";
import { ChannelFlags } from "./channel-flags.ts";
import { example, queryBoolean } from "./common.ts";
import { CHANNELS } from "./constants/channels.ts";
import { OVERRIDE_SOURCES, PREFERENCE_TYPES } from "./constants/statuses.ts";
import { SubscriberHours, SubscriberHoursChange } from "./subscriber-hours.ts";
import { Trigger } from "./workflows.ts";

const PREFERENCE_LEVELS = ["template", "global"] as const;

const ChannelSwitch = z.object({ enabled: z.boolean() });

/** A workflow's own preferences, complete: every channel is on or off. */
export const WorkflowPreferences = z.object({
  all: z.object({ enabled: z.boolean(), readOnly: z.boolean() }),
  channels: z.record(z.enum(CHANNELS), ChannelSwitch),
});
export type WorkflowPreferences = z.infer<typeof WorkflowPreferences>;

/** A workflow's own preferences as they may be written: what is not named is completed. */
export const PartialWorkflowPreferences = z.object({
  all: WorkflowPreferences.shape.all.partial().optional(),
  channels: z.partialRecord(z.enum(CHANNELS), ChannelSwitch.partial()).optional(),
});
export type PartialWorkflowPreferences = z.infer<typeof PartialWorkflowPreferences>;

/**
 * A subscriber's choice, for one workflow or for all; `enabled: false` switches all channels off at once, and channels that are
 * not named are left to the next layer.
 */
export const SubscriberPreference = z.object({
  enabled: z.boolean().nullish(),
  channels: ChannelFlags.partial().optional(),
});
export type SubscriberPreference = z.infer<typeof SubscriberPreference>;

/** A subscriber's preferences for one workflow, and who decided each channel. */
export const WorkflowPreference = z.object({
  template: z.object({
    _id: z.string(),
    name: z.string(),
    critical: z.boolean(),
    tags: z.array(z.string()),
    triggers: z.array(Trigger),
    data: z.record(z.string(), z.unknown()).optional(),
  }),
  preference: z.object({
    enabled: z.boolean(),
    channels: ChannelFlags.partial(),
    overrides: z.array(z.object({ channel: z.enum(CHANNELS), source: z.enum(OVERRIDE_SOURCES) })),
  }),
  type: z.enum(PREFERENCE_TYPES),
});
export type WorkflowPreference = z.infer<typeof WorkflowPreference>;

/** A subscriber's preferences for all workflows. */
export const GlobalPreference = z.object({
  preference: z.object({
    enabled: z.boolean(),
    channels: ChannelFlags,
    /** When messages may reach the subscriber; left out for one who never chose. */
    schedule: SubscriberHours.optional(),
  }),
});
export type GlobalPreference = z.infer<typeof GlobalPreference>;

const ChannelChoice = z.object({ type: z.enum(CHANNELS), enabled: z.boolean() });

export const UpdateWorkflowPreference = z
  .object({ enabled: z.boolean().nullish(), channel: ChannelChoice.nullish() })
  .meta(example({ channel: { type: "email", enabled: false } }));
export type UpdateWorkflowPreference = z.infer<typeof UpdateWorkflowPreference>;
export const UpdateGlobalPreference = z
  .object({
    enabled: z.boolean().nullish(),
    preferences: z.array(ChannelChoice).nullish(),
    /** A change: fields that it leaves out stay as they are. Null erases the hours. */
    schedule: SubscriberHoursChange.nullish(),
  })
  .meta(example({ enabled: true, preferences: [{ type: "sms", enabled: false }] }));
export type UpdateGlobalPreference = z.infer<typeof UpdateGlobalPreference>;

/** `true` shows all five channels, otherwise only those that the workflow has an active step of. */
export const ListPreferences = z.object({ includeInactiveChannels: queryBoolean() });
export const PreferenceLevel = z.enum(PREFERENCE_LEVELS);
