import type { CreateSchedule, UpdateSchedule } from "#contract/schedules.ts";
import type { Database } from "#db/client.ts";
import {
  deleteSchedule,
  getSchedule,
  insertSchedule,
  type ListedSchedule,
  lockSchedule,
  type ScheduleRow,
  updateSchedule,
} from "#db/queries/schedules/schedules.ts";
import { getWorkflow } from "#db/queries/workflows/workflows.ts";
import type { Scope } from "#db/scope.ts";
import type { Executor, Transaction } from "#db/transaction.ts";
import { DomainError } from "#domain/errors.ts";
import { nextFires } from "#domain/times/cron.ts";
import { type Calendar, firesAt, nextOccurrences } from "#domain/times/schedule-occurrences.ts";
import type { Engine } from "#engine/client.ts";
import type { CallContext } from "../../caller.ts";
import { noted } from "../audit.ts";

interface Services {
  db: Database;
  engine: Pick<Engine, "fireSchedulesSoon">;
}

/** The schedule may be due sooner than all others. */
async function firing<T>({ engine }: Services, saved: Promise<T>): Promise<T> {
  const schedule = await saved;
  await engine.fireSchedulesSoon();
  return schedule;
}

/** Throws `workflow_not_found`, and `invalid_input` for times at which nothing can happen. */
export const createSchedule = (
  services: Services,
  call: CallContext,
  body: CreateSchedule,
): Promise<ListedSchedule> => {
  const { scope } = call;
  const create = async (transaction: Transaction) => {
    const { name, recurrence, timezone, inSubscriberTimezone, missed } = body;
    const now = new Date();
    const calendar = calendarOf({
      ...body,
      startAt: instant(body.startAt),
      endAt: instant(body.endAt),
      recursFrom: now,
    });
    const id = await insertSchedule(transaction, scope, {
      name,
      recurrence,
      timezone,
      inSubscriberTimezone,
      missed,
      startAt: calendar.startAt,
      endAt: calendar.endAt,
      recursFrom: calendar.recursFrom,
      workflowId: await workflowIdOf(transaction, scope, body.workflow),
      event: eventOf(body),
      ...firstOf({ ...calendar, inSubscriberTimezone }, now),
    });
    return getSchedule(transaction, scope, id);
  };
  return firing(
    services,
    noted(services.db, call, { action: "schedule.created" }, create, ({ schedule }) => schedule.id),
  );
};

/** Changes what is given of a schedule. Other times hold from now on, counted from where the schedule began. Throws as `createSchedule`, and `not_found`. */
export const changeSchedule = (
  services: Services,
  call: CallContext,
  id: string,
  { workflow, startAt, endAt, ...body }: UpdateSchedule,
): Promise<ListedSchedule> =>
  firing(
    services,
    changing(services.db, call, id, async (transaction) => {
      const { scope } = call;
      const row = await lockSchedule(transaction, scope, id);
      const { name, recurrence, timezone, inSubscriberTimezone, missed } = { ...row, ...given(body) };
      const calendar = calendarOf({
        recurrence,
        timezone,
        inSubscriberTimezone,
        startAt: startAt === undefined ? row.startAt : instant(startAt),
        endAt: endAt === undefined ? row.endAt : instant(endAt),
        recursFrom: row.recursFrom,
      });
      const times = [body.recurrence, body.timezone, body.inSubscriberTimezone, startAt, endAt];
      const isMoved = times.some((time) => time !== undefined);
      await updateSchedule(transaction, row, {
        name,
        recurrence,
        timezone,
        inSubscriberTimezone,
        missed,
        startAt: calendar.startAt,
        endAt: calendar.endAt,
        ...(workflow !== undefined && { workflowId: await workflowIdOf(transaction, scope, workflow) }),
        event: { ...row.event, ...eventOf(body) },
        failures: 0,
        ...(isMoved && row.status !== "paused" && firstOf({ ...calendar, inSubscriberTimezone }, new Date())),
      });
      return getSchedule(transaction, scope, id);
    }),
  );

/** Repeated, it changes nothing. Throws `not_found`, and `conflict` for a schedule that has ended. */
export const pauseSchedule = (db: Database, call: CallContext, id: string): Promise<ListedSchedule> =>
  changing(db, call, id, async (transaction) => {
    const { scope } = call;
    const row = await lockSchedule(transaction, scope, id);
    requireNotEnded(row);
    if (row.status === "active") {
      await updateSchedule(transaction, row, { status: "paused", nextAt: null, fireAt: null });
    }
    return getSchedule(transaction, scope, id);
  });

/** Goes on with the next occurrence from now. Throws as `pauseSchedule`, and `conflict` when there is none any more. */
export const resumeSchedule = (services: Services, call: CallContext, id: string): Promise<ListedSchedule> =>
  firing(
    services,
    changing(services.db, call, id, async (transaction) => {
      const { scope } = call;
      const row = await lockSchedule(transaction, scope, id);
      requireNotEnded(row);
      if (row.status === "paused") {
        const first = occurrenceAfter(row, new Date());
        if (!first)
          throw new DomainError("conflict", `Schedule ${id} has no further occurrence: change its recurrence or endAt`);
        await updateSchedule(transaction, row, { ...first, failures: 0, lastError: null });
      }
      return getSchedule(transaction, scope, id);
    }),
  );

/** Deletes a schedule; events that it has triggered go on. Throws `not_found`. */
export const removeSchedule = (db: Database, call: CallContext, id: string): Promise<void> =>
  noted(db, call, { action: "schedule.deleted", id }, (transaction) => deleteSchedule(transaction, call.scope, id));

const changing = <T>(db: Database, call: CallContext, id: string, change: (transaction: Transaction) => Promise<T>) =>
  noted(db, call, { action: "schedule.updated", id }, change);

function requireNotEnded({ id, status }: ScheduleRow): void {
  if (status !== "ended") return;
  throw new DomainError("conflict", `Schedule ${id} has ended: change its recurrence or endAt, or create another one`);
}

async function workflowIdOf(db: Executor, scope: Scope, workflow: string): Promise<string> {
  try {
    return (await getWorkflow(db, scope, workflow)).workflow.id;
  } catch (error) {
    if (!(error instanceof DomainError && error.code === "not_found")) throw error;
    throw new DomainError("workflow_not_found", `workflow ${workflow} names no workflow of this environment`);
  }
}

/** Null is a moment that is not there. */
const instant = (text: string | null | undefined): Date | null => (text ? new Date(text) : null);

/** The fields that have a value. */
const given = <T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  // What is left out was optional; the compiler cannot see that.
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as ReturnType<typeof given<T>>;

/** The parts of the event that a body sets; null erases one. */
function eventOf({ to, payload, overrides, actor, tenant, context }: UpdateSchedule): ScheduleRow["event"] {
  return given({ to, payload, overrides, actor, tenant, context });
}

type ScheduleCalendar = Calendar & { inSubscriberTimezone: boolean };

/** Throws `invalid_input` for times that contradict each other. */
function calendarOf({ inSubscriberTimezone, ...given }: ScheduleCalendar): Calendar {
  const { recurrence, timezone, startAt, endAt, recursFrom } = given;
  const calendar = { recurrence, timezone, startAt, endAt, recursFrom };
  const issues: string[] = [];
  if (recurrence.type === "cron" && !nextFires(recurrence.cronExpression, timezone, new Date(), 1)) {
    issues.push("recurrence.cronExpression must be a cron expression of five fields, such as 0 9 * * 1");
  }
  if (startAt && endAt && endAt < startAt) issues.push("endAt must not be before startAt");
  if (inSubscriberTimezone && recurrence.type === "timed" && ["minutes", "hours"].includes(recurrence.unit)) {
    issues.push("recurrence.unit must be days, weeks or months: with inSubscriberTimezone, times of day are needed");
  }
  if (issues.length > 0) throw new DomainError("invalid_input", issues);
  return calendar;
}

type First = Pick<ScheduleRow, "status" | "nextAt" | "fireAt">;

/** Throws `invalid_input` when there is no occurrence. */
function firstOf(calendar: ScheduleCalendar, now: Date): First {
  const first = occurrenceAfter(calendar, now);
  if (first) return first;
  throw new DomainError("invalid_input", [
    "recurrence has no occurrence from now on, or none between startAt and endAt: choose later times",
  ]);
}

/**
 * The first occurrence from now on. Where each subscriber is reached in a zone of its own, it is the first that is still ahead
 * in all zones; a single one reaches those at once for whom it is past.
 */
function occurrenceAfter(calendar: ScheduleCalendar, now: Date): First | undefined {
  const { timezone, inSubscriberTimezone, recurrence } = calendar;
  const [first, ...later] = nextOccurrences(calendar, now, inSubscriberTimezone ? HOURS_LOOKED_AT : 1);
  const fires = (occurrence: Date) => firesAt(occurrence, timezone, inSubscriberTimezone);
  const nextAt = recurrence.type === "once" ? first : [first, ...later].find((one) => one && fires(one) >= now);
  return nextAt && { status: "active", nextAt, fireAt: fires(nextAt) };
}

/** Occurrences within the 26 hours for which a time of day is still ahead somewhere: one a minute at most. */
const HOURS_LOOKED_AT = 27 * 60;
