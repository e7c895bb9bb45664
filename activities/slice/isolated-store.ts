import type { Joined } from "#db/queries/digests/join-windows.ts";
import type { EventRow } from "#db/queries/events/insert-event.ts";
import { findSuppressed } from "#db/queries/suppressions/find-suppressed.ts";
import { previewPasses } from "#db/queries/waits/throttles/preview-passes.ts";
import { countPass } from "#domain/times/throttle-window.ts";
import type { DecisionDeps } from "../run/decision-deps.ts";
import type { DecisionStore } from "../run/decision-store.ts";
import { ownEvent } from "../run/own-events.ts";

/**
 * Returns the store that runs of an event are decided with. Those of a test open and join no digest of real runs, and count
 * against no throttle. A dry run besides starts no workflow, tries no failed integration and uses nothing of a limit.
 */
export function storeFor(event: EventRow, { db }: Pick<DecisionDeps, "db">, store: DecisionStore): DecisionStore {
  const { testMode } = event;
  if (!testMode) return store;
  return {
    ...store,
    ...isolatedDigests(event),
    ...(testMode.skipDelays ? { ...openThrottles, ...unstoredWaits() } : countlessThrottles(db)),
    ...(testMode.dryRun && withoutEffects(store, db)),
  };
}

type Digests = "joinWindows" | "findJoined" | "moveWindows" | "closeWindows" | "digestEvents";

/** Each run has a window of its own, of which nothing is stored: its job says until when it waits. */
const isolatedDigests = (event: EventRow): Pick<DecisionStore, Digests> => ({
  async joinWindows({ backoff }, runs) {
    return new Map(
      runs.map(({ runId, closesAt }): [string, Joined] => [
        runId,
        // A backoff digest lets a first event through, and a test has no other.
        backoff ? { decision: "skipped" } : { decision: "created", windowId: runId, masterRunId: runId, closesAt },
      ]),
    );
  },
  findJoined: async () => new Map(),
  moveWindows: async () => {},
  closeWindows: async () => {},
  digestEvents: async (runIds) => new Map(runIds.map((runId) => [runId, ownEvent(event, runId)])),
});

const openThrottles: Pick<DecisionStore, "claimPasses"> = {
  claimPasses: async ({ endsAt }, runs) => new Map(runs.map(({ runId }) => [runId, { passed: true, endsAt }])),
};

/** Says who would pass by what real runs have counted. */
const countlessThrottles = (db: DecisionDeps["db"]): Pick<DecisionStore, "claimPasses"> => ({
  async claimPasses(claim, runs) {
    const stored = await previewPasses(
      db,
      claim,
      runs.map(({ subscriberId }) => subscriberId),
    );
    return new Map(
      runs.map(({ runId, subscriberId }) => {
        const { isPassed, window } = countPass(stored.get(subscriberId), claim);
        return [runId, { passed: isPassed, endsAt: window.endsAt }];
      }),
    );
  },
});

/** A wait is known while its slice is decided; the slice after it finds none, which ends it. */
function unstoredWaits(): Pick<DecisionStore, "startWaits" | "readWaits"> {
  const waits = new Map<string, Date>();
  return {
    async startWaits({ stepId, dueAt }, runs) {
      for (const { runId } of runs) waits.set(`${runId}/${stepId}`, dueAt);
    },
    async readWaits(stepId, runIds) {
      return new Map(
        runIds.flatMap((runId) => {
          const dueAt = waits.get(`${runId}/${stepId}`);
          return dueAt ? [[runId, { dueAt, received: null }] as const] : [];
        }),
      );
    },
  };
}

type Effects = "takeDemoMessage" | "storeEvent" | "startTrigger" | "claimProbe" | "suppressed";

const withoutEffects = (store: DecisionStore, db: DecisionDeps["db"]): Pick<DecisionStore, Effects> => ({
  takeDemoMessage: (scope, { jobId: _uncounted, ...month }) => store.hasDemoMessages(scope, month),
  storeEvent: async () => "stored",
  startTrigger() {},
  claimProbe: async () => false,
  suppressed: (asked) => findSuppressed(db, asked),
});
