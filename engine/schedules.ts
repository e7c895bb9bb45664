import { Client, type ConnectionLike, ScheduleAlreadyRunning, type ScheduleOptions } from "@temporalio/client";
import type { ServiceConfig } from "#config.ts";
import { CLEAN_UP_AT } from "#contract/constants/limits.ts";
import type { Durations } from "#domain/durations.ts";
import { reconciliationSchedule } from "./ids.ts";

/**
 * Sees to it that housekeeping runs every night, the reconciler every minute, and the customers' schedules every few
 * seconds, however many workers there are.
 */
export async function createSchedules(
  connection: ConnectionLike,
  { temporal }: ServiceConfig,
  { reconciliation, firing }: Durations,
): Promise<void> {
  const { schedule } = new Client({ connection, namespace: temporal.namespace });
  const { taskQueue } = temporal;
  const schedules: (Pick<ScheduleOptions, "scheduleId" | "spec"> & { workflowType: string })[] = [
    {
      scheduleId: `housekeeping/${taskQueue}`,
      spec: { calendars: [CLEAN_UP_AT] },
      workflowType: "housekeepingRun",
    },
    {
      scheduleId: reconciliationSchedule(taskQueue),
      spec: { intervals: [{ every: reconciliation }] },
      workflowType: "reconciliationRun",
    },
    {
      scheduleId: `schedules/${taskQueue}`,
      spec: { intervals: [{ every: firing }] },
      workflowType: "schedulesRun",
    },
  ];
  for (const { scheduleId, spec, workflowType } of schedules) {
    try {
      await schedule.create({
        scheduleId,
        spec,
        // A pass that takes longer than the interval is not joined by another one, and passes that were missed are not made up.
        policies: { overlap: "SKIP", catchupWindow: "1 minute" },
        action: { type: "startWorkflow", workflowType, workflowId: scheduleId, taskQueue },
      });
    } catch (error) {
      // Another worker, or this one before a restart, was first.
      if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    }
  }
}
