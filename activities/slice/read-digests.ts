import { readDigestEvents, readDigestSizes } from "#db/queries/digests/digest-events.ts";
import type { StepRow } from "#db/queries/workflows/workflow-steps.ts";
import { DIGEST_EVENTS_MAX, digestVariables } from "../run/digest-variables.ts";
import type { Member } from "../run/member.ts";
import { readOwnEvents } from "../run/own-events.ts";
import type { EventInProgress } from "./event-in-progress.ts";

/** Whether the step may let one run go on with the events of several. */
const collects = ({ type, outsideHours }: StepRow): boolean => type === "digest" || outsideHours === "merge";

export const hasDigest = (steps: readonly StepRow[]): boolean => steps.some(collects);

/** Payloads of all digests of a slice, likewise: those of two runs with the most that there may be. */
const SLICE_EVENTS_MAX = 2 * DIGEST_EVENTS_MAX;

/** Leaves those members for the next slice whose digests would be too much in memory beside those of the others. */
export async function withinDigests(
  { deps, event, steps }: EventInProgress,
  members: Member[],
): Promise<{ members: Member[]; digestSize: number }> {
  // A test sees its own event alone, which is in memory anyway.
  if (members.length === 0 || event.testMode || !hasDigest(steps)) return { members, digestSize: 0 };
  const runIds = members.map(({ runId }) => runId);
  const sizes = await readDigestSizes(deps.db, runIds, DIGEST_EVENTS_MAX);
  let digestSize = 0;
  const tooMuch = members.findIndex(({ runId }, index) => {
    const size = sizes.get(runId) ?? 0;
    const isTooMuch = index > 0 && digestSize + size > SLICE_EVENTS_MAX;
    if (!isTooMuch) digestSize += size;
    return isTooMuch;
  });
  return { members: tooMuch === -1 ? members : members.slice(0, tooMuch), digestSize };
}

/**
 * Looks up what the last step that collects events collected for each run, for the steps that follow. A digest without events
 * counts; a message that did not wait for the subscriber's hours leaves the events of the step before it.
 */
export async function addDigestVariables(
  { deps, event, steps }: EventInProgress,
  members: readonly Member[],
): Promise<void> {
  let open = [...members];
  for (const [position, step] of [...steps.entries()].reverse()) {
    if (!collects(step)) continue;
    const passed = open.filter(({ readPosition }) => readPosition > position);
    if (passed.length === 0) continue;
    const runIds = passed.map(({ runId }) => runId);
    const found = event.testMode
      ? await readOwnEvents(deps, event, passed, step.stepId)
      : await readDigestEvents(deps.db, runIds, step.stepId, DIGEST_EVENTS_MAX);
    const settled = new Set<Member>();
    for (const member of passed) {
      const events = found.get(member.runId);
      if (events) {
        Object.assign(member, { digest: digestVariables(events), digestStepId: step.stepId, digestTimes: events });
      }
      if (events || step.type === "digest") settled.add(member);
    }
    open = open.filter((member) => !settled.has(member));
  }
}
