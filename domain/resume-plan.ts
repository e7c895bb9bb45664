import type { Channel, StepType } from "#contract/constants/channels.ts";
import type { JobStatus, StopReason } from "#contract/constants/statuses.ts";

/** A run that is to go on, with its jobs. */
export interface ResumableRun {
  position: number;
  stopReason: StopReason | null;
  dueAt: Date | null;
  /** When it starts by the clock of its subscriber; null when it has begun, or starts at once. */
  startsAt: Date | null;
  jobs: readonly ResumableJob[];
}

export interface ResumableJob {
  id: string;
  stepId: string;
  position: number;
  type: StepType;
  status: JobStatus;
  /** When its delay or digest ends. */
  dueAt: Date | null;
  deliveries: readonly {
    id: string;
    state: "open" | "sent" | "failed" | "stopped";
    /** Whether an integration that may send it is switched on. */
    isUsable: boolean;
    /** Whether its vendor may have taken it. */
    isBound: boolean;
  }[];
}

/** A step of the version by which the run goes on. */
export interface ResumeStep {
  stepId: string;
  type: StepType;
}

export interface JobChange {
  id: string;
  status: JobStatus;
  position: number;
  type: StepType;
}

/** The changes by which a run goes on: only what failed or was not sent is executed, what is done is never repeated. */
export interface ResumePlan {
  position: number;
  dueAt: Date | null;
  /** Jobs that change, among them those that only change their place. */
  jobs: JobChange[];
  /** Ids of jobs that are executed again. */
  again: string[];
  /** Steps that the run has not had. */
  added: { stepId: string; type: StepType; position: number; status: "pending" | "canceled" }[];
  /** Deliveries that are sent as they were decided. */
  reopened: string[];
  /** Deliveries that are given up, because their step decides anew. */
  dropped: string[];
  /** Steps of digests that are behind the run, wherever it stands from now on. */
  passedDigests: string[];
}

/** Reasons for which a run is not resumed; `nothing` is none to worry about. */
export const RESUME_REFUSALS = [
  "nothing",
  "canceled",
  "merged",
  "moving",
  "unresolved",
  "expires",
  "not_stored",
] as const;
export type ResumeRefusal = (typeof RESUME_REFUSALS)[number];

const DONE: readonly JobStatus[] = ["completed", "failed", "canceled", "skipped"];

/** Whether a job has come to an end of its own. A merged one may be taken up again by another run's cancel. */
export const isDone = (status: JobStatus): boolean => DONE.includes(status);

/** Steps that go on with what is left of their time. */
const isWait = (type: StepType): boolean => type === "delay" || type === "wait_for_event";

/** The course of a job: `sent again` its deliveries, as decided; `anew` the step is executed; `rest` of a delay. */
type Course = "kept" | "sent again" | "anew" | "rest";

/**
 * Plans how a run goes on. `steps` are those of another version, matched by their ids; null for the run's own. With
 * `anew`, steps that failed decide anew also where their message could be sent as it was decided; with `through`, those of this
 * channel do, unless a vendor may have taken their message (docs/decisions/019-resume.md).
 */
export function planResume(
  run: ResumableRun,
  {
    steps,
    anew,
    through = null,
    now,
  }: { steps: readonly ResumeStep[] | null; anew: boolean; through?: Channel | null; now: Date },
): ResumePlan | ResumeRefusal {
  if (run.stopReason === "canceled" || run.stopReason === "merged") return run.stopReason;
  if (run.stopReason === "throttled" || run.stopReason === "discarded") return "nothing";
  const isOpen = run.jobs.some(({ deliveries }) => deliveries.some(({ state }) => state === "open"));
  if (steps && (run.dueAt !== null || isOpen)) return "moving";
  const placeOf = new Map(steps?.map(({ stepId }, index) => [stepId, index]));
  const isRerouted = ({ type, deliveries }: ResumableJob) =>
    type === through && !deliveries.some(({ isBound }) => isBound);
  const isGone = ({ stepId }: ResumableJob) => steps !== null && !placeOf.has(stepId);
  const courses = new Map(
    run.jobs.map((job) => [job, isGone(job) ? ("kept" as const) : courseOf(run, job, anew || isRerouted(job))]),
  );
  const resumed = run.jobs.filter((job) => courses.get(job) !== "kept");
  // One that was stopped comes to its end, at least.
  if (resumed.length === 0 && run.stopReason === null) return "nothing";

  const newPlace = (job: ResumableJob) => {
    if (!steps) return job.position;
    // What the workflow no longer has stays in the history, after everything else.
    return placeOf.get(job.stepId) ?? steps.length + job.position;
  };
  const start = Math.min(...resumed.map(newPlace));
  const jobs = run.jobs.flatMap((job): JobChange[] => {
    const status = statusOf(job, courses.get(job) ?? "kept");
    const place = newPlace(job);
    if (status === job.status && place === job.position) return [];
    const type = (status !== job.status && steps?.[place]?.type) || job.type;
    return [{ id: job.id, status, position: place, type }];
  });
  const known = new Set(run.jobs.map(({ stepId }) => stepId));
  const added = (steps ?? []).flatMap(({ stepId, type }, position) => {
    if (known.has(stepId)) return [];
    return [{ stepId, type, position, status: position > start ? ("pending" as const) : ("canceled" as const) }];
  });
  const failedOf = (course: Course) =>
    resumed
      .filter((job) => courses.get(job) === course)
      .flatMap(({ deliveries }) => deliveries.filter(({ state }) => isFailed(state)).map(({ id }) => id));
  return {
    ...placeAndMoment(),
    jobs,
    again: resumed.map(({ id }) => id),
    added,
    reopened: failedOf("sent again"),
    dropped: failedOf("anew"),
    passedDigests: run.jobs.flatMap((job) =>
      job.type === "digest" && isDone(job.status) && courses.get(job) === "kept" ? [job.stepId] : [],
    ),
  };

  /** Returns the step at which the run stands, and the moment at which it is due. */
  function placeAndMoment(): { position: number; dueAt: Date | null } {
    const executed = resumed.filter((job) => courses.get(job) !== "sent again");
    const stood = run.jobs.find(({ position }) => position === run.position);
    const own = steps ? (stood && !isGone(stood) ? newPlace(stood) : steps.length) : run.position;
    // A send is repeated beside the run, unless the run stands there, or has ended and is looked after no more.
    const places = [...executed.map(newPlace), ...(steps ? resumed.map(newPlace) : [])];
    const position = Math.min(own, ...places);
    const at = run.jobs.find((job) => newPlace(job) === position);
    const isSending = at?.deliveries.some(({ state }) => state === "open") || (at && courses.get(at) === "sent again");
    if (isSending) return { position, dueAt: null };
    if (at && courses.get(at) === "rest") return { position, dueAt: latest(now, at.dueAt) };
    const isMoved = run.stopReason !== null || executed.length > 0 || steps !== null;
    return { position, dueAt: isMoved ? latest(now, run.startsAt) : run.dueAt };
  }
}

const isFailed = (state: string): boolean => state === "failed" || state === "stopped";

const latest = (a: Date, b: Date | null): Date => (b !== null && b > a ? b : a);

function courseOf({ position, stopReason }: ResumableRun, job: ResumableJob, anew: boolean): Course {
  const { deliveries, status } = job;
  const failed = deliveries.filter(({ state }) => isFailed(state));
  // Some of its recipients' devices or channels have been served: only the others are sent to again.
  const isPartly = deliveries.some(({ state }) => state === "sent" || state === "open");
  if (failed.length > 0) {
    const isSendable = failed.some(({ isUsable }) => isUsable);
    return isPartly || (isSendable && !anew) ? "sent again" : "anew";
  }
  const isCut = stopReason !== null && job.position >= position && (status === "failed" || status === "canceled");
  if (isCut && job.position === position && isWait(job.type) && job.dueAt !== null) return "rest";
  if (isCut && !isPartly) return "anew";
  return status === "failed" && !isPartly ? "anew" : "kept";
}

function statusOf({ status }: ResumableJob, course: Course): JobStatus {
  if (course === "sent again") return "running";
  if (course === "rest") return "delayed";
  return course === "anew" ? "pending" : status;
}
