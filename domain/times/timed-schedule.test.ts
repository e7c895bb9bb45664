import fc from "fast-check";
import { expect, test } from "vitest";
import { ORDINAL_VALUES, ORDINALS, WEEK_DAYS } from "#contract/constants/values/time.ts";
import type { StepMetadata } from "#contract/workflows/step-metadata.ts";
import { nextTimedMoment } from "./timed-schedule.ts";

type Timed = Extract<StepMetadata, { type: "timed" }>;
type Schedule = NonNullable<Timed["timed"]>;

const every = (amount: number, unit: NonNullable<Timed["unit"]>, timed?: Schedule): Timed => ({
  type: "timed",
  amount,
  unit,
  ...(timed && { timed }),
});
const cron = (cronExpression: string, timezone?: string): Timed => ({
  type: "timed",
  timed: { cronExpression, ...(timezone && { timezone }) },
});
const on = (
  ordinal: Schedule["ordinal"],
  ordinalValue: Schedule["ordinalValue"],
  { amount = 1, atTime = "09:00" } = {},
): Timed => every(amount, "months", { atTime, monthlyType: "on", ordinal, ordinalValue });

const next = (metadata: Timed, now: string): string => {
  const result = nextTimedMoment(metadata, new Date(now));
  return "dueAt" in result ? result.dueAt.toISOString().replace(/:00\.000Z$/, "") : result.error;
};

// May 2023 begins on a Monday.
test.each<[string, Timed, string, string]>([
  ["seconds count from now", every(30, "seconds"), "2023-05-04T12:00:00.000Z", "2023-05-04T12:00:30.000Z"],
  ["minutes count from now", every(7, "minutes"), "2023-05-04T12:00:00.000Z", "2023-05-04T12:07"],
  ["hours count from now", every(3, "hours"), "2023-05-04T12:15:00.000Z", "2023-05-04T15:15"],
  ["every day, the time has passed", every(1, "days", { atTime: "01:00" }), "2023-05-04T12:00:00Z", "2023-05-05T01:00"],
  ["every 4 days", every(4, "days", { atTime: "01:00" }), "2023-05-04T12:00:00Z", "2023-05-08T01:00"],
  [
    "every 4 days, the time is ahead",
    every(4, "days", { atTime: "13:00" }),
    "2023-05-04T12:00:00Z",
    "2023-05-04T13:00",
  ],
  ["this very moment is not later", every(2, "days", { atTime: "12:00" }), "2023-05-04T12:00:00Z", "2023-05-06T12:00"],
  ["a millisecond ahead is", every(2, "days", { atTime: "12:00" }), "2023-05-04T11:59:59.999Z", "2023-05-04T12:00"],
  ["an hour of one digit", every(1, "days", { atTime: "9:05" }), "2023-05-04T08:00:00Z", "2023-05-04T09:05"],
  ["with seconds", every(1, "days", { atTime: "09:05:07" }), "2023-05-04T08:00:00Z", "2023-05-04T09:05:07.000Z"],
  ["over the end of the year", every(1, "days", { atTime: "00:00" }), "2023-12-31T23:59:59Z", "2024-01-01T00:00"],

  ["every 2 weeks, no days", every(2, "weeks", { atTime: "09:00" }), "2023-05-04T10:00:00Z", "2023-05-18T09:00"],
  [
    "every 2 weeks, an empty list of days, the time is ahead",
    every(2, "weeks", { atTime: "11:00", weekDays: [] }),
    "2023-05-04T10:00:00Z",
    "2023-05-04T11:00",
  ],
  [
    "the next listed day of the week",
    every(1, "weeks", { atTime: "09:00", weekDays: ["wednesday", "monday"] }),
    "2023-05-02T10:00:00Z",
    "2023-05-03T09:00",
  ],
  [
    "a listed day that is today",
    every(1, "weeks", { atTime: "09:00", weekDays: ["tuesday"] }),
    "2023-05-02T08:00:00Z",
    "2023-05-02T09:00",
  ],
  [
    "after the last listed day, the first of the next interval",
    every(3, "weeks", { atTime: "09:00", weekDays: ["monday", "wednesday"] }),
    "2023-05-03T09:00:00Z",
    "2023-05-22T09:00",
  ],
  [
    "Sunday is the last day of its week",
    every(2, "weeks", { atTime: "09:00", weekDays: ["sunday"] }),
    "2023-05-07T08:00:00Z",
    "2023-05-07T09:00",
  ],

  [
    "the next listed date",
    every(1, "months", { atTime: "12:00", monthlyType: "each", monthDays: [15, 1] }),
    "2023-05-03T10:00:00Z",
    "2023-05-15T12:00",
  ],
  [
    "each is the default, after the last date the first of the next interval",
    every(2, "months", { atTime: "12:00", monthDays: [1, 15] }),
    "2023-05-15T12:00:00Z",
    "2023-07-01T12:00",
  ],
  ["no dates, the time is ahead", every(2, "months", { atTime: "12:00" }), "2023-05-03T10:00:00Z", "2023-05-03T12:00"],
  [
    "no dates, the time has passed",
    every(2, "months", { atTime: "09:00", monthDays: [] }),
    "2023-05-03T10:00:00Z",
    "2023-07-03T09:00",
  ],
  [
    "the 31st skips February",
    every(1, "months", { atTime: "09:00", monthDays: [31] }),
    "2023-02-01T00:00:00Z",
    "2023-03-31T09:00",
  ],
  [
    "the 31st of every second month",
    every(2, "months", { atTime: "09:00", monthDays: [31] }),
    "2023-04-01T00:00:00Z",
    "2023-08-31T09:00",
  ],
  ["begun on the 31st", every(1, "months", { atTime: "09:00" }), "2023-01-31T10:00:00Z", "2023-03-31T09:00"],
  [
    "29 February in a leap year",
    every(1, "months", { atTime: "09:00", monthDays: [29] }),
    "2024-02-01T00:00:00Z",
    "2024-02-29T09:00",
  ],
  [
    "29 February in another",
    every(1, "months", { atTime: "09:00", monthDays: [29] }),
    "2023-02-01T00:00:00Z",
    "2023-03-29T09:00",
  ],
  [
    "every 12 months on 29 February",
    every(12, "months", { atTime: "09:00", monthDays: [29] }),
    "2024-02-29T10:00:00Z",
    "2028-02-29T09:00",
  ],
  [
    "2100 is no leap year",
    every(12, "months", { atTime: "09:00", monthDays: [29] }),
    "2096-02-29T10:00:00Z",
    "2104-02-29T09:00",
  ],

  ["the first day", on("1", "day"), "2023-05-03T10:00:00Z", "2023-06-01T09:00"],
  ["the second day", on("2", "day"), "2023-05-01T10:00:00Z", "2023-05-02T09:00"],
  ["the last day", on("last", "day"), "2023-05-03T10:00:00Z", "2023-05-31T09:00"],
  ["the last day of a leap February", on("last", "day"), "2024-02-03T10:00:00Z", "2024-02-29T09:00"],
  ["the first weekday", on("1", "weekday"), "2023-06-30T10:00:00Z", "2023-07-03T09:00"],
  ["the second weekday", on("2", "weekday"), "2023-05-01T10:00:00Z", "2023-05-02T09:00"],
  ["the last weekday", on("last", "weekday"), "2023-04-01T10:00:00Z", "2023-04-28T09:00"],
  ["the first weekend day", on("1", "weekend"), "2023-05-03T10:00:00Z", "2023-05-06T09:00"],
  ["the second weekend day", on("2", "weekend"), "2023-05-03T10:00:00Z", "2023-05-07T09:00"],
  ["the last weekend day", on("last", "weekend"), "2023-05-03T10:00:00Z", "2023-05-28T09:00"],
  ["the first Wednesday", on("1", "wednesday"), "2023-05-03T10:00:00Z", "2023-06-07T09:00"],
  ["the second Sunday", on("2", "sunday"), "2023-05-03T10:00:00Z", "2023-05-14T09:00"],
  ["the last Saturday", on("last", "saturday"), "2023-05-03T10:00:00Z", "2023-05-27T09:00"],
  ["the fifth Friday", on("5", "friday"), "2023-05-03T10:00:00Z", "2023-06-30T09:00"],
  ["every third month", on("1", "monday", { amount: 3 }), "2023-05-03T10:00:00Z", "2023-08-07T09:00"],
  ["this month, the time is ahead", on("1", "wednesday"), "2023-05-03T08:00:00Z", "2023-05-03T09:00"],

  ["cron with five fields", cron("0 9 * * 1"), "2023-05-01T09:00:00Z", "2023-05-08T09:00"],
  ["cron with seconds", cron("*/20 * * * * *"), "2023-05-01T09:00:20Z", "2023-05-01T09:00:40.000Z"],
  ["cron in a zone", cron("0 9 * * 1-5", "America/New_York"), "2023-05-05T14:00:00Z", "2023-05-08T13:00"],
  ["cron on a leap day", cron("0 9 29 2 *"), "2023-05-05T14:00:00Z", "2024-02-29T09:00"],
  [
    "cron in place of amount and unit",
    { ...every(1, "days"), timed: { atTime: "07:00", cronExpression: "30 9 * * *" } },
    "2023-05-01T00:00:00Z",
    "2023-05-01T09:30",
  ],
])("the next moment of a schedule: %s", (_, metadata, now, dueAt) => {
  expect(next(metadata, now)).toBe(dueAt);
});

const daily = (atTime: string, timezone: string) => every(1, "days", { atTime, timezone });

test.each<[string, Timed, string, string]>([
  ["the day is the zone's", daily("01:00", "Asia/Tokyo"), "2023-05-04T15:30:00Z", "2023-05-04T16:00"],
  ["half an hour beside the hour", daily("09:00", "Asia/Kolkata"), "2023-05-04T03:30:00Z", "2023-05-05T03:30"],
  ["three quarters", daily("09:00", "Asia/Kathmandu"), "2023-05-04T00:00:00Z", "2023-05-04T03:15"],
  [
    "the weekday is the zone's",
    every(1, "weeks", { atTime: "08:00", weekDays: ["monday"], timezone: "Pacific/Auckland" }),
    "2023-06-04T19:00:00Z",
    "2023-06-04T20:00",
  ],
  [
    "the month is the zone's",
    every(1, "months", {
      atTime: "23:00",
      monthlyType: "on",
      ordinal: "last",
      ordinalValue: "day",
      timezone: "America/Los_Angeles",
    }),
    "2023-06-01T05:00:00Z",
    "2023-06-01T06:00",
  ],

  // Berlin: at 02:00 on 31 March 2024 the clock goes to 03:00, at 03:00 on 27 October back to 02:00.
  ["Berlin the day before spring", daily("02:30", "Europe/Berlin"), "2024-03-30T00:00:00Z", "2024-03-30T01:30"],
  ["Berlin, 02:30 does not exist", daily("02:30", "Europe/Berlin"), "2024-03-30T12:00:00Z", "2024-03-31T01:00"],
  [
    "Berlin, the moment after the gap is over",
    daily("02:30", "Europe/Berlin"),
    "2024-03-31T01:00:00Z",
    "2024-04-01T00:30",
  ],
  ["Berlin, the same time by the clock", daily("09:00", "Europe/Berlin"), "2024-03-30T08:00:00Z", "2024-03-31T07:00"],
  ["Berlin, the first 02:30 of two", daily("02:30", "Europe/Berlin"), "2024-10-26T12:00:00Z", "2024-10-27T00:30"],
  ["Berlin, between the two", daily("02:30", "Europe/Berlin"), "2024-10-27T00:45:00Z", "2024-10-28T01:30"],
  [
    "Berlin, hours are hours",
    { ...every(24, "hours"), timed: { timezone: "Europe/Berlin" } },
    "2024-03-30T12:00:00Z",
    "2024-03-31T12:00",
  ],
  [
    "Berlin, a week over the change",
    every(1, "weeks", { atTime: "09:00", weekDays: ["monday"], timezone: "Europe/Berlin" }),
    "2024-10-21T07:00:00Z",
    "2024-10-28T08:00",
  ],
  ["Berlin, cron in the gap", cron("30 2 * * *", "Europe/Berlin"), "2024-03-30T12:00:00Z", "2024-03-31T01:00"],
  [
    "Berlin, cron with a list of hours in the gap",
    cron("30 2,14 * * *", "Europe/Berlin"),
    "2024-03-30T14:00:00Z",
    "2024-03-31T01:00",
  ],
  ["Berlin, cron between the two", cron("30 2 * * *", "Europe/Berlin"), "2024-10-27T00:45:00Z", "2024-10-28T01:30"],
  ["New York, 02:30 does not exist", daily("02:30", "America/New_York"), "2024-03-09T12:00:00Z", "2024-03-10T07:00"],
  ["New York, the first 01:30 of two", daily("01:30", "America/New_York"), "2024-11-02T12:00:00Z", "2024-11-03T05:30"],
  ["New York, between the two", daily("01:30", "America/New_York"), "2024-11-03T06:00:00Z", "2024-11-04T06:30"],
  [
    "Lord Howe changes by half an hour",
    daily("02:15", "Australia/Lord_Howe"),
    "2024-10-05T12:00:00Z",
    "2024-10-05T15:30",
  ],
  [
    "Lord Howe, the first 01:45 of two",
    daily("01:45", "Australia/Lord_Howe"),
    "2024-04-06T12:00:00Z",
    "2024-04-06T14:45",
  ],
  ["Cairo, midnight does not exist", daily("00:00", "Africa/Cairo"), "2024-04-25T12:00:00Z", "2024-04-25T22:00"],
])("the next moment of a schedule in a time zone: %s", (_, metadata, now, dueAt) => {
  expect(next(metadata, now)).toBe(dueAt);
});

/** Schedules that no call of today stores; rows may be older. */
const stored = (metadata: object) => metadata as Timed;
const weekly = (timed: object) => stored({ type: "timed", amount: 1, unit: "weeks", timed });
const monthly = (timed: object) =>
  stored({ type: "timed", amount: 1, unit: "months", timed: { atTime: "9:00", ...timed } });

test.each<[string, Timed, string]>([
  ["no amount", stored({ type: "timed", unit: "days" }), "metadata.amount must be a number greater than 0"],
  [
    "no unit",
    stored({ type: "timed", amount: 1 }),
    "metadata.unit must be one of seconds, minutes, hours, days, weeks, months",
  ],
  ["half a day", every(0.5, "days", { atTime: "09:00" }), "metadata.amount must be a whole number of days"],
  [
    "an amount beyond the calendar",
    every(1e6, "months", { atTime: "09:00", monthDays: [31] }),
    "metadata.amount is too long: give a shorter one",
  ],
  ["minutes beyond the calendar", every(1e15, "minutes"), "metadata.amount is too long: give a shorter one"],
  ["no schedule", every(1, "days"), "metadata.timed.atTime must be a time such as 9:30, 17:05 or 17:05:30"],
  [
    "no time of day",
    weekly({ weekDays: ["monday"] }),
    "metadata.timed.atTime must be a time such as 9:30, 17:05 or 17:05:30",
  ],
  ["24 o'clock", weekly({ atTime: "24:00" }), "metadata.timed.atTime must be a time such as 9:30, 17:05 or 17:05:30"],
  [
    "a time with am",
    weekly({ atTime: "9:00 am" }),
    "metadata.timed.atTime must be a time such as 9:30, 17:05 or 17:05:30",
  ],
  [
    "an unknown weekday",
    weekly({ atTime: "09:00", weekDays: ["monday", "Mittwoch"] }),
    "metadata.timed.weekDays must be a list of monday, tuesday, wednesday, thursday, friday, saturday, sunday",
  ],
  ["day 0", monthly({ monthDays: [0] }), "metadata.timed.monthDays must be a list of whole numbers from 1 to 31"],
  ["day 32", monthly({ monthDays: [1, 32] }), "metadata.timed.monthDays must be a list of whole numbers from 1 to 31"],
  ["an unknown kind of month", monthly({ monthlyType: "some" }), "metadata.timed.monthlyType must be each or on"],
  [
    "no ordinal",
    monthly({ monthlyType: "on", ordinalValue: "day" }),
    "metadata.timed.ordinal must be one of 1, 2, 3, 4, 5, last",
  ],
  [
    "an unknown ordinal value",
    monthly({ monthlyType: "on", ordinal: "1", ordinalValue: "holiday" }),
    "metadata.timed.ordinalValue must be one of day, weekday, weekend, monday, tuesday, wednesday, thursday, friday, saturday, sunday",
  ],
  [
    "dates that no month of the interval has",
    every(12, "months", { atTime: "09:00", monthDays: [31] }),
    "metadata.timed.monthDays names no day that exists in any of the months: choose another one",
  ],
  [
    "an unknown zone",
    daily("09:00", "Europe/Berln"),
    "metadata.timed.timezone must be the name of a time zone such as Europe/Berlin",
  ],
  [
    "an offset in place of a zone",
    daily("09:00", "+02:00"),
    "metadata.timed.timezone must be the name of a time zone such as Europe/Berlin",
  ],
  [
    "a cron that never fires",
    cron("0 0 30 2 *"),
    "metadata.timed.cronExpression never fires: choose a day that exists",
  ],
  ...["* * * *", "* * * * * * *", "60 * * * *", "@daily", "2030-01-01T00:00:00", "every day at 9 o'clock"].map(
    (expression): [string, Timed, string] => [
      `the cron ${expression}`,
      cron(expression),
      "metadata.timed.cronExpression must be a cron expression of five fields, or of six with seconds first, such as 0 9 * * 1",
    ],
  ),
])("%s is an error that names the field and the remedy", (_, metadata, error) => {
  expect(next(metadata, "2023-04-04T12:00:00.000Z")).toBe(error);
});

const ZONES = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "Asia/Kolkata",
  "Australia/Lord_Howe",
  "America/St_Johns",
  "Pacific/Auckland",
];
const time = fc.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }));
const atTime = time.map((parts) => parts.map((part) => String(part).padStart(2, "0")).join(":"));
const base = { atTime, timezone: fc.constantFrom(...ZONES) };
const rule = fc.oneof(
  fc.record({ unit: fc.constant("days" as const), timed: fc.record(base) }),
  fc.record({
    unit: fc.constant("weeks" as const),
    timed: fc.record({ ...base, weekDays: fc.subarray([...WEEK_DAYS]) }),
  }),
  fc.record({
    unit: fc.constant("months" as const),
    timed: fc.record({ ...base, monthDays: fc.uniqueArray(fc.integer({ min: 1, max: 31 }), { maxLength: 4 }) }),
  }),
  fc.record({
    unit: fc.constant("months" as const),
    timed: fc.record({
      ...base,
      monthlyType: fc.constant("on" as const),
      ordinal: fc.constantFrom(...ORDINALS),
      ordinalValue: fc.constantFrom(...ORDINAL_VALUES),
    }),
  }),
);
const moment = fc.date({ min: new Date("2000-01-01"), max: new Date("2060-01-01"), noInvalidDate: true });

/** The clock and the calendar of a zone at a moment, as the runtime formats them. */
function inZone(date: Date, timeZone: string) {
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    hourCycle: "h23",
    weekday: "long",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  const parts = Object.fromEntries(format.formatToParts(date).map(({ type, value }) => [type, value]));
  const [year, month, day] = [Number(parts.year), Number(parts.month), Number(parts.day)];
  return {
    time: `${parts.hour}:${parts.minute}`,
    second: parts.second,
    weekDay: (parts.weekday ?? "").toLowerCase(),
    month: year * 12 + month,
    day,
    lastDay: new Date(Date.UTC(year, month, 0)).getUTCDate(),
    /** Days since 1970, by the calendar of the zone. */
    date: Date.UTC(year, month - 1, day) / 86_400_000,
  };
}

const weekOf = (date: number) => Math.floor((date + 3) / 7);

/** How many days like this one the month has up to it, or from it on. */
function countLike(value: string, { date, day, lastDay }: ReturnType<typeof inZone>, from: "start" | "end"): number {
  const names = (offset: number) => WEEK_DAYS[(date + offset + 3 + 7 * 100) % 7] ?? "";
  const isLike = (name: string) =>
    value === "day" ||
    name === value ||
    ((value === "weekend") === (name === "saturday" || name === "sunday") && ["weekday", "weekend"].includes(value));
  const offsets = from === "start" ? range(1 - day, 0) : range(0, lastDay - day);
  return offsets.filter((offset) => isLike(names(offset))).length;
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

test("the moment is strictly later and, by the clock and the calendar of the zone, what the rule says", () => {
  fc.assert(
    fc.property(rule, fc.integer({ min: 1, max: 6 }), moment, ({ unit, timed }, amount, now) => {
      const result = nextTimedMoment({ type: "timed", amount, unit, timed: { ...timed } }, now);
      if (!("dueAt" in result)) throw new Error(result.error);
      const { dueAt } = result;
      expect(dueAt.getTime()).toBeGreaterThan(now.getTime());
      const due = inZone(dueAt, timed.timezone);
      const start = inZone(now, timed.timezone);
      const isGap =
        inZone(new Date(dueAt.getTime() - 60_000), timed.timezone).time < timed.atTime && due.time > timed.atTime;
      if (!isGap) expect(due).toMatchObject({ time: timed.atTime, second: "00" });
      const interval = {
        days: due.date - start.date,
        weeks: weekOf(due.date) - weekOf(start.date),
        months: due.month - start.month,
      }[unit];
      expect(interval % amount).toBe(0);
      if ("weekDays" in timed) {
        expect(timed.weekDays.length > 0 ? timed.weekDays : [start.weekDay]).toContain(due.weekDay);
        expect(interval).toBeLessThanOrEqual(amount);
      }
      if ("monthDays" in timed) expect(timed.monthDays.length > 0 ? timed.monthDays : [start.day]).toContain(due.day);
      if ("ordinal" in timed) {
        const count = countLike(timed.ordinalValue, due, timed.ordinal === "last" ? "end" : "start");
        expect(count).toBe(timed.ordinal === "last" ? 1 : Number(timed.ordinal));
        // The day itself is one of those that are counted.
        expect(countLike(timed.ordinalValue, { ...due, day: 1 }, "start")).toBe(1);
      }
    }),
    { numRuns: 500 },
  );
});

test("nothing that the rule says is passed over: a window that opens just before a moment ends at it", () => {
  fc.assert(
    fc.property(rule, moment, ({ unit, timed }, now) => {
      // With lists of days and every single interval, the schedule is the same whenever the window opens.
      if ("weekDays" in timed && timed.weekDays.length === 0) return;
      if ("monthDays" in timed && timed.monthDays.length === 0) return;
      const metadata: Timed = { type: "timed", amount: 1, unit, timed: { ...timed } };
      const first = nextTimedMoment(metadata, now);
      if (!("dueAt" in first)) throw new Error(first.error);
      const halfway = new Date((now.getTime() + first.dueAt.getTime()) / 2);
      expect(nextTimedMoment(metadata, halfway)).toEqual(first);
      expect(nextTimedMoment(metadata, new Date(first.dueAt.getTime() - 1))).toEqual(first);
    }),
    { numRuns: 200 },
  );
});
