import { proxyActivities, proxyLocalActivities } from "@temporalio/workflow";
import type { Activities } from "#activities/index.ts";
import type { Cohort, StepPlan } from "../plan.ts";
import { delivery, record } from "../policies.ts";
import type { GoOn, Journey } from "./walk.ts";

const inApp = proxyLocalActivities<Activities>(record);
const byProvider = proxyActivities<Activities>(delivery);

/**
 * Sends one step's messages. An in-app message is a row, written beside the workflow; everything else talks to a provider
 * through the task queue. Runs whose send may succeed later wait by themselves, while the others go on.
 */
export async function deliverOn(
  step: StepPlan,
  cohort: Cohort,
  journey: Journey,
  goOn: GoOn,
  attempt = 1,
): Promise<void> {
  const { deliver } = step.type === "in_app" ? inApp : byProvider;
  const { left, retry } = await deliver({ event: journey.event, stepId: step.id, runIds: [...cohort], attempt });
  const elsewhere = new Set([...left, ...retry.flatMap(({ runIds }) => runIds)]);
  await Promise.all([
    goOn(cohort.filter((runId) => !elsewhere.has(runId))),
    ...retry.map(async ({ runIds, afterMs }) => {
      await journey.waits.pause(afterMs, `${step.type}: attempt ${attempt + 1} of ${runIds.length}`);
      await deliverOn(step, runIds, journey, goOn, attempt + 1);
    }),
  ]);
}
