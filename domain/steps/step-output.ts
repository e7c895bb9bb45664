import type { PlainObject } from "../values/plain-object.ts";

/** The answer to an HTTP step. A body that is no JSON is a text. */
export interface HttpOutput extends PlainObject {
  response: { status: number; body: unknown };
}

/** The outcome of an HTTP step that got no answer, or none that can be used. */
export interface HttpFailure extends PlainObject {
  error: string;
  response?: { status: number; body: unknown };
}

/** Whether an awaited event came, when, and with which payload; one that is too long is left out. */
export interface WaitOutput extends PlainObject {
  received: boolean;
  receivedAt?: string;
  payload: PlainObject;
}

/** The branch that a branch step chose. */
export interface BranchOutput extends PlainObject {
  branchId: string;
}

/** The outputs of a custom, delay or digest step whose code was executed at a bridge. */
export type BridgeOutput = PlainObject;

/**
 * The result of a step, as templates and conditions of later ones see it. Code of later steps at a bridge is given that of
 * custom ones.
 */
export type StepOutput = HttpOutput | HttpFailure | WaitOutput | BranchOutput | BridgeOutput;
