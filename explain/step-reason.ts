import { DETAILS } from "#contract/constants/details.ts";
import { type Reason, reasonOf as reasonOfEnd } from "#domain/steps/step-reason.ts";
import type { RunRecord, StepRecord } from "./step-record.ts";

export interface ReasonCount extends Reason {
  step: StepRecord["step"];
  count: number;
}

/** Counts the reasons of runs, by step; the sentence is that of the first. */
export function reasonCounts() {
  const counts = new Map<string, ReasonCount>();
  return {
    add({ steps }: RunRecord): void {
      for (const { step, reason } of steps) {
        const key = `${step.stepId}/${reason.code}`;
        const known = counts.get(key) ?? { ...reason, step, count: 0 };
        counts.set(key, { ...known, count: known.count + 1 });
      }
    },
    /** In the order of the steps, and of each the most frequent ones first. */
    all: (): ReasonCount[] =>
      [...counts.values()].sort(
        (a, b) => a.step.position - b.step.position || b.count - a.count || (a.code < b.code ? -1 : 1),
      ),
  };
}

/** Says why a step ends as it does: as of one that has ended, and what only an explanation leaves open. */
export function reasonOf({ step, status, details, hosts, error }: StepRecord): Reason {
  const { type } = step;
  switch (status) {
    case "undecided":
      if (step.bridgeStepId !== null) {
        return {
          code: "bridge_not_asked",
          text: "Would execute the step's code at the bridge, which an explanation does not do. What follows is decided as if this step were left out",
        };
      }
      return {
        code: "webhook_not_asked",
        text: `Would ask ${hosts.join(", ")}: give its answer in webhookAnswers. What follows is decided as if this step were left out`,
      };
    case "pending":
      if (details.some(({ detail }) => detail === DETAILS.heldByCap)) {
        return {
          code: "paused",
          text: "A safety cap has paused the workflow or the subscriber: the run waits for a member's decision",
        };
      }
      return { code: "not_reached", text: "The run does not get here" };
    case "completed":
    case "running":
      if (type === "wait_for_event") {
        const text = "The run waits; which events come meanwhile is not known, so that its time passes";
        return { code: "waited", text };
      }
      // Providers take what they are given.
      return reasonOfEnd({ type, status: "completed", details });
    default:
      return reasonOfEnd({ type, status, details, error });
  }
}
