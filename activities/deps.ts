import type { Logger } from "pino";
import type { Config } from "#config.ts";
import type { TriggerBroadcast, TriggerResult } from "#contract/events.ts";
import type { Database } from "#db/client.ts";
import type { Publisher } from "#db/publisher.ts";
import type { Scope } from "#db/scope.ts";
import type { Durations } from "#domain/durations.ts";
import type { LocalStart } from "#domain/local-start.ts";
import type { Engine } from "#engine/client.ts";
import type { Http } from "#providers/http.ts";
import type { SessionCache } from "#providers/session-cache.ts";
import type { BridgeCalls } from "./dispatch/bridge-calls.ts";
import type { ByteBudget } from "./dispatch/byte-budget.ts";
import type { ConditionWebhooks } from "./dispatch/condition-webhooks.ts";
import type { Dispatcher } from "./dispatch/dispatcher.ts";
import type { HttpRequests } from "./dispatch/http-requests.ts";
import type { Wakers } from "./dispatch/wakers.ts";
import type { Renderer } from "./rendering/renderer.ts";
import type { SafetyCaps } from "./safety/safety-caps.ts";
import type { SliceGate } from "./slice/slice-gate.ts";

/** The time, as activities see it; a test sets its own. */
export type Clock = () => Date;

/** An event that Belfry itself triggers. */
export type ScheduledTrigger = TriggerBroadcast & { to?: unknown; localStart?: LocalStart };

/** Dependencies of activities. The worker passes the real ones, a test its own. */
export interface Deps {
  db: Database;
  logger: Logger;
  clock: Clock;
  durations: Durations;
  renderer: Renderer;
  dispatcher: Dispatcher;
  /** The sessions over which the dispatcher sends. */
  sessions: Pick<SessionCache, "askReceipts">;
  webhooks: ConditionWebhooks;
  bridge: BridgeCalls;
  requests: HttpRequests;
  publisher: Publisher;
  /** Of all slices of the process. */
  gate: SliceGate;
  /** Room for the digests of all slices of the process. */
  digestMemory: ByteBudget;
  wakers: Wakers;
  /** Guarded: calls addresses that customers chose. */
  http: Http;
  safetyCaps: SafetyCaps;
  /**
   * Accepts an event as the API does; without `to` it is for everybody. `localStart` has each run start by the clock of its
   * subscriber. Throws as the API does.
   */
  triggerEvent: (scope: Scope, event: ScheduledTrigger) => Promise<TriggerResult>;
  engine: Pick<
    Engine,
    | "startTrigger"
    | "wake"
    | "lookAgain"
    | "startResumption"
    | "startImport"
    | "startErasure"
    | "stateOf"
    | "listFailedExecutions"
    | "wakeInboundMail"
    | "wakeSnoozed"
    | "wakeReceipts"
    | "wakeWebhooks"
    | "wakeLane"
  >;
  config: Pick<
    Config,
    "encryptionKey" | "demoLimits" | "planLimits" | "storesContent" | "secret" | "publicUrl" | "contextPaths"
  >;
}
