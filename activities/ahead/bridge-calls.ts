import { PAYLOAD_MAX_DEPTH } from "#contract/constants/limits.ts";
import { isNestedDeeper } from "#contract/constants/values/json-depth.ts";
import type { ExecuteAnswer } from "#contract/workflows/bridge.ts";
import type { BridgeClient, BridgeStepCall, BridgeTarget } from "#providers/bridge/bridge-client.ts";
import { BridgeError } from "#providers/bridge/bridge-error.ts";
import type { BridgeResult } from "../run/host-results.ts";
import { createCustomerHosts, HOST_PAUSE_MS, type HostCall, hostOf, SILENT_CALLS } from "./customer-hosts.ts";

/** An answer, whose nesting is bounded; `size` is its length in characters. */
type Answer = ExecuteAnswer & { size: number };

export interface BridgeCall extends Omit<HostCall, "host"> {
  target: BridgeTarget;
  /** A preview makes the content, and tells the bridge that nothing is sent. */
  action: BridgeStepCall["action"];
  step: Omit<BridgeStepCall, "action">;
}

/** Executes the steps of code-first workflows at the addresses where their code is. */
export interface BridgeCalls {
  execute(call: BridgeCall): Promise<BridgeResult>;
}

export function createBridgeCalls({ client, slots }: { client: BridgeClient; slots?: number }): BridgeCalls {
  const hosts = createCustomerHosts<Answer, BridgeError>({
    slots,
    paused: (host) =>
      new BridgeError(
        `The bridge at ${host} gave no answer ${SILENT_CALLS} times in a row and is not called for ${HOST_PAUSE_MS / 1_000} s`,
        { code: "BRIDGE_ENDPOINT_UNAVAILABLE", isRetryable: true },
      ),
  });

  async function execute({ target, action, step }: BridgeCall) {
    try {
      const { answer, size } = await client.execute(target, { action, ...step });
      if (isNestedDeeper(answer, PAYLOAD_MAX_DEPTH)) {
        const message = `The bridge's answer is nested more than ${PAYLOAD_MAX_DEPTH} levels deep`;
        return { failed: new BridgeError(message, { code: "BRIDGE_PARSE_ERROR" }), isSilent: false };
      }
      return { answer: { ...answer, size }, size };
    } catch (error) {
      if (!(error instanceof BridgeError)) throw error;
      return { failed: withBoundedBody(error), isSilent: error.isRetryable && error.status === undefined };
    }
  }

  return {
    async execute(call) {
      const host = hostOf(call.target.url);
      // The client says that it is none.
      return hosts.ask({ ...call, host: host ?? "" }, () => execute(call));
    },
  };
}

/** The bridge's own error goes into the history; what is nested too deeply for JSON is left out of it. */
function withBoundedBody(error: BridgeError): BridgeError {
  const { message, code, isRetryable, status, body } = error;
  return isNestedDeeper({ body }, PAYLOAD_MAX_DEPTH) ? new BridgeError(message, { code, isRetryable, status }) : error;
}
