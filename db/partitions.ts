import type { Sql } from "postgres";

type Period = "week" | "month";

/** What is kept for weeks is dropped weekly, what is kept for a year monthly, so that neither makes many partitions. */
const PARTITIONED: Record<string, Period> = {
  runs: "week",
  jobs: "week",
  execution_details: "week",
  messages: "month",
};

/** Jobs are rewritten as they advance; the room left in each page keeps those updates out of the indexes. */
const FILL_FACTOR: Record<string, number> = { jobs: 60 };

interface Bounds {
  from: Date;
  to: Date;
}

function boundsOf(moment: Date, period: Period): Bounds {
  const year = moment.getUTCFullYear();
  const month = moment.getUTCMonth();
  if (period === "month")
    return { from: new Date(Date.UTC(year, month, 1)), to: new Date(Date.UTC(year, month + 1, 1)) };
  const mondayOffset = (moment.getUTCDay() + 6) % 7;
  const monday = moment.getUTCDate() - mondayOffset;
  return { from: new Date(Date.UTC(year, month, monday)), to: new Date(Date.UTC(year, month, monday + 7)) };
}

const nameOf = (table: string, from: Date): string => `${table}_${from.toISOString().slice(0, 10).replaceAll("-", "")}`;

const DAY = 24 * 60 * 60 * 1000;

/**
 * Makes the partitions that rows expiring at `expireAt` go to, in every partitioned table. Safe to call at any time from
 * any number of processes; `known` spares the work for days (since 1970) that this process has seen to.
 */
export async function ensurePartitions(client: Sql, expireAt: Date, known: Set<number> = new Set()): Promise<void> {
  const day = Math.floor(expireAt.getTime() / DAY);
  if (known.has(day)) return;
  for (const [table, period] of Object.entries(PARTITIONED)) {
    const { from, to } = boundsOf(expireAt, period);
    const name = nameOf(table, from);
    const fill = FILL_FACTOR[table];
    await client.begin(async (transaction) => {
      // Two processes that create the same partition at once would make one of them fail.
      await transaction`select pg_advisory_xact_lock(hashtext('belfry.partitions'))`;
      await transaction.unsafe(
        `create table if not exists "${name}" partition of "${table}" ` +
          `for values from ('${from.toISOString()}') to ('${to.toISOString()}')${fill ? ` with (fillfactor = ${fill})` : ""}`,
      );
    });
  }
  known.add(day);
}

/** Drops partitions all of whose rows have expired. Returns their names. */
export async function dropExpiredPartitions(client: Sql, now: Date): Promise<string[]> {
  const dropped: string[] = [];
  for (const [table, period] of Object.entries(PARTITIONED)) {
    const partitions = await client<{ name: string }[]>`
      select child.relname as name
      from pg_inherits join pg_class child on child.oid = inhrelid
      where inhparent = ${table}::regclass order by 1`;
    for (const { name } of partitions) {
      const day = name.slice(table.length + 1);
      const start = new Date(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6, 8)}T00:00:00Z`);
      if (boundsOf(start, period).to > now) continue;
      await client.unsafe(`drop table if exists "${name}"`);
      dropped.push(name);
    }
  }
  return dropped;
}
