import { setTimeout as sleep } from "node:timers/promises";

/** The value of a promise, or undefined when it does not settle within so many milliseconds. Rejects as it does. */
export async function within<T>(milliseconds: number, promise: Promise<T>): Promise<T | undefined> {
  const timer = new AbortController();
  const late = sleep(milliseconds, undefined, { signal: timer.signal }).catch(() => undefined);
  return Promise.race([promise, late]).finally(() => timer.abort());
}
