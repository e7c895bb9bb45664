import type { Database } from "../../client.ts";
import type { Scope } from "../../scope.ts";

/** The ids among these, which are the customer's, of subscribers that exist. */
export async function livingSubscribers(
  db: Database,
  { environmentId }: Scope,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.$client<{ id: string }[]>`
    select subscriber_id as id from subscribers
    where environment_id = ${environmentId} and subscriber_id = any(${[...ids]}::text[]) and deleted_at is null`;
  return new Set(rows.map(({ id }) => id));
}
