import { boundedWait } from "#contract/constants/values/retry-after.ts";
import { redact } from "./redact.ts";

/**
 * Says what is to be done about a failed send. RETRY: the same message may go through later. PERMANENT: never for this
 * message. CREDENTIAL and FUNDS: never, and somebody has to look at the integration. TOKEN: this device is gone, others may live.
 */
export type ErrorClass = "RETRY" | "PERMANENT" | "CREDENTIAL" | "FUNDS" | "TOKEN";

/** Whom a refusal for too many messages concerns: everything that the integration sends, or what it sends to this recipient. */
export type Rate = "integration" | "recipient";

/** How an adapter classifies an answer. RATE and RECIPIENT_RATE are RETRY, refused for too many messages. */
export type Classification = ErrorClass | "RATE" | "RECIPIENT_RATE";

const RATES: Readonly<Partial<Record<Classification, Rate>>> = { RATE: "integration", RECIPIENT_RATE: "recipient" };

const TOO_MANY_REQUESTS = 429;

/** A refusal in words, and the vendor's own code for it, where the answer has one. */
export interface RefusalInWords {
  message: string;
  vendorCode?: string | undefined;
}

interface Failure {
  /** Seconds after which the vendor accepts another attempt. */
  retryAfterSeconds?: number | undefined;
  /** Whom a refusal for too many messages concerns. Unset: the integration where the status is 429, else it is no such refusal. */
  rate?: Rate | undefined;
  /** At most this many more attempts, because the vendor may already have taken the message; unset: no such doubt. */
  retryLimit?: number | undefined;
  /** Whether the vendor may have taken the message: no other integration may send it then. Implied by `retryLimit`. */
  mayBeSent?: boolean | undefined;
  /** The vendor's HTTP status or SMTP reply code. */
  status?: number | undefined;
  /** The vendor's own code for the refusal, where its answer has one. */
  vendorCode?: string | undefined;
  /** Of class TOKEN: since when the vendor knows the token no more. A token that was stored later is another one. */
  invalidSince?: Date | undefined;
  /**
   * Of class TOKEN: the vendor says the same of every token where the integration is set up for another app or environment. It counts against
   * this one only where the vendor took another one of the same message.
   */
  isOfSetUpPerhaps?: boolean | undefined;
  /** Code of the network's failure, such as ECONNREFUSED or TIMEOUT, where there was no answer. */
  noAnswer?: string | undefined;
  /** The vendor's answer, shortened, for the execution detail. */
  response?: string | undefined;
}

/** A send or check that failed, classified. Neither message nor response carries a secret once it leaves a provider. */
export class ProviderError extends Error {
  readonly class: ErrorClass;
  /** Whole seconds, of a day at most, whatever the vendor has said. */
  readonly retryAfterSeconds: number | undefined;
  /** Of class RETRY alone: the vendor refused the message only because there were too many. It has not taken it. */
  readonly rate: Rate | undefined;
  readonly retryLimit: number | undefined;
  readonly mayBeSent: boolean;
  readonly status: number | undefined;
  readonly vendorCode: string | undefined;
  readonly invalidSince: Date | undefined;
  readonly isOfSetUpPerhaps: boolean;
  readonly noAnswer: string | undefined;
  readonly response: string | undefined;

  constructor(classification: Classification, message: string, failure: Failure = {}) {
    super(message);
    this.name = "ProviderError";
    this.class = classOf(classification);
    this.rate = this.class === "RETRY" ? rateOf(classification, failure) : undefined;
    this.retryAfterSeconds = boundedWait(failure.retryAfterSeconds);
    this.retryLimit = failure.retryLimit;
    this.mayBeSent = failure.mayBeSent ?? failure.retryLimit !== undefined;
    this.status = failure.status;
    this.vendorCode = failure.vendorCode;
    this.invalidSince = failure.invalidSince;
    this.isOfSetUpPerhaps = failure.isOfSetUpPerhaps ?? false;
    this.noAnswer = failure.noAnswer;
    this.response = failure.response;
  }
}

const classOf = (classification: Classification): ErrorClass =>
  classification === "RATE" || classification === "RECIPIENT_RATE" ? "RETRY" : classification;

const rateOf = (classification: Classification, { rate, status }: Failure): Rate | undefined =>
  RATES[classification] ?? rate ?? (status === TOO_MANY_REQUESTS ? "integration" : undefined);

/** The last cut comes after the secrets are redacted, so that it leaves no part of one. */
const MAX_RESPONSE_CHARACTERS = 2_000;
/** A message is a sentence or two for people. */
const MAX_MESSAGE_CHARACTERS = 500;

/**
 * Returns the error with secrets redacted from every text. An error without a class is a fault of the adapter; it counts as
 * PERMANENT, because the vendor may have taken the message before the adapter failed.
 */
export function withoutSecrets(error: unknown, secrets: readonly string[]): ProviderError {
  const known = error instanceof ProviderError ? error : unexpected(error);
  const clean = new ProviderError(known.class, shortened(redact(known.message, secrets)), {
    ...known,
    response: known.response && quotedWithout(known.response, secrets),
    vendorCode: known.vendorCode && redact(known.vendorCode, secrets),
  });
  if (known.stack !== undefined) clean.stack = redact(known.stack, secrets);
  return clean;
}

const shortened = (message: string): string =>
  message.length > MAX_MESSAGE_CHARACTERS ? `${message.slice(0, MAX_MESSAGE_CHARACTERS).trimEnd()}...` : message;

/** The beginning of an answer, without secrets. */
export const quotedWithout = (answer: string, secrets: readonly string[]): string =>
  redact(answer, secrets).slice(0, MAX_RESPONSE_CHARACTERS);

function unexpected(error: unknown): ProviderError {
  const wrapped = new ProviderError("PERMANENT", `The provider adapter failed: ${String(error)}`);
  if (error instanceof Error && error.stack !== undefined) wrapped.stack = error.stack;
  return wrapped;
}
