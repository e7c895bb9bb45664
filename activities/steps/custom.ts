import { stepApplies } from "../run/step-conditions.ts";
import type { StepModule, StepOutcome } from "../run/step-type.ts";

/** Code of the customer's that sends nothing: it was executed at its bridge, and its outputs are stored with the job. */
export const custom: StepModule = {
  types: ["custom"],

  start({ slice, step, members }) {
    return Promise.all(
      members.map(async (member): Promise<StepOutcome> => {
        const applicability = await stepApplies(slice, member, step);
        if (!applicability.applies) return { kind: "ended", started: false, ...applicability };
        return { kind: "ended", status: "completed", started: true, details: [] };
      }),
    );
  },

  /** It waits for nothing once it has begun. */
  resume: async ({ members }) => members.map(() => ({ kind: "open" })),
};
