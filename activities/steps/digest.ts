import { DETAILS } from "#contract/constants/details.ts";
import type { StepMetadata } from "#contract/workflows/step-metadata.ts";
import { jobIdOf } from "#db/derived-ids.ts";
import type { Joined } from "#db/queries/digests/join-windows.ts";
import { lookBackAt } from "#domain/lanes/backoff.ts";
import { digestUntil } from "#domain/times/digest-length.ts";
import { roundingOf, roundWakeTime } from "#domain/times/wake-time.ts";
import { digestVariables, eventsForDetail } from "../run/digest-variables.ts";
import type { Member } from "../run/member.ts";
import type { Slice } from "../run/slice.ts";
import { stepApplies } from "../run/step-conditions.ts";
import type { StepBatch, StepModule, StepOutcome } from "../run/step-type.ts";
import { windowText } from "./key-text.ts";
import { longerThanPlan } from "./longer-than-plan.ts";

/**
 * Collects events of one subscriber in a window and lets one run go on with all of them. Who joins which window is decided in
 * the database before the slice is stored (`DecisionStore`), and stays decided when that fails.
 */
export const digest: StepModule = {
  types: ["digest"],

  async start({ slice, step, position, members }) {
    const outcomes = new Map<Member, StepOutcome>();
    const joining: Member[] = [];
    const { overrides } = slice.event;
    const length = digestUntil({ metadata: step.metadata, overrides, now: slice.now });
    const tooLong = "dueAt" in length ? longerThanPlan(slice, step, length.dueAt) : undefined;
    for (const member of members) {
      // The events of an earlier digest have been sent: this one goes on with its own.
      member.digest = null;
      member.digestStepId = null;
      member.digestTimes = null;
      const applicability = await stepApplies(slice, member, step);
      if (!applicability.applies) outcomes.set(member, notDigested(applicability));
      else if ("error" in length) outcomes.set(member, invalid(length.error));
      else if (tooLong) outcomes.set(member, tooLong);
      else joining.push(member);
    }
    if (joining.length > 0 && "dueAt" in length) {
      const joined = await join({ slice, step, position, members: joining }, length.dueAt);
      for (const member of joining) {
        const decided = joined.get(member.runId);
        if (decided) outcomes.set(member, outcomeOf(slice, step, decided));
      }
    }
    return members.map((member) => outcomes.get(member) ?? { kind: "open" });
  },

  /** The window of a master ends. Conditions count once more; a run that no longer meets them goes on without events. */
  async resume({ slice, step, members }) {
    const applicabilities = await Promise.all(members.map((member) => stepApplies(slice, member, step)));
    const runIds = members.map(({ runId }) => runId);
    const discarded = runIds.filter((_, index) => applicabilities[index]?.applies === false);
    await slice.store.closeWindows(step.stepId, { runIds, discarded });
    const collected = await slice.store.digestEvents(runIds, step.stepId);
    return members.map((member, index): StepOutcome => {
      const applicability = applicabilities[index];
      const found = collected.get(member.runId);
      member.digest = found ? digestVariables(found) : null;
      member.digestStepId = found ? step.stepId : null;
      member.digestTimes = found ?? null;
      if (applicability && !applicability.applies) return { kind: "ended", started: false, ...applicability };
      const details = [{ detail: DETAILS.digestTriggered, status: "Success", raw: eventsForDetail(found) } as const];
      return { kind: "ended", status: "completed", started: true, details };
    });
  },
};

/** A digest whose conditions fail is skipped, and the run goes on at once and alone. */
function notDigested(applicability: Exclude<Awaited<ReturnType<typeof stepApplies>>, { applies: true }>): StepOutcome {
  const status = applicability.status === "canceled" ? "skipped" : applicability.status;
  return { kind: "ended", started: false, ...applicability, status };
}

function invalid(error: string): StepOutcome {
  const details = [{ detail: DETAILS.digestInvalid, status: "Failed", raw: { error } } as const];
  return { kind: "ended", status: "failed", started: true, error, details };
}

function join({ slice, step, position, members }: StepBatch, closesAt: Date): Promise<ReadonlyMap<string, Joined>> {
  const { event, now } = slice;
  const { metadata, stepId } = step;
  const backoff = lookBackAt(metadata, now);
  const joined = { event, stepId, position, digestValue: windowText(digestKeyOf(metadata), event), now, backoff };
  const runs = members.map(({ runId, subscriberId }) => ({ runId, subscriberId, closesAt }));
  return slice.store.joinWindows(joined, runs);
}

const digestKeyOf = (metadata: StepMetadata): string | undefined =>
  "digestKey" in metadata ? metadata.digestKey : undefined;

function outcomeOf({ now }: Slice, { stepId, metadata }: StepBatch["step"], joined: Joined): StepOutcome {
  switch (joined.decision) {
    case "skipped":
      return {
        kind: "ended",
        status: "skipped",
        started: false,
        details: [{ detail: DETAILS.digestSkipped, status: "Success" }],
      };
    case "merged": {
      const { masterRunId } = joined;
      const raw = { masterRunId, masterJobId: jobIdOf(masterRunId, stepId) };
      return {
        kind: "merged",
        into: masterRunId,
        details: [{ detail: DETAILS.digestMerged, status: "Success", raw }],
      };
    }
    case "created": {
      const { closesAt } = joined;
      const raw = { delay: Math.max(closesAt.getTime() - now.getTime(), 0) };
      return {
        kind: "waiting",
        dueAt: closesAt,
        wakeAt: roundWakeTime(closesAt, now, roundingOf(metadata)),
        details: [{ detail: DETAILS.stepDigested, status: "Pending", raw }],
      };
    }
  }
}
