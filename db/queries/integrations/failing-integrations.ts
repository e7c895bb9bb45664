import type { Channel } from "#contract/constants/channels.ts";
import type { Database } from "../../client.ts";
import type { Scope } from "../../scope.ts";

/** An active integration with an outage. Moments are texts of Postgres. */
export interface FailingIntegration {
  id: string;
  name: string;
  identifier: string;
  channel: Channel;
  providerId: string;
  since: string;
  /** The last failure. */
  message: string;
  coolsUntil: string;
}

/** Lists the integrations of an environment that are left alone, those with the longest outage first. Reads no credentials. */
export const listFailingIntegrations = (db: Database, { environmentId }: Scope) => db.$client<FailingIntegration[]>`
  select i.id, i.name, i.identifier, i.channel, i.provider_id as "providerId", o.since, o.message, o.cools_until as "coolsUntil"
  from integrations i join integration_outages o on o.integration_id = i.id
  where i.environment_id = ${environmentId} and i.active and i.deleted_at is null
  order by o.since, i.id`;
