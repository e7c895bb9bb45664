import { continueAsNew, proxyActivities, workflowInfo } from "@temporalio/workflow";
import type { Activities } from "#activities/index.ts";
import { queued } from "../policies.ts";
import { onLookAgain } from "./look-again.ts";

const { deliverInboundMails } = proxyActivities<Activities>(queued);

/**
 * Passes replies on to the callbacks of their workflows until none is left. Postgres knows which are due, so that one execution
 * serves all of them and has no state; whoever stores a reply starts it or has it look again.
 */
export async function inboundMailRun(): Promise<void> {
  const lookAgain = onLookAgain();
  for (;;) {
    const { nextDueAt } = await deliverInboundMails();
    if (!lookAgain.wasAsked()) {
      if (nextDueAt === null) return;
      await lookAgain.waitUntil(nextDueAt, "replies to pass on");
      lookAgain.wasAsked();
    }
    if (workflowInfo().continueAsNewSuggested) return continueAsNew<typeof inboundMailRun>();
  }
}
