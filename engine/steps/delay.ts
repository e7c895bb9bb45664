import { proxyLocalActivities } from "@temporalio/workflow";
import type { Activities } from "#activities/index.ts";
import type { Cohort, StepPlan } from "../plan.ts";
import { record } from "../policies.ts";
import type { GoOn, Journey } from "./walk.ts";

const { beginDelay, endDelay } = proxyLocalActivities<Activities>(record);

/** Holds runs until their moment. Those whose conditions say that the step does not apply go on at once. */
export async function waitUntilDue(step: StepPlan, cohort: Cohort, journey: Journey, goOn: GoOn): Promise<void> {
  const { waiting, passed, dueAt } = await beginDelay({ event: journey.event, stepId: step.id, runIds: [...cohort] });
  await Promise.all([
    goOn(passed),
    (async () => {
      if (waiting.length === 0) return;
      await journey.waits.untilDue(
        dueAt - Date.now(),
        `delay of ${waiting.length} until ${new Date(dueAt).toISOString()}`,
      );
      const { onward } = await endDelay({ event: journey.event, stepId: step.id, runIds: waiting });
      await goOn(onward);
    })(),
  ]);
}
