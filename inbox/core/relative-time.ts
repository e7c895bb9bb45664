const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "2 hours ago" in the reader's language; beyond a week the date. Both times in milliseconds. */
export function relativeTime(time: number, now: number, locale: string | undefined, justNow: string): string {
  const age = Math.max(0, now - time);
  if (age < MINUTE) return justNow;
  const format = relativeFormat(locale, "long", "always");
  if (age < HOUR) return format.format(-Math.floor(age / MINUTE), "minute");
  if (age < DAY) return format.format(-Math.floor(age / HOUR), "hour");
  if (age < 7 * DAY) return format.format(-Math.floor(age / DAY), "day");
  return new Intl.DateTimeFormat(locale, { dateStyle: "medium" }).format(time);
}

/** "2h ago" or "vor 2 Std." of today, the time of day of any other: for a list that has a heading for each day. */
export function shortTime(time: number, now: number, locale: string | undefined, justNow: string): string {
  const age = Math.max(0, now - time);
  if (startOfDay(now) !== startOfDay(time)) return clockFormat(locale).format(time);
  if (age < MINUTE) return justNow;
  const format = relativeFormat(locale, isNarrow(locale) ? "narrow" : "short", "always");
  return age < HOUR
    ? format.format(-Math.floor(age / MINUTE), "minute")
    : format.format(-Math.floor(age / HOUR), "hour");
}

/** The time of day of today, with its date of any other day: of what is still to come. */
export function momentText(time: number, now: number, locale: string | undefined): string {
  if (startOfDay(now) === startOfDay(time)) return clockFormat(locale).format(time);
  return new Intl.DateTimeFormat(locale, {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "numeric",
    minute: "2-digit",
  }).format(time);
}

/** "Today", "Yesterday" or the date, with its year if that is another one, by the reader's own calendar. */
export function dayLabel(time: number, now: number, locale: string | undefined): string {
  const days = Math.round((startOfDay(now) - startOfDay(time)) / DAY);
  if (days <= 1) return capitalized(relativeFormat(locale, "long", "auto").format(-Math.max(0, days), "day"), locale);
  const isThisYear = new Date(time).getFullYear() === new Date(now).getFullYear();
  const format = new Intl.DateTimeFormat(locale, {
    weekday: "long",
    day: "numeric",
    month: "long",
    ...(!isThisYear && { year: "numeric" }),
  });
  return capitalized(format.format(time), locale);
}

/** As a heading begins: many languages write days in small letters. */
export function capitalized(text: string, locale: string | undefined): string {
  return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
}

/** Elsewhere the narrow style may be a sign, or a letter with another meaning: "-5 min" in French, "vor 5 m" in German. */
const isNarrow = (locale: string | undefined) => /^(en|ja)\b/.test(locale ?? "");

/** Making a format takes longer than a thousand uses of it. */
const formats = new Map<string, unknown>();

function kept<Format>(key: string, make: () => Format): Format {
  if (!formats.has(key)) formats.set(key, make());
  return asFormat<Format>(formats.get(key));
}

/** A key belongs to one kind of format. */
const asFormat = <Format>(format: unknown) => format as Format;

const relativeFormat = (locale: string | undefined, style: "long" | "short" | "narrow", numeric: "always" | "auto") =>
  kept(`${locale} ${style} ${numeric}`, () => new Intl.RelativeTimeFormat(locale, { style, numeric }));

const clockFormat = (locale: string | undefined) =>
  kept(`${locale} clock`, () => new Intl.DateTimeFormat(locale, { hour: "numeric", minute: "2-digit" }));

export function startOfDay(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0);
}
