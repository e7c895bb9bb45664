import { type DigestEvents, readDigestEvents, readDigestSizes } from "#db/queries/digests/digest-events.ts";
import type { StepVariables } from "#domain/templates/context.ts";
import { collects, hasDigest } from "../settle-digests.ts";
import { readOwnEvents } from "../test-runs/own-events.ts";
import type { Member, Run } from "./slice.ts";

/** Payloads of one digest that templates get, in characters of their JSON text; rendering takes little more in all. */
export const DIGEST_EVENTS_MAX = 3_000_000;
/** Payloads of all digests of a slice, likewise: those of two runs with the most that there may be. */
const SLICE_EVENTS_MAX = 2 * DIGEST_EVENTS_MAX;
/** Longest list of events that is repeated in an execution detail. */
const DETAIL_MAX = 4_000;

/** The events of a digest as templates see them. */
export const digestVariables = ({ events, total }: DigestEvents): StepVariables => ({
  digest: total > 0,
  events,
  total_count: total,
});

/** The same for the execution detail, without payloads that would make it long. */
export function eventsForDetail(found: DigestEvents | undefined): object {
  const { events, total } = found ?? { events: [], total: 0 };
  const left = total - events.length;
  const isShort = JSON.stringify(events).length <= DETAIL_MAX;
  return { ...(isShort ? { events } : {}), total_count: total, ...(left > 0 && { leftOut: left }) };
}

/** Leaves those members for the next slice whose digests would be too much in memory beside those of the others. */
export async function withinDigests(
  { deps, event, steps }: Pick<Run, "deps" | "event" | "steps">,
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
  { deps, event, steps }: Pick<Run, "deps" | "event" | "steps">,
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
