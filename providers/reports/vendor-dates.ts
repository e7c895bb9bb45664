type Counted = string | number | null | undefined;

const UTC = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})(\.\d+)?$/;
const ZONED = /(Z|GMT|UTC|:\d\d(\.\d+)? ?[+-]\d\d(:?\d\d)?)$/;

/**
 * Returns the moment of a text that ends with its zone, as ISO 8601 or as in mail, or of milliseconds since 1970 where the vendor
 * may send both; null when it is none.
 */
export function zonedDate(given: Counted): Date | null {
  if (typeof given === "number") return unixMillisecondsDate(given);
  return given && ZONED.test(given) ? dateOrNull(given) : null;
}

/** Returns the moment that a vendor writes in UTC without saying so, as `YYYY-MM-DD HH:MM:SS`; null when it is none. */
export function utcDate(text: string | null | undefined): Date | null {
  const [, day, time, fraction = ""] = UTC.exec(text ?? "") ?? [];
  return dateOrNull(`${day}T${time}${fraction.slice(0, 4)}Z`);
}

/** Returns the moment so many seconds after 1970 began, given as a number or its digits; null when it is none. */
export function unixDate(seconds: Counted): Date | null {
  return unixMillisecondsDate(numberOf(seconds) * 1_000);
}

/** Returns the moment so many milliseconds after 1970 began, given as a number or its digits; null when it is none. */
export function unixMillisecondsDate(milliseconds: Counted): Date | null {
  return dateOrNull(numberOf(milliseconds));
}

const numberOf = (given: Counted): number => (typeof given === "number" ? given : Number(given || Number.NaN));

/** A year that has not four digits, as of milliseconds that were taken for seconds, is no moment. */
function dateOrNull(given: string | number): Date | null {
  const date = new Date(given);
  return date.getTime() > 0 && date.getUTCFullYear() < 10_000 ? date : null;
}
