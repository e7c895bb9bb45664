import { NEXT_RUNS_SHOWN } from "#contract/constants/schedules.ts";
import type { Schedule } from "#contract/schedules.ts";
import type { ListedSchedule, ScheduleRow } from "#db/queries/schedules/schedules.ts";
import { nextOccurrences } from "#domain/times/schedule-occurrences.ts";
import { datedFields, ownedFields, withoutNulls } from "./fields.ts";

export const scheduleView = ({ schedule, workflow }: ListedSchedule): Schedule => ({
  ...ownedFields(schedule),
  name: schedule.name,
  workflow: { _id: schedule.workflowId, ...workflow },
  to: schedule.event.to,
  payload: schedule.event.payload ?? {},
  ...withoutNulls({
    overrides: schedule.event.overrides ?? null,
    actor: schedule.event.actor ?? null,
    tenant: schedule.event.tenant ?? null,
    context: schedule.event.context ?? null,
    startAt: schedule.startAt?.toISOString() ?? null,
    endAt: schedule.endAt?.toISOString() ?? null,
    lastRunAt: schedule.lastRunAt?.toISOString() ?? null,
    lastTransactionId: schedule.lastTransactionId,
    lastError: schedule.lastError,
  }),
  recurrence: schedule.recurrence,
  timezone: schedule.timezone,
  inSubscriberTimezone: schedule.inSubscriberTimezone,
  missed: schedule.missed,
  status: schedule.status,
  nextRuns: nextRuns(schedule).map((moment) => moment.toISOString()),
  failures: schedule.failures,
  ...datedFields(schedule),
});

function nextRuns(schedule: ScheduleRow): Date[] {
  const { nextAt } = schedule;
  return nextAt ? [nextAt, ...nextOccurrences(schedule, nextAt, NEXT_RUNS_SHOWN - 1)] : [];
}
