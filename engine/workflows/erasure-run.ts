import { continueAsNew, proxyActivities, workflowInfo } from "@temporalio/workflow";
import type { Activities } from "#activities/index.ts";
import { queued } from "../policies.ts";
import type { ErasureRef } from "../refs.ts";

const { advanceErasure } = proxyActivities<Activities>(queued);

/** Removes everything that is stored about a subscriber. Postgres knows how far that is. */
export async function erasureRun(ref: ErasureRef): Promise<void> {
  for (;;) {
    const { more } = await advanceErasure(ref);
    if (!more) return;
    if (workflowInfo().continueAsNewSuggested) return continueAsNew<typeof erasureRun>(ref);
  }
}
