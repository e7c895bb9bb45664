import { setTimeout as sleep } from "node:timers/promises";

/**
 * Begins a task every `everyMs` milliseconds, whether or not those before have ended, so that a slow one delays no other.
 * Returns what they returned, in the order in which they began. Throws when the signal is aborted.
 */
export async function openLoop<Result>(
  { tasks, everyMs, signal }: { tasks: number; everyMs: number; signal: AbortSignal },
  task: (index: number) => Promise<Result>,
): Promise<Result[]> {
  const begun: Promise<Result>[] = [];
  const start = performance.now();
  for (let index = 0; index < tasks; index++) {
    // Counted from the start, so that late timers do not add up.
    await sleep(Math.max(0, start + index * everyMs - performance.now()), undefined, { signal });
    const running = task(index);
    // Awaited below; until then a failure is not unhandled.
    running.catch(() => {});
    begun.push(running);
  }
  return Promise.all(begun);
}
