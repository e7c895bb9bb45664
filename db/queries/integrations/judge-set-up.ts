import type { ErrorClass } from "#domain/lanes/failover.ts";
import type { Database } from "../../client.ts";
import { endProblem, noteProblem } from "./outages.ts";

/** Answer of a vendor about a message that it has taken. `problem`: it failed for the set-up or the account of the integration. */
interface LaterAnswer {
  hasArrived: boolean;
  problem?: { class: ErrorClass; message: string } | undefined;
}

/**
 * Notes what answers that came after the sends say of the integration: its problem, or that it has none any more. Where some devices or countries
 * work and others do not, the problem stays.
 */
export async function judgeSetUp(
  db: Database,
  integrationId: string,
  answers: readonly LaterAnswer[],
  now: Date,
): Promise<void> {
  const problem = answers.find((answer) => answer.problem !== undefined)?.problem;
  if (problem) await noteProblem(db, integrationId, { errorClass: problem.class, message: problem.message, now });
  else if (answers.some(({ hasArrived }) => hasArrived)) await endProblem(db, integrationId);
}
