import type { JobStatus } from "#contract/constants/statuses.ts";
import { deliveryIdOf, jobIdOf, messageIdOf } from "#db/derived-ids.ts";
import type { MessageWrite, RunWrite, SliceWrite } from "#db/queries/runs/slice-write.ts";
import type { StepRow } from "#db/queries/workflows/workflow-steps.ts";
import type { StepOutput } from "#domain/steps/step-output.ts";
import { messageExpiries } from "#domain/times/retention.ts";
import { validUntil } from "./expiry.ts";
import type { Member } from "./member.ts";
import type { Slice } from "./slice.ts";
import type { StepDetail } from "./step-conditions.ts";
import type { StepBatch, StepOutcome } from "./step-type.ts";

// What is to be stored of a member is collected with it, step by step.

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

export function addJob(step: StepRow, position: number, member: Member, change: JobChange): void {
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

/** Returns the fields of a message that follow from its step and member, and from its index among those of the step. */
export function messagePlace(
  { slice, step, position, member }: Omit<StepBatch, "members"> & { member: Member },
  index: number,
) {
  const jobId = jobIdAt(member, step);
  return {
    id: messageIdOf(jobId, index),
    runId: member.runId,
    jobId,
    stepId: step.stepId,
    subscriberId: member.subscriberId,
    expireAt: expiryOf(slice, position),
    validUntil: validUntil(slice, member, step) ?? undefined,
  };
}

export function addMessages(step: StepRow, member: Member, messages: readonly MessageWrite[]): void {
  for (const message of messages) {
    member.write.messages.push(message);
    if (step.uuid) member.previousMessages.set(step.uuid, { channel: message.channel, seen: false, read: false });
  }
}

export function addDeliveries(
  slice: Slice,
  step: StepRow,
  position: number,
  member: Member,
  { deliveries, completion }: Extract<StepOutcome, { kind: "sending" }>,
): void {
  const jobId = jobIdAt(member, step);
  for (const [index, delivery] of deliveries.entries()) {
    member.write.deliveries.push({
      ...delivery,
      id: deliveryIdOf(jobId, index),
      runId: member.runId,
      jobId,
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

export function addDetails(step: StepRow, member: Member, details: readonly StepDetail[]): void {
  const jobId = jobIdAt(member, step);
  for (const detail of details) member.write.details.push({ ...detail, runId: member.runId, jobId });
}

const expiries = new WeakMap<Slice, readonly Date[]>();

/** When a message of the step expires: it follows from the event, so that a repeated insert finds its own partition. */
function expiryOf(slice: Slice, position: number): Date {
  const { event, steps } = slice;
  const known = expiries.get(slice) ?? messageExpiries({ ...event, steps, now: event.createdAt });
  expiries.set(slice, known);
  return known[position] ?? event.expireAt;
}

/** Steps of a new run that it has not come to. */
export function addPendingJobs(slice: Slice, member: Member): void {
  for (const [position, step] of slice.steps.entries()) {
    if (!member.write.jobs.has(position)) {
      addJob(step, position, member, { status: "pending", started: false, queued: false });
    }
  }
}
