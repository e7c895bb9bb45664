import type { JobStatus } from "#contract/constants/statuses.ts";

export type RunState = "running" | "waiting" | "completed" | "skipped" | "merged" | "failed" | "canceled";

interface RunJobs {
  jobs: readonly { status: JobStatus }[];
}

/** A run's state from its jobs. What still moves comes first; a skipped job never makes a run failed. */
export function runState({ jobs }: RunJobs): RunState {
  const has = (...statuses: JobStatus[]) => jobs.some((job) => statuses.includes(job.status));
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

/** How soon to look again, in milliseconds; undefined when nothing can change any more. */
export function pollInterval(runs: readonly RunJobs[]): number | undefined {
  const states = runs.map(runState);
  if (states.includes("running")) return RUNNING_MS;
  if (states.includes("waiting")) return WAITING_MS;
  return undefined;
}
