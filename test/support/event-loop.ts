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

/** The same, without the time that this thread waited for a processor: other processes may keep all of them busy. */
function monitorOwnDelay() {
  let max = 0;
  let last = { at: performance.now(), waited: waitedForProcessor() };
  const timer = setInterval(() => {
    const now = { at: performance.now(), waited: waitedForProcessor() };
    max = Math.max(max, now.at - last.at - RESOLUTION_MS - (now.waited - last.waited));
    last = now;
  }, RESOLUTION_MS);
  return { max: () => max, stop: () => clearInterval(timer) };
}

/** Milliseconds since the thread was started, as Linux counts them; 0 where they are not known. */
function waitedForProcessor(): number {
  try {
    return Number(readFileSync("/proc/thread-self/schedstat", "utf8").split(" ")[1]) / 1e6;
  } catch {
    return 0;
  }
}
