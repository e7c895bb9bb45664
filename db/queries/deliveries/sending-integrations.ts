import type { IntegrationPace } from "#contract/integration-pace.ts";
import type { Database } from "../../client.ts";

export interface SendingIntegration {
  id: string;
  environmentId: string;
  providerId: string;
  name: string;
  /** Secrets are still encrypted. */
  credentials: Record<string, unknown>;
  pace: IntegrationPace | null;
  /** Whether a message that the vendor may have taken is sent again. */
  retryInDoubt: boolean;
  /** The revision of the environment's test delivery; null while that is off. */
  testRevision: string | null;
  /** Switched on and not deleted. */
  active: boolean;
}

/** Takes no environment: the ids come from stored deliveries, never from a caller. */
export async function findSendingIntegrations(
  db: Database,
  ids: readonly string[],
): Promise<Map<string, SendingIntegration>> {
  const rows = await db.$hot<SendingIntegration[]>`
    select id, environment_id as "environmentId", provider_id as "providerId", name, credentials, pace,
      retry_in_doubt as "retryInDoubt",
      (select e.test_delivery ->> 'revision' from environments e
        where e.id = environment_id and (e.test_delivery ->> 'isOn')::boolean) as "testRevision",
      active and deleted_at is null as active
    from integrations where id = any(${[...ids]}::uuid[])`;
  return new Map(rows.map((row) => [row.id, row]));
}
