import { DETAILS } from "#contract/constants/details.ts";
import { delayUntil } from "#domain/times/delay.ts";
import { roundingOf, roundWakeTime } from "#domain/times/wake-time.ts";
import { stepApplies } from "../run/step-conditions.ts";
import type { StepModule, StepOutcome } from "../run/step-type.ts";
import { longerThanPlan } from "./longer-than-plan.ts";

export const delay: StepModule = {
  types: ["delay"],

  async start({ slice, step, members }) {
    const { payload, overrides } = slice.event;
    const length = delayUntil({ metadata: step.metadata, payload, overrides, now: slice.now });
    return Promise.all(
      members.map(async (member): Promise<StepOutcome> => {
        const applicability = await stepApplies(slice, member, step);
        if (!applicability.applies) return { kind: "ended", started: false, ...applicability };
        if ("error" in length) {
          const detail = { detail: DETAILS.invalidDelay, status: "Failed", raw: { error: length.error } } as const;
          return { kind: "stopped", error: length.error, details: [detail] };
        }
        const tooLong = longerThanPlan(slice, step, length.dueAt);
        if (tooLong) return tooLong;
        const wait = length.dueAt.getTime() - slice.now.getTime();
        return {
          kind: "waiting",
          dueAt: length.dueAt,
          wakeAt: roundWakeTime(length.dueAt, slice.now, roundingOf(step.metadata)),
          details: [{ detail: DETAILS.stepDelayed, status: "Pending", raw: { delay: wait } }],
        };
      }),
    );
  },

  /** Conditions count once more; a run that no longer meets them has its delay cancelled and goes on all the same. */
  resume({ slice, step, members }) {
    return Promise.all(
      members.map(async (member): Promise<StepOutcome> => {
        const applicability = await stepApplies(slice, member, step);
        if (!applicability.applies) return { kind: "ended", started: false, ...applicability };
        const details = [{ detail: DETAILS.delayFinished, status: "Success" } as const];
        return { kind: "ended", status: "completed", started: true, details };
      }),
    );
  },
};
