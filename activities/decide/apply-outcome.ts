import { DETAILS } from "#contract/constants/details.ts";
import type { JobStatus } from "#contract/constants/statuses.ts";
import type { StepRow } from "#db/queries/workflows/workflow-steps.ts";
import { isDone } from "#domain/resume-plan.ts";
import { statusAt } from "../run/job-status.ts";
import type { Member } from "../run/member.ts";
import { addDeliveries, addDetails, addJob, addMessages } from "../run/member-writes.ts";
import type { Slice } from "../run/slice.ts";
import type { StepDetail } from "../run/step-conditions.ts";
import type { StepOutcome } from "../run/step-type.ts";

/** Notes the outcome of a step with its member: what is to be stored, and how the run goes on. */
export function applyOutcome(
  slice: Slice,
  step: StepRow,
  position: number,
  member: Member,
  outcome: StepOutcome = { kind: "open" },
): void {
  switch (outcome.kind) {
    case "open":
      member.dueAt = null;
      return;
    case "waiting":
      addJob(step, position, member, {
        status: "delayed",
        started: false,
        dueAt: outcome.dueAt,
        output: outcome.output,
      });
      addDetails(step, member, outcome.details);
      member.dueAt = outcome.wakeAt;
      member.waitsForHours = outcome.forHours ?? null;
      return;
    case "held": {
      const before = statusAt(member, position);
      const { message: error, attempts } = outcome.failure ?? {};
      const status = before === "pending" ? "queued" : before;
      if (outcome.failure) addJob(step, position, member, { status, started: false, error, attempts });
      addDetails(step, member, outcome.details);
      member.dueAt = outcome.wakeAt;
      return;
    }
    case "sending":
      addJob(step, position, member, { status: "running", started: true, providerId: outcome.providerId });
      addMessages(step, member, outcome.messages);
      addDeliveries(slice, step, position, member, outcome);
      addDetails(step, member, outcome.details);
      member.dueAt = null;
      return;
    case "merged":
      mergeJobs(slice, member, position);
      addDetails(step, member, outcome.details);
      member.stopReason = "merged";
      member.digestedRunId = outcome.into;
      member.dueAt = null;
      return;
    case "throttled":
      addJob(step, position, member, { status: "skipped", started: false });
      addDetails(step, member, outcome.details);
      member.stopReason = "throttled";
      endJobs(slice, member, position + 1, "skipped", { detail: DETAILS.stoppedByThrottle });
      member.dueAt = null;
      return;
    case "stopped":
      addJob(step, position, member, { status: "canceled", started: false, error: outcome.error });
      addDetails(step, member, outcome.details);
      member.stopReason = "step_failed";
      cancelJobs(slice, member, position + 1, DETAILS.stoppedAfterFailure);
      member.dueAt = null;
      return;
    case "ended":
      addJob(step, position, member, outcome);
      if (outcome.output) member.results.set(step.stepId, outcome.output);
      addMessages(step, member, outcome.messages ?? []);
      addDetails(step, member, outcome.details);
      if (outcome.status === "failed" && step.shouldStopOnFail) {
        member.stopReason = "step_failed";
        cancelJobs(slice, member, position + 1, DETAILS.stoppedAfterFailure);
        member.dueAt = null;
        return;
      }
      member.position = position + 1;
      member.dueAt = member.position < slice.steps.length ? slice.now : null;
  }
}

/** The caller has cancelled the event: nothing of the run that has not begun begins. Each of its steps says by whom. */
export function cancelFrom(slice: Slice, member: Member): void {
  const raw = slice.context.canceledBy ?? undefined;
  endJobs(slice, member, member.position, "canceled", { detail: DETAILS.canceledByCaller, raw });
  member.stopReason = "canceled";
  member.dueAt = null;
}

const cancelJobs = (slice: Slice, member: Member, from: number, detail: StepDetail["detail"]): void =>
  endJobs(slice, member, from, "canceled", { detail });

/** Whether a stop of the run decides about the job: not one whose send a resume repeats behind the step at which the run stands. */
const isStoppable = (status: JobStatus): boolean => !isDone(status) && status !== "running";

function endJobs(
  slice: Slice,
  member: Member,
  from: number,
  status: "canceled" | "skipped",
  reason: Pick<StepDetail, "detail" | "raw">,
): void {
  for (let position = from; position < slice.steps.length; position++) {
    const step = slice.steps[position];
    if (!step || !isStoppable(statusAt(member, position))) continue;
    addJob(step, position, member, { status, started: false, queued: false });
    addDetails(step, member, [{ ...reason, status: "Success" }]);
  }
}

function mergeJobs(slice: Slice, member: Member, from: number): void {
  for (let position = from; position < slice.steps.length; position++) {
    const step = slice.steps[position];
    if (step && isStoppable(statusAt(member, position)))
      addJob(step, position, member, { status: "merged", started: false, queued: position === from });
  }
}
