import { classNames } from "../class-names.ts";
import { useNow } from "../use-now.ts";

const DAY = 86_400_000;
const HOUR = 3_600_000;

/** At least the interval of `useNow`, or a moment that has just passed would be shown as in the future. */
const JUST_NOW_MS = 5_000;

const UNITS = [
  ["year", 365 * DAY],
  ["month", 30 * DAY],
  ["day", DAY],
  ["hour", HOUR],
  ["minute", 60_000],
  ["second", 1_000],
] as const;
const RELATIVE = new Intl.RelativeTimeFormat("en");

/** Returns "3 minutes ago", or "in 2 hours" for what is still to come, in whole units. */
export function relativeText(moment: string, now: number): string {
  const distance = Date.parse(moment) - now;
  if (Math.abs(distance) <= JUST_NOW_MS) return "just now";
  const [unit, length] = UNITS.find((each) => Math.abs(distance) >= each[1]) ?? UNITS[5];
  return RELATIVE.format(Math.trunc(distance / length), unit);
}

/** Returns a moment to the second, with its time zone: "5 Jan 2026, 10:00:00 GMT+01:00". */
export function exactTime(moment: string): string {
  const format = new Intl.DateTimeFormat("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    timeZoneName: "longOffset",
  });
  return format.format(new Date(moment));
}

/** Returns a moment to the minute, in the zone of this device: "5 Jan, 10:00". */
export function shortTime(moment: string): string {
  const format = new Intl.DateTimeFormat("en-GB", {
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
  });
  return format.format(new Date(moment));
}

const CLOCK = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });

/** Returns a moment of today as "14:05", any other as `shortTime` does. */
export function clockTime(moment: string, now: number): string {
  const date = new Date(moment);
  return date.toDateString() === new Date(now).toDateString() ? CLOCK.format(date) : shortTime(moment);
}

/** Above a row's link by its z-index, so that the tooltip with the exact time shows. */
export function RelativeTime({ moment, className }: { moment: string; className?: string }) {
  const now = useNow();
  return (
    <time
      dateTime={moment}
      title={exactTime(moment)}
      className={classNames("relative z-10 whitespace-nowrap", className)}
    >
      {relativeText(moment, now)}
    </time>
  );
}
