import { asc } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { PARTITIONED_TABLES } from "../../partitions.ts";
import { cleanUps } from "../../schema/accounts/clean-ups.ts";
import { EXPIRING_TABLES } from "./delete-expired.ts";

export type CleanUpRow = typeof cleanUps.$inferSelect;

/** Notes the last clean-up of a kind of rows. */
export async function noteCleanUp(db: Database, row: CleanUpRow): Promise<void> {
  const { kind: _kind, ...last } = row;
  await db.insert(cleanUps).values(row).onConflictDoUpdate({ target: cleanUps.kind, set: last });
}

export const listCleanUps = (db: Database): Promise<CleanUpRow[]> =>
  db.select().from(cleanUps).orderBy(asc(cleanUps.kind));

/** Bytes on disk of the tables that retention empties, with their indexes and partitions. */
export async function readDiskUse(db: Database): Promise<Record<string, number>> {
  const tables = [...PARTITIONED_TABLES.map(({ name }) => name), ...EXPIRING_TABLES, "events", "event_contents"];
  const rows = await db.$client<{ name: string; bytes: number }[]>`
    select name, (pg_total_relation_size(name::regclass) + coalesce((
      select sum(pg_total_relation_size(inhrelid)) from pg_inherits where inhparent = name::regclass), 0))::float8 as bytes
    from unnest(${tables}::text[]) as name`;
  return Object.fromEntries(rows.map(({ name, bytes }) => [name, bytes]));
}
