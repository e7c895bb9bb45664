import { isDeepStrictEqual } from "node:util";
import type { CohortRow } from "#db/queries/cohorts/find-cohort.ts";
import { leaveWindows } from "#db/queries/digests/settle-windows.ts";
import { noteEventProblems } from "#db/queries/events/event-problems.ts";
import type { EndedRun, StoreOptions } from "#db/queries/runs/slice-write.ts";
import { type StoredSlice, storeSlice } from "#db/queries/runs/store-slice.ts";
import { lockHours } from "#db/queries/subscribers/lock-hours.ts";
import { classifySqlFailure, describeSqlFailure, sqlStateOf } from "#db/sql-failure.ts";
import { type HotTransaction, inHotTransaction } from "#db/transaction.ts";
import { severityOf } from "#domain/overrides.ts";
import { localStartAt } from "#domain/times/local-start.ts";
import { type HoursOwner, openingAt } from "#domain/times/subscriber-hours.ts";
import { decideFirstStep, failStep } from "../decide/decide-slice.ts";
import type { Member } from "../run/member.ts";
import { writeOf } from "../run/member-writes.ts";
import type { StoringSlice } from "./event-in-progress.ts";
import { settle } from "./settle-digests.ts";

interface Storing {
  cohort: CohortRow;
  cursor?: StoreOptions["cursor"];
  /** When the cohort is due next, should this slice be its first. */
  dueAt: Date | null;
  /** The part of the only member that Postgres has refused, besides all that was decided for it. */
  refused?: "first step" | "failed step";
}

/** Members that fail together at most, because their statements take too long while those of others do not. */
const MOST_SLOW = 4;
const QUERY_CANCELED = "57014";

/**
 * Stores a slice. When Postgres refuses its data, or takes too long, the slice is halved until the member is found that it is about; that
 * member's step fails with the reason, its later steps follow in the next slice, and everybody else is stored.
 */
export async function storeMembers(
  slice: StoringSlice,
  members: readonly Member[],
  storing: Storing,
): Promise<StoredSlice> {
  try {
    return await store(slice, members, storing);
  } catch (error) {
    const isSlow = sqlStateOf(error) === QUERY_CANCELED;
    if (!isSlow && classifySqlFailure(error) !== "data") throw error;
    const [only, another] = members;
    if (isSlow && another) return storeSlow(slice, members, storing);
    if (isSlow) throw error;
    if (only && !another) return storeFailed(slice, only, storing, error);
    const [first, second] = halvesOf(members);
    // The cursor moves with the last part: until then a repeated slice finds what the other parts have stored.
    const { cohort, dueAt } = storing;
    return together(await storeMembers(slice, first, { cohort, dueAt }), await storeMembers(slice, second, storing));
  }
}

/**
 * Stores halves of a slice whose statement took too long. Who takes too long even alone fails, as long as others can be stored: where
 * nobody can, it is Postgres that is slow, and the slice is repeated as a whole.
 */
async function storeSlow(slice: StoringSlice, members: readonly Member[], storing: Storing): Promise<StoredSlice> {
  const { cohort, dueAt } = storing;
  const stored: StoredSlice[] = [];
  const slow: { members: readonly Member[]; error: unknown }[] = [];
  for (const half of halvesOf(members)) {
    try {
      stored.push(await storeMembers(slice, half, { cohort, dueAt }));
    } catch (error) {
      if (sqlStateOf(error) !== QUERY_CANCELED) throw error;
      slow.push({ members: half, error });
    }
  }
  for (const { members: left, error } of slow) {
    if (stored.length === 0 || left.length > MOST_SLOW) throw error;
    for (const member of left) {
      stored.push(await storeFailed(slice, member, { cohort, dueAt, refused: "first step" }, error));
    }
  }
  return together(...stored, await storeMembers(slice, [], storing));
}

function halvesOf(members: readonly Member[]): [Member[], Member[]] {
  const half = Math.ceil(members.length / 2);
  return [members.slice(0, half), members.slice(half)];
}

const together = (...parts: StoredSlice[]): StoredSlice => ({
  claimed: new Set(parts.flatMap(({ claimed }) => [...claimed])),
  isFirst: false,
  wokenCohortIds: parts.flatMap(({ wokenCohortIds }) => wokenCohortIds),
  isStored: parts.every(({ isStored }) => isStored),
  hasWebhooks: parts.some(({ hasWebhooks }) => hasWebhooks),
});

function store(slice: StoringSlice, members: readonly Member[], storing: Storing): Promise<StoredSlice> {
  const { db } = slice.deps;
  const write = (pool: Parameters<typeof storeSlice>[0]) =>
    storeSlice(pool, {
      ...storing,
      event: slice.event,
      write: writeOf(members),
      ended: slice.event.testMode?.dryRun ? [] : members.flatMap((member) => endOf(slice, member)),
      canceled: slice.context.canceled,
      isAwaited: slice.context.isAwaited,
      templateIdentifier: slice.context.workflow.identifier,
      tags: slice.context.workflow.tags,
      severity: severityOf(slice.event.overrides, slice.context.workflow),
      now: slice.now,
    });
  const waiting = members.filter(({ waitsForHours }) => waitsForHours !== null);
  if (waiting.length === 0) return write(db);
  // Hours that are changed meanwhile are either seen here, or change after these runs are stored, and move them then.
  return inHotTransaction(db, async (sql) => {
    await refreshHours(sql, slice, waiting);
    return write({ $hot: sql });
  });
}

/** The end of a run that the slice takes to it; nothing of one that goes on, or whose end says nothing about its steps. */
function endOf({ steps }: StoringSlice, { runId, position, dueAt, stopReason, jobs, write }: Member): EndedRun[] {
  const isThrough = stopReason === null && dueAt === null && position >= steps.length;
  if (!isThrough && stopReason !== "step_failed" && stopReason !== "throttled") return [];
  const statuses = steps.map((_, index) => (write.jobs.get(index) ?? jobs.get(index))?.status);
  return [{ runId, isFailed: statuses.includes("failed"), reason: stopReason }];
}

/** Moves what waits for hours that have changed since the slice was read. */
async function refreshHours(
  sql: HotTransaction,
  { event, now }: StoringSlice,
  members: readonly Member[],
): Promise<void> {
  const { localStart } = event;
  const stored = await lockHours(
    sql,
    event,
    members.map(({ subscriberId }) => subscriberId),
  );
  for (const member of members) {
    const owner = stored.get(member.subscriberId);
    const { hours, timezone } = member.hoursOwner;
    if (!owner || !member.waitsForHours || isDeepStrictEqual({ hours, timezone }, owner)) continue;
    member.dueAt = dueWith(owner, member.waitsForHours);
    member.hoursOwner = owner;
    const job = member.write.jobs.get(member.position);
    if (job?.dueAt) job.dueAt = member.dueAt;
  }

  function dueWith(owner: HoursOwner, waitsFor: NonNullable<Member["waitsForHours"]>): Date {
    if (waitsFor === "start") return localStart ? localStartAt(localStart, owner.timezone, now) : now;
    const opening = openingAt(owner, waitsFor, now);
    // When they never open, the step is left out as soon as the run is looked at.
    return (opening.isOpen ? now : opening.opensAt) ?? now;
  }
}

async function storeFailed(
  slice: StoringSlice,
  member: Member,
  storing: Storing,
  error: unknown,
): Promise<StoredSlice> {
  const reason = describeSqlFailure(error);
  // What is left of the member's steps is due at once.
  const left = { ...storing, dueAt: slice.now };
  const hasSteps = member.readPosition < slice.steps.length;
  if (hasSteps && storing.refused === undefined) {
    await decideFirstStep(slice, member);
    return storeMembers(slice, [member], { ...left, refused: "first step" });
  }
  if (hasSteps && storing.refused === "first step") {
    await failStep(slice, member, reason);
    return storeMembers(slice, [member], { ...left, refused: "failed step" });
  }
  slice.deps.logger.error({ err: error, runId: member.runId }, "a run could not be stored");
  const message = `The run of this subscriber could not be stored: ${reason}`;
  const subject = member.subscriber?.subscriberId ?? member.subscriberId;
  await noteEventProblems(slice.deps.db, slice.event.id, [{ kind: "recipient_invalid", subject, message }]);
  const windowIds = await leaveWindows(slice.deps.db, member.runId);
  slice.later.add(() => settle(slice.deps, windowIds));
  return storeMembers(slice, [], storing);
}
