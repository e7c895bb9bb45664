import { expect, test } from "vitest";
import { dayLabel, relativeTime } from "./relative-time.ts";

const noon = new Date(2026, 0, 15, 12).getTime();
const minutes = (count: number) => noon - count * 60_000;

test.each([
  [0, "Just now"],
  [-5, "Just now"],
  [1, "1 minute ago"],
  [59, "59 minutes ago"],
  [60, "1 hour ago"],
  [60 * 47, "1 day ago"],
  [60 * 24 * 6, "6 days ago"],
  [60 * 24 * 9, "Jan 6, 2026"],
])("%i minutes ago reads %j", (age, text) => {
  expect(relativeTime(minutes(age), noon, "en", "Just now")).toBe(text);
});

test("days are the reader's own, not spans of 24 hours", () => {
  expect(dayLabel(new Date(2026, 0, 15, 0, 1).getTime(), noon, "en")).toBe("Today");
  expect(dayLabel(new Date(2026, 0, 14, 23, 59).getTime(), noon, "en")).toBe("Yesterday");
  expect(dayLabel(new Date(2026, 0, 13, 12).getTime(), noon, "en")).toBe("Tuesday, January 13");
  expect(dayLabel(noon, noon, "de")).toBe("Heute");
});
