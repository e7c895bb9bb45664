import { MINUTE } from "#contract/constants/values/times.ts";
import { findEventsNotStarted, findOverdueCohorts, findOwner, type Overdue } from "#db/queries/cohorts/overdue.ts";
import { readWatermark, writeWatermark } from "#db/queries/retention/watermarks.ts";
import { executionOf } from "#engine/client.ts";
import type { FailedExecution } from "#engine/failed-executions.ts";
import type { EventRef } from "#engine/refs.ts";
import type { SliceDeps } from "../slice/slice-deps.ts";
import { lookAfterAll } from "./look-after-all.ts";
import type { Look, Pass } from "./pass.ts";
import { createRounds } from "./rounds.ts";

/** How far back a pass looks again beyond the one before it: clocks and visibility lag. */
const OVERLAP_MS = 2 * MINUTE;
/** How far back the first pass ever looks. */
const FIRST_LOOK_BACK_MS = 24 * 60 * MINUTE;
/** Executions that ended within so long of each other are listed together. */
const LISTED_MS = 60 * MINUTE;

/** Notes what an execution that ended before its time leaves behind. */
export type StopOwned = (ended: { event: EventRef; cohort?: number; reason: string }) => Promise<void>;

/**
 * Finds events and runs that no living execution looks after. One that was ended by hand or failed leaves runs that say so;
 * what has lost its execution in any other way gets one.
 */
export function lostExecutions(deps: SliceDeps, stop: StopOwned): Pass[] {
  const { db, durations } = deps;
  const startAll = (found: readonly Overdue[]) => lookAfterAll(deps, found, (one) => lookAfter(deps, stop, one));
  const notStarted = createRounds<Overdue>(async ({ now }, portion) => {
    const after = await lastLook(db, "reconciliation", now);
    return findEventsNotStarted(db, { after, before: before(now, durations.start) }, portion);
  }, startAll);
  const overdue = createRounds<Overdue>((began, portion) => findOverdueCohorts(db, began.overdue, portion), startAll);

  return [
    { name: "executions that failed", run: (look) => noteFailed(deps, stop, look) },
    {
      name: "events without an execution",
      run: async (look) => {
        const { through, acted } = await notStarted(look);
        if (through) await writeWatermark(db, "reconciliation", before(through.now, durations.start));
        return { more: through === null, started: acted };
      },
    },
    {
      name: "overdue cohorts",
      run: async (look) => {
        const { through, acted } = await overdue(look);
        return { more: through === null, started: acted };
      },
    },
  ];
}

/** Up to when a pass has looked, less what may appear late. */
async function lastLook(db: SliceDeps["db"], name: string, now: Date): Promise<Date> {
  const last = (await readWatermark(db, name)) ?? before(now, FIRST_LOOK_BACK_MS);
  return before(last, OVERLAP_MS);
}

async function noteFailed(deps: SliceDeps, stop: StopOwned, { now, hasTime }: Look) {
  const { db, engine } = deps;
  let stopped = 0;
  let since = await lastLook(db, "failed-executions", now);
  while (since < now) {
    if (!hasTime()) return { more: true, stopped };
    const until = new Date(Math.min(since.getTime() + LISTED_MS, now.getTime()));
    const failed = await engine.listFailedExecutions(since, until);
    stopped += await lookAfterAll(deps, failed, (one) => noteOne(deps, stop, one));
    await writeWatermark(db, "failed-executions", until);
    since = until;
  }
  return { more: false, stopped };
}

const isGone = async ({ engine }: SliceDeps, executionId: string): Promise<boolean> =>
  (await engine.stateOf(executionId)) === "gone";

/** An execution that was resumed since lives on under the same id. */
async function noteOne(
  deps: SliceDeps,
  stop: StopOwned,
  { executionId, event, cohort, reason }: FailedExecution,
): Promise<boolean> {
  if ((await deps.engine.stateOf(executionId)) !== "failed") return false;
  const owner = await findOwner(deps.db, event.eventId, cohort);
  if (!owner || owner.isEnded) return false;
  // Temporal ends the executions of cohorts with the one that started them; when that was deleted, nobody meant it.
  if (cohort !== undefined && (await isGone(deps, owner.eventExecutionId))) return false;
  await stop({ event, reason, ...(cohort !== undefined && { cohort }) });
  return true;
}

async function lookAfter(deps: SliceDeps, stop: StopOwned, found: Overdue): Promise<boolean> {
  const execution = executionOf(found);
  const { event } = execution;
  const reason = "The execution ended before its time";
  if (found.stopReason !== null) {
    // It was stopped while a send was on its way, and nobody has recorded what became of that.
    if (found.cohort !== null) await stop({ event, cohort: found.cohort, reason: found.stopReason });
    return false;
  }
  const state = await deps.engine.stateOf(found.executionId);
  const isOrphan = state === "failed" && execution.cohort !== undefined && (await isGone(deps, found.eventExecutionId));
  if (state === "failed" && !isOrphan) {
    await stop({ event, ...(found.cohort !== null && { cohort: found.cohort }), reason });
    return false;
  }
  if (state === "running" && found.cohort === null) return false;
  await deps.engine.wake(execution);
  return state !== "running";
}

const before = (moment: Date, milliseconds: number): Date => new Date(moment.getTime() - milliseconds);
