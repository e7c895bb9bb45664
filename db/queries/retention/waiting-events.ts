import type { Fragment } from "postgres";
import { DAY } from "#contract/constants/values/times.ts";
import type { Database } from "../../client.ts";
import type { SparedMoments } from "../../partitions.ts";
import { classifySqlFailure } from "../../sql-failure.ts";

/** Moments that deleting can be told to spare one by one; of more, whole days are spared. */
const MOST_MOMENTS = 10_000;

/**
 * Moments of expiry that are past, of events of which something still waits: a run that is held, delayed or not sent, or an
 * event that an open digest will send. Rows with these moments are spared until nothing waits any more. Where very much waits, they
 * are days: what expired on them is spared, whatever it is.
 */
export async function findWaitingExpiries(db: Database, now: Date, most = MOST_MOMENTS): Promise<SparedMoments> {
  const moments = await exactMoments(db, now, most);
  if (moments) return { unit: "microseconds", moments };
  const days: Date[] = [];
  for (const day of await expiredDays(db, now)) if (await isAnyWaiting(db, day, now)) days.push(day);
  return { unit: "day", moments: days };
}

/** Undefined when there are too many, or finding them takes too long. */
async function exactMoments(db: Database, now: Date, most: number): Promise<Date[] | undefined> {
  const sql = db.$client;
  const [since, until] = [new Date(0), now];
  try {
    const rows = await sql<{ expireAt: string; rows: number }[]>`
      select expire_at as "expireAt", count(*)::int as rows from (
        (select c.expire_at ${waitingCohorts(db, since, until)} limit ${most + 1})
        union all
        (select m.expire_at ${waitingMembers(db, since, until)} limit ${most + 1})) as waiting
      group by expire_at`;
    const found = rows.reduce((sum, row) => sum + row.rows, 0);
    return found > most ? undefined : rows.map(({ expireAt }) => new Date(expireAt));
  } catch (error) {
    if (classifySqlFailure(error) !== "contention") throw error;
    return undefined;
  }
}

/** Days in UTC on which anything has expired that may wait. */
async function expiredDays(db: Database, now: Date): Promise<Date[]> {
  const [row] = await db.$client<{ first: string | null }[]>`
    select least((select min(expire_at) from cohorts), (select min(expire_at) from digest_members)) as first`;
  if (!row?.first) return [];
  const days: Date[] = [];
  for (let day = Math.floor(Date.parse(row.first) / DAY) * DAY; day <= now.getTime(); day += DAY)
    days.push(new Date(day));
  return days;
}

async function isAnyWaiting(db: Database, day: Date, now: Date): Promise<boolean> {
  const until = new Date(Math.min(day.getTime() + DAY - 1, now.getTime()));
  const [row] = await db.$client<{ isAny: boolean }[]>`
    select exists (select ${waitingCohorts(db, day, until)}) or exists (select ${waitingMembers(db, day, until)}) as "isAny"`;
  return row?.isAny === true;
}

/** The cohorts that expired between the moments, the later one included, and of which something still waits. */
const waitingCohorts = (db: Database, since: Date, until: Date): Fragment => db.$client`
  from cohorts c
  where c.expire_at >= ${since.toISOString()} and c.expire_at <= ${until.toISOString()} and c.stop_reason is null
    and (c.cursor is not null or c.pending + c.queued + c.running + c.delayed > 0)`;

/** The same of members of digest windows. */
const waitingMembers = (db: Database, since: Date, until: Date): Fragment => db.$client`
  from digest_members m join digest_windows w on w.id = m.window_id
  where m.expire_at >= ${since.toISOString()} and m.expire_at <= ${until.toISOString()}
    and (w.closed_at is null or exists (
      select from runs r where r.id = w.master_run_id and r.due_at is not null))`;
