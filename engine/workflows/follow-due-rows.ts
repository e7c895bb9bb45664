import { continueAsNew, workflowInfo } from "@temporalio/workflow";
import { onLookAgain } from "./look-again.ts";

/** Does what is due, and says when the next row is due (milliseconds since 1970); null when none is left. */
type DoDue<Args extends unknown[]> = (...args: Args) => Promise<{ nextDueAt: number | null }>;

/** How rows are followed: what the timers wait for, and for how long the execution stays when no row is left (milliseconds). */
interface Following {
  summary: string;
  idleMs?: number;
}

/**
 * Does what rows are due for until none is left. Postgres knows which are due, so that one execution serves all of them and has
 * no state; whoever stores a row starts it or has it look again. `args` is the input of the execution, which names the rows that are
 * its own.
 */
export async function followDueRows<Args extends unknown[]>(
  doDue: DoDue<Args>,
  { summary, idleMs }: Following,
  ...args: Args
): Promise<void> {
  const lookAgain = onLookAgain();
  for (;;) {
    const { nextDueAt } = await doDue(...args);
    if (!lookAgain.wasAsked()) {
      if (nextDueAt !== null) await lookAgain.waitUntil(nextDueAt, summary);
      else if (idleMs !== undefined) await lookAgain.waitUntil(Date.now() + idleMs, `${summary}: none is left`);
      if (!lookAgain.wasAsked() && nextDueAt === null) return;
    }
    if (workflowInfo().continueAsNewSuggested) return continueAsNew<(...args: Args) => Promise<void>>(...args);
  }
}
