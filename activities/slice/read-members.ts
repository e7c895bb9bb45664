import { runIdOf } from "#db/derived-ids.ts";
import type { CohortRow } from "#db/queries/cohorts/find-cohort.ts";
import type { EventRow } from "#db/queries/events/insert-event.ts";
import { previousMessages } from "#db/queries/messages/previous-messages.ts";
import { readSlice, type SliceRow } from "#db/queries/runs/read-slice.ts";
import type { SliceContext } from "#db/queries/runs/slice-context.ts";
import { previousStepsIn } from "#domain/conditions/conditions.ts";
import { localStartAt } from "#domain/times/local-start.ts";
import { SLICE_SIZE } from "#engine/policies.ts";
import { createMember } from "../run/create-member.ts";
import type { Member } from "../run/member.ts";
import type { PinnedEvent } from "../run/pinned-event.ts";
import { filtersOf } from "../run/step-conditions.ts";
import { addStepResults, askedInApp } from "../run/step-results.ts";
import { assumeUnseen } from "./assume-unseen.ts";
import type { EventInProgress } from "./event-in-progress.ts";
import { type JudgeDeps, judgeMembers } from "./judge-members.ts";
import { namedMembers } from "./named-members.ts";
import { withinDigests } from "./read-digests.ts";
import { contentNeeds } from "./slice-needs.ts";

/** The next members of a cohort's audience, and where the slice after them starts; null when there is none. */
export interface NewMembers {
  context: SliceContext;
  members: Member[];
  next: string | null;
  /** Customer's ids of subscribers who are in the audience, and get nothing by it. */
  excluded: string[];
  /** How many the preferences of their subscriptions leave out. */
  leftOut: number;
  /** Whether a condition of a subscription could not be judged. */
  isFaulty: boolean;
}

const NONE_LEFT_OUT = { leftOut: 0, isFaulty: false };

/** Reads the next part of the audience: first the cohort's named recipients, then its range of ids. */
export async function readNewMembers(run: EventInProgress, cohort: CohortRow, now: Date): Promise<NewMembers> {
  const { deps, event, steps } = run;
  const limit = sliceLength(run);
  const [phase, place = ""] = (cohort.cursor ?? "").split(":", 2);
  if (phase === "named") {
    const from = Number(place);
    const to = Math.min(from + limit, cohort.recipientsTo);
    const named = event.recipients?.subscribers.slice(from, to) ?? [];
    const types = steps.map(({ type }) => type);
    const { context, rows } = await namedMembers(deps, event, types, named, contentNeeds(event, steps));
    const next = to < cohort.recipientsTo ? `named:${to}` : cohort.ids ? `ids:${cohort.ids.after}` : null;
    return { context, members: newMembers(event, rows, "single", now), next, excluded: [], ...NONE_LEFT_OUT };
  }
  return readMembersById(run, cohort, { now, limit });
}

/** Members that are read at once. They wait for their turn in memory: while events for few have precedence, it is what has its turn together. */
const sliceLength = ({ deps }: EventInProgress): number => Math.min(SLICE_SIZE, deps.gate.largest());

/** Reads the next part of a cohort's range of ids; writes nothing. */
export async function readMembersById(
  { deps, event, steps }: Pick<PinnedEvent, "event" | "steps"> & { deps: JudgeDeps },
  cohort: Pick<CohortRow, "cursor" | "ids">,
  { now, limit }: { now: Date; limit: number },
): Promise<NewMembers> {
  const types = steps.map(({ type }) => type);
  const [, place = ""] = (cohort.cursor ?? "").split(":", 2);
  const { recipients } = event;
  const upTo = cohort.ids?.upTo ?? place;
  const query = { kind: "ids", after: place, upTo, recipients, limit } as const;
  const { context, rows, last } = await readSlice(deps.db, event, types, query, contentNeeds(event, steps));
  const notAgain = new Set(recipients?.subscribers.map(({ subscriberId }) => subscriberId));
  if (recipients && event.actor) notAgain.add(event.actor.subscriberId);
  const living = rows.filter(({ subscriber }) => subscriber?.deletedAt === null);
  const isExcluded = ({ subscriber }: SliceRow) => notAgain.has(subscriber?.subscriberId ?? "");
  const asked = living.filter((row) => !isExcluded(row));
  const judged = await judgeMembers(deps, event, context, asked);
  const excluded = living.flatMap((row) => (isExcluded(row) && row.subscriber ? [row.subscriber.subscriberId] : []));
  const next = rows.length < limit || last === null ? null : `ids:${last}`;
  const { isFaulty } = judged;
  const leftOut = asked.length - judged.reached.length;
  const source = recipients ? "topic" : "broadcast";
  return { context, members: newMembers(event, judged.reached, source, now), next, excluded, leftOut, isFaulty };
}

/** Runs that do not exist yet, at their first step. */
export const newMembers = (event: EventRow, rows: readonly SliceRow[], source: Member["source"], now: Date): Member[] =>
  rows.flatMap((row) =>
    row.subscriber
      ? [
          createMember(row, {
            runId: runIdOf(event.id, row.subscriber.id),
            subscriberId: row.subscriber.id,
            source,
            integrationId: null,
            revision: null,
            position: 0,
            ...startOf(event, row.subscriber.timezone, now),
            jobs: new Map(),
            deliveries: [],
          }),
        ]
      : [],
  );

/** When a new run starts: at once, or when it is time in the subscriber's zone. */
function startOf(
  { localStart }: EventRow,
  timezone: string | null,
  now: Date,
): Pick<Member, "dueAt" | "waitsForHours"> {
  if (!localStart) return { dueAt: now, waitsForHours: null };
  const dueAt = localStartAt(localStart, timezone, now);
  return { dueAt, waitsForHours: dueAt > now ? "start" : null };
}

interface DueMembers {
  context: SliceContext;
  members: Member[];
  isFull: boolean;
  /** Characters of what their digests have collected, which is not read yet. */
  digestSize: number;
}

/** Reads runs of a cohort that are due: up to a slice of them, and no more than whose digests can be in memory together. */
export async function readDueRuns(run: EventInProgress, cohort: CohortRow, now: Date): Promise<DueMembers> {
  const { deps, event, steps } = run;
  const types = steps.map(({ type }) => type);
  const limit = sliceLength(run);
  const query = { kind: "due", cohortId: cohort.id, now, limit } as const;
  const { context, rows } = await readSlice(deps.db, event, types, query, contentNeeds(event, steps));
  const { members, digestSize } = await withinDigests(
    run,
    rows.flatMap((row) => dueMember(row, now)),
  );
  await addPreviousMessages(run, members);
  await addStepResults(run, members);
  return { context, members, isFull: members.length < rows.length || rows.length === limit, digestSize };
}

function dueMember(row: SliceRow, now: Date): Member[] {
  if (!row.run) return [];
  const { id: runId, subscriberId, source, integrationId, revision, position, deliveries } = row.run;
  const jobs = row.run.jobs.map(({ position, status, dueAt, error }) => {
    return [position, { status, error, dueAt: dueAt === null ? null : new Date(dueAt) }] as const;
  });
  const stored = { runId, subscriberId, source, integrationId, revision, position, deliveries, jobs: new Map(jobs) };
  return [createMember(row, { ...stored, dueAt: now, waitsForHours: null })];
}

/** Looks up what became of messages of earlier steps, if a condition asks. */
async function addPreviousMessages({ deps, event, steps }: EventInProgress, members: readonly Member[]): Promise<void> {
  const filters = steps.flatMap(filtersOf);
  const asked = new Set([...previousStepsIn(filters), ...askedInApp(steps)]);
  const earlier = steps.filter(({ uuid }) => uuid !== null && asked.has(uuid));
  if (earlier.length === 0 || members.length === 0) return;
  const runIds = members.map(({ runId }) => runId);
  if (event.testMode?.dryRun) {
    await assumeUnseen(deps, event, members, earlier);
    return;
  }
  const found = await previousMessages(deps.db, event, runIds, earlier);
  for (const member of members) {
    for (const [uuid, message] of found.get(member.runId) ?? []) member.previousMessages.set(uuid, message);
  }
}
