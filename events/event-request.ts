import type { TriggerBroadcast, TriggerEvent } from "#contract/events.ts";
import type { Scope } from "#db/scope.ts";
import type { LocalStart } from "#domain/times/local-start.ts";

export type EventRequest = ((TriggerEvent & { to: unknown }) | (TriggerBroadcast & { to?: undefined })) & {
  /** Set by schedules that reach each subscriber in a zone of its own. */
  localStart?: LocalStart | undefined;
};

export interface RequestedEvent {
  scope: Scope;
  request: EventRequest;
  audience: "direct" | "broadcast";
  transactionId: string;
  /** Notes the event as one that its call brought. */
  noteEvent?: (isDuplicate: boolean) => void;
}
