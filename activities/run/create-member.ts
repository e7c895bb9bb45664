import type { SliceRow } from "#db/queries/runs/read-slice.ts";
import type { Member } from "./member.ts";
import { subscriberView } from "./template-views.ts";

/** The run that a member stands for, as it is stored, or new. */
type RunOfMember = Pick<
  Member,
  | "runId"
  | "subscriberId"
  | "source"
  | "integrationId"
  | "revision"
  | "position"
  | "dueAt"
  | "waitsForHours"
  | "jobs"
  | "deliveries"
>;

/** Of a subscriber who was deleted: the step finds that nobody is there. */
const NO_HOURS = { hours: null, timezone: null };

/** Each property by its name: put together of others by spreads, members were what a broadcast spent most time on. */
export const createMember = ({ subscriber, layers, pauseId }: SliceRow, run: RunOfMember): Member => ({
  runId: run.runId,
  subscriberId: run.subscriberId,
  subscriber: subscriber && subscriberView(subscriber),
  hoursOwner: subscriber ?? NO_HOURS,
  entries: subscriber?.channels ?? [],
  layers,
  pauseId,
  heldBy: null,
  source: run.source,
  integrationId: run.integrationId,
  revision: run.revision,
  position: run.position,
  readPosition: run.position,
  dueAt: run.dueAt,
  waitsForHours: run.waitsForHours,
  stopReason: null,
  digestedRunId: null,
  digest: null,
  digestStepId: null,
  digestTimes: null,
  results: new Map(),
  jobs: run.jobs,
  deliveries: run.deliveries,
  jobIds: new Map(),
  previousMessages: new Map(),
  write: emptyWrite(),
});

/** Takes back what was decided about a member. */
export function resetMember(member: Member, now: Date): void {
  // One that has not started yet does not start for that.
  if (member.waitsForHours !== "start") Object.assign(member, { dueAt: now, waitsForHours: null });
  const undecided = { heldBy: null, stopReason: null, digestedRunId: null, write: emptyWrite() };
  Object.assign(member, { position: member.readPosition, ...undecided });
}

export const emptyWrite = (): Member["write"] => ({ jobs: new Map(), messages: [], deliveries: [], details: [] });
