import type { Database } from "#db/client.ts";
import type { TestEnvironment } from "./environment.ts";

/**
 * Stores so many runs of a workflow in one statement. `begun` is the SQL of the moment of run number `n`, `subscriber` that of its
 * subscriber's id, which is nobody's unless given.
 */
export async function storeRuns(
  { $client: sql }: Database,
  { scope }: TestEnvironment,
  { id, versionId }: { id: string; versionId: string },
  count: number,
  begun: string,
  subscriber = `'${id}'::uuid`,
): Promise<void> {
  await sql`
    insert into runs (id, organization_id, environment_id, event_id, cohort_id, workflow_id, workflow_version_id, subscriber_id,
      transaction_id, source, position, created_at, expire_at)
    select gen_random_uuid(), ${scope.organizationId}, ${scope.environmentId}, ${id}, ${id}, ${id}, ${versionId}, ${sql.unsafe(subscriber)}, 'stored',
      'broadcast', 0, ${sql.unsafe(begun)}, now() + interval '30 days'
    from generate_series(1, ${count}::int) n`;
}
