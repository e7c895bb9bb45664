/** Returns a moment as ISO-8601 UTC; undefined where the text is none, or is one in no zone that is known. */
export function zonedMoment(given = ""): string | undefined {
  const moment = /(Z|[+-]\d\d:?\d\d|GMT|UTC)$/.test(given) ? Date.parse(given) : Number.NaN;
  return Number.isNaN(moment) ? undefined : new Date(moment).toISOString();
}
