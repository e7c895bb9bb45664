import type { JobStatus } from "#contract/constants/statuses.ts";
import { type JobHistory, shownStatus } from "./skip-reason.ts";

export type RunState = "running" | "waiting" | "completed" | "skipped" | "merged" | "failed" | "canceled";

interface RunJobs {
  jobs: readonly JobHistory[];
}

/** Returns a run's state. Jobs that can still change come first; a skipped job makes a run neither failed nor canceled. */
export function runState({ jobs }: RunJobs): RunState {
  const shown = jobs.map(shownStatus);
  const has = (...statuses: JobStatus[]) => shown.some((status) => statuses.includes(status));
  if (has("running", "queued")) return "running";
  if (has("delayed")) return "waiting";
  if (has("failed")) return "failed";
  if (has("canceled")) return "canceled";
  if (has("merged")) return "merged";
  if (has("pending")) return "running";
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

/** Returns the milliseconds until the next read; false when no run can change any more. */
export function pollInterval(runs: readonly RunJobs[]): number | false {
  const states = runs.map(runState);
  if (states.includes("running")) return RUNNING_MS;
  if (states.includes("waiting")) return WAITING_MS;
  return false;
}
