import type { Activity, ActivityJob } from "#contract/notifications.ts";
import { callNameOf } from "../subscriber-text.ts";
import { type Phase, phasesOf } from "./phases.ts";

/** A step of a run, with what it did and waited for. */
export interface TimedJob {
  job: ActivityJob;
  phases: readonly Phase[];
}

export const timedJobs = (run: Activity, now: number): TimedJob[] =>
  run.jobs.map((job) => ({ job, phases: phasesOf(job, { who: callNameOf(run), now }) }));

/** The id of the card of a step, to which its bars lead. */
export const cardIdOf = ({ _id }: ActivityJob): string => `step-${_id}`;
