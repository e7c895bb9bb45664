import type { Schedule } from "#contract/schedules.ts";
import { DEVELOPMENT } from "./fixtures.ts";

export const SCHEDULE_ID = "00000000-0000-4000-8000-0000000000d5";

/** A schedule for a topic, each Monday. */
export const aSchedule = (given: Partial<Schedule> = {}): Schedule => ({
  _id: SCHEDULE_ID,
  id: SCHEDULE_ID,
  _organizationId: "organization",
  _environmentId: DEVELOPMENT,
  name: "Orders of the week",
  workflow: { _id: "00000000-0000-4000-8000-0000000000d6", identifier: "parcel-sent", name: "Parcel sent" },
  to: { type: "Topic", topicKey: "crew" },
  payload: {},
  recurrence: { type: "timed", amount: 1, unit: "weeks", timed: { atTime: "09:00", weekDays: ["monday"] } },
  timezone: "Europe/Berlin",
  inSubscriberTimezone: false,
  missed: "run_once",
  status: "active",
  nextRuns: ["2026-01-05T08:00:00.000Z", "2026-01-12T08:00:00.000Z"],
  failures: 0,
  createdAt: "2026-01-05T09:00:00.000Z",
  updatedAt: "2026-01-05T09:00:00.000Z",
  ...given,
});

/** A page of schedules. */
export const schedulesOf = (...data: Schedule[]) => ({ data, hasMore: false, next: null });

export const DATES = {
  timezone: "Europe/Berlin",
  dates: [
    { at: "2026-03-23T08:00:00.000Z", local: "2026-03-23T09:00:00" },
    {
      at: "2026-03-30T07:00:00.000Z",
      local: "2026-03-30T09:00:00",
      clockChange: { at: "2026-03-29T01:00:00.000Z", from: "2026-03-29T02:00:00", to: "2026-03-29T03:00:00" },
    },
  ],
};
