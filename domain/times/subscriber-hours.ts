import type { Channel } from "#contract/constants/channels.ts";
import { CLOCK_TIME_PATTERN } from "#contract/constants/values/patterns.ts";
import { isTimeZone, WEEK_DAYS } from "#contract/constants/values/time.ts";
import { DAY } from "#contract/constants/values/times.ts";
import type {
  DayHours,
  SubscriberHours,
  SubscriberHoursChange,
  WeeklyHours,
} from "#contract/schemas/subscriber-hours.ts";
import { momentAt } from "./day-moments.ts";
import { dayIn } from "./timed-schedule.ts";

/** Whether a message may reach a subscriber now, or when next; `opensAt` is null when no day ever opens. */
export type Opening = { isOpen: true } | { isOpen: false; opensAt: Date | null };

/** A subscriber, as far as it decides when messages may reach it. */
export interface HoursOwner {
  hours: SubscriberHours | null;
  timezone: string | null;
}

const OPEN: Opening = { isOpen: true };
const DAY_MINUTES = 24 * 60;
/** Three weeks: the only span of a week may fall into hours that the clock skips, and the week before it has begun. */
const DAYS_SEARCHED = 21;

/**
 * Whether a message on the channel may reach the subscriber now. Times of day are those of the subscriber's zone, or UTC.
 * Where the clock is put forward, a span begins at the first moment after the gap, and one that lies in it is left out; where
 * it is put back, spans begin and end at the first of the two moments.
 */
export function openingAt({ hours, timezone }: HoursOwner, channel: Channel, now: Date): Opening {
  if (channel === "in_app" || !hours?.isEnabled) return OPEN;
  const own = hours.channels?.[channel] ?? hours;
  return holdBack(own) ? nextOpening(own.weeklySchedule, zoneOf(timezone), now) : OPEN;
}

type Hours = Pick<SubscriberHours, "isEnabled" | "weeklySchedule">;

/** Whether hours hold anything back: those that are switched off do not, nor those without any days. */
export const holdBack = (hours: Hours | null): hours is Hours & { weeklySchedule: WeeklyHours } =>
  hours?.isEnabled === true && hours.weeklySchedule !== undefined;

/** The zone of a subscriber's hours. One that this runtime no longer has must not hold messages back. */
export const zoneOf = (timezone: string | null): string => (timezone && isTimeZone(timezone) ? timezone : "UTC");

function nextOpening(weekly: WeeklyHours, timezone: string, now: Date): Opening {
  const today = dayIn(timezone, now).getTime();
  // From the day before: its last span may end today.
  for (let offset = -1; offset <= DAYS_SEARCHED; offset += 1) {
    const day = today + offset * DAY;
    for (const { start, end } of spansOf(weekly[weekDayOf(day)])) {
      const from = momentAt(day, start * 60, timezone);
      const to = momentAt(day, end * 60, timezone);
      if (from === null || to === null || to <= from || to <= now.getTime()) continue;
      return from <= now.getTime() ? OPEN : { isOpen: false, opensAt: new Date(from) };
    }
  }
  return { isOpen: false, opensAt: null };
}

/** The day of the week of a midnight in UTC. */
const weekDayOf = (day: number) => WEEK_DAYS[(new Date(day).getUTCDay() + 6) % 7] ?? "monday";

/** Minutes of the day at which a span begins and ends; those after the end of the day are on the next one. */
interface Span {
  start: number;
  end: number;
}

const spans = new WeakMap<DayHours, readonly Span[]>();

/** The spans of a day in order. */
function spansOf(day: DayHours | undefined): readonly Span[] {
  if (!day?.isEnabled) return [];
  const known = spans.get(day) ?? readSpans(day);
  spans.set(day, known);
  return known;
}

function readSpans({ hours = [] }: DayHours): readonly Span[] {
  if (hours.length === 0) return [{ start: 0, end: DAY_MINUTES }];
  return hours
    .map((span) => {
      const start = minuteOf(span.start);
      const end = minuteOf(span.end);
      return { start, end: end <= start ? end + DAY_MINUTES : end };
    })
    .sort((a, b) => a.start - b.start);
}

/** The minute of the day, from 0, of a time such as `09:00 AM`. */
export function minuteOf(text: string): number {
  const [, hour = "", minute = "", half] = CLOCK_TIME_PATTERN.exec(text) ?? [];
  return ((Number(hour) % 12) + (half === "PM" ? 12 : 0)) * 60 + Number(minute);
}

/** The hours after a change: what it leaves out stays, and hours that are given for the first time count at once. */
export function hoursAfter(stored: SubscriberHours | null, change: SubscriberHoursChange): SubscriberHours {
  const channels = { ...stored?.channels };
  for (const channel of ["email", "sms", "chat", "push"] as const) {
    const given = change.channels?.[channel];
    if (given === null) delete channels[channel];
    else if (given) channels[channel] = changed(channels[channel], given);
  }
  return { ...changed(stored, change), ...(Object.keys(channels).length > 0 && { channels }) };
}

function changed(
  stored: Hours | null | undefined,
  { isEnabled, weeklySchedule }: Pick<SubscriberHoursChange, "isEnabled" | "weeklySchedule">,
): Hours {
  const days = weeklySchedule === undefined ? stored?.weeklySchedule : weeklySchedule;
  return { isEnabled: isEnabled ?? stored?.isEnabled ?? true, ...(days && { weeklySchedule: days }) };
}
