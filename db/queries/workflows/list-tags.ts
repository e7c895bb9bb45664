import type { Database } from "../../client.ts";

/** The tags of an environment's workflows, each once, in order. */
export async function listTags(db: Database, environmentId: string): Promise<string[]> {
  const rows = await db.$client<{ tag: string }[]>`
    select distinct tag from workflows w cross join unnest(w.tags) as t (tag)
    where w.environment_id = ${environmentId} and w.deleted_at is null and tag <> ''
    order by tag`;
  return rows.map(({ tag }) => tag);
}
