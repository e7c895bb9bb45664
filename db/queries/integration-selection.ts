import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Channel } from "#contract/constants/channels.ts";
import type { Database } from "../client.ts";
import { integrations } from "../schema/integrations.ts";
import type { Scope } from "../scope.ts";
import { hasPrimary } from "./integration-priorities.ts";
import type { IntegrationRow } from "./integrations.ts";

/** What sending needs of an integration. */
export type SelectedIntegration = Pick<
  IntegrationRow,
  "id" | "environmentId" | "providerId" | "identifier" | "name" | "credentials"
>;

/**
 * The integration that a channel sends through, its credentials still encrypted (engine.md 7.2): the primary one of
 * email and sms, the newest active one of the other channels, or the active one of that identifier.
 */
export async function selectIntegration(
  db: Database,
  scope: Scope,
  channel: Channel,
  { identifier }: { identifier?: string | undefined } = {},
): Promise<SelectedIntegration | undefined> {
  const sql = db.$client;
  const which =
    identifier !== undefined ? sql`and identifier = ${identifier}` : hasPrimary(channel) ? sql`and "primary"` : sql``;
  const [row] = await sql<SelectedIntegration[]>`
    select id, environment_id as "environmentId", provider_id as "providerId", identifier, name, credentials
    from integrations
    where environment_id = ${scope.environmentId} and channel = ${channel} and active and deleted_at is null ${which}
    order by created_at desc limit 1`;
  return row;
}

/** The channel's active integrations that ask for certain tenants, in the order of their creation (engine.md 7.2). */
export async function conditionalIntegrations(db: Database, scope: Scope, channel: Channel): Promise<IntegrationRow[]> {
  return db
    .select()
    .from(integrations)
    .where(
      and(
        eq(integrations.environmentId, scope.environmentId),
        eq(integrations.channel, channel),
        integrations.active,
        isNull(integrations.deletedAt),
        sql`jsonb_array_length(${integrations.conditions}) > 0`,
      ),
    )
    .orderBy(asc(integrations.createdAt), asc(integrations.id));
}

/** For each channel that has an active integration: whether one of them is the primary. */
export async function activeChannels(db: Database, scope: Scope): Promise<Map<Channel, { primary: boolean }>> {
  const rows = await db
    .select({ channel: integrations.channel, primary: integrations.primary })
    .from(integrations)
    .where(
      and(eq(integrations.environmentId, scope.environmentId), integrations.active, isNull(integrations.deletedAt)),
    );
  const channels = new Map<Channel, { primary: boolean }>();
  for (const { channel, primary } of rows) {
    channels.set(channel, { primary: primary || (channels.get(channel)?.primary ?? false) });
  }
  return channels;
}
