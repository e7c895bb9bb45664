import type { SubscriberHours, WeeklyHours } from "#contract/schemas/subscriber-hours.ts";

const MINUTE = 60_000;

/** A time of day in UTC as hours are written. */
function clockText(moment: Date): string {
  const hour = moment.getUTCHours();
  const minute = String(moment.getUTCMinutes()).padStart(2, "0");
  return `${String(hour % 12 || 12).padStart(2, "0")}:${minute} ${hour < 12 ? "AM" : "PM"}`;
}

/** Hours in UTC that open every day some minutes from now, for so many minutes, and when they do next. */
export function hoursFrom(minutes: number, length = 60): { hours: SubscriberHours; opensAt: Date } {
  const opensAt = new Date(Math.floor(Date.now() / MINUTE) * MINUTE + minutes * MINUTE);
  const day = {
    isEnabled: true,
    hours: [{ start: clockText(opensAt), end: clockText(new Date(opensAt.getTime() + length * MINUTE)) }],
  };
  const weeklySchedule: WeeklyHours = {
    monday: day,
    tuesday: day,
    wednesday: day,
    thursday: day,
    friday: day,
    saturday: day,
    sunday: day,
  };
  return { hours: { isEnabled: true, weeklySchedule }, opensAt };
}
