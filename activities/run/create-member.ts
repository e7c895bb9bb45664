import type { SliceRow } from "#db/queries/runs/read-slice.ts";
import type { Member } from "./member.ts";
import { subscriberView } from "./template-views.ts";

/** The run that a member stands for, as it is stored, or new. */
type RunOfMember = Pick<
  Member,
  "runId" | "subscriberId" | "source" | "revision" | "position" | "dueAt" | "waitsForHours" | "jobs" | "deliveries"
>;

/** Of a subscriber who was deleted: the step finds that nobody is there. */
const NO_HOURS = { hours: null, timezone: null };

export const createMember = ({ subscriber, layers, pauseId }: SliceRow, run: RunOfMember): Member => ({
  ...run,
  subscriber: subscriber && subscriberView(subscriber),
  hoursOwner: subscriber ?? NO_HOURS,
  entries: subscriber?.channels ?? [],
  layers,
  pauseId,
  readPosition: run.position,
  digest: null,
  digestStepId: null,
  digestTimes: null,
  results: new Map(),
  previousMessages: new Map(),
  jobIds: new Map(),
  ...undecided(),
});

/** Takes back what was decided about a member. */
export function resetMember(member: Member, now: Date): void {
  // One that has not started yet does not start for that.
  if (member.waitsForHours !== "start") Object.assign(member, { dueAt: now, waitsForHours: null });
  Object.assign(member, { position: member.readPosition, ...undecided() });
}

const undecided = (): Pick<Member, "heldBy" | "stopReason" | "digestedRunId" | "write"> => ({
  heldBy: null,
  stopReason: null,
  digestedRunId: null,
  write: emptyWrite(),
});

export const emptyWrite = (): Member["write"] => ({ jobs: new Map(), messages: [], deliveries: [], details: [] });
