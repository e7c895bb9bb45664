import { setHandler } from "@temporalio/workflow";
import { lookAgainSignal } from "../messages.ts";
import { sleepUntil } from "./sleep-until.ts";

export interface LookAgain {
  /** Whether somebody has asked since the last call. */
  wasAsked(): boolean;
  /** Waits on a durable timer until the moment (milliseconds since 1970), or until somebody asks. */
  waitUntil(at: number, summary: string): Promise<void>;
}

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
      if (!asked) await sleepUntil(at, summary, () => asked);
    },
  };
}
