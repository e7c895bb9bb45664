import { Context } from "@temporalio/activity";
import { LRUCache } from "lru-cache";
import { firstCursor } from "#db/queries/cohorts/create-cohorts.ts";
import { type CohortRow, findCohort } from "#db/queries/cohorts/find-cohort.ts";
import { queueDeliveries, readOpenWork } from "#db/queries/cohorts/open-work.ts";
import { takeReopened } from "#db/queries/cohorts/reopen-cohort.ts";
import { releaseMergedRuns } from "#db/queries/digests/settle-windows.ts";
import { loadEvent } from "#db/queries/events/load-event.ts";
import { noteProcessed } from "#db/queries/events/note-processed.ts";
import { pinnedVersion } from "#db/queries/workflows/pinned-version.ts";
import { inRareTransaction } from "#db/transaction.ts";
import { bounds } from "#engine/policies.ts";
import type { CohortRef } from "#engine/refs.ts";
import type { Deps } from "./deps.ts";
import type { EventInProgress } from "./slice/event-in-progress.ts";
import { type Advanced, advanced, hasDueRuns, IDLE } from "./slice/next-work.ts";
import { processDueRuns, processNewMembers } from "./slice/process-members.ts";
import { hasDigest } from "./slice/read-digests.ts";
import { resumeRuns } from "./slice/resume-runs.ts";

/** The same event for the runs that go on by another version of the workflow, each with its own steps. */
const otherVersions = (run: EventInProgress, { versions }: CohortRow): Promise<EventInProgress[]> =>
  Promise.all(
    versions.map(async (workflowVersionId) => {
      const { steps } = await pinnedVersion(run.deps.db, workflowVersionId);
      return { ...run, event: { ...run.event, workflowVersionId }, steps: steps.filter(({ active }) => active) };
    }),
  );

/** Events of which it is known that all of their cohorts are runs. */
const processedEvents = new LRUCache<string, true>({ max: 1_000 });

/** Reports that an event was processed, of which no slice knows that it is the last: it has several cohorts, or nobody. */
async function processed({ deps, event }: EventInProgress, cohort: CohortRow): Promise<void> {
  const isOnly = cohort.executionId === event.executionId;
  if ((isOnly && firstCursor(cohort) !== null) || event.testMode?.dryRun || processedEvents.has(event.id)) return;
  const { isThrough, hasWebhooks } = await noteProcessed(deps.db, event, deps.clock());
  if (isThrough) processedEvents.set(event.id, true);
  if (hasWebhooks) deps.wakers.webhooks(event);
}

/**
 * Moves everything of a cohort that is due as far as it goes by itself, in slices that are stored one by one. Repeated, or
 * done by two workers at once, each run is moved on by one of them. `first` is a cohort that has not been stored yet.
 */
export const advance = (deps: Deps) => {
  return async ({ event: ref, cohort: number }: CohortRef, first?: CohortRow): Promise<Advanced> => {
    const { cancellationSignal } = Context.current();
    const event = await loadEvent(deps.db, ref);
    const version = await pinnedVersion(deps.db, event.workflowVersionId);
    const steps = version.steps.filter(({ active }) => active);
    let cohort = first ?? (await findCohort(deps.db, event, number));
    if (!cohort || cohort.stopReason !== null) return IDLE;
    const deadline = Date.now() + bounds.advance.budget;
    // What has timed out must not go on beside its repetition.
    const hasTime = () => Date.now() < deadline && !cancellationSignal.aborted;
    const run = { deps, event, steps, definition: version.version.definition };

    while (cohort.reopen && hasTime()) {
      const key = { id: cohort.id, expireAt: event.expireAt };
      const isLast = await inRareTransaction(deps.db, async (sql) => {
        const { keys, isLast } = await takeReopened(sql, key, bounds.advance.together);
        const options = { targets: null, note: { version: "pinned" }, now: deps.clock(), isEvent: true } as const;
        await resumeRuns(sql, keys, options);
        return isLast;
      });
      if (isLast) cohort = { ...cohort, reopen: false };
    }
    const others = await otherVersions(run, cohort);
    if ([run, ...others].some((each) => hasDigest(each.steps))) {
      const released = { eventId: event.id, cohortId: cohort.id, expireAt: event.expireAt };
      const release = () => releaseMergedRuns(deps.db, released, { now: deps.clock(), limit: bounds.advance.together });
      while (hasTime() && (await release()) === bounds.advance.together) {}
    }
    while (cohort.cursor !== null && hasTime()) {
      const { cursor, known }: Awaited<ReturnType<typeof processNewMembers>> = await processNewMembers(run, cohort);
      if (known) return known;
      cohort = { ...cohort, cursor };
    }
    if (cohort.cursor === null) await processed(run, cohort);
    for (;;) {
      for (const each of [run, ...others]) while (hasTime() && (await processDueRuns(each, cohort))) {}
      const work = await readOpenWork(deps.db, event, cohort, deps.clock());
      if (work.deliveries.some(({ isUnqueued }) => isUnqueued)) {
        for (const lane of await queueDeliveries(deps.db, event, cohort, deps.clock())) deps.wakers.lane(lane);
      }
      if (!hasTime() || !hasDueRuns(work, deps.clock())) return advanced(run, cohort, work);
    }
  };
};
