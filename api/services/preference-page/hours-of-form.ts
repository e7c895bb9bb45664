import { isDeepStrictEqual } from "node:util";
import { WEEK_DAYS } from "#contract/constants/values/time.ts";
import { type SubscriberHours, SubscriberHoursChange, type WeeklyHours } from "#contract/schemas/subscriber-hours.ts";
import { DomainError } from "#domain/errors.ts";
import { holdBack, minuteOf } from "#domain/times/subscriber-hours.ts";

const INPUT_TIME = /^([01]\d|2[0-3]):([0-5]\d)(?::\d\d(?:\.\d+)?)?$/;

/** `09:00 AM` as an input of html has it: `09:00`. */
export function inputTime(clock: string): string {
  const minutes = minuteOf(clock);
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");
}

function clockTime(input: string): string {
  const [, hour = "", minute = ""] = INPUT_TIME.exec(input) ?? [];
  if (minute === "") throw new DomainError("invalid_input", "A time must be one of 24 hours, such as 09:00");
  const half = Number(hour) < 12 ? "AM" : "PM";
  return `${String(Number(hour) % 12 || 12).padStart(2, "0")}:${minute} ${half}`;
}

/**
 * Returns the change of hours that a form asks for; undefined where it asks for none. A time that is empty is the beginning or the end of
 * its day. Throws `invalid_input` for one that is none.
 */
export function hoursOfForm(form: URLSearchParams, stored: SubscriberHours | null): SubscriberHoursChange | undefined {
  const sent = form.getAll("hours");
  if (!sent.includes("shown")) return undefined;
  const isEnabled = sent.includes("on");
  const enabled = form.getAll("day");
  const weeklySchedule: WeeklyHours = {};
  for (const day of WEEK_DAYS) {
    const ends = form.getAll(`${day}.end`);
    const hours = form.getAll(`${day}.start`).flatMap((start, index) => {
      const end = ends[index] ?? "";
      return start === "" && end === "" ? [] : [{ start: clockTime(start || "00:00"), end: clockTime(end || "00:00") }];
    });
    weeklySchedule[day] = { isEnabled: enabled.includes(day), ...(hours.length > 0 && { hours }) };
  }
  // Days that are not shown, because the switch is off, are no choice.
  if (!isEnabled) return holdBack(stored) ? { isEnabled: false } : undefined;
  if (holdBack(stored) && isDeepStrictEqual(weeklySchedule, normal(stored.weeklySchedule))) return undefined;
  const change = SubscriberHoursChange.safeParse({ isEnabled, weeklySchedule });
  if (!change.success) throw new DomainError("invalid_input", "A day has too many times: leave some out");
  return change.data;
}

/** Stored days as a form would write them. */
function normal(weekly: WeeklyHours): WeeklyHours {
  return Object.fromEntries(
    WEEK_DAYS.map((day) => {
      const { isEnabled = false, hours = [] } = weekly[day] ?? {};
      const spans = hours.map(({ start, end }) => ({
        start: clockTime(inputTime(start)),
        end: clockTime(inputTime(end)),
      }));
      return [day, { isEnabled, ...(spans.length > 0 && { hours: spans }) }];
    }),
  );
}
