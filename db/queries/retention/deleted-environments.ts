import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../../client.ts";
import type { Scope } from "../../scope.ts";

/** Pages of 8 kB that one statement looks through. */
const DELETION_PAGES = 250;
const DELETION_PAUSE_MS = 20;

/** Events that one statement looks at. */
const ROWS_LOOKED_AT = 2_000;

/**
 * Marks events of a deleted environment as cancelled, whose runs have not ended: what has not begun never begins. Looks at some
 * events, in the order of their transactionIds after `after`; returns the last one, null when there are no more, and the
 * executions that have to look.
 */
export async function cancelEventsOf(
  db: Database,
  { environmentId }: Scope,
  after: string | null,
): Promise<{ executionIds: string[]; last: string | null }> {
  const sql = db.$client;
  const [row] = await sql<{ executionIds: string[]; last: string | null; seen: number }[]>`
    with looked as materialized (
      select id, transaction_id, canceled_at, stop_reason from events
      where environment_id = ${environmentId} ${after === null ? sql`` : sql`and transaction_id > ${after}`}
      order by transaction_id limit ${ROWS_LOOKED_AT}
    ), marked as (
      update events set canceled_at = clock_timestamp() where id = any(array(
        select e.id from looked e
        where e.canceled_at is null and e.stop_reason is null
          and (not exists (select from cohorts c where c.event_id = e.id)
            or exists (select from cohorts c where c.event_id = e.id and c.stop_reason is null
              and (c.cursor is not null or c.pending + c.queued + c.running + c.delayed > 0)))))
      returning id, execution_id
    ), due as (
      update cohorts c set due_at = clock_timestamp() from marked
      where c.event_id = marked.id and c.stop_reason is null
        and (c.cursor is not null or c.pending + c.queued + c.delayed > 0)
      returning c.execution_id
    )
    select array(select execution_id from marked union select execution_id from due) as "executionIds",
      (select max(transaction_id) from looked) as last, (select count(*)::int from looked) as seen`;
  const { executionIds = [], last = null, seen = 0 } = row ?? {};
  return { executionIds, last: seen < ROWS_LOOKED_AT ? null : last };
}

/** Whether an execution of the environment may still be at work. */
export async function hasOpenCohorts(db: Database, { environmentId }: Scope): Promise<boolean> {
  const [row] = await db.$client<{ isOpen: boolean }[]>`
    select exists (select from cohorts where environment_id = ${environmentId} and stop_reason is null
      and (cursor is not null or pending + queued + running + delayed > 0)) as "isOpen"`;
  return row?.isOpen === true;
}

/**
 * Deletes all rows of an environment, table by table, a portion in each statement, and at last the environment itself. Rows that
 * refer to others go first. May be broken off at any point and called again. Returns how many rows were deleted.
 */
export async function deleteEnvironmentRows(db: Database, { environmentId }: Scope): Promise<number> {
  const sql = db.$client;
  let deleted = 0;
  for (const { name } of await tablesOfEnvironments(db)) {
    const [size] = await sql<{ pages: number }[]>`
      select (pg_relation_size(${name}::regclass) / current_setting('block_size')::int)::int as pages`;
    for (let page = 0; page < (size?.pages ?? 0); page += DELETION_PAGES) {
      const [from, to] = [`(${page},0)`, `(${page + DELETION_PAGES},0)`];
      // Going through the table by its pages reads it once: most tables have no index of their environments.
      const { count } = await sql`
        delete from ${sql(name)}
        where ctid >= ${from}::tid and ctid < ${to}::tid and environment_id = ${environmentId}`;
      deleted += count;
      if (count > 0) await sleep(DELETION_PAUSE_MS);
    }
  }
  await sql`delete from environments where id = ${environmentId} and deleted_at is not null`;
  return deleted;
}

/**
 * Tables and partitions that have rows of environments, those with references to others first. The audit log is the
 * organisation's, and stays.
 */
const tablesOfEnvironments = (db: Database) => db.$client<{ name: string }[]>`
  select t.relname as name
  from pg_class t join pg_attribute a on a.attrelid = t.oid
  where a.attname = 'environment_id' and not a.attisdropped and t.relkind = 'r'
    and t.relnamespace = 'public'::regnamespace and t.relname <> 'audit_logs'
  order by (select count(*) from pg_constraint f where f.conrelid = t.oid and f.contype = 'f') desc, t.relname`;
