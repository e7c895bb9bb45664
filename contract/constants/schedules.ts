/** `ended`: it has no further occurrence. */
export const SCHEDULE_STATUSES = ["active", "paused", "ended"] as const;
export type ScheduleStatus = (typeof SCHEDULE_STATUSES)[number];

/** The way of a schedule with occurrences that nobody was there to fire: one event for all of them, or none. */
export const MISSED_POLICIES = ["run_once", "skip"] as const;
export type MissedPolicy = (typeof MISSED_POLICIES)[number];

/** Units of recurrences: events of a schedule are at least a minute apart. */
export const RECURRENCE_UNITS = ["minutes", "hours", "days", "weeks", "months"] as const;

/** After so many occurrences in a row that could not be fired, a schedule is paused. */
export const SCHEDULE_FAILURES_MAX = 5;
/** Occurrences that an answer shows. */
export const NEXT_RUNS_SHOWN = 5;
