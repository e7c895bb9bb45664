import { Client, type ConnectionLike, ScheduleAlreadyRunning } from "@temporalio/client";
import type { ServiceConfig } from "#config.ts";

/** Sees to it that housekeeping runs every night, however many workers there are. */
export async function scheduleHousekeeping(connection: ConnectionLike, { temporal }: ServiceConfig): Promise<void> {
  const { schedule } = new Client({ connection, namespace: temporal.namespace });
  try {
    await schedule.create({
      scheduleId: `housekeeping/${temporal.taskQueue}`,
      spec: { calendars: [{ hour: 3, minute: 17 }] },
      action: {
        type: "startWorkflow",
        workflowType: "housekeepingRun",
        workflowId: `housekeeping/${temporal.taskQueue}`,
        taskQueue: temporal.taskQueue,
      },
    });
  } catch (error) {
    // Another worker, or this one before a restart, was first.
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
  }
}
