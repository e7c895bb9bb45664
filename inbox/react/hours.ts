import { capitalized } from "../core/relative-time.ts";
import type { Schedule, WeekDay } from "../core/types.ts";

/*
 * Hours of a week. On the wire a time of day is `09:00 AM`; a span that ends at or before its start ends on the next day; a
 * day that is open without hours is open all day.
 */

export type Span = { start: string; end: string };
export type Week = NonNullable<Schedule["weeklySchedule"]>;

const DAYS: readonly WeekDay[] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const DAY_MINUTES = 24 * 60;
/** The hours that a day begins with. */
export const WORKING_HOURS: Span = { start: "09:00 AM", end: "05:00 PM" };

/** The week with which a schedule begins that was never used. */
export const WORKING_WEEK: Week = Object.fromEntries(
  DAYS.slice(0, 5).map((day) => [day, { isEnabled: true, hours: [WORKING_HOURS] }]),
);

/** The days of a week from the one with which weeks begin where the locale is spoken. */
export function daysOf(locale: string): WeekDay[] {
  const first = firstDay(locale) - 1;
  return [...DAYS.slice(first), ...DAYS.slice(0, first)];
}

/** The name of a day as a label has it. */
export function dayName(day: WeekDay, locale: string): string {
  // The first of January 2024 was a Monday.
  const date = Date.UTC(2024, 0, 1 + DAYS.indexOf(day));
  return capitalized(new Intl.DateTimeFormat(locale, { weekday: "long", timeZone: "UTC" }).format(date), locale);
}

/** 1 is Monday. Browsers have it as a method or as a property, or not at all. */
function firstDay(locale: string): number {
  const known: unknown = new Intl.Locale(locale);
  const of = Object(known);
  const day: unknown = Object(of.getWeekInfo?.() ?? of.weekInfo).firstDay;
  return Number.isInteger(day) && Number(day) >= 1 && Number(day) <= 7 ? Number(day) : 1;
}

/** Minutes since midnight of a time such as `09:00 AM`; 0 for what is none. */
export function minutesOf(time: string): number {
  const [, hour = "0", minute = "0", half] = /^(\d{1,2}):(\d{2}) ?(AM|PM)$/i.exec(time.trim()) ?? [];
  return ((Number(hour) % 12) + (half?.toUpperCase() === "PM" ? 12 : 0)) * 60 + Number(minute);
}

export function timeOf(minutes: number): string {
  const within = ((minutes % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES;
  const two = (value: number) => String(value).padStart(2, "0");
  const hour = Math.floor(within / 60);
  return `${two(hour % 12 || 12)}:${two(within % 60)} ${hour < 12 ? "AM" : "PM"}`;
}

/** `9:00 AM`, `09:00` or `9 h 00`, as the language writes it. */
export function timeLabel(time: string, locale: string): string {
  const format = new Intl.DateTimeFormat(locale, { hour: "numeric", minute: "2-digit", timeZone: "UTC" });
  return format.format(minutesOf(time) * 60_000);
}

export function spanLabel({ start, end }: Span, locale: string): string {
  return `${timeLabel(start, locale)} – ${timeLabel(end, locale)}`;
}

export const endsNextDay = ({ start, end }: Span): boolean => minutesOf(end) <= minutesOf(start);

/** The times to choose from: every half hour, and the one that is there. */
export function timesWith(time: string): string[] {
  const minutes = new Set(Array.from({ length: 48 }, (_, index) => index * 30)).add(minutesOf(time));
  return [...minutes].sort((a, b) => a - b).map(timeOf);
}

/** Hours to add to those of a day: the two after the last ones, or working hours. */
export function nextSpan(spans: readonly Span[]): Span {
  const last = spans.at(-1);
  if (last === undefined) return WORKING_HOURS;
  const start = endsNextDay(last) ? 0 : minutesOf(last.end) + 60;
  return { start: timeOf(Math.min(start, 22 * 60)), end: timeOf(Math.min(start, 22 * 60) + 120) };
}
