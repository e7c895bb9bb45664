/** The first pause is about this long, in milliseconds; each further one is twice as long as the one before. */
const BASE_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 8_000;
/** A server that asks for a longer pause is not waited for: the caller decides. */
const LONGEST_RETRY_AFTER_MS = 60_000;

/**
 * Says whether a call is worth repeating after this status; 0 stands for no answer. Every call can be repeated: POST and
 * PATCH carry an idempotency key, and the other methods have the same effect twice. A conflict with a time to wait is no
 * answer either: the server is still processing an earlier attempt.
 */
export function isRetried(status: number, retryAfter: string | null): boolean {
  if (status === 409) return retryAfter !== null;
  return status === 0 || status === 408 || status === 429 || status >= 500;
}

/**
 * Returns the milliseconds to wait before a call is repeated, or undefined when the server asks for more than a minute.
 * Pauses double, and half of each is random, so that callers that failed together do not return together.
 * @param attempt number of the attempt that failed, from 0
 * @param random in 0..1
 */
export function retryPause(
  attempt: number,
  retryAfter: string | null,
  { random = Math.random(), now = Date.now() } = {},
): number | undefined {
  const pause = Math.min(LONGEST_PAUSE_MS, BASE_PAUSE_MS * 2 ** attempt) * (0.5 + random / 2);
  const asked = retryAfterMs(retryAfter, now);
  if (asked > LONGEST_RETRY_AFTER_MS) return undefined;
  return Math.max(asked, pause);
}

/** Reads the header, which holds seconds or a date. Anything else asks for no pause. */
function retryAfterMs(header: string | null, now: number): number {
  if (header === null) return 0;
  if (/^\d+$/.test(header.trim())) return Number(header) * 1_000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? 0 : Math.max(0, date - now);
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
