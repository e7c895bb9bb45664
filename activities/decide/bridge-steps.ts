import { DETAILS } from "#contract/constants/details.ts";
import { DAY } from "#contract/constants/values/times.ts";
import type { StepMetadata } from "#contract/workflows/step-metadata.ts";
import type { StepRow } from "#db/queries/workflows/workflow-steps.ts";
import { delayUntil } from "#domain/times/delay.ts";
import { digestUntil } from "#domain/times/digest-length.ts";
import { BridgeError } from "#providers/bridge/bridge-error.ts";
import { attemptOf, failureForDetail, isExecutedAtBridge, retryDetail } from "../ahead/execute-at-bridge.ts";
import { type BridgedStep, readAnswer } from "../run/bridge-answers.ts";
import type { Member } from "../run/member.ts";
import type { Slice } from "../run/slice.ts";
import type { StepDetail } from "../run/step-conditions.ts";
import type { StepBatch, StepOutcome } from "../run/step-type.ts";
import { askedKey } from "../run/webhook-answers.ts";

/**
 * Starts a step that was executed at its bridge: what its code returned takes the place of what other workflows store, and
 * `start` goes on with that. Outcomes come one per member, in their order.
 */
export async function startBridged(
  batch: StepBatch,
  start: (batch: StepBatch) => Promise<StepOutcome[]>,
): Promise<StepOutcome[]> {
  const { slice, step, position } = batch;
  const outcomes = new Map<Member, StepOutcome>();
  const groups = new Map<string, { step: StepRow; members: Member[]; read: BridgedStep | undefined }>();
  for (const member of batch.members) {
    const decided = isExecutedAtBridge(slice, step, member) ? decide(slice, step, position, member) : undefined;
    if (decided && "outcome" in decided) {
      outcomes.set(member, decided.outcome);
      continue;
    }
    // Members of one length wait together. Those without an answer fail by what they lack, before their step would count.
    const metadata = decided?.read.kind === "wait" ? decided.read.metadata : step.metadata;
    const key = JSON.stringify([decided !== undefined, metadata]);
    const group = groups.get(key) ?? { step: { ...step, metadata }, members: [], read: decided?.read };
    group.members.push(member);
    groups.set(key, group);
  }
  for (const group of groups.values()) {
    const started = await start({ ...batch, step: group.step, members: group.members });
    for (const [index, member] of group.members.entries()) {
      outcomes.set(member, withAnswer(slice, member, group.read, started[index] ?? { kind: "open" }));
    }
  }
  return batch.members.map((member) => outcomes.get(member) ?? { kind: "open" });
}

function decide(
  slice: Slice,
  step: StepRow,
  position: number,
  member: Member,
): { outcome: StepOutcome } | { read: BridgedStep } {
  const result = slice.bridged.get(askedKey(slice, member));
  if (!result || "retryInMs" in result) return { outcome: { kind: "held", wakeAt: slice.now, details: [] } };
  if ("failed" in result) return { outcome: failed(result.failed, attemptOf(member, position), result.url) };
  const { answer } = result;
  if (answer.options?.skip) return { outcome: skipped(step, answer.metadata) };
  const read = readAnswer(step.type, answer);
  if ("error" in read) {
    const error = new BridgeError(`The bridge's answer does not fit a step of type ${step.type}: ${read.error}`, {
      code: "BRIDGE_PARSE_ERROR",
    });
    return { outcome: failed(error, attemptOf(member, position), result.url) };
  }
  const tooLong = read.kind === "wait" ? outlivesRun(slice, step, read.metadata) : undefined;
  return tooLong ? { outcome: tooLong } : { read };
}

function failed(error: BridgeError, attempt: number, url: string | undefined): StepOutcome {
  const raw = failureForDetail(error, attempt, url);
  const last: StepDetail = { detail: DETAILS.bridgeFailed, status: "Failed", raw };
  const isAnswered = error.status !== undefined && error.status >= 400;
  const details = isAnswered ? [retryDetail(error, attempt, url), last] : [last];
  return { kind: "ended", status: "failed", started: false, error: error.message, details };
}

const answered = (metadata: unknown): StepDetail => ({
  detail: DETAILS.bridgeAnswered,
  status: "Pending",
  raw: metadata ?? {},
});

/** Neither conditions nor preferences count for a step that its code skips. A digest is skipped as by its conditions. */
function skipped({ type }: StepRow, metadata: unknown): StepOutcome {
  const raw = { filter: { conditions: [], passed: true }, skip: true };
  return {
    kind: "ended",
    status: type === "digest" ? "skipped" : "canceled",
    started: false,
    details: [answered(metadata), { detail: DETAILS.stepFiltered, status: "Success", raw }],
  };
}

/** A run is kept for a month where its waits cannot be foretold, and must not wait beyond that. */
function outlivesRun({ event, now }: Slice, { type }: StepRow, metadata: StepMetadata): StepOutcome | undefined {
  const { payload, overrides } = event;
  const length =
    type === "delay" ? delayUntil({ metadata, payload, overrides, now }) : digestUntil({ metadata, overrides, now });
  const latest = event.expireAt.getTime() - DAY;
  if ("error" in length || length.dueAt.getTime() <= latest) return undefined;
  const error = `The step would wait until ${length.dueAt.toISOString()}, but its run is kept until ${event.expireAt.toISOString()}: let its code return a shorter wait`;
  if (type === "delay") {
    return {
      kind: "stopped",
      error,
      details: [{ detail: DETAILS.invalidDelay, status: "Failed", raw: { error } }],
    };
  }
  const details: StepDetail[] = [{ detail: DETAILS.digestInvalid, status: "Failed", raw: { error } }];
  return { kind: "ended", status: "failed", started: true, error, details };
}

/** The history says first what the bridge answered; what no message holds of it is stored with the job. */
function withAnswer(slice: Slice, member: Member, read: BridgedStep | undefined, outcome: StepOutcome): StepOutcome {
  const result = slice.bridged.get(askedKey(slice, member));
  if (!read || !result || !("answer" in result) || outcome.kind === "open") return outcome;
  const details = [answered(result.answer.metadata), ...outcome.details];
  if (read.kind === "message" || (outcome.kind !== "ended" && outcome.kind !== "waiting"))
    return { ...outcome, details };
  // Members of a group share the length of their wait, but not what custom code returned.
  const own = read.kind === "custom" ? result.answer.outputs : read.outputs;
  return { ...outcome, details, output: own };
}
