import type { Scope } from "#db/scope.ts";

/** The call that brings an event; a request is one. */
export interface EventCall {
  scope: Scope;
  /** Names the call across its attempts, where the caller sent an Idempotency-Key: `api/plugins/idempotency.ts`. */
  callId?: string | null;
  /** Is told of each event that the call brings, and whether it had been there: for the record of the call. */
  noteEvent?: (transactionId: string, isDuplicate: boolean) => void;
}

/** A call of somebody who is noted as the author of what it makes. */
export interface AuthoredEventCall extends EventCall {
  caller: { userId: string };
}
