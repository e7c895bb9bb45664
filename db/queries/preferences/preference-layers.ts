import type { PreferenceType } from "#contract/constants/statuses.ts";
import type { PartialWorkflowPreferences, SubscriberPreference } from "#contract/preferences.ts";
import type { ChannelFlags } from "#contract/schemas/channel-flags.ts";
import { channelPreferences } from "#domain/preferences.ts";
import { preferences } from "../../schema/preferences.ts";

/** The columns that name a layer. */
export const LAYER = [
  preferences.environmentId,
  preferences.type,
  preferences.workflowId,
  preferences.subscriberId,
  preferences.contextKeys,
];

/** One stored layer of preferences that decides about a workflow's channels. */
export interface LayerRow {
  type: PreferenceType;
  enabled: boolean | null;
  readOnly: boolean;
  channels: Partial<ChannelFlags>;
}

/** The subscriber's layers among the stored ones. */
export function subscriberLayers(rows: readonly LayerRow[]): {
  subscriberGlobal: SubscriberPreference | null;
  subscriberWorkflow: SubscriberPreference | null;
} {
  const layer = (type: PreferenceType): SubscriberPreference | null => {
    const row = rows.find((candidate) => candidate.type === type);
    return row ? { enabled: row.enabled, channels: row.channels } : null;
  };
  return { subscriberGlobal: layer("SUBSCRIBER_GLOBAL"), subscriberWorkflow: layer("SUBSCRIBER_WORKFLOW") };
}

/** The preferences that members of the organisation set for the workflow. */
export function memberLayer(row: Omit<LayerRow, "type">): PartialWorkflowPreferences {
  return {
    all: { enabled: row.enabled ?? true, readOnly: row.readOnly },
    channels: channelPreferences(row.channels),
  };
}
