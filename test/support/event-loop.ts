import { readFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";

/** Longest time that the event loop may be held up, in milliseconds. */
export const MAX_DELAY_MS = 50;
const RESOLUTION_MS = 5;

/** Waits for work, and measures the longest time in which nothing else could run. */
export async function delayDuring<T>(work: () => Promise<T>): Promise<{ result: T; delayMs: number }> {
  await sleep(20);
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  const ownDelay = monitorOwnDelay();
  delay.enable();
  try {
    const result = await work();
    await sleep(20);
    return { result, delayMs: Math.min(delay.max / 1e6 - RESOLUTION_MS, ownDelay.max()) };
  } finally {
    delay.disable();
    ownDelay.stop();
  }
}

/**
 * The same, counting only what this thread computed: while other processes keep the processors busy, a thread waits for its
 * turn, and for those that help it to collect garbage.
 */
function monitorOwnDelay() {
  let max = 0;
  let last = ownTime();
  const timer = setInterval(() => {
    const now = ownTime();
    max = Math.max(max, now - last);
    last = now;
  }, RESOLUTION_MS);
  return { max: () => max, stop: () => clearInterval(timer) };
}

/** Milliseconds that the thread has computed, as Linux counts them; of all time where that is not known. */
function ownTime(): number {
  try {
    return Number(readFileSync("/proc/thread-self/schedstat", "utf8").split(" ")[0]) / 1e6;
  } catch {
    return performance.now();
  }
}
