import type { ScheduleStatus } from "#contract/constants/schedules.ts";
import type { Database } from "../../client.ts";
import type { Scope } from "../../scope.ts";
import type { ScheduleRow } from "./schedules.ts";

/** A schedule with an occurrence that whoever claimed it fires. */
export interface DueSchedule extends Scope {
  id: string;
  /** Null when the workflow was deleted. */
  workflow: string | null;
  event: ScheduleRow["event"];
  recurrence: ScheduleRow["recurrence"];
  timezone: string;
  inSubscriberTimezone: boolean;
  missed: ScheduleRow["missed"];
  startAt: Date | null;
  endAt: Date | null;
  recursFrom: Date;
  /** The occurrence, and when it was due. */
  nextAt: Date;
  fireAt: Date;
  failures: number;
  revision: number;
}

const MOMENTS = ["startAt", "endAt", "recursFrom", "nextAt", "fireAt"] as const;

/**
 * Claims schedules with an occurrence that is due, those that wait longest first. Two callers get different ones; one that does
 * not note what became of its occurrence loses it at `until`, and it is claimed again.
 */
export async function claimDueSchedules(
  db: Database,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<DueSchedule[]> {
  const rows = await db.$client<Record<string, unknown>[]>`
    with due as (
      select id from schedules
      where fire_at <= ${now.toISOString()} and (claimed_until is null or claimed_until <= ${now.toISOString()})
      order by fire_at limit ${limit} for update skip locked
    )
    update schedules s set claimed_until = ${until.toISOString()}
    from due
    where s.id = due.id
    returning s.id, s.organization_id as "organizationId", s.environment_id as "environmentId", s.event, s.recurrence, s.timezone,
      s.in_subscriber_timezone as "inSubscriberTimezone", s.missed, s.start_at as "startAt", s.end_at as "endAt",
      s.recurs_from as "recursFrom", s.next_at as "nextAt", s.fire_at as "fireAt", s.failures, s.revision,
      (select identifier from workflows w where w.id = s.workflow_id and w.deleted_at is null) as workflow`;
  return rows.map(asDue);
}

/** When the next occurrence can be fired; null when there is none. One that somebody has claimed can be when that ends. */
export async function nextFiring(db: Database, now: Date): Promise<Date | null> {
  const at = now.toISOString();
  const [row] = await db.$client<{ at: string | null }[]>`
    select least(
      (select fire_at from schedules
        where fire_at is not null and (claimed_until is null or claimed_until <= ${at}) order by fire_at limit 1),
      (select min(claimed_until) from schedules where fire_at is not null and claimed_until > ${at})) as at`;
  return row?.at ? new Date(row.at) : null;
}

function asDue(row: Record<string, unknown>): DueSchedule {
  const moments = MOMENTS.map((field) => [field, row[field] === null ? null : new Date(String(row[field]))]);
  // The statement selects exactly these columns.
  return { ...row, ...Object.fromEntries(moments) } as DueSchedule;
}

/** The state of a schedule after an occurrence. */
export interface AfterOccurrence {
  status: ScheduleStatus;
  nextAt: Date | null;
  fireAt: Date | null;
  failures: number;
  lastError: string | null;
  /** The event of the occurrence; null when it was not fired. */
  transactionId: string | null;
  now: Date;
}

/** Notes what became of a claimed occurrence, unless a caller has changed the schedule meanwhile. */
export async function noteOccurrence(
  db: Database,
  { id, nextAt, revision }: DueSchedule,
  after: AfterOccurrence,
): Promise<void> {
  const at = after.now.toISOString();
  const { transactionId } = after;
  await db.$client`
    update schedules set status = ${after.status}, next_at = ${after.nextAt?.toISOString() ?? null},
      fire_at = ${after.fireAt?.toISOString() ?? null}, failures = ${after.failures},
      last_error = ${after.lastError}, claimed_until = null,
      last_run_at = case when ${transactionId}::text is null then last_run_at else ${at}::timestamptz end,
      last_transaction_id = coalesce(${transactionId}, last_transaction_id)
    where id = ${id} and revision = ${revision} and next_at = ${nextAt.toISOString()}`;
}

/** Leaves an occurrence that could not be fired yet to whoever looks after `until`. */
export async function releaseOccurrence(db: Database, { id, revision }: DueSchedule, until: Date): Promise<void> {
  await db.$client`
    update schedules set claimed_until = ${until.toISOString()} where id = ${id} and revision = ${revision}`;
}
