import { sql } from "drizzle-orm";
import type { Scope } from "../scope.ts";
import type { Transaction } from "../transaction.ts";

/** Returns those of the ids that live rows of the environment have. Nobody deletes these rows until the transaction ends. */
export async function holdRows(
  transaction: Transaction,
  table: "feeds" | "layouts",
  { environmentId }: Scope,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await transaction.execute<{ id: string }>(sql`
    select id from ${sql.identifier(table)}
    where environment_id = ${environmentId} and deleted_at is null and id = any(${sql.param([...ids])}::uuid[])
    order by id for share`);
  return new Set(rows.map(({ id }) => id));
}
