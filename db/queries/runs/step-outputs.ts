import type { StepOutput } from "#domain/steps/step-output.ts";
import type { Database } from "../../client.ts";
import { valuesOf } from "../../sql/rows.ts";

/** Reads the results of earlier steps of some runs, by run and step. */
export async function readStepOutputs(
  db: Database,
  runIds: readonly string[],
  expireAt: Date,
): Promise<Map<string, Map<string, StepOutput>>> {
  const rows = await db.$hot<{ runId: string; stepId: string; output: StepOutput }[]>`
    select j.run_id as "runId", j.step_id as "stepId", j.output
    from ${valuesOf(db.$hot, "uuid", runIds)} as asked (run_id)
    cross join lateral (
      select run_id, step_id, output from jobs
      where run_id = asked.run_id and expire_at = ${expireAt.toISOString()} offset 0) as j
    where j.output is not null`;
  const found = new Map<string, Map<string, StepOutput>>();
  for (const { runId, stepId, output } of rows) {
    found.set(runId, (found.get(runId) ?? new Map<string, StepOutput>()).set(stepId, output));
  }
  return found;
}
