/** Units of digests and delays. */
export const TIME_UNITS = ["seconds", "minutes", "hours", "days", "weeks", "months"] as const;
export type TimeUnit = (typeof TIME_UNITS)[number];

export const DELAY_TYPES = ["regular", "scheduled"] as const;
export const DIGEST_TYPES = ["regular", "backoff", "timed"] as const;

/** Of timed digests. */
export const WEEK_DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;
export const MONTHLY_TYPES = ["each", "on"] as const;
export const ORDINALS = ["1", "2", "3", "4", "5", "last"] as const;
export const ORDINAL_VALUES = ["day", "weekday", "weekend", ...WEEK_DAYS] as const;

/** Whether the text is the name of a time zone of the IANA database, such as Europe/Berlin or UTC. */
export function isTimeZone(name: string): boolean {
  // Some runtimes also take an offset such as +02:00, which others and our libraries refuse.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
