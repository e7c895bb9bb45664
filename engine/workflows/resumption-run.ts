import { continueAsNew, proxyActivities, sleep, workflowInfo } from "@temporalio/workflow";
import type { Activities } from "#activities/index.ts";
import { queued } from "../policies.ts";
import type { ResumptionRef } from "../refs.ts";

const { advanceResumption } = proxyActivities<Activities>(queued);

/** Has the runs go on that a caller selected. Postgres knows how far that is. */
export async function resumptionRun(resumption: ResumptionRef): Promise<void> {
  for (;;) {
    const { more, waitMs } = await advanceResumption(resumption);
    if (!more) return;
    if (waitMs) await sleep(waitMs, { summary: "Next runs, spread over the time of the resumption" });
    if (workflowInfo().continueAsNewSuggested) return continueAsNew<typeof resumptionRun>(resumption);
  }
}
