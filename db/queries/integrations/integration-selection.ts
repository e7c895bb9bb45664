import { and, eq, isNull } from "drizzle-orm";
import type { Channel } from "#contract/constants/channels.ts";
import type { IntegrationPace } from "#contract/integration-pace.ts";
import type { Filter } from "#contract/schemas/conditions.ts";
import type { Database } from "../../client.ts";
import { integrations } from "../../schema/integrations.ts";
import type { Scope } from "../../scope.ts";
import type { Executor, Tagged } from "../../transaction.ts";
import { hasPrimary } from "./integration-priorities.ts";
import type { Outage } from "./outages.ts";

/** The fields of an integration that sending needs; its credentials are still encrypted. */
export interface ActiveIntegration {
  id: string;
  environmentId: string;
  providerId: string;
  identifier: string;
  name: string;
  credentials: Record<string, unknown>;
  pace: IntegrationPace | null;
  retryInDoubt: boolean;
  primary: boolean;
  /** Among the active ones of a channel with an order: the greatest is first. */
  priority: number;
  /** Null while it works. */
  outage: Outage | null;
  /** For which tenants it is used; for all when there are none. */
  conditions: Filter[];
}

/** The active integrations of these channels, newest first, as one JSON value of a larger statement. */
export const activeIntegrations = (sql: Tagged, { environmentId }: Scope, channels: readonly string[]) => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('id', id, 'environmentId', environment_id, 'providerId', provider_id,
    'channel', channel, 'identifier', identifier, 'name', name, 'credentials', credentials, 'pace', pace,
    'retryInDoubt', retry_in_doubt, 'primary', "primary",
    'priority', priority, 'conditions', conditions, 'outage', (
      select jsonb_build_object('coolsUntil', o.cools_until, 'probeUntil', o.probe_until)
      from integration_outages o where o.integration_id = integrations.id and o.cool_downs > 0)) order by created_at desc, id desc), '[]')
  from integrations
  where environment_id = ${environmentId} and channel = any(${[...channels]}::text[]) and active and deleted_at is null)`;

/**
 * The one of a channel's active integrations, newest first, that it sends through: the primary one of email and sms, the newest
 * of the other channels, or the one of that identifier.
 */
export function pickIntegration(
  active: readonly ActiveIntegration[],
  channel: Channel,
  identifier?: string,
): ActiveIntegration | undefined {
  if (identifier !== undefined) return active.find((integration) => integration.identifier === identifier);
  return hasPrimary(channel) ? active.find(({ primary }) => primary) : active[0];
}

/** The integration that a channel sends through when nobody asks for another, or the active one of that identifier. */
export async function selectIntegration(
  db: Database,
  scope: Scope,
  channel: Channel,
  identifier?: string,
): Promise<ActiveIntegration | undefined> {
  return pickIntegration(await integrationsOfChannel(db, scope, channel), channel, identifier);
}

/** The active integrations of a channel, newest first. */
export async function integrationsOfChannel(
  db: Database,
  scope: Scope,
  channel: Channel,
): Promise<ActiveIntegration[]> {
  const sql = db.$client;
  const [row] = await sql<{ active: ActiveIntegration[] }[]>`
    select ${activeIntegrations(sql, scope, [channel])} as active`;
  return row?.active ?? [];
}

/** The active integrations of a channel: whether one of them is the primary, and what they are called. */
export interface ActiveChannel {
  primary: boolean;
  identifiers: readonly string[];
}

/** Each channel that has an active integration. */
export async function activeChannels(db: Executor, scope: Scope): Promise<Map<Channel, ActiveChannel>> {
  const rows = await db
    .select({ channel: integrations.channel, primary: integrations.primary, identifier: integrations.identifier })
    .from(integrations)
    .where(
      and(eq(integrations.environmentId, scope.environmentId), integrations.active, isNull(integrations.deletedAt)),
    );
  const channels = new Map<Channel, ActiveChannel>();
  for (const { channel, primary, identifier } of rows) {
    const others = channels.get(channel);
    channels.set(channel, {
      primary: primary || (others?.primary ?? false),
      identifiers: [...(others?.identifiers ?? []), identifier],
    });
  }
  return channels;
}
