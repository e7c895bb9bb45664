import { proxyActivities } from "@temporalio/workflow";
import type { Activities } from "#activities/index.ts";
import { firing } from "../policies.ts";

const { fireSchedules } = proxyActivities<Activities>(firing);

/** Fires what is due of the customers' schedules. Started by a Temporal schedule. */
export async function schedulesRun(): Promise<void> {
  await fireSchedules();
}
