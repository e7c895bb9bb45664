import type { Activity } from "#contract/notifications.ts";

/** The caller's own id of the run's subscriber; our id when the subscriber has been deleted since. */
export function subscriberIdOf(run: Activity): string {
  return run.subscriber?.subscriberId ?? run._subscriberId;
}

/** Name or address, where the subscriber has one. */
export function subscriberName(run: Activity): string | undefined {
  const { subscriber } = run;
  return [subscriber?.firstName, subscriber?.lastName].filter(Boolean).join(" ") || subscriber?.email || undefined;
}

export function workflowNameOf(run: Activity): string {
  return run.template?.name ?? "Deleted workflow";
}
