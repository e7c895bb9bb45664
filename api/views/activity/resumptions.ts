import type { Cancellation } from "#contract/activity/cancellations.ts";
import type { Resumption } from "#contract/resumptions.ts";
import type { ResumptionRow } from "#db/queries/resumptions/resumptions.ts";
import type { ResumeRefusal } from "#domain/resume-plan.ts";
import { ownedFields, withoutNulls } from "../fields.ts";

const MESSAGES: Readonly<Record<ResumeRefusal, string>> = {
  nothing: "Nothing of the run is left to do that failed or was not sent",
  canceled: "The event was cancelled: trigger the workflow again",
  merged: "The run is part of another run's digest, which sends for both: resume that one",
  moving: "The run is on its way by the version that it began with: resume it by that one, or once it has ended",
  unresolved: "The event was stopped before everybody had a run: resume the event",
  expires: "The workflow waits longer now than the run is kept: trigger the workflow again",
  not_stored: "The run could not be stored: the log of the worker has the reason",
};

/** Of runs that were to be cancelled. */
const NOT_CANCELED: Partial<Record<ResumeRefusal, string>> = {
  nothing: "Nothing of the run was left to cancel: it had ended meanwhile, or sends its last message",
  canceled: "The run was cancelled already",
  merged: "The run is part of another run's digest: cancel that one, or the event",
};

const isRefusal = (reason: string): reason is ResumeRefusal => Object.hasOwn(MESSAGES, reason);

export function resumptionView(row: ResumptionRow): Resumption {
  const { version, spreadSeconds, integration } = row;
  return { ...sharedView(row, MESSAGES), version, spreadSeconds, ...(integration && { integration }) };
}

export const cancellationView = (row: ResumptionRow): Cancellation => sharedView(row, { ...MESSAGES, ...NOT_CANCELED });

function sharedView(row: ResumptionRow, messages: typeof MESSAGES): Cancellation {
  const { state, total, resumed, refused, createdAt, createdBy, finishedAt } = row;
  const reasons = Object.entries(refused).flatMap(([reason, runs]) =>
    isRefusal(reason) ? [{ reason, message: messages[reason], runs }] : [],
  );
  const skipped = refused.nothing ?? 0;
  return {
    ...ownedFields(row),
    ...withoutNulls({ name: row.name, runIds: row.runIds, filter: row.filter, createdBy }),
    state,
    total,
    done: resumed,
    failed: reasons.reduce((sum, { runs }) => sum + runs, 0) - skipped,
    skipped,
    reasons,
    createdAt: createdAt.toISOString(),
    ...(finishedAt && { finishedAt: finishedAt.toISOString() }),
  };
}
