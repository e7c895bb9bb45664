import { DETAILS } from "#contract/constants/details.ts";
import { type JobOutcome, jobStates, type NewDetail, recordBatch, stopRuns } from "#db/queries/deliveries.ts";
import { delayUntil } from "#domain/delay.ts";
import { admissionContext } from "./admission-context.ts";
import { admit } from "./admit.ts";
import type { Deps } from "./deps.ts";
import { loadScene, type SceneMember, type StepInput } from "./load-scene.ts";

export interface DelayBegun {
  /** Runs that wait, all until `dueAt` (milliseconds since 1970). */
  waiting: string[];
  dueAt: number;
  /** Runs that the step does not apply to: they go on at once. */
  passed: string[];
}

/** Puts the cohort's delay jobs to sleep: engine.md section 6. Runs with a delay that cannot be computed end here. */
export const beginDelay =
  ({ db }: Deps) =>
  async (input: StepInput): Promise<DelayBegun> => {
    const scene = await loadScene(db, input);
    const context = await admissionContext(db, scene, scene.members);
    const length = delayUntil({
      metadata: scene.step.metadata,
      payload: scene.event.payload,
      overrides: scene.event.overrides,
      now: context.now,
    });
    const plans = await Promise.all(
      scene.members.map(async (member) => ({
        member,
        ...planDelay(member, await admit(scene, member, context), length),
      })),
    );
    await recordBatch(db, {
      event: scene.event,
      from: ["pending"],
      outcomes: plans.map(({ outcome }) => outcome),
      details: plans.flatMap(({ details }) => details),
    });
    // Read back, because a job may have been cancelled meanwhile, or put to sleep by this activity before a crash.
    const states = await jobStates(
      db,
      scene.event,
      scene.members.map(({ jobId }) => jobId),
    );
    const waiting = [...states].filter(([, { status }]) => status === "delayed").map(([runId]) => runId);
    const dueAt = Math.max(0, ...[...states.values()].map(({ dueAt: due }) => due?.getTime() ?? 0));
    const ended = plans.filter(({ ends }) => ends).map(({ member }) => member.runId);
    await stopRuns(db, scene.event, ended, DETAILS.stoppedAfterFailure);
    const elsewhere = new Set([...waiting, ...ended]);
    return { waiting, dueAt, passed: input.runIds.filter((runId) => !elsewhere.has(runId)) };
  };

interface DelayPlan {
  outcome: JobOutcome;
  details: NewDetail[];
  /** Nothing follows for this run. */
  ends: boolean;
}

function planDelay(
  { runId, jobId }: SceneMember,
  admission: Awaited<ReturnType<typeof admit>>,
  length: ReturnType<typeof delayUntil>,
): DelayPlan {
  if (admission.verdict === "filtered") {
    return { outcome: { jobId, status: "canceled", started: false }, details: admission.details, ends: false };
  }
  if (admission.verdict === "failed") {
    const error = { message: admission.message };
    return { outcome: { jobId, status: "failed", started: false, error }, details: admission.details, ends: false };
  }
  if ("error" in length) {
    return {
      outcome: { jobId, status: "canceled", started: false, error: { message: length.error } },
      details: [{ runId, jobId, detail: DETAILS.invalidDelay, status: "Failed", raw: { error: length.error } }],
      ends: true,
    };
  }
  const delay = length.dueAt.getTime() - Date.now();
  return {
    outcome: { jobId, status: "delayed", started: false, dueAt: length.dueAt },
    details: [{ runId, jobId, detail: DETAILS.stepDelayed, status: "Pending", raw: { delay } }],
    ends: false,
  };
}
