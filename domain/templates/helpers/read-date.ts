import { toValue } from "liquidjs";
import { DAY } from "#contract/constants/values/times.ts";

export interface ReadDate {
  readonly date: Date;
  /** Whether it is a calendar day, which is the same in every zone. Its `date` is the day's start in UTC. */
  readonly isDay: boolean;
}

/** The longest text that is read as a date, in characters: reading longer ones takes time. */
const MAX_LENGTH = 100;
/** A moment without zone, which `Date` would read in the zone of the server. */
const ISO_WITHOUT_ZONE = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?$/;
/** A day, month or year of ISO 8601, which `Date` reads in UTC. */
const ISO_DAY = /^\d{4}(?:-\d{2}){0,2}$/;
/** The basic format of ISO 8601. */
const BASIC_DAY = /^(\d{4})(\d{2})(\d{2})$/;
/** A zone that is named: `10:00 GMT`, `10:00:00 +0200`. */
const WITH_ZONE = /\dZ$|\b(?:Z|UTC?|GMT|[ECMP][SD]T)\b|:\d{2}[^:+-]*[+-]\d/i;

/**
 * Reads a date: a text in ISO 8601 or in words (`March 7, 2020`), or milliseconds. A text without a zone is in UTC, and a calendar day where
 * it has no time either, or that of midnight.
 */
export function readDate(given: unknown): ReadDate | undefined {
  const value: unknown = toValue(given);
  if (typeof value === "string") return value.length > MAX_LENGTH ? undefined : readText(value.trim());
  return typeof value === "number" || value instanceof Date ? dateOf(new Date(value), false) : undefined;
}

function readText(text: string): ReadDate | undefined {
  if (ISO_DAY.test(text)) return dateOf(new Date(text), true);
  const basic = text.replace(BASIC_DAY, "$1-$2-$3");
  if (basic !== text) return dateOf(new Date(basic), true);
  if (WITH_ZONE.test(text)) return dateOf(new Date(text), false);
  const inUtc = new Date(ISO_WITHOUT_ZONE.test(text) ? `${text.replace(" ", "T")}Z` : `${text} UTC`);
  // A zone that is not recognised above makes the text with another one no date.
  if (Number.isNaN(inUtc.getTime())) return dateOf(new Date(text), false);
  return { date: inUtc, isDay: inUtc.getTime() % DAY === 0 };
}

const dateOf = (date: Date, isDay: boolean): ReadDate | undefined =>
  Number.isNaN(date.getTime()) ? undefined : { date, isDay };
