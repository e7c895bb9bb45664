import type { TriggerBroadcast, TriggerResult } from "#contract/events.ts";
import type { Scope } from "#db/scope.ts";
import type { LocalStart } from "#domain/times/local-start.ts";
import type { AcceptServices } from "./accept-event.ts";
import { triggerStored } from "./trigger-event.ts";

/** Accepts events of the customers' schedules, by the same checks as those of other callers. */
export const triggerEventBy =
  (services: AcceptServices) =>
  (
    scope: Scope,
    { to, ...event }: TriggerBroadcast & { to?: unknown; localStart?: LocalStart },
  ): Promise<TriggerResult> => {
    if (to === undefined || to === null) return triggerStored(services, { scope }, event, "broadcast");
    return triggerStored(services, { scope }, { ...event, to }, "direct");
  };
