import { DETAILS } from "#contract/constants/details.ts";
import type { JobStatus } from "#contract/constants/statuses.ts";
import type { StepRow } from "#db/queries/workflows/workflow-steps.ts";
import { isTransient } from "#db/sql-failure.ts";
import { isDone } from "#domain/resume-plan.ts";
import { roundingOf, roundWakeTime } from "#domain/times/wake-time.ts";
import { stepAsksWebhooks, webhookHold } from "../ahead/ask-webhooks.ts";
import { bridgeHold } from "../ahead/execute-at-bridge.ts";
import { inOtherBranch, type OtherBranch } from "../run/branches.ts";
import { resetMember } from "../run/create-member.ts";
import { isNew, statusAt } from "../run/job-status.ts";
import type { Member } from "../run/member.ts";
import { addDetails, addPendingJobs } from "../run/member-writes.ts";
import type { Slice } from "../run/slice.ts";
import type { StepDetail } from "../run/step-conditions.ts";
import type { StepOutcome } from "../run/step-type.ts";
import { addTenantOfTrigger, withTenant } from "../run/tenant-details.ts";
import { stepModule } from "../steps/index.ts";
import { applyOutcome, cancelFrom } from "./apply-outcome.ts";
import { startBridged } from "./bridge-steps.ts";
import { hold, pauseOf } from "./hold-paused.ts";
import { redirectedOutcome } from "./redirected-outcome.ts";
import { unsuppressedOutcomes } from "./suppressed-outcome.ts";
import { testedOutcome } from "./tested-outcome.ts";
import { unknownOverridesDetail } from "./unknown-overrides.ts";

/**
 * Takes each member through its steps as far as it goes by itself: until it waits, sends, or has ended. What is to be
 * stored is collected in the members; nothing is written here. Steps from `until` on are left for later.
 */
export async function decideSlice(slice: Slice, until = slice.steps.length): Promise<void> {
  noteUnknownOverrides(slice);
  for (let position = 0; position < until; position++) {
    const step = slice.steps[position];
    if (!step) continue;
    holdPaused(slice, step, position);
    const present = slice.members.filter((member) => isDue(slice, member, position));
    const due = passedOn(slice, position, present);
    if (due.length === 0) continue;
    const members = await withoutHeld(slice, step, position, due);
    if (members.length > 0) await executeStep(slice, step, position, members);
  }
  for (const member of slice.members) {
    if (member.revision === null) {
      addPendingJobs(slice, member);
      addTenantOfTrigger(slice, member);
    }
    if (member.position >= slice.steps.length) member.dueAt = null;
  }
}

function noteUnknownOverrides(slice: Slice): void {
  const [first] = slice.steps;
  const details = unknownOverridesDetail(slice);
  if (!first || details.length === 0) return;
  for (const member of slice.members) if (member.revision === null) addDetails(first, member, details);
}

/** Whether the member goes on at this step: it stands there and neither waits nor has stopped. */
const isDue = ({ now }: Slice, { position, dueAt, stopReason, heldBy }: Member, at: number): boolean =>
  position === at && dueAt !== null && dueAt <= now && stopReason === null && heldBy === null;

/** Holds the runs that a pause keeps from beginning this step. What is being sent is concluded, and a cancel counts at once. */
function holdPaused(slice: Slice, step: StepRow, position: number): void {
  if (slice.context.canceled) return;
  for (const member of slice.members) {
    if (!isDue(slice, member, position) || statusAt(member, position) === "running") continue;
    const pauseId = pauseOf(slice, member);
    if (pauseId === null) continue;
    if (slice.event.testMode?.dryRun) {
      addDetails(step, member, [{ detail: DETAILS.capIgnored, status: "Warning", raw: { pauseId } }]);
      continue;
    }
    hold(slice, member, pauseId);
    addDetails(step, member, [{ detail: DETAILS.heldByCap, status: "Pending", raw: { pauseId } }]);
  }
}

async function withoutHeld(
  slice: Slice,
  step: StepRow,
  position: number,
  members: readonly Member[],
): Promise<readonly Member[]> {
  if (slice.context.canceled) return members;
  const isBridged = step.bridgeStepId !== null;
  if (!isBridged && !stepAsksWebhooks(step)) return members;
  const holds = await Promise.all(
    members.map((member) =>
      isBridged ? bridgeHold(slice, step, position, member) : webhookHold(slice, step, position, member),
    ),
  );
  for (const [index, member] of members.entries()) {
    const hold = holds[index];
    if (hold) applyOutcome(slice, step, position, member, hold);
  }
  return members.filter((_, index) => holds[index] === undefined);
}

async function executeStep(slice: Slice, step: StepRow, position: number, members: readonly Member[]): Promise<void> {
  const status = (member: Member): JobStatus => statusAt(member, position);
  const apply = (member: Member, outcome: StepOutcome = { kind: "open" }) =>
    applyOutcome(
      slice,
      step,
      position,
      member,
      redirectedOutcome(
        slice,
        step,
        member,
        testedOutcome(slice, step, member, withTenant(slice, position, member, outcome)),
      ),
    );
  const resumed = members.filter((member) => !isNew(status(member)));
  const started = members.filter((member) => isNew(status(member)));
  // What a cancelled event has begun is concluded; nothing of it begins or goes on waiting.
  const sending = slice.context.canceled ? resumed.filter((member) => status(member) === "running") : resumed;
  const outcomesIn = async (some: readonly Member[], phase: "start" | "resume") =>
    unsuppressedOutcomes(slice, step, some, await outcomesOf(slice, step, position, some, phase));
  const went = await outcomesIn(sending, "resume");
  for (const [index, member] of sending.entries()) apply(member, went[index]);
  if (slice.context.canceled) {
    for (const member of members) if (isDue(slice, member, position)) cancelFrom(slice, member);
    return;
  }
  const begun = started.filter((member) => {
    const other = inOtherBranch(slice, step, member);
    if (other) applyOutcome(slice, step, position, member, filteredBy(other));
    return other === undefined;
  });
  const outcomes = await outcomesIn(begun, "start");
  for (const [index, member] of begun.entries()) apply(member, outcomes[index]);
}

/**
 * Returns the members for which something is to be done. A run that was resumed at an earlier step comes to steps that have
 * been executed, which are never repeated, and to the one at which it waited, where it goes on waiting: a wait ends at the
 * moment that its job names, or earlier by an event, which the step itself looks for.
 */
function passedOn(slice: Slice, position: number, members: readonly Member[]): readonly Member[] {
  return members.filter((member) => {
    const job = member.jobs.get(position);
    if (job && isDone(job.status)) {
      member.position = position + 1;
      member.dueAt = member.position < slice.steps.length ? slice.now : null;
      return false;
    }
    const step = slice.steps[position];
    const dueAt = job?.status === "delayed" && step?.type !== "wait_for_event" ? job.dueAt : null;
    if (!step || !dueAt || dueAt <= slice.now || slice.context.canceled) return true;
    member.dueAt = roundWakeTime(dueAt, slice.now, roundingOf(step.metadata));
    return false;
  });
}

/** A step of a branch that was not chosen ends as one whose conditions fail. */
const filteredBy = (branch: OtherBranch): StepOutcome => ({
  kind: "ended",
  status: "canceled",
  started: false,
  details: [
    { detail: DETAILS.stepFiltered, status: "Success", raw: { filter: { conditions: [], passed: false }, branch } },
  ],
});

/** A fault in one member's step is that member's alone: the step is then executed for each member by itself. */
async function outcomesOf(
  slice: Slice,
  step: StepRow,
  position: number,
  members: readonly Member[],
  phase: "start" | "resume",
): Promise<StepOutcome[]> {
  if (members.length === 0) return [];
  const module = stepModule(step.type);
  const execute = (some: readonly Member[]) => {
    const batch = { slice, step, position, members: some };
    if (step.bridgeStepId === null) return module[phase](batch);
    return startBridged(batch, (bridged) => module[phase](bridged));
  };
  try {
    return await execute(members);
  } catch (error) {
    if (isTransient(error)) throw error;
    if (members.length > 1) {
      const each: StepOutcome[] = [];
      for (const member of members) each.push(...(await outcomesOf(slice, step, position, [member], phase)));
      return each;
    }
    slice.deps.logger.error({ err: error, stepId: step.stepId }, "a step failed with an unexpected error");
    const details: StepDetail[] = [{ detail: DETAILS.notProcessed, status: "Failed", raw: { error: String(error) } }];
    return [{ kind: "ended", status: "failed", started: true, error: DETAILS.notProcessed, details }];
  }
}

/**
 * Decides only the first step of a member anew whose decisions cannot be stored, so that it is clear which one
 * it is about. The others are left for the next slice.
 */
export async function decideFirstStep(slice: Slice, member: Member): Promise<void> {
  resetMember(member, slice.now);
  await decideSlice({ ...slice, members: [member] }, member.readPosition + 1);
}

/** Fails the step of a member whose decision cannot be stored, with the reason. Later steps are left for the next slice. */
export async function failStep(slice: Slice, member: Member, reason: string): Promise<void> {
  resetMember(member, slice.now);
  const position = member.readPosition;
  const step = slice.steps[position];
  if (!step) return;
  applyOutcome(slice, step, position, member, {
    kind: "ended",
    status: "failed",
    started: true,
    error: DETAILS.notStored,
    details: [{ detail: DETAILS.notStored, status: "Failed", raw: { error: reason } }],
  });
  await decideSlice({ ...slice, members: [member] }, 0);
}
