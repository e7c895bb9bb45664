import { z } from "zod";
import { CLOCK_TIME_PATTERN } from "../constants/values/patterns.ts";

/** Spans of one day. */
const SPANS_MAX = 24;

const ClockTime = z
  .string({ error: "must be a time of day such as 09:00 AM or 05:30 PM" })
  .regex(CLOCK_TIME_PATTERN, { error: "must be a time of day such as 09:00 AM or 05:30 PM" });

/**
 * One day of the week. Without `hours` an enabled day is open from midnight to midnight. A span that ends at or before its
 * start ends on the day after.
 */
const DayHours = z.object({
  isEnabled: z.boolean(),
  hours: z
    .array(z.object({ start: ClockTime, end: ClockTime }))
    .max(SPANS_MAX, { error: `must contain no more than ${SPANS_MAX} elements` })
    .optional(),
});
export type DayHours = z.infer<typeof DayHours>;

/** A day that is left out is closed, so that one of another name must not pass for none. */
const WeeklyHours = z.strictObject(
  {
    monday: DayHours.optional(),
    tuesday: DayHours.optional(),
    wednesday: DayHours.optional(),
    thursday: DayHours.optional(),
    friday: DayHours.optional(),
    saturday: DayHours.optional(),
    sunday: DayHours.optional(),
  },
  { error: "must be an object of days, from monday to sunday" },
);
export type WeeklyHours = z.infer<typeof WeeklyHours>;

/** Hours that are switched off, or that have no `weeklySchedule`, hold nothing back; those of which no day is enabled never open. */
const Hours = z.object({ isEnabled: z.boolean(), weeklySchedule: WeeklyHours.optional() });
const HoursChange = z.object({ isEnabled: z.boolean().optional(), weeklySchedule: WeeklyHours.nullish() });

/** Channels whose messages wait; an inbox is there at any time. */
const channels = <T extends z.ZodType>(hours: T) =>
  z.strictObject(
    { email: hours.optional(), sms: hours.optional(), chat: hours.optional(), push: hours.optional() },
    { error: "must name email, sms, chat or push: messages of the inbox never wait" },
  );

/**
 * When messages may reach a subscriber, in the subscriber's time zone: the `schedule` of the published inbox clients, and
 * hours of single channels, which stand in place of it. Switched off, it switches those off as well.
 */
export const SubscriberHours = Hours.extend({ channels: channels(Hours).optional() }).meta({ id: "SubscriberHours" });
export type SubscriberHours = z.infer<typeof SubscriberHours>;

/** Fields that are left out stay as they are; null erases the days, or a channel's own hours. */
export const SubscriberHoursChange = HoursChange.extend({ channels: channels(HoursChange.nullable()).optional() }).meta(
  { id: "SubscriberHoursChange" },
);
export type SubscriberHoursChange = z.infer<typeof SubscriberHoursChange>;
