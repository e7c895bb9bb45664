import type { Channel } from "#contract/constants/channels.ts";
import type { Branding } from "#contract/organizations.ts";
import type { SubscriberData } from "#contract/subscribers.ts";
import type { ChannelFlags } from "#contract/workflows.ts";
import type { Database } from "../client.ts";
import type { EventRow } from "./events.ts";
import { type ActiveIntegration, activeIntegrations } from "./integration-selection.ts";
import { type LayerRow, layerRows } from "./preference-layers.ts";

/** A subscriber as templates and conditions see it. */
export interface SceneSubscriber {
  _id: string;
  subscriberId: string;
  firstName?: string;
  lastName?: string;
  email?: string;
  phone?: string;
  avatar?: string;
  locale?: string;
  data?: SubscriberData;
  isOnline?: boolean;
  lastOnlineAt?: string;
}

/** What a step reads afresh once for its whole cohort. */
export interface SceneRow {
  workflow: { identifier: string; name: string; critical: boolean; preferenceSettings: ChannelFlags; tags: string[] };
  branding: Branding | null;
  tenant: {
    _id: string;
    identifier: string;
    name: string | null;
    data: Record<string, unknown> | null;
    createdAt: string;
    updatedAt: string;
  } | null;
  actor: SceneSubscriber | null;
  /** By run; a subscriber that was deleted since is left out. */
  subscribers: Record<string, SceneSubscriber>;
  /** What was chosen for this workflow, by its makers and by these subscribers. */
  preferences: LayerRow[];
  /** The active integrations of the step's channel, newest first; none for a step without a channel. */
  integrations: ActiveIntegration[];
}

/** Which runs stand at a step, and what the step sends by; null when it sends nothing. */
export interface SceneAt {
  runIds: readonly string[];
  channel: Channel | null;
}

// Nulls inside a subscriber's own data are the customer's and stay.
const subscriberJson = `(jsonb_strip_nulls(jsonb_build_object(
  '_id', s.id, 'subscriberId', s.subscriber_id, 'firstName', s.first_name, 'lastName', s.last_name, 'email', s.email,
  'phone', s.phone, 'avatar', s.avatar, 'locale', s.locale, 'isOnline', s.is_online, 'lastOnlineAt', s.last_online_at))
  || case when s.data is null then '{}' else jsonb_build_object('data', s.data) end)`;

/**
 * Reads all of it in one statement. A workflow that was deleted since still answers: its runs in flight end as they
 * began.
 */
export async function sceneOf(db: Database, event: EventRow, { runIds, channel }: SceneAt): Promise<SceneRow> {
  const tenant = textField(event.tenant, "identifier");
  const actor = textField(event.actor, "subscriberId");
  const sql = db.$client;
  const nothing = sql`null::jsonb`;
  const tenantRow = sql`(
    select jsonb_build_object('_id', t.id, 'identifier', t.identifier, 'name', t.name, 'data', t.data,
      'createdAt', t.created_at, 'updatedAt', t.updated_at)
    from tenants t where t.environment_id = ${event.environmentId} and t.identifier = ${tenant})`;
  const actorRow = sql`(
    select ${sql.unsafe(subscriberJson)} from subscribers s
    where s.environment_id = ${event.environmentId} and s.subscriber_id = ${actor} and s.deleted_at is null)`;
  const [row] = await sql<SceneRow[]>`
    with members as (
      select r.id as run_id, s.* from runs r join subscribers s on s.id = r.subscriber_id and s.deleted_at is null
      where r.id = any(${[...runIds]}::uuid[]) and r.expire_at = ${event.expireAt.toISOString()}
    )
    select jsonb_build_object('identifier', w.identifier, 'name', w.name, 'critical', w.critical,
             'preferenceSettings', w.preference_settings, 'tags', to_jsonb(w.tags)) as workflow,
           o.branding,
           ${tenant === null ? nothing : tenantRow} as tenant,
           ${actor === null ? nothing : actorRow} as actor,
           (select coalesce(jsonb_object_agg(s.run_id, ${sql.unsafe(subscriberJson)}), '{}') from members s) as subscribers,
           ${layerRows(sql, event, event.workflowId)} as preferences,
           ${channel === null ? sql`'[]'::jsonb` : activeIntegrations(sql, event, channel)} as integrations
    from workflows w join organizations o on o.id = w.organization_id
    where w.id = ${event.workflowId} and w.environment_id = ${event.environmentId}`;
  if (!row) throw new Error(`Workflow ${event.workflowId} of event ${event.transactionId} does not exist`);
  return row;
}

function textField(value: Record<string, unknown> | null, key: string): string | null {
  const field = value?.[key];
  return typeof field === "string" ? field : null;
}
