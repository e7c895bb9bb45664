import type { ExecuteAnswer } from "#contract/workflows/bridge.ts";
import type { BridgeError } from "#providers/bridge/bridge-error.ts";

/** The answer of a customer's host, why there is none, or when a slot should be free. */
export type HostResult<Answer, Failure> = { answer: Answer } | { failed: Failure } | { retryInMs: number };

/** The JSON answer of a condition's webhook. */
export type WebhookResult = HostResult<unknown, string>;

/** The answer of a bridge to the execution of a step. */
export type BridgeResult = HostResult<ExecuteAnswer & { size: number }, BridgeError>;

/** The result of executing a step, with the address that was asked, where there was one. */
export type BridgedResult = BridgeResult & { url?: string };
