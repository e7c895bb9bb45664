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

export function workflowNameOf(run: Activity): string {
  return run.template?.name ?? "Deleted workflow";
}
