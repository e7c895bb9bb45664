import { format } from "date-fns/format";
import { ZonedDate, zoneOffset } from "./zoned-date.ts";

/** The longest pattern, in characters: every one of them may stand for a whole date. */
const MAX_PATTERN = 500;
/** A moment without zone, which `Date` would read in the zone of the server. */
const ISO_WITHOUT_ZONE = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?$/;
/** A date of ISO 8601, which is read in UTC, or a zone that is named: `10:00 GMT`, `10:00:00 +0200`. */
const WITH_ZONE = /^\d{4}(?:-\d{2}){0,2}$|\dZ$|\b(?:Z|UTC?|GMT|[ECMP][SD]T)\b|:\d{2}[^:+-]*[+-]\d/i;

/**
 * A date by a pattern of Unicode tokens (`yyyy-MM-dd HH:mm`), in UTC or an IANA zone. Mind that `Do` is the day of the
 * year, `do` that of the month. What is no date, or has no pattern, comes back unchanged.
 * Throws when the pattern is too long or does not parse.
 */
export function dateFormat(value: unknown, pattern: unknown, zone: unknown = "UTC"): unknown {
  const date = readDate(value);
  if (!date || typeof pattern !== "string" || pattern === "") return value;
  if (pattern.length > MAX_PATTERN) throw new Error(`a pattern of dateFormat has at most ${MAX_PATTERN} characters`);
  const offset = typeof zone === "string" && zone !== "UTC" ? zoneOffset(date, zone) : 0;
  return format(new ZonedDate(date, offset), pattern, {
    useAdditionalDayOfYearTokens: true,
    useAdditionalWeekYearTokens: true,
  });
}

function readDate(value: unknown): Date | undefined {
  if (typeof value === "string" && ISO_WITHOUT_ZONE.test(value)) return readDate(`${value.replace(" ", "T")}Z`);
  if (typeof value !== "string" && typeof value !== "number" && !(value instanceof Date)) return undefined;
  const date = new Date(typeof value === "string" && !WITH_ZONE.test(value) ? inUtc(value) : value);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** A date in words (`March 7, 2020 10:00`) of the zone UTC; unchanged when a zone makes it none. */
function inUtc(value: string): string {
  const zoned = `${value} UTC`;
  return Number.isNaN(Date.parse(zoned)) ? value : zoned;
}
