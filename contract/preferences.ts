import { z } from "zod";
import { CHANNELS } from "./constants/channels.ts";
import { OVERRIDE_SOURCES, PREFERENCE_LAYERS, PREFERENCE_TYPES } from "./constants/statuses.ts";
import { KEY, MEMBER, READER, SUBSCRIBER } from "./schemas/access.ts";
import { ChannelFlags } from "./schemas/channel-flags.ts";
import { data, example, PathReference, queryBoolean } from "./schemas/common.ts";
import { operations } from "./schemas/operations.ts";
import { SubscriberHours, SubscriberHoursChange } from "./schemas/subscriber-hours.ts";
import { BySubscriber } from "./subscribers.ts";
import { Trigger } from "./workflows/workflows.ts";

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

/** Places in which a subscriber's choice is made. */
export const CHOICE_PLACES = ["inbox", "preferences-page", "one-click", "api", "dashboard", "import"] as const;
const ChoiceSource = z.object({ by: z.enum(CHOICE_PLACES), at: z.string() });
export type ChoiceSource = z.infer<typeof ChoiceSource>;
/** By channel, and by `all` for the switch over all channels. Choices that were made before Belfry noted it are not in it. */
export type ChoiceSources = Partial<Record<keyof ChannelFlags | "all", ChoiceSource>>;

/** A subscriber's preferences for one workflow, and who decided each channel. */
export const WorkflowPreference = z
  .object({
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
  })
  .meta({ id: "WorkflowPreference" });
export type WorkflowPreference = z.infer<typeof WorkflowPreference>;

/** A subscriber's preferences for all workflows. */
export const GlobalPreference = z
  .object({
    preference: z.object({
      enabled: z.boolean(),
      channels: ChannelFlags,
      /** When messages may reach the subscriber; left out for one who never chose. */
      schedule: SubscriberHours.optional(),
    }),
  })
  .meta({ id: "GlobalPreference" });
export type GlobalPreference = z.infer<typeof GlobalPreference>;

/** The channels of a workflow as messages to a subscriber are decided, without the override of a tenant. */
const EffectiveChannels = z.partialRecord(
  z.enum(CHANNELS),
  z.object({ enabled: z.boolean(), decidedBy: z.enum(PREFERENCE_LAYERS), source: ChoiceSource.optional() }),
);

/** The effective preference of each workflow on its channels, with the layer that decides. */
export const EffectivePreferences = z
  .object({
    /** The subscriber's choices for all workflows: those that were made. */
    global: z.object({
      enabled: z.boolean(),
      channels: ChannelFlags.partial(),
      /** The place and the moment of each, by channel, and by `all` for the switch over all channels; left out where it is not known. */
      sources: z.partialRecord(z.enum([...CHANNELS, "all"]), ChoiceSource).optional(),
      schedule: SubscriberHours.optional(),
    }),
    workflows: z.array(
      z.object({
        workflow: z.object({ _id: z.string(), identifier: z.string(), name: z.string() }),
        /** The subscriber may not choose. */
        isCritical: z.boolean(),
        /** The subscriber has switched off the whole workflow. */
        isOff: z.boolean(),
        channels: EffectiveChannels,
      }),
    ),
  })
  .meta({ id: "EffectivePreferences" });
export type EffectivePreferences = z.infer<typeof EffectivePreferences>;

/** Null takes the choice back: the next layer decides about the channel again. */
const ChannelChoice = z.object({ type: z.enum(CHANNELS), enabled: z.boolean().nullable() });
export type ChannelChoice = z.infer<typeof ChannelChoice>;

export const UpdateWorkflowPreference = z
  .object({ enabled: z.boolean().optional(), channel: ChannelChoice.optional() })
  .meta(example({ channel: { type: "email", enabled: false } }));
export type UpdateWorkflowPreference = z.infer<typeof UpdateWorkflowPreference>;
export const UpdateGlobalPreference = z
  .object({
    enabled: z.boolean().optional(),
    preferences: z.array(ChannelChoice).optional(),
    /** A change: fields that it leaves out stay as they are. Null erases the hours. */
    schedule: SubscriberHoursChange.nullish(),
  })
  .meta(example({ enabled: true, preferences: [{ type: "sms", enabled: false }] }));
export type UpdateGlobalPreference = z.infer<typeof UpdateGlobalPreference>;

/** `true` shows all five channels, otherwise only those that the workflow has an active step of. */
export const ListPreferences = z.object({ includeInactiveChannels: queryBoolean() });
export const PreferenceLevel = z.enum(PREFERENCE_LEVELS);

export const preferenceOperations = operations("subscribers", {
  listPreferences: {
    route: "GET /v1/subscribers/:subscriberId/preferences",
    client: "subscribers.getPreference",
    summary: "List the preferences of a subscriber by workflow",
    access: [KEY, READER],
    params: BySubscriber,
    query: ListPreferences,
    answer: { 200: data(z.array(WorkflowPreference)) },
  },

  listPreferencesByLevel: {
    route: "GET /v1/subscribers/:subscriberId/preferences/:parameter",
    client: "subscribers.getPreferenceByLevel",
    summary: "List the preferences of a subscriber: global, or by workflow",
    access: [KEY, READER],
    params: BySubscriber.extend({ parameter: PreferenceLevel }),
    query: ListPreferences,
    answer: { 200: data(z.array(z.union([WorkflowPreference, GlobalPreference]))) },
  },

  getEffectivePreferences: {
    route: "GET /v1/subscribers/:subscriberId/effective-preferences",
    client: "subscribers.getEffectivePreferences",
    summary: "Get the effective preferences of a subscriber by workflow and channel, with what decides each",
    access: [KEY, READER],
    params: BySubscriber,
    answer: { 200: data(EffectivePreferences) },
    failures: ["not_found"],
  },

  updateWorkflowPreference: {
    route: "PATCH /v1/subscribers/:subscriberId/preferences/:parameter",
    client: "subscribers.updatePreference",
    summary: "Update the preference of a subscriber for a workflow",
    access: [KEY, MEMBER],
    audit: "subscriber.preferences_updated",
    params: BySubscriber.extend({ parameter: PathReference }),
    body: UpdateWorkflowPreference,
    answer: { 200: data(WorkflowPreference) },
    failures: ["not_found"],
  },

  updateGlobalPreference: {
    route: "PATCH /v1/subscribers/:subscriberId/preferences",
    client: "subscribers.updateGlobalPreference",
    summary: "Update the global preference of a subscriber",
    access: [KEY, MEMBER],
    audit: "subscriber.preferences_updated",
    params: BySubscriber,
    body: UpdateGlobalPreference,
    answer: { 200: data(GlobalPreference) },
    failures: ["not_found"],
  },
});

export const widgetPreferenceOperations = operations("widgets", {
  listWidgetPreferences: {
    route: "GET /v1/widgets/preferences",
    client: "widgets.listPreferences",
    summary: "List the subscriber's preferences by workflow",
    access: [SUBSCRIBER],
    answer: { 200: data(z.array(WorkflowPreference)) },
    failures: ["not_found"],
  },

  getWidgetPreferences: {
    route: "GET /v1/widgets/preferences/:parameter",
    client: "widgets.getPreferences",
    summary: "Get the subscriber's preferences of a level",
    access: [SUBSCRIBER],
    // A level here and a workflow in the next: paths that differ only in the parameter's name are one path of the OpenAPI document.
    params: z.object({ parameter: PreferenceLevel }),
    answer: { 200: data(z.array(z.union([WorkflowPreference, GlobalPreference]))) },
    failures: ["not_found"],
  },

  updateWidgetPreference: {
    route: "PATCH /v1/widgets/preferences/:parameter",
    client: "widgets.updatePreference",
    summary: "Update the subscriber's preferences for a workflow",
    access: [SUBSCRIBER],
    params: z.object({ parameter: PathReference }),
    body: UpdateWorkflowPreference,
    answer: { 200: data(WorkflowPreference) },
    failures: ["not_found"],
  },

  updateWidgetGlobalPreference: {
    route: "PATCH /v1/widgets/preferences",
    client: "widgets.updateGlobalPreference",
    summary: "Update the subscriber's preferences for all workflows",
    access: [SUBSCRIBER],
    body: UpdateGlobalPreference,
    answer: { 200: data(GlobalPreference) },
    failures: ["not_found"],
  },
});
