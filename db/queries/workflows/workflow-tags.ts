import type { Database } from "../../client.ts";
import type { Scope } from "../../scope.ts";

/** Tags of the environment's workflows, each once, in order. */
export async function listWorkflowTags(db: Database, { environmentId }: Scope): Promise<string[]> {
  const rows = await db.$client<{ name: string }[]>`
    select distinct unnest(tags) as name from workflows
    where environment_id = ${environmentId} and deleted_at is null order by name`;
  return rows.map(({ name }) => name);
}
