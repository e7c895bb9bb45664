import { proxyLocalActivities } from "@temporalio/workflow";

export interface FloorActivities {
  note(id: string): Promise<void>;
}

const { note } = proxyLocalActivities<FloorActivities>({ startToCloseTimeout: "30 seconds" });

/** The least that Temporal can be asked for and still do something: one execution, one local activity. */
export async function floorRun(id: string): Promise<void> {
  await note(id);
}
