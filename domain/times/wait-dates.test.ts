import { expect, test } from "vitest";
import { nextWaitDates } from "./wait-dates.ts";

const daily = (atTime: string, timezone: string) =>
  ({ type: "timed", amount: 1, unit: "days", timed: { atTime, timezone } }) as const;
const byCron = (cronExpression: string, timezone: string) =>
  ({ type: "timed", timed: { cronExpression, timezone } }) as const;

/** The dates in short: moment, clock, and what is said about the clock. */
function datesOf(metadata: Parameters<typeof nextWaitDates>[0], from: string, count: number) {
  const found = nextWaitDates(metadata, new Date(from), count);
  if ("error" in found) throw new Error(found.error);
  return found.dates.map(({ at, local, change, skipped, repeated }) => ({
    at: at.toISOString().slice(0, 16),
    local: local.toISOString().slice(0, 16),
    change: change?.at.toISOString().slice(0, 16),
    skipped: skipped?.toISOString().slice(0, 16),
    repeated,
  }));
}

const plain = { change: undefined, skipped: undefined, repeated: undefined };

test.each([
  ["Europe/Berlin", "2027-03-27T12:00Z", "2027-03-28", "01:00", "2027-03-29T00:30"],
  ["America/New_York", "2027-03-13T12:00Z", "2027-03-14", "07:00", "2027-03-15T06:30"],
])(
  "a time that the clock of %s skips is met at the first moment after the gap, and said so",
  (zone, from, day, at, next) => {
    for (const metadata of [daily("02:30", zone), byCron("30 2 * * *", zone)]) {
      expect(datesOf(metadata, from, 2)).toEqual([
        {
          at: `${day}T${at}`,
          local: `${day}T03:00`,
          change: `${day}T${at}`,
          skipped: `${day}T02:30`,
          repeated: undefined,
        },
        { ...plain, at: next, local: `${next.slice(0, 10)}T02:30` },
      ]);
    }
  },
);

test.each([
  ["Europe/Berlin", "2026-10-24T12:00Z", "2026-10-25T00:30", "2026-10-26T01:30", "2026-10-25T01:00"],
  ["America/New_York", "2026-10-31T12:00Z", "2026-11-01T05:30", "2026-11-02T06:30", "2026-11-01T06:00"],
])("a time that the clock of %s shows twice is met the first time", (zone, from, first, next, change) => {
  const shown = zone === "Europe/Berlin" ? "02:30" : "01:30";
  for (const metadata of [daily(shown, zone), byCron(`${shown.slice(3)} ${shown.slice(1, 2)} * * *`, zone)]) {
    expect(datesOf(metadata, from, 2)).toEqual([
      { ...plain, at: first, local: `${first.slice(0, 10)}T${shown}`, repeated: "first" },
      { ...plain, at: next, local: `${next.slice(0, 10)}T${shown}`, change },
    ]);
  }
});

test("an hourly cron expression fires at both moments that the clock shows twice", () => {
  const dates = datesOf(byCron("0 * * * *", "Europe/Berlin"), "2026-10-24T23:30Z", 3);
  expect(dates.map(({ at, local, repeated }) => [at, local, repeated])).toEqual([
    ["2026-10-25T00:00", "2026-10-25T02:00", "first"],
    ["2026-10-25T01:00", "2026-10-25T02:00", "second"],
    ["2026-10-25T02:00", "2026-10-25T03:00", undefined],
  ]);
});

test("a step that names the time after the gap itself has skipped nothing, and the change is still said", () => {
  expect(datesOf(daily("03:00", "Europe/Berlin"), "2027-03-27T12:00Z", 1)).toEqual([
    { ...plain, at: "2027-03-28T01:00", local: "2027-03-28T03:00", change: "2027-03-28T01:00" },
  ]);
});

test("a change between two weekly dates is said at the second one", () => {
  const timed = { weekDays: ["monday" as const], atTime: "09:00", timezone: "Europe/Berlin" };
  expect(datesOf({ type: "timed", amount: 1, unit: "weeks", timed }, "2027-03-20T00:00Z", 3)).toEqual([
    { ...plain, at: "2027-03-22T08:00", local: "2027-03-22T09:00" },
    { ...plain, at: "2027-03-29T07:00", local: "2027-03-29T09:00", change: "2027-03-28T01:00" },
    { ...plain, at: "2027-04-05T07:00", local: "2027-04-05T09:00" },
  ]);
});

test("the last weekday of the month follows the calendar", () => {
  const monthly = {
    type: "timed",
    amount: 1,
    unit: "months",
    timed: { monthlyType: "on", ordinal: "last", ordinalValue: "friday", atTime: "17:00" },
  } as const;
  expect(datesOf(monthly, "2026-11-01T00:00Z", 3).map(({ at }) => at)).toEqual([
    "2026-11-27T17:00",
    "2026-12-25T17:00",
    "2027-01-29T17:00",
  ]);
});

test("a fault is the engine's sentence, and names the field", () => {
  expect(nextWaitDates(byCron("0 9 31 2 *", "UTC"), new Date("2026-11-01"), 5)).toEqual({
    error: "metadata.timed.cronExpression never fires: choose a day that exists",
  });
});
