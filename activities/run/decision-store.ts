import { STEP_RESULT_MAX } from "#contract/constants/limits.ts";
import { closeWindows } from "#db/queries/digests/close-windows.ts";
import { type DigestEvents, readDigestEvents } from "#db/queries/digests/digest-events.ts";
import {
  type DigestJoin,
  findJoined,
  type Joined,
  type JoiningRun,
  joinWindows,
} from "#db/queries/digests/join-windows.ts";
import { moveWindows } from "#db/queries/digests/move-windows.ts";
import { insertEvent } from "#db/queries/events/insert-event.ts";
import { claimProbe } from "#db/queries/integrations/outages.ts";
import { type LayoutContent, loadLayout } from "#db/queries/layouts/layout-contents.ts";
import { type DemoMonth, hasDemoMessages, takeDemoMessage } from "#db/queries/messages/demo-messages.ts";
import type { findSuppressed } from "#db/queries/suppressions/find-suppressed.ts";
import { type RunWait, readWaits, startWaits, type WaitStart } from "#db/queries/waits/event-waits.ts";
import { claimPasses, type ThrottleClaim, type ThrottlePass } from "#db/queries/waits/throttles/claim-passes.ts";
import type { Scope } from "#db/scope.ts";
import { inHotTransaction } from "#db/transaction.ts";
import type { Engine, TriggerStart } from "#engine/client.ts";
import type { DecisionDeps } from "./decision-deps.ts";
import { DIGEST_EVENTS_MAX } from "./digest-variables.ts";
import type { Later } from "./later.ts";
import { createTranslationReader, type ReadTranslations } from "./translation-reader.ts";
import { findTriggerTarget, type TriggerTarget } from "./trigger-target.ts";

type StoredEvent = Parameters<typeof insertEvent> extends [unknown, ...infer Rest] ? Rest : never;

type LayoutRef = Parameters<typeof loadLayout>[1];

/**
 * Everything that deciding a step reads of other runs and leaves for them, beside what is stored with the slice. A step type that keeps
 * such state keeps it here: what only explains a run (`explain/`) decides by the same steps with a store that writes nothing.
 */
export interface DecisionStore {
  /** Who opens a digest window, joins one, or is let through, by run. */
  joinWindows(join: DigestJoin, runs: readonly JoiningRun[]): Promise<ReadonlyMap<string, Joined>>;
  /** Returns what was decided about runs that have reached a step before, by run. */
  findJoined(stepId: string, runIds: readonly string[]): Promise<ReadonlyMap<string, Joined>>;
  /** Has the windows of these runs close at other moments. */
  moveWindows(stepId: string, moved: Parameters<typeof moveWindows>[2]): Promise<void>;
  /** Ends the windows of these runs, see `closeWindows`. */
  closeWindows(stepId: string, runs: { runIds: readonly string[]; discarded: readonly string[] }): Promise<void>;
  /** Returns what the digest has collected, by run. */
  digestEvents(runIds: readonly string[], stepId: string): Promise<ReadonlyMap<string, DigestEvents>>;
  /** Whether one of Belfry's demo providers has messages left in the month. */
  hasDemoMessages(scope: Scope, month: DemoMonth): Promise<boolean>;
  /** Counts a job's message among those of the month. Returns whether it may be sent. */
  takeDemoMessage(scope: Scope, job: DemoMonth & { jobId: string }): Promise<boolean>;
  /** Whether each run is one of those that its throttle lets pass, by run. */
  claimPasses(
    claim: ThrottleClaim,
    runs: readonly { runId: string; subscriberId: string }[],
  ): Promise<ReadonlyMap<string, ThrottlePass>>;
  /** Notes that runs wait for an event; those that wait already go on doing so. */
  startWaits(wait: WaitStart, runs: readonly { runId: string; subscriberId: string }[]): Promise<void>;
  /** The waits of runs at a step, with the event that has come, by run. */
  readWaits(stepId: string, runIds: readonly string[]): Promise<ReadonlyMap<string, RunWait>>;
  /** The workflow of that identifier, as an event for the tenant meets it; undefined without one. */
  triggerTarget(scope: Scope, workflowId: string, tenant: string | undefined): Promise<TriggerTarget | undefined>;
  /** Stores an event that a step triggers, see `insertEvent`. */
  storeEvent(...stored: StoredEvent): ReturnType<typeof insertEvent>;
  /** Has the execution of an event that was stored be started, when the slice has had its turn. */
  startTrigger(trigger: TriggerStart): void;
  /** A layout's content; undefined when it is gone. */
  layout(ref: LayoutRef): Promise<LayoutContent | undefined>;
  /** The translations that templates print; which there are is read once for all that is decided with this store. */
  translations: ReadTranslations;
  /** Whether the next message is the one that shows whether a failed integration works again, see `claimProbe`. */
  claimProbe(integrationId: string, now: Date): Promise<boolean>;
  /** Which addresses are suppressed. Only where nothing is sent: a send looks that up by itself. */
  suppressed?(asked: Parameters<typeof findSuppressed>[1]): ReturnType<typeof findSuppressed>;
}

/** The store of runs that are carried out. */
export const databaseStore = (
  { db, engine, logger }: Pick<DecisionDeps, "db" | "logger"> & { engine: Pick<Engine, "startTrigger"> },
  later: Later,
): DecisionStore => {
  let isAway = false;
  /** The first start that gets no answer is the last one of the slice: what was stored is started by the reconciler. */
  async function startLater(trigger: TriggerStart): Promise<void> {
    if (isAway) return;
    try {
      await engine.startTrigger(trigger);
    } catch (err) {
      isAway = true;
      const { transactionId } = trigger.event;
      logger.warn({ err, transactionId }, "an event that a step triggered could not be started yet");
    }
  }

  return {
    joinWindows: (join, runs) => inHotTransaction(db, (sql) => joinWindows(sql, join, runs)),
    findJoined: (stepId, runIds) => findJoined(db.$hot, stepId, runIds),
    moveWindows: (stepId, moved) => moveWindows(db, stepId, moved),
    closeWindows: (stepId, runs) => closeWindows(db, stepId, runs),
    digestEvents: (runIds, stepId) => readDigestEvents(db, runIds, stepId, DIGEST_EVENTS_MAX),
    hasDemoMessages: (scope, month) => hasDemoMessages(db, scope, month),
    takeDemoMessage: (scope, job) => inHotTransaction(db, (sql) => takeDemoMessage(sql, scope, job)),
    claimPasses: (claim, runs) => inHotTransaction(db, (sql) => claimPasses(sql, claim, runs)),
    startWaits: (wait, runs) => startWaits(db.$hot, wait, runs),
    readWaits: (stepId, runIds) => readWaits(db.$hot, stepId, runIds, STEP_RESULT_MAX),
    triggerTarget: (scope, workflowId, tenant) => findTriggerTarget(db, scope, workflowId, tenant),
    storeEvent: (...stored) => insertEvent(db, ...stored),
    startTrigger: (trigger) => later.add(() => startLater(trigger)),
    layout: (ref) => loadLayout(db, ref),
    translations: createTranslationReader(db),
    claimProbe: (integrationId, now) => claimProbe(db, integrationId, now),
  };
};
