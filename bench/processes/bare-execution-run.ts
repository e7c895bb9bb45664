import { proxyLocalActivities } from "@temporalio/workflow";

export interface BareActivities {
  note(id: string): Promise<void>;
}

const { note } = proxyLocalActivities<BareActivities>({ startToCloseTimeout: "30 seconds" });

/** The smallest execution that does anything: one local activity. */
export async function bareExecutionRun(id: string): Promise<void> {
  await note(id);
}
