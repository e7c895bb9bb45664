import type { Engine } from "#engine/client.ts";
import type { DecisionDeps } from "../run/decision-deps.ts";
import type { Slice } from "../run/slice.ts";
import type { BridgeCalls } from "./bridge-calls.ts";
import type { ConditionWebhooks } from "./condition-webhooks.ts";
import type { HttpRequests } from "./http-requests.ts";

/** A slice whose members need answers of customers' hosts before they are decided. */
export interface AheadSlice extends Slice {
  deps: DecisionDeps & {
    webhooks: ConditionWebhooks;
    bridge: BridgeCalls;
    requests: HttpRequests;
    engine: Pick<Engine, "wake">;
  };
}
