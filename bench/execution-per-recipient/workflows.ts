import { executeChild, proxyActivities } from "@temporalio/workflow";
import type { RecipientActivities } from "./activities.ts";

export interface BenchEvent {
  organizationId: string;
  environmentId: string;
  eventId: string;
  cohortId: string;
  transactionId: string;
  workflowId: string;
  workflowIdentifier: string;
  versionId: string;
  stepId: string;
  template: string;
  payload: Record<string, unknown>;
  expireAt: string;
  messageExpireAt: string;
}

const { resolveSubscriber, deliverInApp } = proxyActivities<RecipientActivities>({ startToCloseTimeout: "1 minute" });

/** One execution for each recipient, all at once. */
export async function broadcastRun(event: BenchEvent, subscriberIds: string[]): Promise<void> {
  await Promise.all(subscriberIds.map((subscriberId) => executeChild(recipientRun, { args: [event, subscriberId] })));
}

/** Serves one recipient, with an activity for each part of the work. */
export async function recipientRun(event: BenchEvent, subscriberId: string): Promise<void> {
  const recipient = await resolveSubscriber(event, subscriberId);
  await deliverInApp(event, recipient);
}
