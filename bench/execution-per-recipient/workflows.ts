import { executeChild, proxyActivities } from "@temporalio/workflow";
import type { NaiveActivities } from "./activities.ts";

export interface NaiveEvent {
  organizationId: string;
  environmentId: string;
  eventId: string;
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

const { resolveSubscriber, deliverInApp } = proxyActivities<NaiveActivities>({ startToCloseTimeout: "1 minute" });

/** One execution for each recipient, all at once. */
export async function naiveBroadcastRun(event: NaiveEvent, subscriberIds: string[]): Promise<void> {
  await Promise.all(
    subscriberIds.map((subscriberId) => executeChild(naiveSubscriberRun, { args: [event, subscriberId] })),
  );
}

/** What one recipient gets: an activity for each thing to do. */
export async function naiveSubscriberRun(event: NaiveEvent, subscriberId: string): Promise<void> {
  const recipient = await resolveSubscriber(event, subscriberId);
  await deliverInApp(event, recipient);
}
