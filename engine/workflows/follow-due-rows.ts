import { continueAsNew, workflowInfo } from "@temporalio/workflow";
import { onLookAgain } from "./look-again.ts";

/** Does what is due, and says when the next row is due (milliseconds since 1970); null when none is left. */
type DoDue = () => Promise<{ nextDueAt: number | null }>;

/**
 * Does what rows are due for until none is left. Postgres knows which are due, so that one execution serves all of them and has
 * no state; whoever stores a row starts it or has it look again. `summary` says what the timers wait for.
 */
export async function followDueRows(doDue: DoDue, summary: string): Promise<void> {
  const lookAgain = onLookAgain();
  for (;;) {
    const { nextDueAt } = await doDue();
    if (!lookAgain.wasAsked()) {
      if (nextDueAt === null) return;
      await lookAgain.waitUntil(nextDueAt, summary);
      lookAgain.wasAsked();
    }
    if (workflowInfo().continueAsNewSuggested) return continueAsNew<() => Promise<void>>();
  }
}
