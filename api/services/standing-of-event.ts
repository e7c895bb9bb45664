import type { EventStanding } from "#contract/events.ts";
import type { Database } from "#db/client.ts";
import { countJobsOfEvent, findEvent } from "#db/queries/events.ts";
import { pinnedVersion } from "#db/queries/pinned-version.ts";
import type { Scope } from "#db/scope.ts";
import { notFound } from "#domain/errors.ts";
import type { Engine } from "#engine/client.ts";

const OPEN_STATES = ["pending", "queued", "running", "delayed"];

/** Where an event stands: what the database has of it, and the engine's own word while Temporal keeps the execution. */
export async function standingOfEvent(
  { db, engine }: { db: Database; engine: Engine },
  scope: Scope,
  transactionId: string,
): Promise<EventStanding> {
  const event = await findEvent(db, scope, transactionId);
  if (!event) throw notFound(`No event with transactionId ${transactionId} exists in this environment`);
  const [version, { runs, jobs }, standing] = await Promise.all([
    pinnedVersion(db, event.workflowVersionId),
    countJobsOfEvent(db, event),
    engine.standing(scope.environmentId, transactionId),
  ]);
  return {
    transactionId,
    workflow: { _id: event.workflowId, version: version.version.number },
    state: stateOf(event, jobs),
    runs,
    jobs,
    problems: event.problems,
    ...(standing && { engine: { ...standing, url: engine.runUrl(scope.environmentId, transactionId) } }),
  };
}

function stateOf(
  event: { startedAt: Date | null; resolvedAt: Date | null; canceledAt: Date | null },
  jobs: Record<string, number>,
): EventStanding["state"] {
  if (event.canceledAt) return "canceled";
  if (!event.startedAt) return "accepted";
  const isOpen = !event.resolvedAt || OPEN_STATES.some((status) => (jobs[status] ?? 0) > 0);
  return isOpen ? "running" : "completed";
}
