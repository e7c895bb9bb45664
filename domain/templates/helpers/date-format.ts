import { format } from "date-fns/format";
import { readDate } from "./read-date.ts";
import { ZonedDate, zoneOffset } from "./zoned-date.ts";

/** The longest pattern, in characters: every one of them may stand for a whole date. */
const MAX_PATTERN = 500;
/**
 * A date by a pattern of Unicode tokens (`yyyy-MM-dd HH:mm`), in UTC or an IANA zone. A calendar day is
 * the same in every zone. Mind that `Do` is the day of the
 * year, `do` that of the month. What is no date, or has no pattern, comes back unchanged.
 * Throws when the pattern is too long or does not parse.
 */
export function dateFormat(value: unknown, pattern: unknown, zone: unknown = "UTC"): unknown {
  const read = readDate(value);
  if (!read || typeof pattern !== "string" || pattern === "") return value;
  if (pattern.length > MAX_PATTERN) throw new Error(`a pattern of dateFormat has at most ${MAX_PATTERN} characters`);
  const offset = typeof zone === "string" && zone !== "UTC" ? zoneOffset(read.date, zone) : 0;
  return format(new ZonedDate(read.date, read.isDay ? 0 : offset), pattern, {
    useAdditionalDayOfYearTokens: true,
    useAdditionalWeekYearTokens: true,
  });
}
