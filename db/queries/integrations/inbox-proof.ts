import type { Database } from "../../client.ts";

/**
 * Those of the environments whose inbox opens only to sessions with a proof. A switch that is not clearly off counts as on,
 * whatever was stored for it.
 */
export async function environmentsDemandingProof(
  db: Database,
  environmentIds: readonly string[],
): Promise<Set<string>> {
  const rows = await db.$hot<{ environmentId: string }[]>`
    select environment_id as "environmentId" from integrations
    where environment_id = any(${[...environmentIds]}::uuid[]) and channel = 'in_app' and deleted_at is null
      and coalesce(credentials -> 'hmac', 'null') not in ('false', 'null', '"false"')`;
  return new Set(rows.map(({ environmentId }) => environmentId));
}
