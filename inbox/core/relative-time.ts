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

/**
 * "2h ago" or "vor 2 Std." of today, the time of yesterday, the day and time of the week before, else the date: for a list with headings as
 * of {@link periodLabel}.
 */
export function shortTime(time: number, now: number, locale: string | undefined, justNow: string): string {
  const age = Math.max(0, now - time);
  const days = daysBetween(time, now);
  if (days === 1) return clockFormat(locale).format(time);
  if (days > 1) {
    const isRecent = days < 7;
    const year = new Date(time).getFullYear() === new Date(now).getFullYear() ? undefined : "numeric";
    const options = isRecent
      ? ({ weekday: "short", hour: "numeric", minute: "2-digit" } as const)
      : ({ day: "numeric", month: "short", year } as const);
    return kept(`${locale} ${isRecent} ${year}`, () => new Intl.DateTimeFormat(locale, options)).format(time);
  }
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
  const days = daysBetween(time, now);
  if (days <= 1) return capitalized(relativeFormat(locale, "long", "auto").format(-days, "day"), locale);
  const isThisYear = new Date(time).getFullYear() === new Date(now).getFullYear();
  const format = new Intl.DateTimeFormat(locale, {
    weekday: "long",
    day: "numeric",
    month: "long",
    ...(!isThisYear && { year: "numeric" }),
  });
  return capitalized(format.format(time), locale);
}

/** "Today", "Yesterday", "This week" (since Monday), or else the month, with its year if that is another one. */
export function periodLabel(time: number, now: number, locale: string | undefined): string {
  const days = daysBetween(time, now);
  if (days <= 1) return dayLabel(time, now, locale);
  const sinceMonday = (new Date(now).getDay() + 6) % 7;
  if (days <= sinceMonday) return capitalized(relativeFormat(locale, "long", "auto").format(0, "week"), locale);
  const year = new Date(time).getFullYear() === new Date(now).getFullYear() ? undefined : "numeric";
  const format = kept(`${locale} month ${year}`, () => new Intl.DateTimeFormat(locale, { month: "long", year }));
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

/** Days of the reader's calendar from one moment to another. */
const daysBetween = (time: number, now: number) => Math.max(0, Math.round((startOfDay(now) - startOfDay(time)) / DAY));

export function startOfDay(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0);
}
