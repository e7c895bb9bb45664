import { httpRequest } from "#engine/policies.ts";
import type { AheadSlice } from "./ahead-slice.ts";
import { askWebhooks } from "./ask-webhooks.ts";
import { executeAtBridge } from "./execute-at-bridge.ts";
import { sendRequests } from "./send-requests.ts";

/** Asks customers' hosts for what the members need before they are decided, beside the gate, which others wait at. */
export async function askAhead(slice: AheadSlice): Promise<void> {
  const awaitUntil = performance.now() + httpRequest.awaited;
  await Promise.all([askWebhooks(slice), executeAtBridge(slice)]);
  await sendRequests(slice, awaitUntil);
}
