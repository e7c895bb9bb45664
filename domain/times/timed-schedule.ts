import { TZDate } from "@date-fns/tz";
import { addDays, addMonths, addWeeks, differenceInCalendarMonths, getDaysInMonth, startOfMonth } from "date-fns";
import { AT_TIME_PATTERN } from "#contract/constants/values/patterns.ts";
import { isTimeZone, ORDINAL_VALUES, ORDINALS, TIME_UNITS, WEEK_DAYS } from "#contract/constants/values/time.ts";
import { DAY } from "#contract/constants/values/times.ts";
import type { StepMetadata } from "#contract/workflows/step-metadata.ts";
import { addDuration, type Duration } from "../values/duration.ts";
import { nextFires } from "./cron.ts";
import { momentAt } from "./day-moments.ts";

type TimedMetadata = Extract<StepMetadata, { type: "timed" }>;
type Schedule = NonNullable<TimedMetadata["timed"]>;

/** The error is a sentence that starts with the path of the field: `metadata.timed.atTime must be ...`. */
export type NextMoment = { dueAt: Date } | { error: string };

/** Intervals that are searched for a day that exists. Weekdays and leap days repeat after 400 years. */
const INTERVALS_SEARCHED = 400 * 12;
const LAST_YEAR = 9_999;
const EPOCH = new Date(0);

/**
 * The first moment strictly after `after` that a timed step or a schedule names. Intervals are counted from `anchor`, which is not later
 * than `after`: a recurrence that goes on keeps its own, a window that opens begins a new one. Days and times of day are those of the
 * schedule's time zone, or UTC.
 */
export function nextTimedMoment(
  { amount, unit, timed = {} }: TimedMetadata,
  after: Date,
  anchor: Date = after,
): NextMoment {
  const { cronExpression, timezone = "UTC" } = timed;
  if (!isTimeZone(timezone)) {
    return { error: "metadata.timed.timezone must be the name of a time zone such as Europe/Berlin" };
  }
  if (cronExpression) return nextCronFire(cronExpression, timezone, after);
  if (amount === undefined || !(amount > 0)) return { error: "metadata.amount must be a number greater than 0" };
  switch (unit) {
    case "seconds":
    case "minutes":
    case "hours":
      return reachable(nextMultiple({ amount, unit }, after, anchor));
    case "days":
    case "weeks":
    case "months":
      if (!Number.isInteger(amount)) return { error: `metadata.amount must be a whole number of ${unit}` };
      return nextDay({ amount, unit, timed }, timezone, { after, anchor });
    default:
      return { error: `metadata.unit must be one of ${TIME_UNITS.join(", ")}` };
  }
}

/** The first moment after `after` that is so many times the length after the anchor. */
function nextMultiple(length: Duration, after: Date, anchor: Date): Date {
  const milliseconds = addDuration(EPOCH, length).getTime();
  const passed = Math.floor((after.getTime() - anchor.getTime()) / milliseconds);
  return new Date(anchor.getTime() + (passed + 1) * milliseconds);
}

function nextCronFire(expression: string, timezone: string, now: Date): NextMoment {
  const field = "metadata.timed.cronExpression";
  const fires = nextFires(expression, timezone, now, 1);
  if (!fires) {
    return {
      error: `${field} must be a cron expression of five fields, or of six with seconds first, such as 0 9 * * 1`,
    };
  }
  const [dueAt] = fires;
  return dueAt ? { dueAt } : { error: `${field} never fires: choose a day that exists` };
}

/**
 * The day that it is in the time zone, as midnight of that day in UTC: days are counted there, where the clock never
 * changes, and only a moment on a day needs the zone (`momentAt`).
 */
export function dayIn(timezone: string, now: Date): TZDate {
  const local = new TZDate(now, timezone);
  return new TZDate(local.getFullYear(), local.getMonth(), local.getDate(), "UTC");
}

interface DayRule {
  /** A whole number from 1. */
  amount: number;
  unit: "days" | "weeks" | "months";
  timed: Schedule;
}

function nextDay(rule: DayRule, timezone: string, { after, anchor }: { after: Date; anchor: Date }): NextMoment {
  const error = scheduleError(rule);
  if (error !== undefined) return { error };
  const second = secondOf(rule.timed.atTime ?? "");
  const start = dayIn(timezone, anchor);
  const first = Math.max(0, intervalOf(rule, start, dayIn(timezone, after)) - 1);
  for (let interval = first; interval < first + INTERVALS_SEARCHED; interval += 1) {
    for (const day of daysOfInterval(rule, start, interval)) {
      if (!(day.getUTCFullYear() <= LAST_YEAR)) return reachable(day);
      const moment = momentAt(day.getTime(), second, timezone);
      if (moment !== null && moment > after.getTime()) return { dueAt: new Date(moment) };
    }
  }
  const field = rule.timed.monthlyType === "on" ? "ordinal" : "monthDays";
  return { error: `metadata.timed.${field} names no day that exists in any of the months: choose another one` };
}

/** The first thing that is wrong with the days and the time of day. */
function scheduleError({ unit, timed }: DayRule): string | undefined {
  const { atTime = "", weekDays = [], monthDays = [], monthlyType = "each", ordinal, ordinalValue } = timed;
  if (!AT_TIME_PATTERN.test(atTime)) return "metadata.timed.atTime must be a time such as 9:30, 17:05 or 17:05:30";
  if (unit === "weeks" && !weekDays.every((day) => WEEK_DAYS.includes(day))) {
    return `metadata.timed.weekDays must be a list of ${WEEK_DAYS.join(", ")}`;
  }
  if (unit !== "months") return undefined;
  if (monthlyType === "each") {
    const areDays = monthDays.every((day) => Number.isInteger(day) && day >= 1 && day <= 31);
    return areDays ? undefined : "metadata.timed.monthDays must be a list of whole numbers from 1 to 31";
  }
  if (monthlyType !== "on") return "metadata.timed.monthlyType must be each or on";
  if (!ORDINALS.some((known) => known === ordinal)) {
    return `metadata.timed.ordinal must be one of ${ORDINALS.join(", ")}`;
  }
  if (!ORDINAL_VALUES.some((known) => known === ordinalValue)) {
    return `metadata.timed.ordinalValue must be one of ${ORDINAL_VALUES.join(", ")}`;
  }
  return undefined;
}

/** The number of the interval that a day is in; interval 0 is the day, week or month of `start`. */
function intervalOf({ amount, unit }: DayRule, start: TZDate, day: TZDate): number {
  if (unit === "months") return Math.floor(differenceInCalendarMonths(day, start) / amount);
  const days = unit === "weeks" ? 7 : 1;
  const since = unit === "weeks" ? mondayOf(start) : start;
  return Math.floor((day.getTime() - since.getTime()) / (amount * days * DAY));
}

/** The days that the rule names in one of its intervals, in order. */
function daysOfInterval({ amount, unit, timed }: DayRule, start: TZDate, interval: number): TZDate[] {
  const offset = interval * amount;
  if (unit === "days") return [addDays(start, offset)];
  if (unit === "weeks") {
    const monday = addWeeks(mondayOf(start), offset);
    const listed = WEEK_DAYS.flatMap((day, index) => (timed.weekDays?.includes(day) ? [index] : []));
    return (listed.length > 0 ? listed : [weekDayOf(start)]).map((index) => addDays(monday, index));
  }
  const firstMonth = startOfMonth(start);
  const first = addMonths(firstMonth, offset);
  // Beyond the calendar a month has no days; the caller finds that its year is not one.
  if (Number.isNaN(first.getTime())) return [first];
  return datesOfMonth(first, timed, start).map((date) => addDays(first, date - 1));
}

/** Dates of the month, counted from 1, that a monthly schedule names; without any, the date of `start`. */
function datesOfMonth(first: TZDate, { monthlyType, monthDays = [], ordinal, ordinalValue }: Schedule, start: TZDate) {
  const dates = Array.from({ length: getDaysInMonth(first) }, (_, index) => index + 1);
  if (monthlyType !== "on") {
    const listed = monthDays.length > 0 ? monthDays : [start.getDate()];
    return dates.filter((date) => listed.includes(date));
  }
  const matching = dates.filter((date) => isOrdinalDay((weekDayOf(first) + date - 1) % 7, ordinalValue));
  const date = ordinal === "last" ? matching.at(-1) : matching[Number(ordinal) - 1];
  return date === undefined ? [] : [date];
}

const SATURDAY = WEEK_DAYS.indexOf("saturday");

/** Whether a day of the week, counted from Monday as 0, is one of those that are counted. */
function isOrdinalDay(weekDay: number, value: Schedule["ordinalValue"]): boolean {
  if (value === "day") return true;
  if (value === "weekday") return weekDay < SATURDAY;
  if (value === "weekend") return weekDay >= SATURDAY;
  return WEEK_DAYS[weekDay] === value;
}

const mondayOf = (day: TZDate): TZDate => addDays(day, -weekDayOf(day));

/** The day of the week, counted from Monday as 0. */
const weekDayOf = (day: TZDate): number => (day.getDay() + 6) % 7;

/** Seconds after midnight. */
function secondOf(atTime: string): number {
  const [hour = 0, minute = 0, second = 0] = atTime.split(":").map(Number);
  return (hour * 60 + minute) * 60 + second;
}

function reachable(dueAt: Date): NextMoment {
  return dueAt.getUTCFullYear() <= LAST_YEAR ? { dueAt } : { error: "metadata.amount is too long: give a shorter one" };
}
