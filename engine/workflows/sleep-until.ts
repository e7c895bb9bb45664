import { CancellationScope, condition, sleep } from "@temporalio/workflow";

/** The shortest wait: an execution never looks more often than this, whatever the clocks of its workers say. */
const LEAST_WAIT_MS = 50;

/** Waits on a durable timer until the moment (milliseconds since 1970), or until that is over which it waits for. */
export async function sleepUntil(at: number, summary: string, isOver: () => boolean): Promise<void> {
  const timer = new CancellationScope();
  try {
    const duration = Math.max(at - Date.now(), LEAST_WAIT_MS);
    await Promise.race([timer.run(() => sleep(duration, { summary })), condition(isOver)]);
  } finally {
    timer.cancel();
  }
}
