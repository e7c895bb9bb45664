import { Client, type ConnectionLike, ScheduleAlreadyRunning, type ScheduleOptions } from "@temporalio/client";
import type { ServiceConfig } from "#config.ts";

const MINUTE = "1 minute";
/** How late an occurrence of a customer's schedule is at most, while everything runs. */
const FIRING = "10 seconds";

/** Sees to it that housekeeping runs every night, the reconciler every minute, and the customers' schedules every few
 * seconds, however many workers there are. */
export async function createSchedules(connection: ConnectionLike, { temporal }: ServiceConfig): Promise<void> {
  const { schedule } = new Client({ connection, namespace: temporal.namespace });
  const { taskQueue } = temporal;
  const schedules: (Pick<ScheduleOptions, "scheduleId" | "spec"> & { workflowType: string })[] = [
    {
      scheduleId: `housekeeping/${taskQueue}`,
      spec: { calendars: [{ hour: 3, minute: 17 }] },
      workflowType: "housekeepingRun",
    },
    {
      scheduleId: `reconciliation/${taskQueue}`,
      spec: { intervals: [{ every: MINUTE }] },
      workflowType: "reconciliationRun",
    },
    {
      scheduleId: `schedules/${taskQueue}`,
      spec: { intervals: [{ every: FIRING }] },
      workflowType: "schedulesRun",
    },
  ];
  for (const { scheduleId, spec, workflowType } of schedules) {
    try {
      await schedule.create({
        scheduleId,
        spec,
        // A pass that takes longer than the interval is not joined by another one, and passes that were missed are not made up.
        policies: { overlap: "SKIP", catchupWindow: MINUTE },
        action: { type: "startWorkflow", workflowType, workflowId: scheduleId, taskQueue },
      });
    } catch (error) {
      // Another worker, or this one before a restart, was first.
      if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    }
  }
}
