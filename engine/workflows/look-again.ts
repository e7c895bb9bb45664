import { CancellationScope, condition, setHandler, sleep } from "@temporalio/workflow";
import { lookAgainSignal } from "../messages.ts";

export interface LookAgain {
  /** Whether somebody has asked since the last call. */
  wasAsked(): boolean;
  /** Waits on a durable timer until the moment (milliseconds since 1970), or until somebody asks. */
  waitUntil(at: number, summary: string): Promise<void>;
}

/** The shortest wait: an execution never looks more often than this, whatever the clocks of its workers say. */
const LEAST_WAIT_MS = 50;

/** Handles the signal for as long as the execution lives. */
export function onLookAgain(): LookAgain {
  let asked = false;
  setHandler(lookAgainSignal, () => {
    asked = true;
  });
  return {
    wasAsked() {
      const was = asked;
      asked = false;
      return was;
    },
    async waitUntil(at, summary) {
      if (asked) return;
      const timer = new CancellationScope();
      try {
        const duration = Math.max(at - Date.now(), LEAST_WAIT_MS);
        await Promise.race([timer.run(() => sleep(duration, { summary })), condition(() => asked)]);
      } finally {
        timer.cancel();
      }
    },
  };
}
