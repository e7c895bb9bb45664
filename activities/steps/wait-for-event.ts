import { DETAILS } from "#contract/constants/details.ts";
import { STEP_RESULT_MAX } from "#contract/constants/limits.ts";
import type { WaitMetadata } from "#contract/workflows/flow-metadata.ts";
import { awaitedSignal, awaitedWorkflow, type RunWait } from "#db/queries/waits/event-waits.ts";
import type { StepOutput } from "#domain/steps/step-output.ts";
import { roundWakeTime, WAIT_ROUNDING } from "#domain/times/wake-time.ts";
import { getPath } from "#domain/values/dotted-path.ts";
import { addDuration } from "#domain/values/duration.ts";
import type { Member } from "../run/member.ts";
import type { Slice } from "../run/slice.ts";
import { stepApplies } from "../run/step-conditions.ts";
import type { StepBatch, StepModule, StepOutcome } from "../run/step-type.ts";

/**
 * A wait looks once more this long after it began: an event whose transaction was under way at that moment did not see the
 * wait, and was not seen by it.
 */
const SECOND_LOOK_MS = 10_000;

/**
 * Holds runs until something happens to their subscriber, or their time is over. That a run waits is stored before its slice
 * is; whether the event has come is read from what is stored about events whenever the run is looked at. Whoever stores an
 * event makes the runs due that wait for it.
 */
export const waitForEvent: StepModule = {
  types: ["wait_for_event"],

  async start(batch) {
    const { slice, step, position, members } = batch;
    const outcomes = new Map<Member, StepOutcome>();
    const waiting: Member[] = [];
    for (const member of members) {
      const applicability = await stepApplies(slice, member, step);
      if (!applicability.applies) outcomes.set(member, { kind: "ended", started: false, ...applicability });
      // Only a run that is stored can be made due by an event.
      else if (member.revision === null) outcomes.set(member, { kind: "held", wakeAt: slice.now, details: [] });
      else waiting.push(member);
    }
    if (waiting.length > 0) {
      const begun = waitOf(batch);
      if ("error" in begun) {
        for (const member of waiting) outcomes.set(member, invalid(begun.error));
      } else {
        await slice.store.startWaits({ ...begun, event: slice.event, stepId: step.stepId, position }, waiting);
        const waits = await waitsOf(batch, waiting);
        for (const member of waiting) {
          const wait = waits.get(member.runId);
          const raw = {
            until: wait?.dueAt.toISOString(),
            awaited: begun.awaited,
            ...(begun.match && { match: begun.match }),
          };
          const details = [{ detail: DETAILS.waitStarted, status: "Pending", raw } as const];
          outcomes.set(member, outcomeOf(slice, wait, details));
        }
      }
    }
    return members.map((member) => outcomes.get(member) ?? { kind: "open" });
  },

  async resume(batch) {
    const waits = await waitsOf(batch, batch.members);
    return batch.members.map((member) => outcomeOf(batch.slice, waits.get(member.runId), []));
  },
};

const waitsOf = ({ slice, step }: StepBatch, members: readonly Member[]): Promise<ReadonlyMap<string, RunWait>> =>
  slice.store.readWaits(
    step.stepId,
    members.map(({ runId }) => runId),
  );

/** Returns the event that the step waits for in this event's runs, and until when; or why it cannot. */
function waitOf({ slice, step }: StepBatch) {
  const { event, now: since } = slice;
  const { metadata } = step;
  if (metadata.type !== "wait_for_event") {
    return { error: "The step waits for nothing: set its time, and the signal or the workflow that it waits for" };
  }
  const dueAt = addDuration(since, metadata);
  if (Number.isNaN(dueAt.getTime())) return { error: "The wait at metadata.amount is too long: give a shorter one" };
  const { matchPath } = metadata;
  if (matchPath === undefined) return { awaited: awaitedBy(metadata), match: null, since, dueAt };
  const value = getPath(event.payload, matchPath) ?? null;
  if (value === null) {
    return { error: `The payload has no value at ${matchPath}, which the awaited event has to have as well: send one` };
  }
  return { awaited: awaitedBy(metadata), match: { path: matchPath, value }, since, dueAt };
}

const awaitedBy = ({ signal, workflowIdentifier }: WaitMetadata): string =>
  workflowIdentifier === undefined ? awaitedSignal(signal ?? "") : awaitedWorkflow(workflowIdentifier);

function outcomeOf(
  slice: Slice,
  wait: RunWait | undefined,
  begun: Extract<StepOutcome, { kind: "waiting" }>["details"],
): StepOutcome {
  const received = wait?.received;
  if (received) {
    const { at, payload } = received;
    const receivedAt = at.toISOString();
    const raw = { receivedAt, ...(payload === null && { leftOut: `The payload is longer than ${STEP_RESULT_MAX}` }) };
    return ended({ received: true, receivedAt, payload: payload ?? {} }, [
      ...begun,
      { detail: DETAILS.eventReceived, status: "Success", raw },
    ]);
  }
  if (!wait || wait.dueAt <= slice.now) {
    const raw = { until: wait?.dueAt.toISOString() };
    return ended({ received: false, payload: {} }, [
      ...begun,
      { detail: DETAILS.eventNotReceived, status: "Success", raw },
    ]);
  }
  const wakeAt = roundWakeTime(wait.dueAt, slice.now, WAIT_ROUNDING);
  const secondLook = new Date(slice.now.getTime() + SECOND_LOOK_MS);
  return {
    kind: "waiting",
    dueAt: wait.dueAt,
    wakeAt: begun.length > 0 && secondLook < wakeAt ? secondLook : wakeAt,
    details: begun,
  };
}

const ended = (output: StepOutput, details: Extract<StepOutcome, { kind: "ended" }>["details"]): StepOutcome => ({
  kind: "ended",
  status: "completed",
  started: true,
  details,
  output,
});

const invalid = (error: string): StepOutcome => ({
  kind: "ended",
  status: "failed",
  started: true,
  error,
  details: [{ detail: DETAILS.invalidWait, status: "Failed", raw: { error } }],
});
