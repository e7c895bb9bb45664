import { continueAsNew, proxyActivities, workflowInfo } from "@temporalio/workflow";
import type { Activities } from "#activities/index.ts";
import { queued } from "../policies.ts";
import type { ImportRef } from "../refs.ts";

const { advanceImport } = proxyActivities<Activities>(queued);

/** Writes the lines of a file. Postgres has the lines, and knows how far that is. */
export async function importRun(ref: ImportRef): Promise<void> {
  for (;;) {
    const { more } = await advanceImport(ref);
    if (!more) return;
    if (workflowInfo().continueAsNewSuggested) return continueAsNew<typeof importRun>(ref);
  }
}
