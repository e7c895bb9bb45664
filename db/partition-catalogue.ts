import type { ReservedSql, Sql } from "postgres";

export interface Range {
  /** Milliseconds since 1970; infinite where the partition has no bound. */
  from: number;
  to: number;
}

export interface Partition extends Range {
  /** As SQL: quoted where it has to be. */
  name: string;
  isDefault: boolean;
  /** Storage parameters as SQL, such as `fillfactor=60`; empty where there are none. */
  storage: string;
}

/** The partitions of a table, oldest first. Postgres itself reads the bounds, because their text depends on the session. */
export async function partitionsOf(client: Sql | ReservedSql, table: string): Promise<Partition[]> {
  const rows = await client<Partition[]>`
    select name, storage, bound = 'DEFAULT' as "isDefault",
      coalesce(extract(epoch from substring(bound from 'FROM [(]''(.*?)''[)]')::timestamptz) * 1000, '-Infinity')::float8 as "from",
      coalesce(extract(epoch from substring(bound from 'TO [(]''(.*?)''[)]')::timestamptz) * 1000, 'Infinity')::float8 as "to"
    from (
      select child.oid::regclass::text as name, coalesce(array_to_string(child.reloptions, ', '), '') as storage,
        pg_get_expr(child.relpartbound, child.oid) as bound
      from pg_inherits join pg_class child on child.oid = inhrelid
      where inhparent = ${table}::regclass) as partition
    order by "from"`;
  return [...rows];
}

/** How many pages of 8 kB a table or partition has. */
export async function pagesOf(client: Sql, partition: string): Promise<number> {
  const [row] = await client<{ pages: number }[]>`
    select (pg_relation_size(${partition}::regclass) / current_setting('block_size')::int)::float8 as pages`;
  return row?.pages ?? 0;
}
