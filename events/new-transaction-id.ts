import { randomUUID } from "node:crypto";
import { transactionIdOf } from "#db/derived-ids.ts";
import type { EventCall } from "./event-call.ts";

/**
 * Returns the transactionId of an event for which the caller gave none. Attempts of one call, by its Idempotency-Key, give
 * the same: when the first one stored the event and its answer was lost, the next one makes no second event.
 * @param index number of the event in the call
 */
export const newTransactionId = ({ callId }: EventCall, index = 0): string =>
  callId ? transactionIdOf(callId, index) : randomUUID();
