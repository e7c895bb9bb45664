import { expect, test } from "vitest";
import { clockOf12, clockOf24, hoursText } from "./hours-text.ts";

test.each([
  ["12:00 AM", "00:00"],
  ["09:05 AM", "09:05"],
  ["12:30 PM", "12:30"],
  ["11:59 PM", "23:59"],
])("%s is %s by the clock of 24 hours, and back", (stored, shown) => {
  expect([clockOf24(stored), clockOf12(shown)]).toEqual([shown, stored]);
});

test("hours are said by day; without any, messages come at any time", () => {
  const monday = { isEnabled: true, hours: [{ start: "09:00 AM", end: "05:00 PM" }] };
  const weeklySchedule = { monday, tuesday: { isEnabled: true }, friday: { isEnabled: false } };
  expect(hoursText({ isEnabled: true, weeklySchedule })).toBe(
    "Messages come on Monday 09:00 to 17:00; Tuesday all day.",
  );
  expect(hoursText({ isEnabled: true, weeklySchedule: {} })).toBe("Messages never come: all days are closed.");
  expect([hoursText(undefined), hoursText({ isEnabled: false, weeklySchedule })]).toEqual([
    "Messages come at any time.",
    "Messages come at any time.",
  ]);
});
