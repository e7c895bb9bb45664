import type { CohortRow } from "#db/queries/cohorts/find-cohort.ts";
import { countLeftOut, noteEventProblems, noteNobodyReached } from "#db/queries/events/event-problems.ts";
import { CONDITION_INVALID, nobodyReached } from "./audience-problems.ts";
import { withDigests } from "./digest-memory.ts";
import type { EventInProgress } from "./event-in-progress.ts";
import { type Advanced, knownWork } from "./next-work.ts";
import { processParts } from "./process-parts.ts";
import { addDigestVariables, hasDigest } from "./read-digests.ts";
import { readDueRuns, readNewMembers } from "./read-members.ts";
import { settleDigests } from "./settle-digests.ts";

/**
 * Makes runs of the next members of the audience and takes them through their steps. `known` is what to do next when that
 * is certain without asking the database: the cohort was not stored before, and all of it is in this slice.
 */
export async function processNewMembers(
  run: EventInProgress,
  cohort: CohortRow,
): Promise<{ cursor: string | null; known?: Advanced | undefined }> {
  const now = run.deps.clock();
  const { context, members, next, excluded, leftOut, isFaulty } = await readNewMembers(run, cohort, now);
  // Nobody further down the audience of a cancelled event gets a run.
  const cursor = { from: cohort.cursor, to: context.canceled ? null : next, leftOut };
  if (isFaulty) await noteEventProblems(run.deps.db, run.event.id, [CONDITION_INVALID]);
  const processed = await processParts(run, cohort, context, context.canceled ? [] : members, { now, cursor });
  if (!processed.isStored) return { cursor: cohort.cursor };
  if (members.length === 0 && cursor.to === null && !context.canceled) {
    const all = await countLeftOut(run.deps.db, run.event.id);
    await noteNobodyReached(run.deps.db, run.event.id, nobodyReached(run.event, excluded, all));
  }
  // Some may have joined a digest before the cancel, and will never be runs.
  if (context.canceled && hasDigest(run.steps)) await settleDigests(run.deps, { eventId: run.event.id });
  const isDueNow = members.some(({ dueAt }) => dueAt !== null && dueAt <= now);
  const isWhole = processed.isFirst && cursor.to === null && !isDueNow;
  return { cursor: cursor.to, known: isWhole ? knownWork(run.steps, members, processed.states, now) : undefined };
}

/** Moves runs that are due on. Returns whether there may be more of them. */
export async function processDueRuns(run: EventInProgress, cohort: CohortRow): Promise<boolean> {
  const now = run.deps.clock();
  const { context, members, isFull, digestSize } = await readDueRuns(run, cohort, now);
  if (members.length > 0) {
    await withDigests(run, digestSize, async () => {
      await addDigestVariables(run, members);
      await processParts(run, cohort, context, members, { now });
    });
  }
  return isFull;
}
