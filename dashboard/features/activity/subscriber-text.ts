import type { Activity } from "#contract/notifications.ts";

/** Returns the `subscriberId`; the internal id when the subscriber has been deleted. */
export function subscriberIdOf(run: Activity): string {
  return run.subscriber?.subscriberId ?? run._subscriberId;
}

/** Returns the subscriber's name, or else email address. */
export function subscriberName(run: Activity): string | undefined {
  const { subscriber } = run;
  return [subscriber?.firstName, subscriber?.lastName].filter(Boolean).join(" ") || subscriber?.email || undefined;
}

/** Returns what sentences call the subscriber: the first name, or else the id. */
export function callNameOf(run: Activity): string {
  return run.subscriber?.firstName || subscriberIdOf(run);
}

export function workflowNameOf(run: Activity): string {
  return run.template?.name ?? "Deleted workflow";
}
