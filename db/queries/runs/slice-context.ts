import type { Fragment } from "postgres";
import type { Branding } from "#contract/accounts/organizations.ts";
import type { StoredTestDelivery } from "#contract/accounts/test-delivery.ts";
import type { CanceledBy } from "#contract/constants/canceled-by.ts";
import type { Channel, StepType } from "#contract/constants/channels.ts";
import type { Severity } from "#contract/constants/severities.ts";
import type { ServiceLevel } from "#contract/constants/statuses.ts";
import type { StoredSafetyCaps } from "#contract/safety-caps.ts";
import type { ChannelFlags } from "#contract/schemas/channel-flags.ts";
import type { ContextView } from "#domain/contexts.ts";
import { filterByEnvironment } from "../../environment-filter.ts";
import type { HotTransaction } from "../../transaction.ts";
import type { EventRow } from "../events/insert-event.ts";
import { type ActiveIntegration, activeIntegrations } from "../integrations/integration-selection.ts";
import { type LayoutRef, layoutRefs } from "../layouts/layout-contents.ts";
import type { LayerRow } from "../preferences/preference-layers.ts";
import type { SubscriberRow } from "../subscribers/subscribers.ts";

/** A subscriber as stored, as far as triggers and steps need it. Moments are Postgres' texts. */
export type SliceSubscriber = Omit<
  SubscriberRow,
  "organizationId" | "environmentId" | "lastOnlineAt" | "deletedAt" | "createdAt" | "updatedAt"
> & { lastOnlineAt: string | null; deletedAt: string | null };

/** The subscriber who acted, with what templates may say of it. */
export type SliceActor = Omit<SliceSubscriber, "channels" | "tokensStoredAt" | "hours" | "deletedAt">;

/** A tenant as stored. Moments are texts with their offset from UTC. */
export interface SliceTenant {
  id: string;
  identifier: string;
  name: string | null;
  data: Record<string, unknown> | null;
  createdAt: string;
  updatedAt: string;
}

/** The data that all members of a slice share, read afresh with each slice. */
export interface SliceContext {
  canceled: boolean;
  canceledBy: CanceledBy | null;
  /** Runs of other events may be waiting for new runs of this workflow; never known of a slice of due runs. */
  isAwaited: boolean;
  /** The pause of the workflow, by which nothing of it begins; null when there is none. */
  pauseId: string | null;
  /** Safety caps that are set for the environment, and for the workflow before that. */
  caps: { environment: StoredSafetyCaps | null; workflow: StoredSafetyCaps | null };
  /** Who gets messages while the environment is tested; null when it is not. */
  testDelivery: StoredTestDelivery | null;
  workflow: {
    identifier: string;
    name: string;
    critical: boolean;
    preferenceSettings: ChannelFlags;
    preferencesReadOnly: boolean;
    preferencesEnabled: boolean;
    severity: Severity;
    tags: string[];
  };
  /** The name of the environment, and what it is for, as published conditions call it. */
  environment: { name: string; type: "dev" | "prod" };
  branding: Branding | null;
  /** Grows with each change of the organisation's environment variables; 0 where there never was one. */
  variablesRevision: number;
  /** Of the organisation: its plan limits how long a run may wait. */
  serviceLevel: ServiceLevel;
  tenant: SliceTenant | null;
  actor: SliceActor | null;
  /** Contexts of the event by their types; null where it has none. */
  context: Readonly<Record<string, ContextView>> | null;
  /** The active integrations of the workflow's channels, newest first. */
  integrations: (ActiveIntegration & { channel: Channel })[];
  /** The preferences that members of the organisation set for the workflow; null when nobody did. */
  memberLayer: LayerRow | null;
  /** The channels that the workflow's override for the tenant switches; null when there is none. */
  tenantOverride: Partial<ChannelFlags> | null;
  /** Those of the layouts that the slice asked for which exist; null when there is none. */
  layouts: LayoutRef[] | null;
  /** How replies to emails come to the environment; null when the slice did not ask. */
  replies: { domain: string | null; mxRecordConfigured: boolean } | null;
}

/** The facts about their environment that the emails of a slice need. */
export interface ContentNeeds {
  layoutIds: readonly string[];
  layoutNames: readonly string[];
  /** Whether an email asks for replies. */
  replies: boolean;
}

export const NO_CONTENT_NEEDS: ContentNeeds = { layoutIds: [], layoutNames: [], replies: false };

/** Selects what the members of a slice share, as one value. */
export function sharedContext(
  sql: HotTransaction,
  event: EventRow,
  stepTypes: readonly StepType[],
  { layoutIds, layoutNames, replies, isNew }: ContentNeeds & { isNew: boolean },
): Fragment {
  const nothing = sql`null::jsonb`;
  const isAwaited = sql`exists (
    select from event_waits
    where environment_id = ${event.environmentId} and awaited = 'workflow:' || w.identifier and due_at > clock_timestamp())`;
  const tenant = sql`(
    select jsonb_build_object('id', t.id, 'identifier', t.identifier, 'name', t.name, 'data', t.data,
      'createdAt', t.created_at, 'updatedAt', t.updated_at)
    from tenants t where t.environment_id = ${event.environmentId} and t.identifier = ${event.tenant?.identifier ?? ""})`;
  const actor = sql`(
    select jsonb_build_object('id', s.id, 'subscriberId', s.subscriber_id, 'firstName', s.first_name,
      'lastName', s.last_name, 'email', s.email, 'phone', s.phone, 'avatar', s.avatar, 'locale', s.locale,
      'timezone', s.timezone, 'data', s.data, 'isOnline', s.is_online, 'lastOnlineAt', s.last_online_at)
    from (
      select * from subscribers
      where environment_id = ${event.environmentId} and subscriber_id = ${event.actor?.subscriberId ?? ""} offset 0) as s
    where s.deleted_at is null)`;
  const tenantOverride = sql`(
    select o.preference_settings
    from tenants t join workflow_overrides o on o.tenant_id = t.id and o.workflow_id = ${event.workflowId}
    where t.environment_id = ${event.environmentId} and t.identifier = ${event.tenant?.identifier ?? ""})`;
  const layouts = layoutRefs(sql, event, { ids: [...layoutIds, ...layoutNames], identifiers: layoutNames });
  const environment = sql`(
    select jsonb_build_object('domain', inbound_parse_domain, 'mxRecordConfigured', mx_record_configured)
    from environments where id = ${event.environmentId})`;
  return sql`(
    select jsonb_build_object(
      'canceled', exists (select from events where id = ${event.id} and canceled_at is not null),
      'canceledBy', (select canceled_by from events where id = ${event.id} and canceled_at is not null),
      'isAwaited', ${isNew ? isAwaited : sql`false`},
      'pauseId', (
        select id from pauses
        where environment_id = ${event.environmentId} and workflow_id = ${event.workflowId} and state = 'open'),
      'caps', jsonb_build_object('environment', e.safety_caps, 'workflow', w.safety_caps),
      'testDelivery', case when (e.test_delivery ->> 'isOn')::boolean then e.test_delivery end,
      'workflow', jsonb_build_object('identifier', w.identifier, 'name', w.name, 'critical', w.critical,
        'preferenceSettings', w.preference_settings, 'preferencesReadOnly', w.preferences_read_only,
        'preferencesEnabled', w.preferences_enabled, 'severity', w.severity, 'tags', to_jsonb(w.tags)),
      'environment', jsonb_build_object('name', e.name, 'type', case when e.parent_id is null then 'dev' else 'prod' end),
      'branding', o.branding, 'variablesRevision', o.variables_revision, 'serviceLevel', o.service_level,
      'tenant', ${event.tenant === null ? nothing : tenant},
      'context', ${event.contextKeys === null ? nothing : dataByContext(sql, event, event.contextKeys)},
      'actor', ${event.actor === null ? nothing : actor},
      'integrations', ${activeIntegrations(sql, event, stepTypes)},
      'memberLayer', (
        select jsonb_build_object('type', type, 'enabled', enabled, 'readOnly', read_only, 'channels', channels)
        from preferences
        where environment_id = ${event.environmentId} and type = 'USER_WORKFLOW' and workflow_id = ${event.workflowId}
          and subscriber_id is null),
      'tenantOverride', ${event.tenant === null ? nothing : tenantOverride},
      'layouts', ${layoutIds.length + layoutNames.length === 0 ? nothing : layouts},
      'replies', ${replies ? environment : nothing})
    from workflows w join organizations o on o.id = w.organization_id join environments e on e.id = w.environment_id
    where w.id = ${event.workflowId} and ${filterByEnvironment(sql, "w.environment_id", event.environmentId)})`;
}

/** The data of those contexts that are stored, by their keys. */
const dataByContext = (sql: HotTransaction, { environmentId }: EventRow, keys: readonly string[]): Fragment => sql`(
  select jsonb_object_agg(key, data) from contexts
  where environment_id = ${environmentId} and key = any(${[...keys]}::text[]))`;
