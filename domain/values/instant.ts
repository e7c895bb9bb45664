/**
 * Whether the value is a moment in time as the product writes them: `YYYY-MM-DDTHH:mm:ss.sssZ`, and on the calendar
 * (the 31st of February is not).
 */
export function isIsoInstant(value: unknown): value is string {
  if (typeof value !== "string") return false;
  const date = new Date(value);
  return !Number.isNaN(date.getTime()) && date.toISOString() === value;
}
