import fc from "fast-check";
import { expect, test } from "vitest";
import { WEEK_DAYS } from "#contract/constants/values/time.ts";
import type { Recurrence } from "#contract/schedules.ts";
import { localStartAt } from "./local-start.ts";
import { type Calendar, firesAt, nextOccurrences, wallTime } from "./schedule-occurrences.ts";

const daily: Recurrence = { type: "timed", amount: 1, unit: "days", timed: { atTime: "09:00" } };
const cron = (cronExpression: string): Recurrence => ({ type: "cron", cronExpression });
const once = (at: string): Recurrence => ({ type: "once", at });

type Given = Omit<Calendar, "recursFrom">;

const calendar = (recurrence: Recurrence, timezone: string, startAt?: string, endAt?: string): Given => ({
  recurrence,
  timezone,
  startAt: startAt ? new Date(startAt) : null,
  endAt: endAt ? new Date(endAt) : null,
});

/** The next occurrences of a schedule made at `from`, without milliseconds. */
const next = (of: Given, from: string, count = 2, after = from) =>
  nextOccurrences({ ...of, recursFrom: new Date(from) }, new Date(after), count).map(
    (moment) => `${moment.toISOString().slice(0, 19)}Z`,
  );

const BERLIN = "Europe/Berlin";
const FORWARD = "2026-03-29T00:00:00Z";
const BACK = "2026-10-25T00:00:00Z";

test.each<[string, string[], string[]]>([
  // The clock of Berlin is put forward on 29 March 2026 and back on 25 October.
  [
    "every day, across both changes",
    next(calendar(daily, BERLIN), "2026-03-28T09:00:00Z"),
    ["2026-03-29T07:00:00Z", "2026-03-30T07:00:00Z"],
  ],
  [
    "every day, when the clock is put back",
    next(calendar(daily, BERLIN), BACK),
    ["2026-10-25T08:00:00Z", "2026-10-26T08:00:00Z"],
  ],
  [
    "by cron in the gap: at its end",
    next(calendar(cron("30 2 * * *"), BERLIN), FORWARD),
    ["2026-03-29T01:00:00Z", "2026-03-30T00:30:00Z"],
  ],
  [
    "by cron in the overlap: once, at its first pass",
    next(calendar(cron("30 2 * * *"), BERLIN), BACK),
    ["2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z"],
  ],
  ["once", next(calendar(once("2026-12-01T09:00"), BERLIN), BACK), ["2026-12-01T08:00:00Z"]],
  ["once, in the gap", next(calendar(once("2026-03-29T02:30:15"), BERLIN), FORWARD), ["2026-03-29T01:00:00Z"]],
  ["once, in the overlap", next(calendar(once("2026-10-25T02:30"), BERLIN), BACK), ["2026-10-25T00:30:00Z"]],
  ["once, in the past", next(calendar(once("2026-01-01T09:00"), BERLIN), BACK), []],
  [
    "every two weeks, from the occurrence before",
    next(
      calendar({ type: "timed", amount: 2, unit: "weeks", timed: { atTime: "09:00", weekDays: ["monday"] } }, "UTC"),
      "2026-11-23T09:00:00Z",
    ),
    ["2026-12-07T09:00:00Z", "2026-12-21T09:00:00Z"],
  ],
  [
    "every two weeks, from a start in the week before",
    next(
      calendar(
        { type: "timed", amount: 2, unit: "weeks", timed: { atTime: "09:00", weekDays: ["monday"] } },
        "UTC",
        "2026-11-16T09:00:00Z",
      ),
      "2026-11-23T12:00:00Z",
    ),
    ["2026-11-30T09:00:00Z", "2026-12-14T09:00:00Z"],
  ],
  [
    "every six hours, from a start 100 minutes ago",
    next(calendar({ type: "timed", amount: 6, unit: "hours" }, "UTC", "2026-11-23T10:20:00Z"), "2026-11-23T12:00:00Z"),
    ["2026-11-23T16:20:00Z", "2026-11-23T22:20:00Z"],
  ],
  [
    "on the 31st, in months that have one",
    next(
      calendar({ type: "timed", amount: 1, unit: "months", timed: { atTime: "09:00" } }, "UTC", "2027-01-31T09:00:00Z"),
      "2026-11-23T12:00:00Z",
      3,
    ),
    ["2027-01-31T09:00:00Z", "2027-03-31T09:00:00Z", "2027-05-31T09:00:00Z"],
  ],
  [
    "every day at a time that the clock shows twice, looked for between the two: once",
    next(
      calendar({ type: "timed", amount: 1, unit: "days", timed: { atTime: "02:30" } }, BERLIN),
      BACK,
      1,
      "2026-10-25T00:45:00Z",
    ),
    ["2026-10-26T01:30:00Z"],
  ],
  [
    "on the last day of the month",
    next(
      calendar(
        {
          type: "timed",
          amount: 1,
          unit: "months",
          timed: { atTime: "23:30", monthlyType: "on", ordinal: "last", ordinalValue: "day" },
        },
        "UTC",
      ),
      "2027-02-01T00:00:00Z",
    ),
    ["2027-02-28T23:30:00Z", "2027-03-31T23:30:00Z"],
  ],
  [
    "at intervals",
    next(calendar({ type: "timed", amount: 90, unit: "minutes" }, "UTC"), "2026-11-22T10:00:00Z"),
    ["2026-11-22T11:30:00Z", "2026-11-22T13:00:00Z"],
  ],
  [
    "at intervals, long after the occurrence before",
    next(
      calendar({ type: "timed", amount: 7, unit: "minutes" }, "UTC"),
      "2020-01-01T00:00:00Z",
      1,
      "2026-11-22T10:00:00Z",
    ),
    ["2026-11-22T10:03:00Z"],
  ],
  [
    "every day, long after the occurrence before",
    next(calendar(daily, "UTC"), "2025-01-01T09:00:00Z", 1, "2026-11-22T10:00:00Z"),
    ["2026-11-23T09:00:00Z"],
  ],
  [
    "at intervals from a start",
    next(calendar({ type: "timed", amount: 2, unit: "hours" }, "UTC", "2026-12-01T08:00:00Z"), "2026-11-22T10:00:00Z"),
    ["2026-12-01T08:00:00Z", "2026-12-01T10:00:00Z"],
  ],
  [
    "at the start itself",
    next(calendar(daily, "UTC", "2026-12-01T09:00:00Z"), "2026-11-22T10:00:00Z"),
    ["2026-12-01T09:00:00Z", "2026-12-02T09:00:00Z"],
  ],
  [
    "up to the end itself",
    next(calendar(daily, "UTC", undefined, "2026-11-23T09:00:00Z"), "2026-11-22T10:00:00Z", 5),
    ["2026-11-23T09:00:00Z"],
  ],
  ["of a cron expression that never fires", next(calendar(cron("0 9 31 2 *"), "UTC"), BACK), []],
  ["of a cron expression that is none", next(calendar(cron("a b c d e"), "UTC"), BACK), []],
])("occurrences %s", (_, found, expected) => {
  expect(found).toEqual(expected);
});

test("an occurrence in everybody's own zone is fired when it is that time anywhere first, and starts by each clock", () => {
  const occurrence = new Date("2026-12-01T08:00:00Z");
  expect(wallTime(occurrence, BERLIN)).toBe("2026-12-01T09:00:00");
  const fireAt = firesAt(occurrence, BERLIN, true);
  expect(fireAt.toISOString()).toBe("2026-11-30T19:00:00.000Z");
  expect(firesAt(occurrence, BERLIN, false)).toBe(occurrence);
  const start = { at: "2026-12-01T09:00:00", timezone: BERLIN };
  const at = (zone: string | null) => localStartAt(start, zone, fireAt).toISOString();
  expect(at("Pacific/Kiritimati")).toBe("2026-11-30T19:00:00.000Z");
  expect(at("Asia/Tokyo")).toBe("2026-12-01T00:00:00.000Z");
  expect(at("Pacific/Pago_Pago")).toBe("2026-12-01T20:00:00.000Z");
  expect([at(null), at("Mars/Olympus")]).toEqual(["2026-12-01T08:00:00.000Z", "2026-12-01T08:00:00.000Z"]);
});

test.each([
  ["in the gap of a zone", "2026-03-29T02:30:00", BERLIN, "2026-03-29T01:00:00.000Z"],
  ["in the overlap of a zone", "2026-10-25T02:30:00", BERLIN, "2026-10-25T00:30:00.000Z"],
  ["on a day that the zone skipped", "2011-12-30T09:00:00", "Pacific/Apia", "2011-12-30T09:00:00.000Z"],
  ["in the past: now", "2001-01-01T09:00:00", BERLIN, "2001-06-01T00:00:00.000Z"],
])("a time of day %s", (_, at, zone, expected) => {
  const now = new Date(at.startsWith("2001") ? "2001-06-01T00:00:00Z" : "2000-01-01T00:00:00Z");
  expect(localStartAt({ at, timezone: "UTC" }, zone, now).toISOString()).toBe(expected);
});

type Timed = Extract<Recurrence, { type: "timed" }>;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Whether a schedule that is counted from one day has an occurrence on another one; both are midnights in UTC. */
function isNamedDay({ amount, unit, timed }: Timed, start: Date, day: Date): boolean {
  const days = (day.getTime() - start.getTime()) / DAY_MS;
  if (unit === "days") return days % amount === 0;
  if (unit === "weeks") {
    const sinceMonday = (start.getUTCDay() + 6) % 7;
    const names = timed?.weekDays ?? [WEEK_DAYS[sinceMonday]];
    const isNamed = names.includes(WEEK_DAYS[(day.getUTCDay() + 6) % 7] ?? "monday");
    return Math.floor((days + sinceMonday) / 7) % amount === 0 && isNamed;
  }
  const months = (day.getUTCFullYear() - start.getUTCFullYear()) * 12 + day.getUTCMonth() - start.getUTCMonth();
  return months % amount === 0 && (timed?.monthDays ?? [start.getUTCDate()]).includes(day.getUTCDate());
}

/** The moment of a time of day, found by trying: a time that is skipped is met at the first moment after the gap. */
function momentByTrying(day: Date, atTime: string, timezone: string): Date | undefined {
  const named = `${day.toISOString().slice(0, 10)}T${atTime}:00`;
  // No clock of these zones is further from UTC than 14 hours, or is changed by other than whole quarters of hours.
  const first = new Date(`${named}Z`).getTime() - 14 * HOUR_MS;
  for (let moment = first; moment <= first + 28 * HOUR_MS; moment += 15 * MINUTE_MS) {
    if (wallTime(new Date(moment), timezone) === named) return new Date(moment);
  }
  for (let moment = first; moment <= first + 28 * HOUR_MS; moment += 15 * MINUTE_MS) {
    if (wallTime(new Date(moment), timezone) <= named) continue;
    // The gap ends at a whole quarter of an hour.
    return new Date(Math.floor(moment / (15 * MINUTE_MS)) * 15 * MINUTE_MS);
  }
  return undefined;
}

/** The occurrences from the beginning up to `until`, by going through all days, or all multiples of the interval. */
function byEnumeration(recurrence: Timed, timezone: string, anchor: Date, until: Date): Date[] {
  const { amount, unit, timed } = recurrence;
  const found: Date[] = [];
  if (unit === "minutes" || unit === "hours") {
    const length = amount * (unit === "hours" ? HOUR_MS : MINUTE_MS);
    for (let moment = anchor.getTime(); moment <= until.getTime(); moment += length) found.push(new Date(moment));
    return found;
  }
  const midnight = (moment: Date) => new Date(`${wallTime(moment, timezone).slice(0, 10)}T00:00:00Z`);
  const start = midnight(anchor);
  for (let day = start; day <= midnight(until); day = new Date(day.getTime() + DAY_MS)) {
    const moment = isNamedDay(recurrence, start, day) && momentByTrying(day, timed?.atTime ?? "", timezone);
    if (moment && moment >= anchor && moment <= until) found.push(moment);
  }
  return found;
}

const timedRecurrences: fc.Arbitrary<Timed> = fc.record({
  type: fc.constant("timed" as const),
  amount: fc.integer({ min: 1, max: 5 }),
  unit: fc.constantFrom("minutes", "hours", "days", "weeks", "months"),
  timed: fc.record(
    {
      atTime: fc.constantFrom("00:00", "00:30", "02:00", "02:30", "03:00", "09:00", "23:30"),
      weekDays: fc.uniqueArray(fc.constantFrom(...WEEK_DAYS), { minLength: 1, maxLength: 3 }),
      monthDays: fc.uniqueArray(fc.constantFrom(1, 15, 28, 29, 30, 31), { minLength: 1, maxLength: 3 }),
    },
    { requiredKeys: ["atTime"] },
  ),
});

test("a recurrence keeps its phase from wherever one looks: the same occurrences as by enumeration", () => {
  fc.assert(
    fc.property(
      timedRecurrences,
      fc.constantFrom("UTC", BERLIN, "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu"),
      fc.date({ min: new Date("2026-01-01"), max: new Date("2026-12-31"), noInvalidDate: true }),
      fc.boolean(),
      fc.nat({ max: 120 * 24 * 60 }),
      (recurrence, timezone, anchor, isGiven, minutesLater) => {
        const isShort = recurrence.unit === "minutes" || recurrence.unit === "hours";
        const after = new Date(anchor.getTime() + (minutesLater * MINUTE_MS) / (isShort ? 20 : 1));
        const until = new Date(after.getTime() + (isShort ? 1 : 90) * DAY_MS);
        const of: Calendar = {
          recurrence,
          timezone,
          startAt: isGiven ? anchor : null,
          endAt: until,
          recursFrom: isGiven ? new Date(anchor.getTime() + 100 * MINUTE_MS) : anchor,
        };
        const expected = byEnumeration(recurrence, timezone, anchor, until).filter((moment) => moment > after);
        expect(nextOccurrences(of, after, 5)).toEqual(expected.slice(0, 5));
      },
    ),
    { numRuns: 50 },
  );
});
