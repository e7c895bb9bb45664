import { isChannel } from "#contract/constants/channels.ts";
import { DETAILS, deferredUntil } from "#contract/constants/details.ts";
import { HOURS_CHANNELS } from "#contract/constants/values/hours.ts";
import { DAY } from "#contract/constants/values/times.ts";
import { jobIdOf } from "#db/derived-ids.ts";
import type { Joined } from "#db/queries/digests/join-windows.ts";
import { openingAt } from "#domain/times/subscriber-hours.ts";
import { digestVariables, eventsForDetail } from "../run/digest-variables.ts";
import { hoursSkipped } from "../run/left-out.ts";
import type { Member } from "../run/member.ts";
import type { StepDetail } from "../run/step-conditions.ts";
import type { StepBatch, StepOutcome } from "../run/step-type.ts";
import { windowText } from "./key-text.ts";

/** A run is kept for so long after the hours open, at least, so that its rows outlive the message. */
const KEPT_AFTER_MS = DAY;

/** Members whose step is decided by the subscriber's hours, and details for those whose message is sent now. */
export interface HeldForHours {
  held: ReadonlyMap<Member, StepOutcome>;
  details: ReadonlyMap<Member, StepDetail>;
}

/**
 * Holds back what would reach subscribers outside their hours: until they open, merged with other events of the step, or for
 * good, as the step says. Asked again when the hours open: a run whose events others have joined collects them then. Critical
 * workflows wait for nobody.
 */
export async function holdForHours(batch: StepBatch): Promise<HeldForHours> {
  const { step } = batch;
  if (!HOURS_CHANNELS.some((channel) => channel === step.type)) return { held: new Map(), details: new Map() };
  const outside = membersOutside(batch);
  const { testMode } = batch.slice.event;
  if (testMode?.skipDelays && step.outsideHours !== "drop") {
    const skipped = [...outside].map(([member, opensAt]) => [member, hoursSkipped(opensAt)] as const);
    return { held: new Map(), details: new Map(skipped) };
  }
  // A dry run waits by itself: the windows are those of real runs.
  if (step.outsideHours === "merge" && !testMode?.dryRun) return holdMerged(batch, outside);
  const held = new Map<Member, StepOutcome>();
  for (const [member, opensAt] of outside) {
    held.set(member, step.outsideHours === "drop" ? dropped() : deferred(batch, member, opensAt));
  }
  return { held, details: new Map() };
}

/** When the hours of members open that are closed now; null for those that do not open in time. */
function membersOutside({ slice, step, members }: StepBatch): Map<Member, Date | null> {
  const outside = new Map<Member, Date | null>();
  if (slice.context.workflow.critical || !isChannel(step.type)) return outside;
  const last = slice.event.expireAt.getTime() - KEPT_AFTER_MS;
  for (const member of members) {
    const opening = openingAt(member.hoursOwner, step.type, slice.now);
    if (opening.isOpen) continue;
    outside.set(member, opening.opensAt && opening.opensAt.getTime() <= last ? opening.opensAt : null);
  }
  return outside;
}

/**
 * The step's window (docs/decisions/022-quiet-hours.md) takes in the runs that are outside. What was decided about a run before
 * counts, also when an attempt has died since.
 */
async function holdMerged(batch: StepBatch, outside: ReadonlyMap<Member, Date | null>): Promise<HeldForHours> {
  const { slice, step, members } = batch;
  const { stepId } = step;
  const runIds = members.map(({ runId }) => runId);
  const joined = new Map(members.length > 0 ? await slice.store.findJoined(stepId, runIds) : []);
  const held = new Map<Member, StepOutcome>();
  const joining: Member[] = [];
  const waiting: Member[] = [];
  const collecting: Member[] = [];
  const abandoned: Member[] = [];
  for (const member of members) {
    const decision = joined.get(member.runId)?.decision;
    const opensAt = outside.get(member);
    if (decision === "merged") continue;
    if (opensAt === null) abandoned.push(member);
    else if (opensAt) (decision === "created" ? waiting : joining).push(member);
    else if (decision === "created") collecting.push(member);
  }
  for (const [runId, decided] of await join(batch, joining, outside)) joined.set(runId, decided);
  const moved = waiting.map((member) => ({ runId: member.runId, closesAt: outside.get(member) ?? slice.now }));
  await slice.store.moveWindows(stepId, moved);
  for (const member of [...joining, ...waiting, ...abandoned]) {
    held.set(member, deferred(batch, member, outside.get(member) ?? null));
  }
  for (const member of members) {
    const decided = joined.get(member.runId);
    if (decided?.decision === "merged") held.set(member, merged(decided.masterRunId, stepId));
  }
  const left = abandoned.filter(({ runId }) => joined.has(runId));
  return { held, details: await collect(batch, [...collecting, ...left], left) };
}

async function join(
  { slice, step, position }: StepBatch,
  members: readonly Member[],
  outside: ReadonlyMap<Member, Date | null>,
): Promise<ReadonlyMap<string, Joined>> {
  if (members.length === 0) return new Map();
  const { event, now } = slice;
  const runs = members.map((member) => {
    const { runId, subscriberId } = member;
    return { runId, subscriberId, closesAt: outside.get(member) ?? now };
  });
  const joining = { event, stepId: step.stepId, position, digestValue: windowText(undefined, event), now };
  return slice.store.joinWindows(joining, runs);
}

/** Closes the windows of runs that go on, and gives each the events that have joined it. Events of `abandoned` ones are lost. */
async function collect(
  { slice, step }: StepBatch,
  masters: readonly Member[],
  abandoned: readonly Member[],
): Promise<Map<Member, StepDetail>> {
  const details = new Map<Member, StepDetail>();
  if (masters.length === 0) return details;
  const runIds = masters.map(({ runId }) => runId);
  await slice.store.closeWindows(step.stepId, { runIds, discarded: abandoned.map(({ runId }) => runId) });
  const collected = await slice.store.digestEvents(runIds, step.stepId);
  for (const member of masters) {
    const found = collected.get(member.runId);
    if (!found) continue;
    member.digest = digestVariables(found);
    member.digestStepId = step.stepId;
    details.set(member, { detail: DETAILS.digestTriggered, status: "Success", raw: eventsForDetail(found) });
  }
  return details;
}

function deferred({ slice, step }: StepBatch, { hoursOwner }: Member, opensAt: Date | null): StepOutcome {
  if (opensAt === null || !isChannel(step.type)) return leftOut(DETAILS.hoursNotOpening);
  const raw = {
    until: opensAt.toISOString(),
    delay: opensAt.getTime() - slice.now.getTime(),
    timezone: hoursOwner.timezone ?? "UTC",
    channel: step.type,
  };
  return {
    kind: "waiting",
    dueAt: opensAt,
    // Not rounded: hours open at few moments, which all subscribers of a zone share.
    wakeAt: opensAt,
    forHours: step.type,
    details: [{ detail: deferredUntil(opensAt), status: "Pending", raw }],
  };
}

const dropped = (): StepOutcome => leftOut(DETAILS.outsideHours);

const leftOut = (detail: StepDetail["detail"]): StepOutcome => ({
  kind: "ended",
  status: "canceled",
  started: false,
  details: [{ detail, status: "Success" }],
});

function merged(masterRunId: string, stepId: string): StepOutcome {
  const raw = { masterRunId, masterJobId: jobIdOf(masterRunId, stepId) };
  return {
    kind: "merged",
    into: masterRunId,
    details: [{ detail: DETAILS.mergedUntilOpening, status: "Success", raw }],
  };
}
