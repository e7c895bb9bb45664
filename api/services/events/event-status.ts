import { NOT_BEGUN } from "#contract/constants/statuses.ts";
import type { EventStatus } from "#contract/events.ts";
import type { Database } from "#db/client.ts";
import { type EventStatusRow, findEventStatus, isThrough } from "#db/queries/events/event-status.ts";
import { pinnedVersion } from "#db/queries/workflows/pinned-version.ts";
import type { Scope } from "#db/scope.ts";
import { notFound } from "#domain/errors.ts";
import type { Engine } from "#engine/client.ts";

/** Returns the status of an event, from the counters that are kept with its cohorts. */
export async function eventStatus(
  { db, engine }: { db: Database; engine: Engine },
  scope: Scope,
  transactionId: string,
): Promise<EventStatus> {
  const event = await findEventStatus(db, scope, transactionId);
  if (!event) throw notFound(`No event with transactionId ${transactionId} exists in this environment`);
  const version = await pinnedVersion(db, event.workflowVersionId);
  const url = engine.runUrl(event.executionId);
  return {
    transactionId,
    workflow: { _id: event.workflowId, version: version.version.number },
    state: stateOf(event),
    runs: event.runs,
    ...(event.leftOut > 0 && { leftOut: event.leftOut }),
    jobs: event.canceledAt === null ? event.jobs : canceled(event.jobs),
    problems: event.problems,
    ...(event.stopReason !== null && { stopReason: event.stopReason }),
    engine: {
      ...(url !== undefined && { url }),
      resolved: event.cohorts > 0 && event.resolvedCohorts === event.cohorts,
      cohorts: { started: event.cohorts, finished: event.endedCohorts },
    },
  };
}

/** How far an event is, by its own row and its cohorts. */
export function stateOf(
  event: Pick<EventStatusRow, "canceledAt" | "stopReason" | "cohorts" | "endedCohorts" | "expireAt">,
): EventStatus["state"] {
  if (event.canceledAt !== null) return "canceled";
  if (event.stopReason !== null) return "stopped";
  // The rows of runs that are long through are gone before the event is.
  if (event.cohorts === 0) return new Date(event.expireAt) <= new Date() ? "completed" : "accepted";
  return isThrough(event) ? "completed" : "running";
}

/** Counts jobs that had not begun as cancelled from the moment of the cancel, whether their rows are updated yet or not. */
function canceled(jobs: EventStatusRow["jobs"]): EventStatusRow["jobs"] {
  const ended = { ...jobs };
  let count = ended.canceled ?? 0;
  for (const status of NOT_BEGUN) {
    count += ended[status] ?? 0;
    delete ended[status];
  }
  return count > 0 ? { ...ended, canceled: count } : ended;
}
