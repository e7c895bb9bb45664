import { DETAILS } from "#contract/constants/details.ts";
import { chooseBranch } from "../run/branches.ts";
import { conditionsFailed, stepApplies } from "../run/step-conditions.ts";
import type { StepModule, StepOutcome } from "../run/step-type.ts";

/** Chooses the branch whose steps the run takes. The others end as cancelled. */
export const branch: StepModule = {
  types: ["branch"],

  start({ slice, step, members }) {
    return Promise.all(
      members.map(async (member): Promise<StepOutcome> => {
        const applicability = await stepApplies(slice, member, step);
        if (!applicability.applies) return { kind: "ended", started: false, ...applicability };
        try {
          const chosen = await chooseBranch(slice, member, step);
          if (!chosen) throw new Error("The step has no branches");
          const { branchId } = chosen;
          return {
            kind: "ended",
            status: "completed",
            started: true,
            details: [{ detail: DETAILS.branchChosen, status: "Success", raw: chosen }],
            output: { branchId },
          };
        } catch (error) {
          return { kind: "ended", started: false, ...conditionsFailed(error) };
        }
      }),
    );
  },

  resume: async () => {
    throw new Error("A branch step does not wait");
  },
};
