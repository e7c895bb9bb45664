/** Nobody waits longer because somebody else's server asks for it. */
export const LONGEST_RETRY_AFTER_SECONDS = 24 * 60 * 60;

/** `Tue, 05 May 2026 10:01:30 GMT`, its two older forms in RFC 9110 section 5.6.7, and the ISO-8601 of some vendors. */
const HTTP_DATE = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6},? [\w :-]{1,40}$/i;
const ISO_DATE = /^\d{4}-\d\d-\d\dT[\d:.]{5,20}(?:Z|[+-]\d\d:?\d\d)?$/i;
const HAS_ZONE = /(?:GMT|UTC|Z|[+-]\d\d:?\d\d)$/i;

/** Returns the milliseconds since 1970 of an HTTP or ISO-8601 date, in UTC where it names no zone; undefined for any other text. */
export function momentOf(text: string): number | undefined {
  const date = text.trim();
  if (!HTTP_DATE.test(date) && !ISO_DATE.test(date)) return undefined;
  const zone = ISO_DATE.test(date) ? "Z" : " GMT";
  const moment = Date.parse(HAS_ZONE.test(date) ? date : `${date}${zone}`);
  return Number.isNaN(moment) ? undefined : moment;
}

/** Returns a wait as it may be added to any date: whole seconds, at most a day. Undefined for what is no wait, such as -5 and NaN. */
export function boundedWait(seconds: number | undefined): number | undefined {
  if (seconds === undefined || Number.isNaN(seconds) || seconds < 0) return undefined;
  return Math.ceil(Math.min(seconds, LONGEST_RETRY_AFTER_SECONDS));
}

/**
 * Returns the seconds to wait by a `Retry-After` header, which holds seconds, of some vendors with a fraction, or a date. Proxies join
 * several of them by commas: the longest counts. Undefined for any other text. `now`: milliseconds since 1970.
 */
export function retryAfterSeconds(header: string | null | undefined, now = Date.now()): number | undefined {
  if (!header) return undefined;
  const moment = momentOf(header);
  if (moment !== undefined) return boundedWait(Math.max(0, (moment - now) / 1_000));
  const values = header.split(",").map((value) => value.trim());
  const waits = values.flatMap((value) => (/^\d+(?:\.\d+)?$/.test(value) ? [Number(value)] : []));
  return waits.length < values.length ? undefined : boundedWait(Math.max(...waits));
}
