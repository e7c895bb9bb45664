import { DETAILS } from "#contract/constants/details.ts";
import { triggerJobId } from "#db/queries/activity/execution-details.ts";
import { statusAt } from "./job-status.ts";
import type { Member } from "./member.ts";
import type { Slice } from "./slice.ts";
import type { StepDetail } from "./step-conditions.ts";
import type { StepOutcome } from "./step-type.ts";

/**
 * Says in the history of each step that is executed which tenant it was executed for, before anything else about it. A step that
 * is filtered, skipped or merged is not executed; one that waits is when it goes on, and one that sends when it begins to.
 */
export function withTenant(slice: Slice, position: number, member: Member, outcome: StepOutcome): StepOutcome {
  const detail = tenantDetail(slice);
  const isSending = statusAt(member, position) === "running";
  if (!detail || !member.subscriber || isSending || !isExecuted(outcome)) return outcome;
  return { ...outcome, details: [detail, ...outcome.details] };
}

type Executed = Extract<StepOutcome, { kind: "ended" | "sending" }>;

const isExecuted = (outcome: StepOutcome): outcome is Executed =>
  outcome.kind === "sending" ||
  (outcome.kind === "ended" && (outcome.status === "completed" || outcome.status === "failed"));

/** Says the same of the job of the event itself, which is executed when its run is created. */
export function addTenantOfTrigger(slice: Slice, { runId, write }: Member): void {
  const detail = tenantDetail(slice);
  if (detail) write.details.unshift({ ...detail, runId, jobId: triggerJobId(runId) });
}

function tenantDetail({ context: { tenant }, event }: Slice): StepDetail | undefined {
  if (!tenant) return undefined;
  const { _id, ...fields } = tenant;
  return {
    detail: DETAILS.tenantSelected,
    status: "Pending",
    raw: { ...fields, _environmentId: event.environmentId, _id },
  };
}
