import { type ErrorClass, ProviderError } from "../provider-error.ts";

/** Failures that happen before a request leaves, so that repeating it cannot send a message twice. */
const NOT_SENT =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$|^(?:UNABLE_TO|ERR_TLS|PROXY)_|CERT/;

/** Returns the default class of an HTTP status that is no 2xx. */
export function classOfStatus(status: number): ErrorClass {
  if (status === 408 || status === 425 || status === 429 || status >= 500) return "RETRY";
  return status === 401 || status === 403 ? "CREDENTIAL" : "PERMANENT";
}

/** Classifies a request that got no answer. `call` names method and host; `isIdempotent`: a repetition does no harm. */
export function noAnswerError(error: unknown, call: string, isIdempotent: boolean): ProviderError {
  if (error instanceof ProviderError) return error;
  const reason = reasonOf(error);
  const mayBeSent = !NOT_SENT.test(reason);
  return new ProviderError("RETRY", `${call} gave no answer: ${reason}`, {
    noAnswer: reason,
    mayBeSent,
    // Without an idempotency key at the vendor, a lost answer may hide a sent message: one more attempt at most.
    retryLimit: isIdempotent || !mayBeSent ? undefined : 1,
  });
}

/** Only a code is safe to show: the texts of system errors name addresses. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "NETWORK";
  if (error.name === "TimeoutError") return "TIMEOUT";
  const [, proxyStatus] = /^Proxy response \((\d+)\)/.exec(error.message) ?? [];
  if (proxyStatus !== undefined) return `PROXY_ANSWERED_${proxyStatus}`;
  return "code" in error && typeof error.code === "string" ? error.code : "NETWORK";
}
