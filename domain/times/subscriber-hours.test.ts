import { tzOffset } from "@date-fns/tz";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { WEEK_DAYS } from "#contract/constants/values/time.ts";
import type { SubscriberHours, WeeklyHours } from "#contract/schemas/subscriber-hours.ts";
import { SubscriberHours as Schema } from "#contract/schemas/subscriber-hours.ts";
import { hoursAfter, openingAt } from "./subscriber-hours.ts";

const span = (start: string, end: string) => ({ isEnabled: true, hours: [{ start, end }] });
const office = span("09:00 AM", "05:00 PM");
const workdays: WeeklyHours = { monday: office, tuesday: office, wednesday: office, thursday: office, friday: office };
const everyDay = (day: NonNullable<WeeklyHours["monday"]>): WeeklyHours => ({
  monday: day,
  tuesday: day,
  wednesday: day,
  thursday: day,
  friday: day,
  saturday: day,
  sunday: day,
});

const opening = (weeklySchedule: WeeklyHours, timezone: string | null, now: string) => {
  const found = openingAt({ hours: { isEnabled: true, weeklySchedule }, timezone }, "email", new Date(now));
  return found.isOpen ? "open" : (found.opensAt?.toISOString() ?? "never");
};

// Berlin puts the clock forward on 2026-03-29 from 02:00 to 03:00 and back on 2026-10-25 from 03:00 to 02:00. Lord Howe's
// clock changes by half an hour, Apia skipped 2011-12-30, and Havana's gap begins at midnight.
test.each<[string, WeeklyHours, string | null, string, string]>([
  ["before the hours", workdays, "Europe/Berlin", "2026-11-23T07:59:59.999Z", "2026-11-23T08:00:00.000Z"],
  ["at their start", workdays, "Europe/Berlin", "2026-11-23T08:00:00.000Z", "open"],
  ["just before their end", workdays, "Europe/Berlin", "2026-11-23T15:59:59.999Z", "open"],
  ["at their end", workdays, "Europe/Berlin", "2026-11-23T16:00:00.000Z", "2026-11-24T08:00:00.000Z"],
  ["on Friday evening", workdays, "Europe/Berlin", "2026-11-27T20:00:00.000Z", "2026-11-30T08:00:00.000Z"],
  [
    "in another zone, where it is Monday already",
    workdays,
    "Asia/Tokyo",
    "2026-11-22T23:00:00Z",
    "2026-11-23T00:00:00.000Z",
  ],
  ["without a zone, in UTC", workdays, null, "2026-11-23T08:30:00.000Z", "2026-11-23T09:00:00.000Z"],
  ["with a zone that is none, in UTC", workdays, "Mars/Olympus", "2026-11-23T08:30:00Z", "2026-11-23T09:00:00.000Z"],
  ["overnight, after midnight", { monday: span("10:00 PM", "06:00 AM") }, "UTC", "2026-11-24T05:59:00Z", "open"],
  [
    "overnight, at the end",
    { monday: span("10:00 PM", "06:00 AM") },
    "UTC",
    "2026-11-24T06:00:00Z",
    "2026-11-30T22:00:00.000Z",
  ],
  ["to midnight", { monday: span("09:00 AM", "12:00 AM") }, "UTC", "2026-11-23T23:59:00Z", "open"],
  ["a whole day", { tuesday: { isEnabled: true } }, "UTC", "2026-11-23T10:00:00Z", "2026-11-24T00:00:00.000Z"],
  [
    "a whole day with an empty list",
    { tuesday: { isEnabled: true, hours: [] } },
    "UTC",
    "2026-11-24T10:00:00Z",
    "open",
  ],
  ["no day", {}, "UTC", "2026-11-23T10:00:00Z", "never"],
  [
    "only a day that is switched off",
    { monday: { ...office, isEnabled: false } },
    "UTC",
    "2026-11-23T10:00:00Z",
    "never",
  ],
  [
    "start in the gap",
    everyDay(span("02:30 AM", "06:00 AM")),
    "Europe/Berlin",
    "2026-03-29T00:30:00Z",
    "2026-03-29T01:00:00.000Z",
  ],
  ["after a start in the gap", everyDay(span("02:30 AM", "06:00 AM")), "Europe/Berlin", "2026-03-29T01:10:00Z", "open"],
  [
    "end in the gap",
    everyDay(span("12:00 AM", "02:30 AM")),
    "Europe/Berlin",
    "2026-03-29T01:00:00Z",
    "2026-03-29T22:00:00.000Z",
  ],
  [
    "all in the gap",
    everyDay(span("02:15 AM", "02:45 AM")),
    "Europe/Berlin",
    "2026-03-29T00:00:00Z",
    "2026-03-30T00:15:00.000Z",
  ],
  [
    "only the gap, two weeks on",
    { sunday: span("02:15 AM", "02:45 AM") },
    "Europe/Berlin",
    "2026-03-22T02:00:00Z",
    "2026-04-05T00:15:00.000Z",
  ],
  [
    "start in the overlap: the first",
    everyDay(span("02:30 AM", "06:00 AM")),
    "Europe/Berlin",
    "2026-10-25T00:00:00Z",
    "2026-10-25T00:30:00.000Z",
  ],
  ["between the two starts", everyDay(span("02:30 AM", "06:00 AM")), "Europe/Berlin", "2026-10-25T01:10:00Z", "open"],
  [
    "all in the overlap, at its second pass",
    everyDay(span("02:15 AM", "02:45 AM")),
    "Europe/Berlin",
    "2026-10-25T01:20:00Z",
    "2026-10-26T01:15:00.000Z",
  ],
  [
    "the length of a day of 23 hours",
    everyDay(office),
    "Europe/Berlin",
    "2026-03-28T17:00:00Z",
    "2026-03-29T07:00:00.000Z",
  ],
  [
    "a gap of half an hour",
    everyDay(span("02:15 AM", "06:00 AM")),
    "Australia/Lord_Howe",
    "2026-10-03T15:00:00Z",
    "2026-10-03T15:30:00.000Z",
  ],
  [
    "a day that the zone skipped",
    { friday: office },
    "Pacific/Apia",
    "2011-12-30T04:00:00Z",
    "2012-01-05T19:00:00.000Z",
  ],
  [
    "midnight in the gap",
    everyDay(span("12:00 AM", "08:00 AM")),
    "America/Havana",
    "2026-03-08T04:00:00Z",
    "2026-03-08T05:00:00.000Z",
  ],
])("the next opening: %s", (_, weekly, timezone, now, expected) => {
  expect(opening(weekly, timezone, now)).toBe(expected);
});

test("a moment of opening is open, and nothing between now and then is, in any zone through a year", () => {
  const zones = ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/Havana", "Asia/Kathmandu", "UTC"];
  const weekly = everyDay({
    isEnabled: true,
    hours: [
      { start: "01:30 AM", end: "02:10 AM" },
      { start: "11:30 PM", end: "12:15 AM" },
    ],
  });
  for (const timezone of zones) {
    for (let hour = 0; hour < 365 * 24; hour += 29) {
      const now = new Date(Date.UTC(2026, 0, 1, hour, 17));
      const found = openingAt({ hours: { isEnabled: true, weeklySchedule: weekly }, timezone }, "sms", now);
      if (found.isOpen) continue;
      if (!found.opensAt) throw new Error("Hours that open every day do not open");
      expect(found.opensAt > now).toBe(true);
      expect(found.opensAt.getTime() - now.getTime()).toBeLessThan(26 * 60 * 60 * 1000);
      expect(opening(weekly, timezone, found.opensAt.toISOString())).toBe("open");
      expect(opening(weekly, timezone, new Date(found.opensAt.getTime() - 1).toISOString())).not.toBe("open");
    }
  }
  // It computes some 5,000 openings in zones that differ, which takes seconds.
}, 120_000);

const QUARTER_MS = 15 * 60_000;
const clock = (quarter: number) => {
  const hour = Math.floor(quarter / 4) % 24;
  const minute = String((quarter % 4) * 15).padStart(2, "0");
  return `${String(hour % 12 || 12).padStart(2, "0")}:${minute} ${hour < 12 ? "AM" : "PM"}`;
};
/** Whether a clock that shows the weekday and the quarter of the day stands in the hours of that day, or of the night before. */
function isOpenAt(
  spans: readonly (readonly [start: number, end: number])[][],
  weekDay: number,
  quarter: number,
): boolean {
  const covers = (day: number, at: number) =>
    (spans[day] ?? []).some(([start, end]) => at >= start && at < (end <= start ? end + 96 : end));
  return covers(weekDay, quarter) || covers((weekDay + 6) % 7, quarter + 96);
}

test("any hours in any zone open when a clock there comes to them, quarter by quarter", () => {
  const quarter = fc.integer({ min: 0, max: 95 });
  const spans = fc.array(fc.array(fc.tuple(quarter, quarter), { maxLength: 3 }), { minLength: 7, maxLength: 7 });
  const zone = fc.constantFrom("UTC", "Europe/Berlin", "Asia/Kathmandu", "America/St_Johns", "Pacific/Kiritimati");
  // Where no clock is changed within three weeks.
  const start = fc
    .tuple(fc.constantFrom("2026-01-05", "2026-02-20", "2028-02-27", "2026-07-30"), fc.integer({ min: 0, max: 200 }))
    .map(([day, quarters]) => Date.parse(day) + quarters * QUARTER_MS);
  fc.assert(
    fc.property(spans, zone, start, (given, timezone, now) => {
      const weeklySchedule = Object.fromEntries(
        WEEK_DAYS.map((day, index) => [
          day,
          {
            isEnabled: (given[index] ?? []).length > 0,
            hours: (given[index] ?? []).map(([from, to]) => ({ start: clock(from), end: clock(to) })),
          },
        ]),
      );
      const offset = tzOffset(timezone, new Date(now)) * 60_000;
      const opens = (at: number) => {
        const local = new Date(at + offset);
        const ofDay = Math.floor((local.getTime() % 86_400_000) / QUARTER_MS);
        return isOpenAt(given, (local.getUTCDay() + 6) % 7, ofDay);
      };
      const quarters = Array.from({ length: 9 * 96 }, (_, index) => now + index * QUARTER_MS);
      const first = quarters.find(opens);
      const expected =
        first === undefined
          ? { isOpen: false, opensAt: null }
          : first === now
            ? { isOpen: true }
            : { isOpen: false, opensAt: new Date(first) };
      expect(openingAt({ hours: { isEnabled: true, weeklySchedule }, timezone }, "email", new Date(now))).toEqual(
        expected,
      );
    }),
    { numRuns: 300 },
  );
});

describe("channels", () => {
  const hours: SubscriberHours = {
    isEnabled: true,
    weeklySchedule: workdays,
    channels: { sms: { isEnabled: true, weeklySchedule: { saturday: office } }, push: { isEnabled: false } },
  };
  const sunday = new Date("2026-11-22T12:00:00Z");
  const at = (channel: "in_app" | "email" | "sms" | "push", isEnabled = true) =>
    openingAt({ hours: { ...hours, isEnabled }, timezone: "UTC" }, channel, sunday);

  test("a channel's own hours stand in place of those of all channels", () => {
    expect(at("email")).toEqual({ isOpen: false, opensAt: new Date("2026-11-23T09:00:00Z") });
    expect(at("sms")).toEqual({ isOpen: false, opensAt: new Date("2026-11-28T09:00:00Z") });
    expect(at("push")).toEqual({ isOpen: true });
  });

  test("messages of the inbox never wait, and hours that are switched off hold nothing back", () => {
    expect(at("in_app")).toEqual({ isOpen: true });
    expect([at("email", false), at("sms", false)]).toEqual([{ isOpen: true }, { isOpen: true }]);
    expect(openingAt({ hours: null, timezone: null }, "email", sunday)).toEqual({ isOpen: true });
  });
});

test("a change keeps what it leaves out, and null erases", () => {
  const first = hoursAfter(null, { weeklySchedule: workdays, channels: { sms: { isEnabled: false } } });
  expect(first).toEqual({ isEnabled: true, weeklySchedule: workdays, channels: { sms: { isEnabled: false } } });
  const off = hoursAfter(first, { isEnabled: false });
  expect(off).toEqual({ ...first, isEnabled: false });
  expect(hoursAfter(off, { weeklySchedule: null, channels: { sms: null } })).toEqual({ isEnabled: false });
  expect(Schema.parse(first)).toEqual(first);
});

test("texts that are no time of day, and channels that never wait, are refused by their names", () => {
  const wrong = {
    isEnabled: true,
    weeklySchedule: { monday: span("9:00", "25:00 PM") },
    channels: { in_app: { isEnabled: true } },
  };
  const issues = Schema.safeParse(wrong).error?.issues.map(({ path, message }) => `${path.join(".")} ${message}`);
  expect(issues).toEqual([
    "weeklySchedule.monday.hours.0.start must be a time of day such as 09:00 AM or 05:30 PM",
    "weeklySchedule.monday.hours.0.end must be a time of day such as 09:00 AM or 05:30 PM",
    "channels must name email, sms, chat or push: messages of the inbox never wait",
  ]);
});
