import { expect, test } from "vitest";
import { dayLabel, periodLabel, relativeTime, shortTime } from "./relative-time.ts";

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

test.each([
  [new Date(2026, 0, 15, 11), "en", "Today", "1h ago"],
  [new Date(2026, 0, 14, 9), "en", "Yesterday", "9:00 AM"],
  [new Date(2026, 0, 12, 9), "en", "This week", "Mon 9:00 AM"],
  [new Date(2026, 0, 11, 9), "en", "January", "Sun 9:00 AM"],
  [new Date(2026, 0, 3, 9), "en", "January", "Jan 3"],
  [new Date(2025, 10, 3, 9), "en", "November 2025", "Nov 3, 2025"],
  [new Date(2026, 0, 12, 9), "de", "Diese Woche", "Mo., 09:00"],
  [new Date(2025, 10, 3, 9), "fr", "Novembre 2025", "3 nov. 2025"],
  [new Date(2025, 10, 3, 9), "ja", "2025年11月", "2025年11月3日"],
])("%s in %s is under %j, and says %j itself", (date, locale, period, time) => {
  const plain = (text: string) => text.replace(/\s/g, " ");
  expect(plain(periodLabel(date.getTime(), noon, locale))).toBe(period);
  expect(plain(shortTime(date.getTime(), noon, locale, ""))).toBe(time);
});
