import { hasResult } from "#contract/constants/channels.ts";
import { jobIdOf } from "#db/derived-ids.ts";
import { readStepOutputs } from "#db/queries/runs/step-outputs.ts";
import type { StepRow } from "#db/queries/workflows/workflow-steps.ts";
import type { PlainObject } from "#domain/values/plain-object.ts";
import type { DecisionDeps } from "./decision-deps.ts";
import type { Member } from "./member.ts";
import type { PinnedEvent } from "./pinned-event.ts";

/** Looks up what earlier steps left for each run, in a workflow whose steps leave results. */
export async function addStepResults(
  { deps, event, steps }: PinnedEvent & { deps: Pick<DecisionDeps, "db"> },
  members: readonly Member[],
): Promise<void> {
  const passed = members.filter(({ readPosition }) => steps.slice(0, readPosition).some(({ type }) => hasResult(type)));
  if (passed.length === 0) return;
  const runIds = passed.map(({ runId }) => runId);
  const found = await readStepOutputs(deps.db, runIds, event.expireAt);
  for (const member of passed) member.results = new Map(found.get(member.runId));
}

/**
 * The results as templates and conditions see them, by the step's uuid; undefined where no step leaves any. In workflows of
 * `/v2/workflows` that are also the events of the latest digest, and whether earlier in-app messages were seen and read.
 */
export function resultsOf(
  { steps }: Pick<PinnedEvent, "steps">,
  { results, digest, digestTimes, position, previousMessages }: Pick<Member, ResultFields>,
): PlainObject | undefined {
  const isControlled = steps.some(({ controls }) => controls !== null);
  if (!isControlled && !steps.some(({ type }) => hasResult(type))) return undefined;
  const passed = steps.slice(0, position);
  const digested = isControlled ? passed.findLast(({ type }) => type === "digest") : undefined;
  return Object.fromEntries([
    ...steps.flatMap(({ stepId, uuid }) => {
      const result = results.get(stepId);
      return result === undefined ? [] : [[uuid ?? stepId, result] as const];
    }),
    ...(digested
      ? [[digested.uuid ?? digested.stepId, digestResult(digested.stepId, digest, digestTimes)] as const]
      : []),
    ...passed.flatMap(({ uuid, type, controls }) => {
      const message = uuid === null || controls === null || type !== "in_app" ? undefined : previousMessages.get(uuid);
      return message ? [[uuid ?? "", { seen: message.seen, read: message.read }] as const] : [];
    }),
  ]);
}

type ResultFields = "results" | "digest" | "digestTimes" | "position" | "previousMessages";

/** As the code of a step sees it. A digest that let its run go on alone has no events. */
function digestResult(stepId: string, digest: Member["digest"], times: Member["digestTimes"]): PlainObject {
  const events = (digest?.events ?? []).map((payload, index) => {
    const source = times?.sources[index];
    return { ...(source && { id: jobIdOf(source.runId, stepId), time: new Date(source.at).toISOString() }), payload };
  });
  return { events, eventCount: digest?.total_count ?? 0 };
}

/** The in-app steps of `/v2/workflows` whose state a later step asks for: `steps.welcome.seen`. */
export function askedInApp(steps: readonly StepRow[]): string[] {
  return steps.flatMap(({ uuid, type, controls }, index) => {
    if (uuid === null || type !== "in_app" || controls === null) return [];
    const later = JSON.stringify(steps.slice(index + 1).map((step) => [step.controls, step.template, step.metadata]));
    return later.includes(`steps.${uuid}.`) ? [uuid] : [];
  });
}
