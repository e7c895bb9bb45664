import { cohortIdOf } from "#db/derived-ids.ts";
import { countCohorts, findCohort } from "#db/queries/cohorts/find-cohort.ts";
import { markStopped, noteStopDue, stopRuns } from "#db/queries/cohorts/stop-cohort.ts";
import { loadEvent } from "#db/queries/events/load-event.ts";
import { markEventStopped } from "#db/queries/events/stop-event.ts";
import type { EventRef } from "#engine/refs.ts";
import type { Deps } from "./deps.ts";
import { settleDigests } from "./slice/settle-digests.ts";

export interface StopInput {
  event: EventRef;
  /** The cohort whose execution ended; without one, the execution of the event itself. */
  cohort?: number;
  reason: string;
  /** Whether somebody else than the execution itself says so, who may say it late. */
  byOther?: boolean;
}

const STOPPED_TOGETHER = 500;

/** Notes what an execution that ended before its time leaves behind: its runs say so, and the event's status does. */
export const stopOwned =
  (deps: Deps) =>
  async ({ event: ref, cohort, reason, byOther }: StopInput): Promise<void> => {
    const { db, clock, engine } = deps;
    const event = await loadEvent(db, ref);
    // It may have been resumed since.
    if (byOther && cohort !== undefined && (await isRunning(cohort))) return;
    const number = cohort ?? (await inlineCohort());
    if (number === undefined) return;
    const owned = { id: cohortIdOf(event.id, number), expireAt: event.expireAt };
    const markedAt = clock();
    // The mark comes first: what is stored before it is stopped here, and what is stored after it is found by its mark.
    if (!(await markStopped(db, owned, { reason, now: markedAt }))) return;
    while ((await stopRuns(db, owned, { reason, now: clock(), limit: STOPPED_TOGETHER })) > 0) {}
    await noteStopDue(db, owned, markedAt);
    await settleDigests(deps, { eventId: event.id });

    async function isRunning(number: number): Promise<boolean> {
      const owner = await findCohort(db, event, number);
      return owner !== undefined && (await engine.stateOf(owner.executionId)) === "running";
    }

    /** The event's own execution owns runs when its audience is a single cohort. */
    async function inlineCohort(): Promise<number | undefined> {
      const cohorts = await countCohorts(db, event.id);
      if (cohorts === 0) await markEventStopped(db, event.id, reason);
      return cohorts === 1 ? 0 : undefined;
    }
  };
