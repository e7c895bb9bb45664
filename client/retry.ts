import { BelfryError, ConnectionError } from "./errors.ts";

/** When a call is repeated after a failure. A number that is 0 or left out stands for the default. */
export interface RetryConfig {
  /** How often a call is repeated at most; 0 by default. */
  retryMax?: number | undefined;
  /** Seconds: before its n-th repetition a call waits n times as long, from the second on; 1 by default. */
  waitMin?: number | undefined;
  /** Seconds that a call waits at most before a repetition, also when the server asks for more; 30 by default. */
  waitMax?: number | undefined;
  /** Seconds before the first repetition; `waitMin` by default. */
  initialDelay?: number | undefined;
  /** Whether the call is repeated after this failure; {@link defaultRetryCondition} by default. */
  retryCondition?: ((error: BelfryError) => boolean) | undefined;
}

/** Failures of the network that trying again does not mend. */
const PERMANENT = /^(ENOTFOUND|ENETUNREACH|CERT_|ERR_TLS_|ERR_INVALID_|.*_CERT|.*SIGNATURE)/;

/**
 * Says whether a call is worth repeating: after failures of the network that may pass, 408, 422, 429 and 5xx. Every call can be repeated:
 * POST and PATCH carry an idempotency key, and the other methods have the same effect twice. A conflict with a time to wait is repeated
 * as well: the server is still processing an earlier attempt.
 */
export function defaultRetryCondition(error: unknown): boolean {
  if (error instanceof ConnectionError) return !PERMANENT.test(error.code ?? "");
  if (!(error instanceof BelfryError)) return false;
  const { status, retryAfter } = error;
  if (status === 409) return retryAfter !== undefined;
  return status === 408 || status === 422 || status === 429 || (status >= 500 && status <= 599);
}

/** Returns the milliseconds to wait before the n-th repetition of a call. */
export function retryDelay(retry: number, config: RetryConfig, retryAfter = 0): number {
  const waitMin = config.waitMin || 1;
  const waitMax = config.waitMax || 30;
  const planned = retry === 1 ? config.initialDelay || waitMin : Math.min(retry * waitMin, waitMax);
  return 1_000 * Math.max(planned, Math.min(retryAfter, waitMax));
}

/** Waits; rejects with the signal's reason as soon as it is aborted. */
export function pauseFor(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal?.addEventListener("abort", stop, { once: true });
  });
}
