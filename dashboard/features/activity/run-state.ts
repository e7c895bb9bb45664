import type { JobStatus } from "#contract/constants/statuses.ts";
import { type JobHistory, shownStatus } from "./skip-reason.ts";

export type RunState = "running" | "waiting" | "completed" | "skipped" | "merged" | "failed" | "canceled";

interface RunJobs {
  jobs: readonly (JobHistory & { dueAt?: string | undefined })[];
}

/**
 * Returns a run's state. Jobs that can still change come first: a run goes on after a step that failed, and what it does not come to when it
 * ends is pending no more. A skipped job makes a run neither failed nor canceled.
 */
export function runState({ jobs }: RunJobs): RunState {
  const shown = jobs.map(shownStatus);
  const has = (...statuses: JobStatus[]) => shown.some((status) => statuses.includes(status));
  if (has("running", "queued")) return "running";
  if (has("delayed")) return "waiting";
  if (has("pending")) return "running";
  if (has("failed")) return "failed";
  if (has("canceled")) return "canceled";
  if (has("merged")) return "merged";
  if (has("completed") || jobs.length === 0) return "completed";
  return "skipped";
}

/** Whether the run can still change by itself. */
export function isActive(run: RunJobs): boolean {
  const state = runState(run);
  return state === "running" || state === "waiting";
}

const RUNNING_MS = 2_000;
const WAITING_MS = 5_000;
/** From the end of a wait until the run has gone on. */
const GOES_ON_WITHIN_MS = 500;

/** Returns the milliseconds until the next read, which comes soon after a wait that ends within seconds; false when no run can change any more. */
export function pollInterval(runs: readonly RunJobs[]): number | false {
  const states = runs.map(runState);
  if (states.includes("running")) return RUNNING_MS;
  if (!states.includes("waiting")) return false;
  const waits = runs.flatMap(({ jobs }) => jobs).filter(({ status }) => status === "delayed");
  const ends = waits.map(({ dueAt }) =>
    dueAt === undefined ? WAITING_MS : Date.parse(dueAt) + GOES_ON_WITHIN_MS - Date.now(),
  );
  return Math.max(RUNNING_MS, Math.min(WAITING_MS, ...ends));
}
