import { expect, test } from "vitest";
import { dayName, daysOf, endsNextDay, minutesOf, nextSpan, timeLabel, timeOf, timesWith } from "./hours.ts";

test.each([
  ["12:00 AM", 0],
  ["09:05 AM", 545],
  ["12:30 PM", 750],
  ["11:59 PM", 1439],
])("%s is %d minutes after midnight, and back", (time, minutes) => {
  expect(minutesOf(time)).toBe(minutes);
  expect(timeOf(minutes)).toBe(time);
});

test("times are written as the language does", () => {
  expect(timeLabel("05:30 PM", "en-US")).toMatch(/^5:30\sPM$/);
  expect(timeLabel("05:30 PM", "de")).toBe("17:30");
});

test("days have their names, as a label begins", () => {
  expect(dayName("monday", "en")).toBe("Monday");
  expect(dayName("sunday", "fr-CA")).toBe("Dimanche");
  expect(dayName("wednesday", "ja")).toBe("水曜日");
});

test("a week begins with the locale's first day", () => {
  expect(daysOf("de")[0]).toBe("monday");
  expect(daysOf("en-US")[0]).toBe("sunday");
  expect(new Set(daysOf("ar")).size).toBe(7);
});

test("hours that end at or before their start end on the next day", () => {
  expect(endsNextDay({ start: "10:00 PM", end: "06:00 AM" })).toBe(true);
  expect(endsNextDay({ start: "09:00 AM", end: "05:00 PM" })).toBe(false);
});

test("a time that is not on the half hour stays a choice", () => {
  expect(timesWith("09:00 AM")).toHaveLength(48);
  expect(timesWith("09:10 AM")).toHaveLength(49);
  expect(timesWith("09:10 AM")).toContain("09:10 AM");
});

test("added hours begin an hour after the last ones", () => {
  expect(nextSpan([])).toEqual({ start: "09:00 AM", end: "05:00 PM" });
  expect(nextSpan([{ start: "09:00 AM", end: "12:00 PM" }])).toEqual({ start: "01:00 PM", end: "03:00 PM" });
});
