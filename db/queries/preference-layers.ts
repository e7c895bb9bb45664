import type { Sql } from "postgres";
import type { PreferenceType } from "#contract/constants/statuses.ts";
import type { ChannelFlags } from "#contract/workflows.ts";
import type { PartialWorkflowPreferences, SubscriberPreference } from "#domain/preferences.ts";
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

export interface LayerRow {
  type: PreferenceType;
  subscriberId: string | null;
  enabled: boolean | null;
  readOnly: boolean;
  channels: Partial<ChannelFlags>;
}

/**
 * The stored layers of one workflow as one JSON value of a larger statement, for the subscribers whose ids the relation
 * `members` of that statement has.
 */
export const layerRows = (sql: Sql, { environmentId }: Scope, workflowId: string) => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('type', type, 'subscriberId', subscriber_id, 'enabled', enabled,
    'readOnly', read_only, 'channels', channels)), '[]')
  from (
    select type, subscriber_id, enabled, read_only, channels from preferences
    where environment_id = ${environmentId} and type = 'USER_WORKFLOW' and workflow_id = ${workflowId}
      and subscriber_id is null
    union all
    select p.type, p.subscriber_id, p.enabled, p.read_only, p.channels
    from members m join preferences p on p.subscriber_id = m.id
    where p.environment_id = ${environmentId} and (
      (p.type = 'SUBSCRIBER_WORKFLOW' and p.workflow_id = ${workflowId})
      or (p.type = 'SUBSCRIBER_GLOBAL' and p.workflow_id is null))) as layer)`;

export function layersOf(rows: readonly LayerRow[]): PreferenceLayersOfStep {
  const global = new Map<string, SubscriberPreference>();
  const workflow = new Map<string, SubscriberPreference>();
  for (const { type, subscriberId, enabled, channels } of rows) {
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

function memberLayer({ enabled, readOnly, channels }: LayerRow): PartialWorkflowPreferences {
  return {
    all: { enabled: enabled ?? true, readOnly },
    channels: Object.fromEntries(Object.entries(channels).map(([channel, on]) => [channel, { enabled: on }])),
  };
}
