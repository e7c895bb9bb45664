import type { DeliveryState, JobStatus, StopReason } from "#contract/constants/statuses.ts";

/** The next states of one state: by itself, and again when somebody resumes what failed or was stopped. */
interface Next<State> {
  next: readonly State[];
  resumed?: readonly State[];
}

type States<State extends string> = Readonly<Record<State | "new", Next<State>>>;

/**
 * Changes of state from one stored row to the next. A slice takes a run through several steps before it is stored,
 * so that a job may end without having been stored as begun. ARCHITECTURE.md shows these tables, and tests record what is
 * not in them.
 */
const jobs: States<JobStatus> = {
  new: { next: ["pending", "queued", "running", "delayed", "completed", "failed", "canceled", "skipped", "merged"] },
  pending: { next: ["queued", "running", "delayed", "completed", "failed", "canceled", "skipped", "merged"] },
  queued: { next: ["running", "delayed", "completed", "failed", "canceled", "skipped", "merged"] },
  // Cancelled: the execution ended while a send was repeated behind the step at which the run stands.
  running: { next: ["completed", "failed", "skipped", "canceled"], resumed: ["pending"] },
  delayed: { next: ["running", "completed", "failed", "canceled", "skipped", "merged"] },
  // It takes over the window, or the window ends without being sent.
  merged: { next: ["delayed", "pending", "canceled", "failed"] },
  // Of several destinations one was enough, and the others are tried again.
  completed: { next: [], resumed: ["running"] },
  failed: { next: [], resumed: ["pending", "running", "delayed"] },
  canceled: { next: [], resumed: ["pending", "running", "delayed"] },
  skipped: { next: [], resumed: ["pending", "running"] },
};

const deliveries: States<DeliveryState> = {
  new: { next: ["open"] },
  open: { next: ["sent", "failed", "stopped"] },
  sent: { next: [] },
  failed: { next: [], resumed: ["open"] },
  stopped: { next: [], resumed: ["open"] },
};

/** A run is open until it has stopped; one that came to its last step stays so. */
const runs: States<"open" | StopReason> = {
  new: { next: ["open", "canceled", "step_failed", "merged", "throttled"] },
  open: { next: ["canceled", "step_failed", "merged", "throttled", "discarded", "execution_ended"] },
  // It takes over the window, its event was cancelled, or the window ends without being sent.
  merged: { next: ["open", "canceled", "execution_ended"] },
  step_failed: { next: [], resumed: ["open"] },
  execution_ended: { next: [], resumed: ["open"] },
  canceled: { next: [] },
  throttled: { next: [] },
  discarded: { next: [] },
};

/**
 * A window is closed when it is due or asked for (db/queries/digests/close-windows.ts, db/queries/digests/end-early.ts), has lost all
 * of its members (db/queries/digests/settle-windows.ts), or its subscriber is erased (db/queries/subscribers/erasures/end-runs.ts). It is
 * ending while the runs are ended that are in it, because it is not sent (db/queries/digests/end-windows.ts).
 */
const windows: States<"open" | "closed" | "ending"> = {
  new: { next: ["open"] },
  open: { next: ["closed", "ending"] },
  closed: { next: ["ending"] },
  ending: { next: ["closed"] },
};

export const TRANSITIONS = {
  job: jobs,
  delivery: deliveries,
  run: runs,
  "digest window": windows,
} as const satisfies Record<string, Readonly<Record<string, Next<string>>>>;
export type Stateful = keyof typeof TRANSITIONS;

/** All pairs of one state and the next. */
export const transitionsOf = (of: Stateful): { from: string; to: string; isResume: boolean }[] =>
  Object.entries<Next<string>>(TRANSITIONS[of]).flatMap(([from, { next, resumed = [] }]) => [
    ...next.map((to) => ({ from, to, isResume: false })),
    ...resumed.map((to) => ({ from, to, isResume: true })),
  ]);
