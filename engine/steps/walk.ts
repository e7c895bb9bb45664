import type { Cohort, EventRef, StepPlan } from "../plan.ts";
import { deliverOn } from "./channel.ts";
import { waitUntilDue } from "./delay.ts";
import type { Waits } from "./waits.ts";

export interface Journey {
  event: EventRef;
  waits: Waits;
}

/** Hands on the runs that are through with a step. Called once for every group whose fate differs. */
export type GoOn = (cohort: Cohort) => Promise<void>;

/** Walks runs that stand at the same step through what is left of the workflow, until the last of them is through. */
export async function walk({
  steps,
  cohort,
  ...journey
}: Journey & { steps: readonly StepPlan[]; cohort: Cohort }): Promise<void> {
  const [step, ...rest] = steps;
  if (!step || cohort.length === 0) return;
  await take(step, cohort, journey, (group) => walk({ ...journey, steps: rest, cohort: group }));
}

/** Takes one step once for the whole cohort; it splits where the fates of its runs differ. */
function take(step: StepPlan, cohort: Cohort, journey: Journey, goOn: GoOn): Promise<void> {
  switch (step.type) {
    case "delay":
      return waitUntilDue(step, cohort, journey, goOn);
    case "in_app":
    case "email":
    case "sms":
      return deliverOn(step, cohort, journey, goOn);
    default:
      return assertNever(step.type);
  }
}

function assertNever(type: never): never {
  throw new Error(`No step of type ${String(type)} is known`);
}
