import { expect, test } from "vitest";
import { dayLabel, relativeTime, shortTime } from "./relative-time.ts";

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

test("a heading begins with a capital letter, and has the year if that is another one", () => {
  expect(dayLabel(new Date(2026, 0, 13, 12).getTime(), noon, "fr")).toBe("Mardi 13 janvier");
  expect(dayLabel(new Date(2025, 11, 26, 12).getTime(), noon, "es")).toBe("Viernes, 26 de diciembre de 2025");
  expect(dayLabel(new Date(2025, 11, 26, 12).getTime(), noon, "ja")).toBe("2025年12月26日金曜日");
});

test.each([
  ["en", "5m ago", "2h ago"],
  ["de", "vor 5 Min.", "vor 2 Std."],
  ["fr", "il y a 5 min", "il y a 2 h"],
  ["es", "hace 5 min", "hace 2 h"],
  ["ar", "قبل 5 دقائق", "قبل ساعتين"],
  ["ja", "5分前", "2時間前"],
])("a short time in %s is what people write, never a minus sign", (locale, ofMinutes, ofHours) => {
  const plain = (text: string) => text.replace(/\s/g, " ");
  expect(plain(shortTime(minutes(5), noon, locale, ""))).toBe(ofMinutes);
  expect(plain(shortTime(minutes(120), noon, locale, ""))).toBe(ofHours);
});
