const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "2 hours ago" in the reader's language; beyond a week the date. Both times in milliseconds. */
export function relativeTime(time: number, now: number, locale: string | undefined, justNow: string): string {
  const age = Math.max(0, now - time);
  if (age < MINUTE) return justNow;
  const format = new Intl.RelativeTimeFormat(locale, { numeric: "always", style: "long" });
  if (age < HOUR) return format.format(-Math.floor(age / MINUTE), "minute");
  if (age < DAY) return format.format(-Math.floor(age / HOUR), "hour");
  if (age < 7 * DAY) return format.format(-Math.floor(age / DAY), "day");
  return new Intl.DateTimeFormat(locale, { dateStyle: "medium" }).format(time);
}

/** "Today", "Yesterday" or the date, by the reader's own calendar. */
export function dayLabel(time: number, now: number, locale: string | undefined): string {
  const days = Math.round((startOfDay(now) - startOfDay(time)) / DAY);
  if (days > 1) return new Intl.DateTimeFormat(locale, { weekday: "long", day: "numeric", month: "long" }).format(time);
  const label = new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(-Math.max(0, days), "day");
  return label.charAt(0).toLocaleUpperCase(locale) + label.slice(1);
}

function startOfDay(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0);
}
