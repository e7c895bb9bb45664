const HOUR = 60 * 60_000;
const MORNING = 9;

export type SnoozeTime = { name: "oneHour" | "tomorrow" | "nextWeek"; until: Date };

/**
 * Returns the moments that are offered for a snooze: in an hour, tomorrow and on the Monday of next week at nine by the reader's own clock, as
 * far as the longest snooze goes.
 */
export function snoozeTimes(now: number, maxHours: number): SnoozeTime[] {
  const today = new Date(now);
  const atNine = (days: number) => new Date(today.getFullYear(), today.getMonth(), today.getDate() + days, MORNING);
  // On a Sunday, the Monday after tomorrow's.
  const daysToMonday = today.getDay() === 0 ? 8 : 8 - today.getDay();
  const all: SnoozeTime[] = [
    { name: "oneHour", until: new Date(now + HOUR) },
    { name: "tomorrow", until: atNine(1) },
    { name: "nextWeek", until: atNine(daysToMonday) },
  ];
  return all.filter(({ until }) => until.getTime() <= now + maxHours * HOUR);
}

/** Why a moment cannot be chosen; undefined when it can. */
export function snoozeIssue(until: number, now: number, maxHours: number): "mustBeLater" | "tooFar" | undefined {
  // An empty field has no time.
  if (!(until > now)) return "mustBeLater";
  return until > now + maxHours * HOUR ? "tooFar" : undefined;
}

/** The text of a field of the type `datetime-local`, which has no time zone: the reader's own is meant. */
export function localText(time: number): string {
  return new Date(time - new Date(time).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
