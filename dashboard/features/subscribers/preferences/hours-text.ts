import type { SubscriberHours } from "#contract/schemas/subscriber-hours.ts";

export const DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;
type Day = (typeof DAYS)[number];

export const dayName = (day: Day): string => day.charAt(0).toUpperCase() + day.slice(1);

/** Says in a sentence when messages may reach somebody. */
export function hoursText(hours: SubscriberHours | undefined): string {
  if (!hours?.isEnabled || !hours.weeklySchedule) return "Messages come at any time.";
  const { weeklySchedule } = hours;
  const days = DAYS.flatMap((day) => {
    const { isEnabled = false, hours: spans = [] } = weeklySchedule[day] ?? {};
    if (!isEnabled) return [];
    const times = spans.map(({ start, end }) => `${clockOf24(start)} to ${clockOf24(end)}`).join(", ");
    return [`${dayName(day)} ${times || "all day"}`];
  });
  return days.length === 0 ? "Messages never come: all days are closed." : `Messages come on ${days.join("; ")}.`;
}

/** Returns "05:30 PM" as "17:30". */
export function clockOf24(time: string): string {
  const [, hour = "", minute = "", half] = /^(\d+):(\d\d) (AM|PM)$/.exec(time) ?? [];
  return `${String((Number(hour) % 12) + (half === "PM" ? 12 : 0)).padStart(2, "0")}:${minute}`;
}

/** Returns "17:30" as "05:30 PM". */
export function clockOf12(time: string): string {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  const shown = String(hour % 12 || 12).padStart(2, "0");
  return `${shown}:${String(minute).padStart(2, "0")} ${hour < 12 ? "AM" : "PM"}`;
}
