import { proxyActivities } from "@temporalio/workflow";
import type { Activities } from "#activities/index.ts";
import { housekeeping } from "../policies.ts";

const { housekeep } = proxyActivities<Activities>(housekeeping);

/** Makes the partitions of the coming months and removes what has expired. Started by a Temporal schedule. */
export async function housekeepingRun(): Promise<void> {
  await housekeep();
}
