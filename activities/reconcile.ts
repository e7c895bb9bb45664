import { removeEndedAttachments } from "#db/queries/attachments/attachments.ts";
import { findEventsNotStarted, findOverdueCohorts, findOwner, type Overdue } from "#db/queries/cohorts/overdue.ts";
import { listEnding } from "#db/queries/digests/end-windows.ts";
import { findLostWindows } from "#db/queries/digests/settle-windows.ts";
import { findOverdueErasures } from "#db/queries/erasures/erasures.ts";
import { endImport, findOverdueImports, type ImportRow } from "#db/queries/imports/imports.ts";
import { hasOverdueMails } from "#db/queries/inbound-mails/inbound-mails.ts";
import { findOverdueLanes } from "#db/queries/lanes/lane-queues.ts";
import { nextSnoozed } from "#db/queries/messages/snoozed.ts";
import { nextReceipt } from "#db/queries/receipts/due-receipts.ts";
import { matchReports } from "#db/queries/reports/store-reports.ts";
import { cancelResumption, findOverdueResumptions, type ResumptionRow } from "#db/queries/resumptions/resumptions.ts";
import { readWatermark, writeWatermark } from "#db/queries/retention/watermarks.ts";
import { environmentsWithOverdueWebhooks } from "#db/queries/webhooks/due-webhooks.ts";
import { executionOf, type FailedExecution } from "#engine/client.ts";
import { importExecutionId, resumptionExecutionId } from "#engine/ids.ts";
import { countRuns } from "./count-runs.ts";
import type { Deps } from "./deps.ts";
import { releaseHeld } from "./release-held.ts";
import { stopDeletedEnvironments } from "./remove-environments.ts";
import { settle } from "./settle-digests.ts";
import { stopOwned } from "./stop-owned.ts";

const SECOND = 1000;
/** How far back a pass looks again beyond the one before it: clocks and visibility lag. */
const OVERLAP_MS = 2 * 60 * SECOND;
/** How far back the first pass ever looks. */
const FIRST_LOOK_BACK_MS = 24 * 60 * 60 * SECOND;
const PER_PASS = 500;
/** Events whose attachments are looked at by one statement, and statements of one pass. */
const EVENTS_TOGETHER = 100;
const ATTACHMENT_PASSES = 20;

/**
 * Finds events and runs that no living execution looks after. One that was ended by hand or failed leaves runs that say
 * so; what has lost its execution in any other way gets one. Counts runs as well.
 */
export const reconcile = (deps: Deps) => {
  const stop = stopOwned(deps);
  return async (): Promise<{ stopped: number; started: number }> => {
    const { db, clock, durations, engine, logger, wakers } = deps;
    const now = clock();
    const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);
    const last = (await readWatermark(db, "reconciliation")) ?? ago(FIRST_LOOK_BACK_MS);
    const since = new Date(last.getTime() - OVERLAP_MS);

    const failed = await engine.listFailedExecutions(since);
    let stopped = 0;
    for (const execution of failed) if (await noteFailed(execution)) stopped += 1;

    let started = 0;
    const notStarted = await findEventsNotStarted(db, { after: since, before: ago(durations.start), limit: PER_PASS });
    const overdue = await findOverdueCohorts(db, ago(durations.overdue), PER_PASS);
    for (const found of [...notStarted, ...overdue]) {
      if (await lookAfter(found)) started += 1;
    }
    for (const lane of await findOverdueLanes(db, ago(durations.overdue), PER_PASS)) await engine.wakeLane(lane);
    await settle(deps, await findLostWindows(db, ago(durations.overdue), PER_PASS));
    await settle(deps, await listEnding(db, PER_PASS));
    for (const resumption of await findOverdueResumptions(db, ago(durations.overdue), PER_PASS))
      await lookAfterResumption(resumption);
    for (const overdue of await findOverdueImports(db, ago(durations.overdue), PER_PASS))
      await lookAfterImport(overdue);
    // What is to be erased is, whoever ended the execution.
    for (const { id, organizationId, environmentId } of await findOverdueErasures(db, ago(durations.overdue), PER_PASS))
      await engine.startErasure({ organizationId, environmentId, erasureId: id });
    await removeAttachments();
    if (await hasOverdueMails(db, ago(durations.overdue))) await engine.wakeInboundMail();
    const snoozed = await nextSnoozed(db);
    if (snoozed && snoozed < ago(durations.overdue)) await engine.wakeSnoozed();
    // Nobody is notified of a send: receipts are due much later than this pass comes round.
    const receipt = await nextReceipt(db);
    if (receipt && receipt <= now) await engine.wakeReceipts();
    const { webhooks } = await matchReports(db, now);
    for (const environment of webhooks) wakers.webhooks(environment);
    const unsent = await environmentsWithOverdueWebhooks(db, ago(durations.overdue), PER_PASS);
    for (const environment of unsent) await engine.wakeWebhooks(environment);
    await releaseHeld(deps);
    await stopDeletedEnvironments(deps);
    const isComplete = notStarted.length < PER_PASS;
    if (isComplete) await writeWatermark(db, "reconciliation", ago(durations.start));
    if (stopped + started > 0) logger.warn({ stopped, started }, "executions reconciled");
    // Last: nobody's messages wait for statistics.
    await countRuns(deps);
    return { stopped, started };

    /** Bytes of attachments are needed only until the event's last run has ended. */
    async function removeAttachments(): Promise<void> {
      for (let pass = 0; pass < ATTACHMENT_PASSES; pass++) {
        const { seen } = await removeEndedAttachments(db, now, EVENTS_TOGETHER);
        if (seen < EVENTS_TOGETHER) return;
      }
    }

    async function isGone(executionId: string): Promise<boolean> {
      return (await engine.stateOf(executionId)) === "gone";
    }

    /** An execution that was resumed since lives on under the same id. */
    async function noteFailed({ executionId, event, cohort, reason }: FailedExecution): Promise<boolean> {
      if ((await engine.stateOf(executionId)) !== "failed") return false;
      const owner = await findOwner(db, event.eventId, cohort);
      if (!owner || owner.isEnded) return false;
      // Temporal ends the executions of cohorts with the one that started them; when that was deleted, nobody meant it.
      if (cohort !== undefined && (await isGone(owner.eventExecutionId))) return false;
      await stop({ event, reason, ...(cohort !== undefined && { cohort }) });
      return true;
    }

    /** One whose execution was ended by hand or failed is not started again. */
    async function lookAfterResumption({
      id: resumptionId,
      organizationId,
      environmentId,
    }: ResumptionRow): Promise<void> {
      const scope = { organizationId, environmentId };
      const state = await engine.stateOf(resumptionExecutionId(resumptionId));
      if (state === "failed") await db.transaction((transaction) => cancelResumption(transaction, scope, resumptionId));
      else if (state !== "running") await engine.startResumption({ ...scope, resumptionId });
    }

    /** As with resumptions, one that was ended by hand or failed is not started again. */
    async function lookAfterImport({ id, organizationId, environmentId }: ImportRow): Promise<void> {
      const state = await engine.stateOf(importExecutionId(id));
      if (state === "failed") await db.transaction((transaction) => endImport(transaction, id, "canceled"));
      else if (state !== "running") await engine.startImport({ organizationId, environmentId, importId: id });
    }

    async function lookAfter(found: Overdue): Promise<boolean> {
      const execution = executionOf(found);
      const { event } = execution;
      const reason = "The execution ended before its time";
      if (found.stopReason !== null) {
        // It was stopped while a send was on its way, and nobody has recorded what became of that.
        if (found.cohort !== null) await stop({ event, cohort: found.cohort, reason: found.stopReason });
        return false;
      }
      const state = await engine.stateOf(found.executionId);
      const isOrphan = state === "failed" && execution.cohort !== undefined && (await isGone(found.eventExecutionId));
      if (state === "failed" && !isOrphan) {
        await stop({ event, ...(found.cohort !== null && { cohort: found.cohort }), reason });
        return false;
      }
      if (state === "running" && found.cohort === null) return false;
      await engine.wake(execution);
      return state !== "running";
    }
  };
};
