import type { TriggerBroadcast, TriggerResult } from "#contract/events.ts";
import type { Database } from "#db/client.ts";
import type { Scope } from "#db/scope.ts";
import type { LocalStart } from "#domain/local-start.ts";
import type { Engine } from "#engine/client.ts";
import type { EventQuota } from "./event-quota.ts";
import { triggerStored } from "./trigger-event.ts";

/** Accepts events of the customers' schedules, by the same checks as those of other callers. */
export const triggerEventBy =
  (services: { db: Database; engine: Engine; quota: EventQuota | null }) =>
  (
    scope: Scope,
    { to, ...event }: TriggerBroadcast & { to?: unknown; localStart?: LocalStart },
  ): Promise<TriggerResult> => {
    const call = { scope, caller: { kind: "system" as const } };
    if (to === undefined || to === null) return triggerStored(services, call, event, "broadcast");
    return triggerStored(services, call, { ...event, to }, "direct");
  };
