import { proxyActivities } from "@temporalio/workflow";
import type { Activities } from "#activities/index.ts";
import { reconciliation } from "../policies.ts";

const { reconcile } = proxyActivities<Activities>(reconciliation);

/** Finds events and runs without a living execution. Former versions started it by a Temporal schedule; now `upkeepRun` does its work. */
export async function reconciliationRun(): Promise<void> {
  await reconcile();
}
