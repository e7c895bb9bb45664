import { HEALTH_ALERT_AFTER_SECONDS } from "#contract/constants/activity/alerts.ts";
import type { Database } from "#db/client.ts";
import { inRareTransaction } from "#db/transaction.ts";
import { commonText } from "#domain/failures/common-text.ts";
import { storeWebhooksBy } from "../../webhooks/store-webhooks.ts";
import { raiseAlerts } from "./raise-alerts.ts";

interface Changed {
  integrationId: string;
  environmentId: string;
  name: string;
  providerId: string;
  channel: string;
  /** The last failure; null for an integration that has stopped failing. */
  message: string | null;
}

/** Integrations of one pass. */
const LIMIT = 500;

/** Tells of integrations that have begun to fail, or have stopped failing, since the last look. Two processes at once tell of each once. */
export async function noteIntegrationHealth(db: Database): Promise<void> {
  await inRareTransaction(db, async (sql) => {
    const after = sql`make_interval(secs => ${HEALTH_ALERT_AFTER_SECONDS})`;
    const failing = await sql<Changed[]>`
      with begun as (
        insert into failing_integrations (integration_id, organization_id, environment_id, since)
        select o.integration_id, o.organization_id, o.environment_id, o.since
        from integration_outages o join integrations i on i.id = o.integration_id and i.active and i.deleted_at is null
        where o.since < statement_timestamp() - ${after}
          and not exists (select from failing_integrations f where f.integration_id = o.integration_id)
        order by o.integration_id limit ${LIMIT}
        on conflict do nothing returning integration_id
      )
      select i.id as "integrationId", i.environment_id as "environmentId", i.name, i.provider_id as "providerId", i.channel, o.message
      from begun b join integrations i on i.id = b.integration_id join integration_outages o on o.integration_id = i.id`;
    await sql`
      update failing_integrations f set quiet_since = case when f.quiet_since is null then statement_timestamp() end
      where (f.quiet_since is null) = not exists (select from integration_outages o where o.integration_id = f.integration_id)`;
    const ended = await sql<(Changed & { isInUse: boolean })[]>`
      with over as materialized (
        select integration_id from failing_integrations where quiet_since <= statement_timestamp() - ${after}
        order by integration_id limit ${LIMIT} for update skip locked
      ), ended as (delete from failing_integrations f using over where f.integration_id = over.integration_id returning f.integration_id)
      select i.id as "integrationId", i.environment_id as "environmentId", i.name, i.provider_id as "providerId", i.channel,
        null as message, i.active and i.deleted_at is null as "isInUse"
      from ended e join integrations i on i.id = e.integration_id`;
    // One that was switched off or deleted has stopped failing, which is no news.
    const changed = [...failing, ...ended.filter(({ isInUse }) => isInUse)];
    for (const environmentId of new Set(changed.map((change) => change.environmentId))) {
      const own = changed.filter((change) => change.environmentId === environmentId);
      await storeWebhooksBy(
        sql,
        environmentId,
        own.map((change) => ({ type: eventOf(change), data: dataOf(change) })),
      );
      await raiseAlerts(
        sql,
        environmentId,
        own.map((change) => ({
          event: eventOf(change),
          text: textOf(change),
          path: `/integrations/${change.integrationId}`,
          data: dataOf(change),
        })),
      );
    }
  });
}

const eventOf = ({ message }: Changed) => (message === null ? "integration.recovered" : "integration.failing");

const dataOf = ({ integrationId, providerId, channel }: Changed) => ({ integrationId, providerId, channel });

/** The vendor's words without what names people. */
const textOf = ({ name, message }: Changed): string =>
  message === null ? `${name} has stopped failing` : `${name} fails: ${commonText(message)}`;
