import { jobIdOf } from "#db/derived-ids.ts";
import { isoMoment } from "#db/moment-text.ts";
import { type DigestEvents, readDigestEvents } from "#db/queries/digests/digest-events.ts";
import { type EarlierStep, readEarlierSteps } from "#db/queries/runs/earlier-steps.ts";
import { DIGEST_EVENTS_MAX } from "../run/digest-variables.ts";
import type { Member } from "../run/member.ts";
import { readOwnEvents } from "../run/own-events.ts";
import type { AheadSlice } from "./ahead-slice.ts";

/** The result of a step that a run has passed, as the code of a later one is given it. */
interface StepState {
  stepId: string;
  outputs: Record<string, unknown>;
  state: { status: string; error?: string };
}

/** The results of the steps before those at which the members stand, nearest first, down to the event itself: by run. */
export async function bridgeStates(
  { deps, event, steps }: AheadSlice,
  members: readonly Member[],
  payload: Record<string, unknown>,
): Promise<Map<string, StepState[]>> {
  const earlier = await readEarlierSteps(
    deps.db,
    event,
    members.map(({ runId, position }) => ({ runId, position })),
  );
  const digests = new Map<string, DigestEvents>();
  const last = Math.max(...members.map(({ position }) => position));
  for (const { stepId } of steps.slice(0, last).filter(({ type }) => type === "digest")) {
    const runIds = members.map(({ runId }) => runId);
    const found = event.testMode
      ? await readOwnEvents(deps, event, members, stepId)
      : await readDigestEvents(deps.db, runIds, stepId, DIGEST_EVENTS_MAX);
    for (const [runId, events] of found) digests.set(jobIdOf(runId, stepId), events);
  }
  const trigger: StepState = { stepId: "trigger", outputs: payload, state: { status: "completed" } };
  return new Map(
    [...earlier].map(([runId, passed]) => [
      runId,
      [
        ...passed.reverse().map((step) => ({
          stepId: steps[step.position]?.bridgeStepId ?? step.stepId,
          outputs: outputsOf(step, digests.get(jobIdOf(runId, step.stepId))),
          state: { status: step.status, ...(step.error !== null && { error: step.error }) },
        })),
        trigger,
      ],
    ]),
  );
}

function outputsOf(step: EarlierStep, collected: DigestEvents | undefined): Record<string, unknown> {
  switch (step.type) {
    case "digest":
      return { events: collected ? digestedEvents(step.stepId, collected) : [] };
    case "delay":
      return {
        duration: Math.max(
          new Date(step.finishedAt ?? step.createdAt).getTime() - new Date(step.createdAt).getTime(),
          0,
        ),
      };
    case "in_app": {
      const { seen = false, read = false, lastSeenAt = null, lastReadAt = null } = step.message ?? {};
      return {
        seen,
        read,
        lastSeenDate: lastSeenAt && isoMoment(lastSeenAt),
        lastReadDate: lastReadAt && isoMoment(lastReadAt),
      };
    }
    case "custom":
      return step.output ?? {};
    default:
      return {};
  }
}

/** By time. The id of an event is that of the job by which its run joined the digest. */
const digestedEvents = (stepId: string, { events, sources }: DigestEvents) =>
  events
    .flatMap((payload, index) => {
      const source = sources[index];
      return source ? [{ id: jobIdOf(source.runId, stepId), time: new Date(source.at).toISOString(), payload }] : [];
    })
    .sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0));
