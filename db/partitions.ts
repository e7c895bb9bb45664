import { setTimeout as sleep } from "node:timers/promises";
import type { ReservedSql, Sql } from "postgres";
import { REQUEST_DAYS_MAX } from "#contract/constants/activity/requests.ts";
import { IN_APP_RETENTION_DAYS, MAX_WAIT_DAYS, RETENTION_DAYS } from "#contract/constants/limits.ts";
import { MINUTE } from "#contract/constants/values/times.ts";
import { type Partition, pagesOf, partitionsOf, type Range } from "./partition-catalogue.ts";
import { withShortLocks } from "./short-locks.ts";
import { sqlStateOf } from "./sql-failure.ts";

/*
 * Large tables are partitioned by range of `expire_at`, one partition a month (UTC), so that retention drops tables
 * instead of deleting rows. Housekeeping creates the partitions months ahead; nothing in a trigger's path does. The
 * migration gives each table a default partition, which takes the rows of all other dates and is never dropped.
 */

export interface PartitionedTable {
  readonly name: string;
  /** A row may expire this many days from now. */
  readonly daysAhead: number;
}

const RUN_DAYS = RETENTION_DAYS + MAX_WAIT_DAYS;

export const PARTITIONED_TABLES: readonly PartitionedTable[] = [
  { name: "runs", daysAhead: RUN_DAYS },
  { name: "jobs", daysAhead: RUN_DAYS },
  { name: "execution_details", daysAhead: RUN_DAYS },
  { name: "deliveries", daysAhead: RUN_DAYS },
  { name: "messages", daysAhead: IN_APP_RETENTION_DAYS + MAX_WAIT_DAYS },
  { name: "api_requests", daysAhead: REQUEST_DAYS_MAX },
];

/** A partition that could not be created or dropped this time. Its rows are stored all the same. */
export interface SkippedPartition {
  table: string;
  partition: string;
  /**
   * `default_has_rows`: the default partition holds rows of that month and keeps them; `overlap`: another partition covers
   * a part of the month; `name_taken`: an unrelated table has the name; `locked`: the table was in use at every attempt.
   */
  reason: "default_has_rows" | "overlap" | "name_taken" | "locked";
}

export interface PartitionOptions {
  tables?: readonly PartitionedTable[];
  onSkip?: (skipped: SkippedPartition) => void;
  /** How often a lock is asked for before the table is skipped. */
  lockAttempts?: number;
  /** Days more than usual that a row may live, because an environment keeps its rows for longer. */
  extraDays?: number;
}

/** Rows that are kept although they have expired, because runs of theirs still wait: by their moments of expiry, or the days of these. */
export interface SparedMoments {
  unit: "microseconds" | "day";
  moments: readonly Date[];
}

export const NOTHING_SPARED: SparedMoments = { unit: "microseconds", moments: [] };

export interface Spared {
  spared?: SparedMoments;
}

/**
 * Creates the partitions that rows of the coming months go to, and returns their names. Safe to call at any time, from any
 * number of processes: what exists is left alone. Statements on the tables wait at most about 0.3 s for it.
 */
export async function createPartitions(
  client: Sql,
  now: Date,
  { tables = PARTITIONED_TABLES, onSkip = () => {}, lockAttempts, extraDays = 0 }: PartitionOptions = {},
): Promise<string[]> {
  return oneAtATime(client, async (connection) => {
    const created: string[] = [];
    for (const table of tables) {
      const existing = await partitionsOf(connection, table.name);
      const defaultPartition = existing.find(({ isDefault }) => isDefault);
      for (const month of monthsAhead(now, table.daysAhead + extraDays)) {
        const overlapping = existing.filter((partition) => !partition.isDefault && overlaps(partition, month));
        if (overlapping.some(({ from, to }) => from <= month.from && to >= month.to)) continue;
        const partition = `${table.name}_${monthName(month)}`;
        const skip = (reason: SkippedPartition["reason"]) => onSkip({ table: table.name, partition, reason });
        if (overlapping.length > 0) {
          skip("overlap");
          continue;
        }
        const outcome = await createPartition(connection, { table, month, partition, defaultPartition, lockAttempts });
        if (outcome === "created") created.push(partition);
        else skip(outcome);
        // The other months would wait for the same lock.
        if (outcome === "locked") break;
      }
    }
    return created;
  });
}

/**
 * Drops partitions all of whose rows have expired, by their bounds in the catalogue, and returns their names. One that may
 * hold spared rows is left; `deleteExpiredRows` takes the others out of it.
 */
export async function dropExpiredPartitions(
  client: Sql,
  now: Date,
  {
    tables = PARTITIONED_TABLES,
    onSkip = () => {},
    lockAttempts,
    spared = NOTHING_SPARED,
  }: PartitionOptions & Spared = {},
): Promise<string[]> {
  return oneAtATime(client, async (connection) => {
    const dropped: string[] = [];
    for (const table of tables) {
      for (const partition of await partitionsOf(connection, table.name)) {
        const { name, isDefault, to } = partition;
        if (isDefault || to > now.getTime() || holdsSpared(partition, spared)) continue;
        // Not detached first: both lock the table in the same way, and a drop locks it once. Postgres deletes the files
        // after it has released the lock.
        if (!(await withShortLocks(connection, `drop table ${name}`, lockAttempts))) {
          onSkip({ table: table.name, partition: name, reason: "locked" });
          break;
        }
        dropped.push(name);
      }
    }
    return dropped;
  });
}

export interface DeleteOptions {
  tables?: readonly PartitionedTable[];
  /** Rows that one statement deletes at most. */
  batchSize?: number;
  /** Pause after each statement that deleted rows, in milliseconds. */
  pauseMs?: number;
}

/** Pages of 8 kB that one statement looks through. */
const PARTITION_PAGES = 1_000;

/**
 * Deletes expired rows from the default partitions, and from those that spared rows keep from being dropped, each batch in a
 * statement of its own. Returns their number.
 */
export async function deleteExpiredRows(
  client: Sql,
  now: Date,
  {
    tables = PARTITIONED_TABLES,
    batchSize = 1_000,
    pauseMs = 50,
    spared = NOTHING_SPARED,
  }: DeleteOptions & Spared = {},
): Promise<number> {
  // As text: Drizzle changes what postgres.js does with dates.
  const moment = now.toISOString();
  const kept = spared.moments.map((expireAt) => expireAt.toISOString());
  let deleted = 0;
  for (const { name } of tables) {
    for (const partition of await partitionsOf(client, name)) {
      const isOver = partition.to <= now.getTime();
      if (partition.isDefault || (isOver && holdsSpared(partition, spared))) await deleteFrom(partition.name);
    }
  }
  return deleted;

  async function deleteFrom(partition: string): Promise<void> {
    const rows = client.unsafe(partition);
    const pages = await pagesOf(client, partition);
    // Going through the table page by page reads it once: no index leads to the expired rows.
    for (let page = 0; page < pages; page += PARTITION_PAGES) {
      const [from, to] = [`(${page},0)`, `(${page + PARTITION_PAGES},0)`];
      for (let count = batchSize; count === batchSize; ) {
        ({ count } = await client`
          delete from ${rows} where expire_at <= ${moment} and ctid = any(array(
            select ctid from ${rows} where ctid >= ${from}::tid and ctid < ${to}::tid and expire_at <= ${moment}
              and date_trunc(${spared.unit}, expire_at, 'UTC') <> all(${kept}::text[]::timestamptz[])
            limit ${batchSize}))`);
        deleted += count;
        if (count > 0) await sleep(pauseMs);
      }
    }
  }
}

/** Partitions begin and end with days. */
const holdsSpared = ({ from, to }: Range, { moments }: SparedMoments): boolean =>
  moments.some((expireAt) => expireAt.getTime() >= from && expireAt.getTime() < to);

/** From this month to the one that is a month later than the last expiry. */
function monthsAhead(now: Date, daysAhead: number): Range[] {
  const last = new Date(now);
  last.setUTCDate(last.getUTCDate() + daysAhead);
  const end = Date.UTC(last.getUTCFullYear(), last.getUTCMonth() + 2, 1);
  const months: Range[] = [];
  const monthAt = (index: number) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + index, 1);
  for (let index = 0; monthAt(index) < end; index += 1) months.push({ from: monthAt(index), to: monthAt(index + 1) });
  return months;
}

const overlaps = (a: Range, b: Range): boolean => a.from < b.to && b.from < a.to;

/** Such as 2026_03; never parsed. */
const monthName = ({ from }: Range): string => new Date(from).toISOString().slice(0, 7).replace("-", "_");

const DUPLICATE_TABLE = "42P07";
const CHECK_VIOLATION = "23514";

interface NewPartition {
  table: PartitionedTable;
  month: Range;
  partition: string;
  defaultPartition: Partition | undefined;
  lockAttempts: number | undefined;
}

/**
 * Creates a table like its parent and attaches it. While the table is on its own nobody waits for it. To attach it, Postgres
 * locks the default partition and reads it through, to see that it has no rows of the month.
 */
async function createPartition(
  connection: ReservedSql,
  { table, month, partition, defaultPartition, lockAttempts }: NewPartition,
): Promise<"created" | SkippedPartition["reason"]> {
  const [from, to] = [new Date(month.from).toISOString(), new Date(month.to).toISOString()];
  if (defaultPartition !== undefined) {
    const held = await connection`
      select from ${connection.unsafe(defaultPartition.name)} where expire_at >= ${from} and expire_at < ${to} limit 1`;
    if (held.length > 0) return "default_has_rows";
  }
  // A table has storage parameters only in its partitions; the migration gives them to the default one.
  const storage = defaultPartition?.storage ? ` with (${defaultPartition.storage})` : "";
  const statements = `
    create table "${partition}" (like "${table.name}" including all)${storage};
    alter table "${table.name}" attach partition "${partition}"
      for values from ('${from}') to ('${to}')`;
  try {
    return (await withShortLocks(connection, statements, lockAttempts)) ? "created" : "locked";
  } catch (error) {
    const state = sqlStateOf(error);
    if (state === DUPLICATE_TABLE) return "name_taken";
    // The row arrived after the query above.
    if (state === CHECK_VIOLATION) return "default_has_rows";
    throw error;
  }
}

/** Longer than another process can need: it gives up on each table after some attempts. */
const TURN_TIMEOUT_MS = 5 * MINUTE;

/** Runs on a connection of its own while no other process does: two that create one partition would make one of them fail. */
async function oneAtATime<T>(client: Sql, run: (connection: ReservedSql) => Promise<T>): Promise<T> {
  const connection = await client.reserve();
  try {
    await connection.unsafe(
      `set local lock_timeout = ${TURN_TIMEOUT_MS}; set local statement_timeout = ${TURN_TIMEOUT_MS}; ` +
        "select pg_advisory_lock(hashtext('belfry.partitions'))",
    );
    try {
      return await run(connection);
    } finally {
      await connection`select pg_advisory_unlock(hashtext('belfry.partitions'))`;
    }
  } finally {
    connection.release();
  }
}
