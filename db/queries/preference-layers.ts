import type { PreferenceType } from "#contract/constants/statuses.ts";
import type { ChannelFlags } from "#contract/workflows.ts";
import type { PartialWorkflowPreferences, SubscriberPreference } from "#domain/preferences.ts";
import type { Database } from "../client.ts";
import type { Scope } from "../scope.ts";

/** The stored layers that decide about one workflow's channels, for many subscribers at once: engine.md 4.1. */
export interface PreferenceLayersOfStep {
  /** What a member of the organisation set for the workflow; null when nobody did. */
  userWorkflow: PartialWorkflowPreferences | null;
  ofSubscriber(subscriberId: string): {
    subscriberGlobal: SubscriberPreference | null;
    subscriberWorkflow: SubscriberPreference | null;
  };
}

interface LayerRow {
  type: PreferenceType;
  subscriber_id: string | null;
  enabled: boolean | null;
  read_only: boolean;
  channels: Partial<ChannelFlags>;
}

export async function preferenceLayers(
  db: Database,
  scope: Scope,
  workflowId: string,
  subscriberIds: readonly string[],
): Promise<PreferenceLayersOfStep> {
  const rows = await db.$client<LayerRow[]>`
    select type, subscriber_id, enabled, read_only, channels from preferences
    where environment_id = ${scope.environmentId} and (
      (type = 'USER_WORKFLOW' and workflow_id = ${workflowId} and subscriber_id is null)
      or (type = 'SUBSCRIBER_WORKFLOW' and workflow_id = ${workflowId} and subscriber_id = any(${[...subscriberIds]}::uuid[]))
      or (type = 'SUBSCRIBER_GLOBAL' and workflow_id is null and subscriber_id = any(${[...subscriberIds]}::uuid[])))`;
  const global = new Map<string, SubscriberPreference>();
  const workflow = new Map<string, SubscriberPreference>();
  for (const { type, subscriber_id: subscriberId, enabled, channels } of rows) {
    if (subscriberId !== null)
      (type === "SUBSCRIBER_GLOBAL" ? global : workflow).set(subscriberId, { enabled, channels });
  }
  const member = rows.find(({ type }) => type === "USER_WORKFLOW");
  return {
    userWorkflow: member ? memberLayer(member) : null,
    ofSubscriber: (subscriberId) => ({
      subscriberGlobal: global.get(subscriberId) ?? null,
      subscriberWorkflow: workflow.get(subscriberId) ?? null,
    }),
  };
}

function memberLayer({ enabled, read_only: readOnly, channels }: LayerRow): PartialWorkflowPreferences {
  return {
    all: { enabled: enabled ?? true, readOnly },
    channels: Object.fromEntries(Object.entries(channels).map(([channel, on]) => [channel, { enabled: on }])),
  };
}
