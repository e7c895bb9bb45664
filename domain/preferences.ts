import { CHANNELS, type Channel } from "#contract/constants/channels.ts";
import { DETAILS, type DetailText } from "#contract/constants/details.ts";
import type { OverrideSource, PreferenceLayer } from "#contract/constants/statuses.ts";
import type {
  GlobalPreference,
  PartialWorkflowPreferences,
  SubscriberPreference,
  WorkflowPreference,
  WorkflowPreferences,
} from "#contract/preferences.ts";
import type { ChannelFlags } from "#contract/schemas/channel-flags.ts";

/** Everybody who has a say in whether a message goes out, from the least to the most specific. */
export interface PreferenceLayers {
  /** Workflows that nobody can opt out of. */
  critical?: boolean | undefined;
  workflowResource?: PartialWorkflowPreferences | null | undefined;
  userWorkflow?: PartialWorkflowPreferences | null | undefined;
  /** `preferenceSettings` of the workflow's override for the tenant of the trigger. */
  tenantOverride?: Partial<ChannelFlags> | null | undefined;
  subscriberGlobal?: SubscriberPreference | null | undefined;
  subscriberWorkflow?: SubscriberPreference | null | undefined;
}

export interface ChannelPreference {
  enabled: boolean;
  decidedBy: PreferenceLayer;
  /** The subscriber's choices were not asked for. */
  readOnly: boolean;
}

/** The channels of a workflow's preferences that the flags name. */
export function channelPreferences(
  flags: Readonly<Partial<ChannelFlags>>,
): NonNullable<PartialWorkflowPreferences["channels"]> {
  return {
    in_app: { enabled: flags.in_app },
    email: { enabled: flags.email },
    sms: { enabled: flags.sms },
    chat: { enabled: flags.chat },
    push: { enabled: flags.push },
  };
}

/** The preferences that a workflow's definition sets. */
export const workflowPreferences = (workflow: {
  preferenceSettings: Readonly<ChannelFlags>;
  preferencesReadOnly: boolean;
  preferencesEnabled: boolean;
}): PartialWorkflowPreferences => ({
  all: { enabled: workflow.preferencesEnabled, readOnly: workflow.preferencesReadOnly },
  channels: channelPreferences(workflow.preferenceSettings),
});

/** Fills what is not named: a channel from `all.enabled` of the same input, else on; `readOnly` from off. */
export function completePreferences(partial?: PartialWorkflowPreferences | null): WorkflowPreferences {
  const enabled = partial?.all?.enabled ?? true;
  const flag = (channel: Channel) => ({ enabled: partial?.channels?.[channel]?.enabled ?? enabled });
  return {
    all: { enabled, readOnly: partial?.all?.readOnly ?? false },
    channels: {
      in_app: flag("in_app"),
      email: flag("email"),
      sms: flag("sms"),
      chat: flag("chat"),
      push: flag("push"),
    },
  };
}

/**
 * Returns whether a channel is enabled, and which layer decided.
 * A subscriber's choice counts for the channels that were named in it; the workflow-level one beats the global one.
 * A read-only workflow decides alone, together with the override for the tenant.
 */
export function resolveChannelPreference(input: PreferenceLayers & { channel: Channel }): ChannelPreference {
  const { channel, critical, subscriberWorkflow, subscriberGlobal } = input;
  if (critical) return { enabled: true, decidedBy: "WORKFLOW_RESOURCE", readOnly: true };
  const workflow = workflowLayer(input);
  const readOnly = workflow.preferences.all.readOnly;
  if (!readOnly) {
    const own = subscriberChoice(subscriberWorkflow, channel);
    if (own !== undefined) return { enabled: own, decidedBy: "SUBSCRIBER_WORKFLOW", readOnly };
    const global = subscriberChoice(subscriberGlobal, channel);
    if (global !== undefined) return { enabled: global, decidedBy: "SUBSCRIBER_GLOBAL", readOnly };
  }
  const overridden = input.tenantOverride?.[channel];
  if (overridden !== undefined) return { enabled: overridden, decidedBy: "workflowOverride", readOnly };
  return { enabled: workflow.preferences.channels[channel].enabled, decidedBy: workflow.type, readOnly };
}

/** Returns what each layer says about a channel, the one that counts most first; null where it says nothing. */
export function preferenceLayers(
  input: PreferenceLayers,
  channel: Channel,
): { type: PreferenceLayer; enabled: boolean | null }[] {
  const flagOf = (layer: PartialWorkflowPreferences | null | undefined) =>
    layer ? completePreferences(layer).channels[channel].enabled : null;
  return [
    { type: "SUBSCRIBER_WORKFLOW", enabled: subscriberChoice(input.subscriberWorkflow, channel) ?? null },
    { type: "SUBSCRIBER_GLOBAL", enabled: subscriberChoice(input.subscriberGlobal, channel) ?? null },
    { type: "workflowOverride", enabled: input.tenantOverride?.[channel] ?? null },
    { type: "USER_WORKFLOW", enabled: flagOf(input.userWorkflow) },
    { type: "WORKFLOW_RESOURCE", enabled: flagOf(input.workflowResource) },
  ];
}

/** The execution detail of a step that the decider switched off. */
export function detailTextFor(decidedBy: PreferenceLayer): DetailText {
  switch (decidedBy) {
    case "SUBSCRIBER_WORKFLOW":
      return DETAILS.filteredBySubscriberWorkflow;
    case "SUBSCRIBER_GLOBAL":
      return DETAILS.filteredBySubscriberGlobal;
    case "USER_WORKFLOW":
      return DETAILS.filteredByMember;
    case "WORKFLOW_RESOURCE":
    case "workflowOverride":
      return DETAILS.filteredByWorkflow;
  }
}

/**
 * Returns the preferences that a subscriber sees of a workflow: its channels that have an active step, on or off, and who decided
 * each. The whole-workflow switch stands beside the channels and does not change them.
 */
export function mergePreferences(
  input: PreferenceLayers & { activeChannels: readonly Channel[] },
): WorkflowPreference["preference"] {
  const { preferences } = workflowLayer(input);
  const withoutSwitch = (layer: SubscriberPreference | null | undefined) => ({ channels: layer?.channels });
  const layers: PreferenceLayers = {
    ...input,
    subscriberWorkflow: withoutSwitch(input.subscriberWorkflow),
    subscriberGlobal: withoutSwitch(input.subscriberGlobal),
  };
  const merged: WorkflowPreference["preference"] = {
    enabled: isSubscriberAsked(input, preferences)
      ? (input.subscriberWorkflow?.enabled ?? preferences.all.enabled)
      : preferences.all.enabled,
    channels: {},
    overrides: [],
  };
  for (const channel of CHANNELS) {
    if (!input.activeChannels.includes(channel)) continue;
    const { enabled, decidedBy } = resolveChannelPreference({ ...layers, channel });
    merged.channels[channel] = enabled;
    merged.overrides.push({ channel, source: SOURCES[decidedBy] });
  }
  return merged;
}

/** A subscriber's choice for all workflows as the wire shows it: all five channels, on unless switched off. */
export function mergeGlobalPreference(global?: SubscriberPreference | null): GlobalPreference["preference"] {
  const flag = (channel: Channel) => global?.channels?.[channel] ?? true;
  return {
    enabled: global?.enabled ?? true,
    channels: {
      in_app: flag("in_app"),
      email: flag("email"),
      sms: flag("sms"),
      chat: flag("chat"),
      push: flag("push"),
    },
  };
}

/** Whether subscribers may not change what the workflow says: flagged critical, or read-only by its preferences. */
export function isCriticalWorkflow(layers: PreferenceLayers): boolean {
  return !isSubscriberAsked(layers, workflowLayer(layers).preferences);
}

const SOURCES: Record<PreferenceLayer, OverrideSource> = {
  SUBSCRIBER_WORKFLOW: "subscriber",
  SUBSCRIBER_GLOBAL: "subscriber",
  USER_WORKFLOW: "template",
  WORKFLOW_RESOURCE: "template",
  workflowOverride: "workflowOverride",
};

function isSubscriberAsked(layers: PreferenceLayers, workflow: WorkflowPreferences): boolean {
  return !layers.critical && !workflow.all.readOnly;
}

/** A member's word about a workflow takes the place of what its definition says, as a whole: both are complete. */
function workflowLayer({ userWorkflow, workflowResource }: PreferenceLayers): {
  preferences: WorkflowPreferences;
  type: "USER_WORKFLOW" | "WORKFLOW_RESOURCE";
} {
  if (userWorkflow) return { preferences: completePreferences(userWorkflow), type: "USER_WORKFLOW" };
  return { preferences: completePreferences(workflowResource), type: "WORKFLOW_RESOURCE" };
}

function subscriberChoice(layer: SubscriberPreference | null | undefined, channel: Channel): boolean | undefined {
  return layer?.enabled === false ? false : layer?.channels?.[channel];
}
