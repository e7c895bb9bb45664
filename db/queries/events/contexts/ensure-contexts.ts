import type { Scope } from "#db/scope.ts";
import { storableJson } from "#db/storable.ts";
import type { Tagged } from "#db/transaction.ts";
import { contextKey, type NamedContext } from "#domain/contexts.ts";

/** Stores the contexts that the environment does not have yet. Those that it has stay as they are: only their own calls change them. */
export async function ensureContexts(
  sql: Tagged,
  { organizationId, environmentId }: Scope,
  contexts: readonly NamedContext[],
): Promise<void> {
  if (contexts.length === 0) return;
  const rows = contexts.map(({ type, id, data = {} }) => ({ key: contextKey({ type, id }), type, id, data }));
  await sql`
    insert into contexts (organization_id, environment_id, key, type, context_id, data)
    select ${organizationId}, ${environmentId}, c.key, c.type, c.id, c.data
    from jsonb_to_recordset(${storableJson(rows)}::text::jsonb) as c (key text, type text, id text, data jsonb)
    where not exists (select from contexts known where known.environment_id = ${environmentId} and known.key = c.key)
    on conflict (environment_id, key) do nothing`;
}
