import { DETAILS } from "#contract/constants/details.ts";
import { recordBatch } from "#db/queries/deliveries.ts";
import { admissionContext } from "./admission-context.ts";
import { admit } from "./admit.ts";
import type { Deps } from "./deps.ts";
import { loadScene, type StepInput } from "./load-scene.ts";

/**
 * Wakes the cohort's delay jobs. Conditions count once more: a run that no longer meets them has its delay cancelled and
 * goes on all the same. A run that the caller has cancelled meanwhile has no step left that could be claimed.
 */
export const endDelay =
  ({ db }: Deps) =>
  async (input: StepInput): Promise<{ onward: string[] }> => {
    const scene = await loadScene(db, input);
    const context = await admissionContext(db, scene, scene.members);
    const plans = await Promise.all(
      scene.members.map(async (member) => {
        const { runId, jobId } = member;
        const admission = await admit(scene, member, context);
        if (admission.verdict === "admitted") {
          const detail = { runId, jobId, detail: DETAILS.delayFinished, status: "Success" } as const;
          return { member, outcome: { jobId, status: "completed", started: true } as const, details: [detail] };
        }
        const status = admission.verdict === "filtered" ? ("canceled" as const) : ("failed" as const);
        return { member, outcome: { jobId, status, started: false }, details: admission.details };
      }),
    );
    await recordBatch(db, {
      event: scene.event,
      from: ["delayed"],
      outcomes: plans.map(({ outcome }) => outcome),
      details: plans.flatMap(({ details }) => details),
    });
    return { onward: input.runIds };
  };
