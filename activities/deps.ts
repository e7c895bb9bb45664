import type { TriggerBroadcast, TriggerResult } from "#contract/events.ts";
import type { Scope } from "#db/scope.ts";
import type { LocalStart } from "#domain/times/local-start.ts";
import type { Http } from "#providers/http/http.ts";
import type { SessionCache } from "#providers/session-cache.ts";
import type { SliceDeps } from "./slice/slice-deps.ts";

/** An event that Belfry itself triggers. */
export type ScheduledTrigger = TriggerBroadcast & { to?: unknown; localStart?: LocalStart };

/** Dependencies of activities. The worker passes the real ones, a test its own. */
export interface Deps extends SliceDeps {
  /** The sessions over which the dispatcher sends. */
  sessions: Pick<SessionCache, "askReceipts">;
  /** Guarded: calls addresses that customers chose. */
  http: Http;
  /**
   * Accepts an event as the API does; without `to` it is for everybody. `localStart` has each run start by the clock of its
   * subscriber. Throws as the API does.
   */
  triggerEvent: (scope: Scope, event: ScheduledTrigger) => Promise<TriggerResult>;
}
