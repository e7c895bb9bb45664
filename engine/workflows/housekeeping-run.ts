import { proxyActivities } from "@temporalio/workflow";
import type { Activities } from "#activities/index.ts";
import { housekeeping } from "../policies.ts";

const { keepHouse } = proxyActivities<Activities>(housekeeping);

/** Makes the partitions of the coming weeks and drops what has expired. Started by a Temporal schedule. */
export async function housekeepingRun(): Promise<void> {
  await keepHouse();
}
