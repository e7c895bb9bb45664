import { Client, type ConnectionLike, ScheduleAlreadyRunning } from "@temporalio/client";
import type { ServiceConfig } from "#config.ts";
import { CLEAN_UP_AT } from "#contract/constants/limits.ts";

/** Sees to it that housekeeping runs every night, however many workers there are. */
export async function createSchedules(connection: ConnectionLike, { temporal }: ServiceConfig): Promise<void> {
  const { schedule } = new Client({ connection, namespace: temporal.namespace });
  const { taskQueue } = temporal;
  const scheduleId = `housekeeping/${taskQueue}`;
  try {
    await schedule.create({
      scheduleId,
      spec: { calendars: [CLEAN_UP_AT] },
      // A pass that takes longer than the interval is not joined by another one, and passes that were missed are not made up.
      policies: { overlap: "SKIP", catchupWindow: "1 minute" },
      action: { type: "startWorkflow", workflowType: "housekeepingRun", workflowId: scheduleId, taskQueue },
    });
  } catch (error) {
    // Another worker, or this one before a restart, was first.
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
  }
}
