import { expect, test } from "vitest";
import type { Recurrence } from "#contract/schedules.ts";
import { localStartAt } from "./local-start.ts";
import { type Calendar, firesAt, nextOccurrences, wallTime } from "./schedule-occurrences.ts";

const daily: Recurrence = { type: "timed", amount: 1, unit: "days", timed: { atTime: "09:00" } };
const cron = (cronExpression: string): Recurrence => ({ type: "cron", cronExpression });
const once = (at: string): Recurrence => ({ type: "once", at });

const calendar = (recurrence: Recurrence, timezone: string, startAt?: string, endAt?: string): Calendar => ({
  recurrence,
  timezone,
  startAt: startAt ? new Date(startAt) : null,
  endAt: endAt ? new Date(endAt) : null,
});

/** The next occurrences from a moment on, without milliseconds. */
const next = (of: Calendar, from: string, count = 2, after = from) =>
  nextOccurrences(of, new Date(from), new Date(after), count).map((moment) => `${moment.toISOString().slice(0, 19)}Z`);

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
