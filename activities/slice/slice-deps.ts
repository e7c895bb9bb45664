import type { Publisher } from "#db/publisher.ts";
import type { Durations } from "#domain/times/durations.ts";
import type { Engine } from "#engine/client.ts";
import type { BridgeCalls } from "../ahead/bridge-calls.ts";
import type { ConditionWebhooks } from "../ahead/condition-webhooks.ts";
import type { HttpRequests } from "../ahead/http-requests.ts";
import type { SafetyCaps } from "../gate/safety-caps.ts";
import type { SliceGate } from "../gate/slice-gate.ts";
import type { ByteBudget } from "../lanes/byte-budget.ts";
import type { Dispatcher } from "../lanes/dispatcher.ts";
import type { Wakers } from "../lanes/wakers.ts";
import type { DecisionDeps } from "../run/decision-deps.ts";

/** Dependencies of moving runs on, and of looking after those that were left. */
export interface SliceDeps extends DecisionDeps {
  durations: Durations;
  dispatcher: Dispatcher;
  webhooks: ConditionWebhooks;
  bridge: BridgeCalls;
  requests: HttpRequests;
  publisher: Publisher;
  /** Of all slices of the process. */
  gate: SliceGate;
  /** Room for the digests of all slices of the process. */
  digestMemory: ByteBudget;
  wakers: Wakers;
  safetyCaps: SafetyCaps;
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
}
