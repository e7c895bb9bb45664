import { setTimeout as sleep } from "node:timers/promises";
import postgres, { type ReservedSql, type Sql } from "postgres";
import { afterAll, expect, test } from "vitest";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { closeDatabase, openDatabase } from "./client.ts";
import {
  createPartitions,
  deleteExpiredRows,
  dropExpiredPartitions,
  type PartitionedTable,
  type SkippedPartition,
} from "./partitions.ts";

const DAY = 24 * 60 * 60 * 1000;
const now = new Date("2030-01-31T23:30:00Z");
const after = (days: number, from = now) => new Date(from.getTime() + days * DAY);

const connect = (options: Parameters<typeof postgres>[1] = {}) =>
  postgres(testDatabaseUrl(), { max: 4, onnotice: () => {}, ...options });
// As the product connects: Drizzle changes what postgres.js does with dates.
const db = openDatabase(testDatabaseUrl(), { poolSize: 4 });
const sql = db.$client;
afterAll(() => closeDatabase(db));

let tables = 0;

/** A partitioned table of its own, with its default partition. */
async function createTable(daysAhead = 60): Promise<PartitionedTable> {
  tables += 1;
  const name = `parted_${tables}`;
  await sql.unsafe(`
    create table ${name} (id int not null, expire_at timestamptz(3) not null, status text not null default 'new',
      number bigint not null default 7, primary key (id, expire_at), check (id >= 0)) partition by range (expire_at);
    create index ${name}_status on ${name} (status) where status <> 'done';
    create table ${name}_default partition of ${name} default with (fillfactor = 60)`);
  return { name, daysAhead };
}

const insert = (client: Sql | ReservedSql, { name }: PartitionedTable, id: number, expireAt: Date) =>
  client.unsafe(`insert into ${name} (id, expire_at) values ($1, $2)`, [id, expireAt.toISOString()]);

/** Bounds by partition, as Postgres writes them in UTC. */
async function boundsOf({ name }: PartitionedTable): Promise<Record<string, string>> {
  const utc = connect({ max: 1, connection: { TimeZone: "UTC" } });
  const rows = await utc<{ partition: string; bound: string }[]>`
    select relname as partition, pg_get_expr(relpartbound, pg_class.oid) as bound
    from pg_inherits join pg_class on pg_class.oid = inhrelid where inhparent = ${name}::regclass order by relname`;
  await utc.end();
  return Object.fromEntries(rows.map(({ partition, bound }) => [partition, bound]));
}

const bound = (from: string, to: string) => `FOR VALUES FROM ('${from} 00:00:00+00') TO ('${to} 00:00:00+00')`;

async function countIn(partition: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*)::int from ${sql(partition)}`;
  return row?.count ?? 0;
}

test("partitions are months in UTC, from this one to a month after the last expiry, whatever the session's time zone", async () => {
  const table = await createTable();
  const tokyo = connect({ max: 1, connection: { TimeZone: "Asia/Tokyo", DateStyle: "German" } });
  const created = await createPartitions(tokyo, now, { tables: [table] });
  expect(await createPartitions(tokyo, now, { tables: [table] })).toEqual([]);
  await tokyo.end();
  expect(created).toEqual(
    ["2030_01", "2030_02", "2030_03", "2030_04", "2030_05"].map((month) => `${table.name}_${month}`),
  );
  expect(await boundsOf(table)).toEqual({
    [`${table.name}_2030_01`]: bound("2030-01-01", "2030-02-01"),
    [`${table.name}_2030_02`]: bound("2030-02-01", "2030-03-01"),
    [`${table.name}_2030_03`]: bound("2030-03-01", "2030-04-01"),
    [`${table.name}_2030_04`]: bound("2030-04-01", "2030-05-01"),
    [`${table.name}_2030_05`]: bound("2030-05-01", "2030-06-01"),
    [`${table.name}_default`]: "DEFAULT",
  });
});

test("a partition has its parent's indexes once each, its constraints, and the fill factor of the default partition", async () => {
  const table = await createTable(0);
  const [partition = ""] = await createPartitions(sql, now, { tables: [table] });
  const indexes = await sql`
    select parent.relname as parent, indisvalid as valid, indisprimary as primary
    from pg_index left join pg_inherits on inhrelid = indexrelid left join pg_class parent on parent.oid = inhparent
    where indrelid = ${partition}::regclass order by 1`;
  expect([...indexes]).toEqual([
    { parent: `${table.name}_pkey`, valid: true, primary: true },
    { parent: `${table.name}_status`, valid: true, primary: false },
  ]);
  expect(await sql`select reloptions from pg_class where relname = ${partition}`).toEqual([
    { reloptions: ["fillfactor=60"] },
  ]);
  expect(
    await sql`select contype, coninhcount::int as inherited from pg_constraint
    where conrelid = ${partition}::regclass and contype in ('c', 'p') order by 1`,
  ).toEqual([
    { contype: "c", inherited: 1 },
    { contype: "p", inherited: 1 },
  ]);
  await insert(sql, table, 1, now);
  expect(await sql`select number, status from ${sql(partition)}`).toEqual([{ number: "7", status: "new" }]);
});

test("each table of the product gets its months, with the indexes and fill factor of its default partition", async () => {
  const created = await createPartitions(sql, now);
  const countOf = (table: string) => created.filter((name) => name.startsWith(`${table}_20`)).length;
  // To August 2030 and a month; to July 2031 and a month.
  expect(
    Object.fromEntries(
      ["runs", "jobs", "execution_details", "deliveries", "messages"].map((table) => [table, countOf(table)]),
    ),
  ).toEqual({ runs: 9, jobs: 9, execution_details: 9, deliveries: 9, messages: 20 });
  const partitions = await sql<{ name: string; options: string | null; indexes: number; own: number }[]>`
    select child.relname as name, array_to_string(child.reloptions, ',') as options,
      (select count(*)::int from pg_index where indrelid = child.oid) as indexes,
      (select count(*)::int from pg_index where indrelid = child.oid
        and indexrelid not in (select inhrelid from pg_inherits)) as "own"
    from pg_inherits join pg_class child on child.oid = inhrelid where child.relkind = 'r'`;
  const of = new Map(partitions.map(({ name, ...rest }) => [name, rest]));
  expect(of.get("jobs_default")?.options).toBe("fillfactor=60");
  expect(of.get("runs_default")?.options).toBe("fillfactor=80");
  for (const name of created) {
    const standard = of.get(name.replace(/_20.*/, "_default"));
    expect([name, of.get(name)]).toEqual([name, { ...standard, own: 0 }]);
  }
  expect(await createPartitions(sql, now)).toEqual([]);
});

test("processes that create partitions at once create each once", async () => {
  const table = await createTable();
  const clients = Array.from({ length: 4 }, () => connect({ max: 1 }));
  const created = (
    await Promise.all(clients.map((client) => createPartitions(client, now, { tables: [table] })))
  ).flat();
  await Promise.all(clients.map((client) => client.end()));
  expect(created).toHaveLength(5);
  expect(new Set(created).size).toBe(5);
});

test("a row beyond the horizon is stored in the default partition, which keeps its month", async () => {
  const table = await createTable();
  await createPartitions(sql, now, { tables: [table] });
  await insert(sql, table, 1, after(30));
  await insert(sql, table, 2, after(3_650));
  await insert(sql, table, 3, after(130));
  expect(await countIn(`${table.name}_default`)).toBe(2);

  const skipped: SkippedPartition[] = [];
  const later = await createPartitions(sql, after(90), { tables: [table], onSkip: (skip) => skipped.push(skip) });
  expect(later).toEqual([`${table.name}_2030_07`]);
  expect(skipped).toEqual([{ table: table.name, partition: `${table.name}_2030_06`, reason: "default_has_rows" }]);
  await insert(sql, table, 4, after(131));
  expect(await countIn(`${table.name}_default`)).toBe(3);
});

test("a month that another partition covers in part, and a name that is taken, are skipped and reported", async () => {
  const table = await createTable();
  await sql.unsafe(`
    create table ${table.name}_week partition of ${table.name} for values from ('2030-02-04Z') to ('2030-02-11Z');
    create table ${table.name}_2030_03 (unrelated text)`);
  const reasons: Record<string, string> = {};
  const onSkip = ({ partition, reason }: SkippedPartition) => {
    reasons[partition] = reason;
  };
  const created = await createPartitions(sql, now, { tables: [table], onSkip });
  expect(created).toEqual([1, 4, 5].map((month) => `${table.name}_2030_0${month}`));
  expect(reasons).toEqual({ [`${table.name}_2030_02`]: "overlap", [`${table.name}_2030_03`]: "name_taken" });
});

test("partitions are dropped by their bounds, whatever their names; the default partition stays", async () => {
  const table = await createTable();
  await createPartitions(sql, now, { tables: [table] });
  // Each now bears a name that means the other one.
  await sql.unsafe(`
    alter table ${table.name}_2030_01 rename to ${table.name}_2099_01;
    alter table ${table.name}_2030_05 rename to "${table.name}_2000 May"`);
  await insert(sql, table, 1, new Date("2029-06-01T00:00:00Z"));
  const march = new Date("2030-03-01T00:00:00Z");
  expect(await dropExpiredPartitions(sql, new Date(march.getTime() - 1), { tables: [table] })).toEqual([
    `${table.name}_2099_01`,
  ]);
  expect(await dropExpiredPartitions(sql, march, { tables: [table] })).toEqual([`${table.name}_2030_02`]);
  const inAYear = after(365);
  expect(await dropExpiredPartitions(sql, inAYear, { tables: [table] })).toEqual([
    `${table.name}_2030_03`,
    `${table.name}_2030_04`,
    `"${table.name}_2000 May"`,
  ]);
  expect(await boundsOf(table)).toEqual({ [`${table.name}_default`]: "DEFAULT" });
  expect(await countIn(`${table.name}_default`)).toBe(1);
});

test("expired rows leave the default partition in batches; others stay", async () => {
  const table = await createTable();
  await sql.unsafe(
    `insert into ${table.name} select n, $1::timestamptz + n * interval '1 second'
    from generate_series(1, 250) n`,
    [now.toISOString()],
  );
  await sql.unsafe(`
    create table ${table.name}_batches (rows int not null);
    create function ${table.name}_note() returns trigger language plpgsql as
      'begin insert into ${table.name}_batches select count(*) from gone; return null; end';
    create trigger note after delete on ${table.name}_default referencing old table as gone
      for each statement execute function ${table.name}_note()`);
  const half = new Date(now.getTime() + 125_000);
  expect(await deleteExpiredRows(sql, half, { tables: [table], batchSize: 50, pauseMs: 1 })).toBe(125);
  expect(await sql`select rows from ${sql(`${table.name}_batches`)}`).toEqual([
    { rows: 50 },
    { rows: 50 },
    { rows: 25 },
  ]);
  const left = await sql<{ first: number; count: number }[]>`
    select min(id) as first, count(*)::int as count from ${sql(table.name)}`;
  expect(left).toEqual([{ first: 126, count: 125 }]);
  expect(await deleteExpiredRows(sql, half, { tables: [table] })).toBe(0);
});

test("a default partition of many pages is read page by page, and only its expired rows go", async () => {
  const table = await createTable();
  await sql.unsafe(
    `insert into ${table.name} select n, $1::timestamptz + (n % 2) * interval '1 day', repeat('x', 900)
    from generate_series(1, 9000) n`,
    [now.toISOString()],
  );
  const [size] = await sql`select pg_relation_size(${`${table.name}_default`}) / 8192 > 1000 as large`;
  expect(size).toEqual({ large: true });
  expect(await deleteExpiredRows(sql, now, { tables: [table], pauseMs: 0 })).toBe(4_500);
  expect(await countIn(`${table.name}_default`)).toBe(4_500);
});

/** Milliseconds of the slowest of the calls that are made, one after the other, until the work is done. */
async function slowestDuring(work: Promise<unknown>, call: () => Promise<unknown>): Promise<number> {
  let done = false;
  const end = () => {
    done = true;
  };
  work.then(end, end);
  let slowest = 0;
  while (!done) {
    const start = performance.now();
    await call();
    slowest = Math.max(slowest, performance.now() - start);
    await sleep(5);
  }
  await work;
  return slowest;
}

const longestWait = 450;

test("partitions are attached while another session's transaction has written to the table, and nobody waits", async () => {
  const table = await createTable();
  await createPartitions(sql, now, { tables: [table] });
  const other = await sql.reserve();
  await other`begin`;
  await insert(other, table, 1, now);
  let id = 1;
  const insertBoth = async () => {
    id += 2;
    await Promise.all([insert(other, table, id, now), insert(sql, table, id + 1, now)]);
  };
  const work = createPartitions(sql, after(730), { tables: [table] });
  expect(await slowestDuring(work, insertBoth)).toBeLessThan(longestWait);
  expect(await work).toHaveLength(4);
  await other`commit`;
  other.release();
  expect(await countIn(table.name)).toBe(id);
});

test("while a transaction holds the default partition, nothing is attached and nobody waits for long", async () => {
  const table = await createTable();
  await createPartitions(sql, now, { tables: [table] });
  const other = await sql.reserve();
  await other`begin`;
  await insert(other, table, 1, after(3_650));
  let id = 1;
  const skipped: SkippedPartition[] = [];
  const work = createPartitions(sql, after(90), {
    tables: [table],
    lockAttempts: 3,
    onSkip: (skip) => skipped.push(skip),
  });
  const slowest = await slowestDuring(work, async () => {
    id += 3;
    await Promise.all([
      insert(other, table, id, after(3_650)),
      insert(sql, table, id + 1, now),
      insert(sql, table, id + 2, after(3_650)),
    ]);
    // Without a date, it reads all partitions.
    await sql.unsafe(`select from ${table.name} where id = $1`, [id]);
  });
  expect(slowest).toBeLessThan(longestWait);
  expect(await work).toEqual([]);
  expect(skipped).toEqual([{ table: table.name, partition: `${table.name}_2030_06`, reason: "locked" }]);
  await other`commit`;
  other.release();
  expect(await createPartitions(sql, after(90), { tables: [table] })).toHaveLength(2);
});

test("while a transaction uses the table, no partition is dropped and nobody waits for long", async () => {
  const table = await createTable();
  await createPartitions(sql, now, { tables: [table] });
  const other = await sql.reserve();
  await other`begin`;
  await insert(other, table, 1, after(60));
  const skipped: SkippedPartition[] = [];
  let id = 1;
  const options = { tables: [table], lockAttempts: 3, onSkip: (skip: SkippedPartition) => skipped.push(skip) };
  const work = dropExpiredPartitions(sql, after(30), options);
  const slowest = await slowestDuring(work, async () => {
    id += 2;
    await Promise.all([insert(other, table, id, after(60)), insert(sql, table, id + 1, after(60))]);
  });
  expect(slowest).toBeLessThan(longestWait);
  expect(await work).toEqual([]);
  expect(skipped).toEqual([{ table: table.name, partition: `${table.name}_2030_01`, reason: "locked" }]);
  await other`commit`;
  other.release();
  expect(await dropExpiredPartitions(sql, after(30), { tables: [table] })).toHaveLength(2);
});
