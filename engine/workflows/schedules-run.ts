import { proxyActivities } from "@temporalio/workflow";
import type { Activities } from "#activities/index.ts";
import { firing } from "../policies.ts";

const { fireSchedules } = proxyActivities<Activities>(firing);

/** Fires what is due of the customers' schedules. Former versions started it by a Temporal schedule; now `upkeepRun` does its work. */
export async function schedulesRun(): Promise<void> {
  await fireSchedules();
}
