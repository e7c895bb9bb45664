import type { CohortRow } from "#db/queries/cohorts/find-cohort.ts";
import { leaveWindows } from "#db/queries/digests/settle-windows.ts";
import { noteEventProblems } from "#db/queries/events/event-problems.ts";
import { type StoredSlice, type StoreOptions, storeSlice } from "#db/queries/runs/store-slice.ts";
import { classifySqlFailure, describeSqlFailure } from "#db/sql-failure.ts";
import { settle } from "../settle-digests.ts";
import { decideFirstStep, failStep, writeOf } from "./decide-slice.ts";
import type { Member, StoringSlice } from "./slice.ts";

interface Storing {
  cohort: CohortRow;
  cursor?: StoreOptions["cursor"];
  /** When the cohort is due next, should this slice be its first. */
  dueAt: Date | null;
  /** The part of the only member that Postgres has refused, besides all that was decided for it. */
  refused?: "first step" | "failed step";
}

/**
 * Stores a slice. When Postgres refuses its data, the slice is halved until the member is found that it is about; that
 * member's step fails with the reason, its later steps follow in the next slice, and everybody else is stored.
 */
export async function storeMembers(
  slice: StoringSlice,
  members: readonly Member[],
  storing: Storing,
): Promise<StoredSlice> {
  try {
    return await storeSlice(slice.deps.db, {
      ...storing,
      event: slice.event,
      write: writeOf(members),
      canceled: slice.context.canceled,
      isAwaited: slice.context.isAwaited,
      templateIdentifier: slice.context.workflow.identifier,
      tags: slice.context.workflow.tags,
      now: slice.now,
    });
  } catch (error) {
    if (classifySqlFailure(error) !== "data") throw error;
    const [only, another] = members;
    if (only && !another) return storeFailed(slice, only, storing, error);
    const half = Math.ceil(members.length / 2);
    // The cursor moves with the last part: until then a repeated slice finds what the other parts have stored.
    const first = await storeMembers(slice, members.slice(0, half), { cohort: storing.cohort, dueAt: storing.dueAt });
    const second = await storeMembers(slice, members.slice(half), storing);
    return {
      claimed: new Set([...first.claimed, ...second.claimed]),
      isFirst: false,
      wokenCohortIds: [...first.wokenCohortIds, ...second.wokenCohortIds],
      isStored: first.isStored && second.isStored,
    };
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
  await settle(slice.deps, await leaveWindows(slice.deps.db, member.runId));
  return storeMembers(slice, [], storing);
}
