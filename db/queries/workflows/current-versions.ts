import type { Database } from "../../client.ts";

/** The current versions of workflows that have not been deleted, by workflow. Takes no environment: the ids come from runs. */
export async function currentVersions(db: Database, workflowIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.$client<{ id: string; versionId: string }[]>`
    select id, version_id as "versionId" from workflows where id = any(${[...workflowIds]}::uuid[]) and deleted_at is null`;
  return new Map(rows.map(({ id, versionId }) => [id, versionId]));
}
