import { hasResult } from "#contract/constants/channels.ts";
import { readStepOutputs } from "#db/queries/runs/step-outputs.ts";
import type { PlainObject } from "#domain/plain-object.ts";
import type { Member, Run } from "./slice.ts";

/** Looks up what earlier steps left for each run, in a workflow whose steps leave results. */
export async function addStepResults({ deps, event, steps }: Run, members: readonly Member[]): Promise<void> {
  const passed = members.filter(({ readPosition }) => steps.slice(0, readPosition).some(({ type }) => hasResult(type)));
  if (passed.length === 0) return;
  const runIds = passed.map(({ runId }) => runId);
  const found = await readStepOutputs(deps.db, runIds, event.expireAt);
  for (const member of passed) member.results = new Map(found.get(member.runId));
}

/** The results as templates and conditions see them, by the step's uuid; undefined where no step leaves any. */
export function resultsOf(
  { steps }: Pick<Run, "steps">,
  { results }: Pick<Member, "results">,
): PlainObject | undefined {
  if (!steps.some(({ type }) => hasResult(type))) return undefined;
  return Object.fromEntries(
    steps.flatMap(({ stepId, uuid }) => {
      const result = results.get(stepId);
      return result === undefined ? [] : [[uuid ?? stepId, result]];
    }),
  );
}
