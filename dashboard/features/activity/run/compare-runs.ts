import type { Activity, ActivityJob } from "#contract/notifications.ts";
import { branchNames } from "../branch-names.ts";
import { durationText, runDuration } from "../duration.ts";
import { runState } from "../run-state.ts";
import { shownStatus } from "../skip-reason.ts";
import { JOB_LABELS, RUN_LABELS } from "../status-badge.tsx";
import { stepOutcomeSentence } from "../step-outcome-sentence.ts";
import { callNameOf, subscriberIdOf, workflowNameOf } from "../subscriber-text.ts";

/** A fact of two runs. */
export interface ComparedFact {
  name: string;
  left: string;
  right: string;
  differs: boolean;
}

const fact = (name: string, left: string, right: string): ComparedFact => ({
  name,
  left,
  right,
  differs: left !== right,
});

/** Returns what two runs are, side by side. Durations nearly always differ, and mean nothing by that. */
export function comparedFacts(left: Activity, right: Activity): ComparedFact[] {
  const both = (name: string, of: (run: Activity) => string) => fact(name, of(left), of(right));
  return [
    both("State", (run) => RUN_LABELS[runState(run)].text),
    both("Workflow", (run) => workflowNameOf(run)),
    both("Version", (run) => String(run.version)),
    both("Subscriber", subscriberIdOf),
    { ...both("Duration", durationOf), differs: false },
  ];
}

/** Returns what each step did in either run, in the order of the first, with steps that only the second has at the end. */
export function comparedSteps(
  left: Activity,
  right: Activity,
): (ComparedFact & { id: string; type: ActivityJob["type"] })[] {
  const known = new Set(left.jobs.map(({ step }) => step._id));
  const all = [...left.jobs, ...right.jobs.filter(({ step }) => !known.has(step._id))];
  return all.map((job) => {
    const { step, type } = job;
    const [one, other] = [jobIn(left, step._id), jobIn(right, step._id)];
    const [before, after] = [outcomeOf(left, one), outcomeOf(right, other)];
    return {
      ...fact(step.name ?? "", before.text, after.text),
      differs: before.rule !== after.rule,
      id: step._id,
      type,
    };
  });
}

const jobIn = ({ jobs }: Activity, stepId: string) => jobs.find(({ step }) => step._id === stepId);

/** The outcome of a step in words, and without the name of the subscriber, which is no difference of the step. */
function outcomeOf(run: Activity, job: ActivityJob | undefined): { text: string; rule: string } {
  if (!job) return { text: "This version has no such step.", rule: "" };
  const status = JOB_LABELS[shownStatus(job)].text;
  const branches = branchNames(run);
  return {
    text: stepOutcomeSentence(job, callNameOf(run), branches),
    rule: `${status} ${stepOutcomeSentence(job, "the subscriber", branches)}`,
  };
}

function durationOf(run: Activity): string {
  const duration = runDuration(run);
  return duration === undefined ? "Not ended yet" : durationText(duration);
}
