import { DETAILS } from "#contract/constants/details.ts";
import type { JobStatus } from "#contract/constants/statuses.ts";
import { deliveryIdOf, jobIdOf, messageIdOf } from "#db/derived-ids.ts";
import type { RunWrite, SliceWrite } from "#db/queries/runs/store-slice.ts";
import type { StepRow } from "#db/queries/workflows/workflow-steps.ts";
import { isDone } from "#domain/resume-plan.ts";
import { messageExpiries } from "#domain/retention.ts";
import type { StepOutput } from "#domain/step-output.ts";
import { roundWakeTime, WAIT_ROUNDING } from "#domain/wake-time.ts";
import { isTransient } from "../failures.ts";
import { hold, pauseOf } from "../safety/hold-paused.ts";
import { stepModule } from "../steps/index.ts";
import type { StepOutcome } from "../steps/step-type.ts";
import { stepAsksWebhooks, webhookHold } from "./ask-webhooks.ts";
import { inOtherBranch, type OtherBranch } from "./branches.ts";
import { startBridged } from "./bridge-steps.ts";
import { bridgeHold } from "./execute-at-bridge.ts";
import { validUntil } from "./expiry.ts";
import { isNew, statusAt } from "./job-status.ts";
import type { Member, Slice } from "./slice.ts";
import type { StepDetail } from "./step-conditions.ts";

/**
 * Takes each member through its steps as far as it goes by itself: until it waits, sends, or has ended. What is to be
 * stored is collected in the members; nothing is written here. Steps from `until` on are left for later.
 */
export async function decideSlice(slice: Slice, until = slice.steps.length): Promise<void> {
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
    if (member.revision === null) addPendingJobs(slice, member);
    if (member.position >= slice.steps.length) member.dueAt = null;
  }
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
    hold(slice, member, pauseId);
    addDetails(step, member, [{ detail: DETAILS.heldByCap, status: "Pending", raw: { pauseId } }]);
  }
}

/** Leaves out the members that wait for the answer of a webhook or a bridge. */
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
    if (hold) apply(slice, step, position, member, hold);
  }
  return members.filter((_, index) => holds[index] === undefined);
}

async function executeStep(slice: Slice, step: StepRow, position: number, members: readonly Member[]): Promise<void> {
  const status = (member: Member): JobStatus => statusAt(member, position);
  const resumed = members.filter((member) => !isNew(status(member)));
  const started = members.filter((member) => isNew(status(member)));
  // What a cancelled event has begun is concluded; nothing of it begins or goes on waiting.
  const sending = slice.context.canceled ? resumed.filter((member) => status(member) === "running") : resumed;
  const went = await outcomesOf(slice, step, position, sending, "resume");
  for (const [index, member] of sending.entries()) apply(slice, step, position, member, went[index]);
  if (slice.context.canceled) {
    for (const member of members) if (isDue(slice, member, position)) cancelFrom(slice, member);
    return;
  }
  const begun = started.filter((member) => {
    const other = inOtherBranch(slice, step, member);
    if (other) apply(slice, step, position, member, filteredBy(other));
    return other === undefined;
  });
  const outcomes = await outcomesOf(slice, step, position, begun, "start");
  for (const [index, member] of begun.entries()) apply(slice, step, position, member, outcomes[index]);
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
    const endsByTime = job?.status === "delayed" && slice.steps[position]?.type !== "wait_for_event";
    const isWaiting = endsByTime && job.dueAt !== null && job.dueAt > slice.now;
    if (!isWaiting || slice.context.canceled) return true;
    member.dueAt = roundWakeTime(job.dueAt ?? slice.now, slice.now, WAIT_ROUNDING);
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

function apply(
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
        ...{ status: "delayed", started: false, dueAt: outcome.dueAt, output: outcome.output },
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
      addMessages(slice, step, position, member, outcome.messages);
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
      endJobs(slice, member, position + 1, "skipped", DETAILS.stoppedByThrottle);
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
      addMessages(slice, step, position, member, outcome.messages ?? []);
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

/** The caller has cancelled the event: nothing of the run that has not begun begins. */
function cancelFrom(slice: Slice, member: Member): void {
  cancelJobs(slice, member, member.position, DETAILS.canceledByCaller);
  member.stopReason = "canceled";
  member.dueAt = null;
}

const cancelJobs = (slice: Slice, member: Member, from: number, detail: StepDetail["detail"]): void =>
  endJobs(slice, member, from, "canceled", detail);

/** Whether a stop of the run decides about the job: not one whose send a resume repeats behind the step at which the run stands. */
const isStoppable = (status: JobStatus): boolean => !isDone(status) && status !== "running";

/** Ends the jobs of steps that do not begin, each with the reason. */
function endJobs(
  slice: Slice,
  member: Member,
  from: number,
  status: "canceled" | "skipped",
  detail: StepDetail["detail"],
): void {
  for (let position = from; position < slice.steps.length; position++) {
    const step = slice.steps[position];
    if (!step || !isStoppable(statusAt(member, position))) continue;
    addJob(step, position, member, { status, started: false, queued: false });
    addDetails(step, member, [{ detail, status: "Success" }]);
  }
}

function mergeJobs(slice: Slice, member: Member, from: number): void {
  for (let position = from; position < slice.steps.length; position++) {
    const step = slice.steps[position];
    if (step && isStoppable(statusAt(member, position)))
      addJob(step, position, member, { status: "merged", started: false, queued: position === from });
  }
}

function addPendingJobs(slice: Slice, member: Member): void {
  for (const [position, step] of slice.steps.entries()) {
    if (!member.write.jobs.has(position)) {
      addJob(step, position, member, { status: "pending", started: false, queued: false });
    }
  }
}

function jobIdAt(member: Member, { stepId }: StepRow): string {
  const known = member.jobIds.get(stepId) ?? jobIdOf(member.runId, stepId);
  member.jobIds.set(stepId, known);
  return known;
}

interface JobChange {
  status: JobStatus;
  started: boolean;
  queued?: boolean;
  providerId?: string | undefined;
  error?: string | undefined;
  /** How often what the error says has happened. */
  attempts?: number | undefined;
  output?: StepOutput | undefined;
  dueAt?: Date;
}

function addJob(step: StepRow, position: number, member: Member, change: JobChange): void {
  const stored = member.jobs.get(position);
  member.write.jobs.set(position, {
    id: jobIdAt(member, step),
    runId: member.runId,
    stepId: step.stepId,
    position,
    type: step.type,
    from: member.revision === null ? null : (stored?.status ?? "pending"),
    status: change.status,
    queued: change.queued ?? true,
    started: change.started,
    providerId: change.providerId,
    error: change.error === undefined ? undefined : { message: change.error, attempts: change.attempts },
    output: change.output,
    dueAt: change.dueAt,
  });
}

function addMessages(
  slice: Slice,
  step: StepRow,
  position: number,
  member: Member,
  messages: Extract<StepOutcome, { kind: "sending" }>["messages"],
): void {
  const jobId = jobIdAt(member, step);
  for (const [index, message] of messages.entries()) {
    member.write.messages.push({
      ...message,
      id: messageIdOf(jobId, index),
      runId: member.runId,
      jobId,
      stepId: step.stepId,
      subscriberId: member.subscriberId,
      expireAt: expiryOf(slice, position),
      validUntil: validUntil(slice, member, step) ?? undefined,
    });
    if (step.uuid) member.previousMessages.set(step.uuid, { channel: message.channel, seen: false, read: false });
  }
}

function addDeliveries(
  slice: Slice,
  step: StepRow,
  position: number,
  member: Member,
  { deliveries, completion }: Extract<StepOutcome, { kind: "sending" }>,
): void {
  const jobId = jobIdAt(member, step);
  for (const [index, { message, ...delivery }] of deliveries.entries()) {
    member.write.deliveries.push({
      ...delivery,
      id: deliveryIdOf(jobId, index),
      runId: member.runId,
      jobId,
      messageId: messageIdOf(jobId, message),
      messageExpireAt: expiryOf(slice, position),
      position,
      leaseOwner: null,
      dueAt: slice.now,
      completion,
      validUntil: validUntil(slice, member, step) ?? undefined,
      isOnly: deliveries.length === 1 && completion !== "never",
      isLast: position === slice.steps.length - 1,
    });
  }
}

function addDetails(step: StepRow, member: Member, details: readonly StepDetail[]): void {
  const jobId = jobIdAt(member, step);
  for (const { message, ...detail } of details) {
    const messageId = message === undefined ? undefined : messageIdOf(jobId, message);
    member.write.details.push({ ...detail, runId: member.runId, jobId, messageId });
  }
}

const expiries = new WeakMap<Slice, readonly Date[]>();

/** When a message of the step expires: it follows from the event, so that a repeated insert finds its own partition. */
function expiryOf(slice: Slice, position: number): Date {
  const { event, steps } = slice;
  const known = expiries.get(slice) ?? messageExpiries({ ...event, steps, now: event.createdAt });
  expiries.set(slice, known);
  return known[position] ?? event.expireAt;
}

/**
 * Decides only the first step of a member anew whose decisions cannot be stored, so that it is clear which one
 * it is about. The others are left for the next slice.
 */
export async function decideFirstStep(slice: Slice, member: Member): Promise<void> {
  reset(slice, member);
  await decideSlice({ ...slice, members: [member] }, member.readPosition + 1);
}

/** Fails the step of a member whose decision cannot be stored, with the reason. Later steps are left for the next slice. */
export async function failStep(slice: Slice, member: Member, reason: string): Promise<void> {
  reset(slice, member);
  const position = member.readPosition;
  const step = slice.steps[position];
  if (!step) return;
  apply(slice, step, position, member, {
    kind: "ended",
    status: "failed",
    started: true,
    error: DETAILS.notStored,
    details: [{ detail: DETAILS.notStored, status: "Failed", raw: { error: reason } }],
  });
  await decideSlice({ ...slice, members: [member] }, 0);
}

function reset(slice: Slice, member: Member): void {
  // One that has not started yet does not start for that.
  const start = member.waitsForHours === "start" ? {} : { dueAt: slice.now, waitsForHours: null };
  Object.assign(member, {
    ...start,
    position: member.readPosition,
    stopReason: null,
    heldBy: null,
    digestedRunId: null,
    write: emptyWrite(),
  });
}

export const emptyWrite = (): Member["write"] => ({ jobs: new Map(), messages: [], deliveries: [], details: [] });

/** Everything that is to be stored of some members. */
export function writeOf(members: readonly Member[]): SliceWrite {
  const runs = members.map(
    ({ runId, subscriberId, source, revision, position, dueAt, stopReason, digestedRunId, heldBy }): RunWrite => ({
      id: runId,
      subscriberId,
      source,
      revision,
      position,
      dueAt,
      stopReason,
      digestedRunId,
      heldBy,
    }),
  );
  return {
    runs,
    jobs: members.flatMap(({ write }) => [...write.jobs.values()]),
    messages: members.flatMap(({ write }) => write.messages),
    deliveries: members.flatMap(({ write }) => write.deliveries),
    details: members.flatMap(({ write }) => write.details),
  };
}
