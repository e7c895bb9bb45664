import type { Database } from "#db/client.ts";
import type { Scope } from "#db/scope.ts";
import { type ContextView, contextKey, type NamedContext } from "#domain/contexts.ts";

/** The data of those contexts that are stored, by their keys. */
export async function readContextData(
  db: Database,
  { environmentId }: Pick<Scope, "environmentId">,
  contexts: readonly NamedContext[],
): Promise<Record<string, ContextView["data"]>> {
  if (contexts.length === 0) return {};
  const rows = await db.$hot<{ key: string; data: ContextView["data"] }[]>`
    select key, data from contexts
    where environment_id = ${environmentId} and key = any(${contexts.map(contextKey)}::text[])`;
  return Object.fromEntries(rows.map(({ key, data }) => [key, data]));
}
