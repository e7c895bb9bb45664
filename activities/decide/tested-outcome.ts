import { DETAILS } from "#contract/constants/details.ts";
import type { MessageWrite } from "#db/queries/runs/slice-write.ts";
import type { StepRow } from "#db/queries/workflows/workflow-steps.ts";
import { wouldBeSent } from "../run/dry-message.ts";
import { codeLeftOut } from "../run/left-out.ts";
import type { Member } from "../run/member.ts";
import type { Slice } from "../run/slice.ts";
import type { StepDetail } from "../run/step-conditions.ts";
import type { StepDelivery, StepOutcome } from "../run/step-type.ts";

/**
 * The outcome of a step as a test has it: in a dry run nothing is sent and no message stored, and where delays are skipped
 * nothing waits. Outcomes of real events are returned unchanged.
 */
export function testedOutcome(slice: Slice, step: StepRow, member: Member, outcome: StepOutcome): StepOutcome {
  const { testMode } = slice.event;
  if (!testMode) return outcome;
  const tested = testMode.dryRun ? dryOutcome(slice, step, member, outcome) : outcome;
  return testMode.skipDelays ? withoutWait(slice, step, tested) : tested;
}

/** Of a step that sends: nothing is sent and no message stored, and the history has the content. */
export function dryOutcome(slice: Slice, step: StepRow, member: Member, outcome: StepOutcome): StepOutcome {
  if (outcome.kind === "sending") {
    const { providerId, messages, deliveries, completion } = outcome;
    const details = dryDetails(slice, outcome.details, messages, deliveries);
    noteUnseen(step, member, messages);
    // A destination has failed, by which the job fails although the others are sent.
    const failed = completion === "never" ? outcome.details.find(({ status }) => status === "Failed") : undefined;
    const ended = { kind: "ended", started: true, providerId, details } as const;
    return failed ? { ...ended, status: "failed", error: failed.detail } : { ...ended, status: "completed" };
  }
  if (outcome.kind !== "ended") return outcome;
  const { messages = [], ...ended } = outcome;
  if (step.type === "custom" && outcome.status === "completed") return codeLeftOut();
  if (outcome.status === "completed") noteUnseen(step, member, messages);
  return { ...ended, details: dryDetails(slice, outcome.details, messages, []) };
}

/** A condition of a later step finds a message that was sent and that nobody has seen. */
function noteUnseen({ uuid }: StepRow, { previousMessages }: Member, messages: readonly MessageWrite[]): void {
  const first = messages.find(({ status }) => status === "sent");
  if (uuid !== null && first) previousMessages.set(uuid, { channel: first.channel, seen: false, read: false });
}

/** Says of each message that it would be sent, in place of what a real run says when it is. */
function dryDetails(
  slice: Slice,
  details: readonly StepDetail[],
  messages: readonly MessageWrite[],
  deliveries: readonly StepDelivery[],
): StepDetail[] {
  const decided = details.flatMap(({ messageId: _none, ...detail }): StepDetail[] => {
    if (isOfSending(detail.detail)) return [];
    if (detail.detail === DETAILS.workflowTriggered) return [{ ...detail, detail: DETAILS.wouldStartWorkflow }];
    return [detail];
  });
  const sent = messages.flatMap((message) => {
    const delivery = deliveries.find(({ messageId }) => messageId === message.id);
    return message.status === "sent" ? [wouldBeSent(slice, message, delivery)] : [];
  });
  return [...decided, ...sent];
}

const isOfSending = (detail: string): boolean =>
  [DETAILS.messageCreated, DETAILS.messageSent].some((text) => detail === text || detail.startsWith(`${text}: `));

const BEGINNINGS: readonly string[] = [DETAILS.stepDelayed, DETAILS.stepDigested, DETAILS.waitStarted];

function withoutWait({ now }: Slice, step: StepRow, outcome: StepOutcome): StepOutcome {
  if (outcome.kind === "waiting") {
    const others = outcome.details.filter(({ detail }) => !BEGINNINGS.includes(detail));
    return { ...outcome, dueAt: now, wakeAt: now, details: [...others, skipped(outcome.dueAt, now)] };
  }
  if (outcome.kind !== "ended" || step.type !== "throttle") return outcome;
  const details = outcome.details.map((detail) =>
    detail.detail === DETAILS.throttlePassed ? { ...detail, detail: DETAILS.throttleSkipped } : detail,
  );
  return { ...outcome, details };
}

const skipped = (until: Date, now: Date): StepDetail => ({
  detail: DETAILS.waitSkipped,
  status: "Success",
  raw: { until: until.toISOString(), delay: Math.max(until.getTime() - now.getTime(), 0) },
});
