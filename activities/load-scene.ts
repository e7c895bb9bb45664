import { LRUCache } from "lru-cache";
import type { Database } from "#db/client.ts";
import { jobIdOf } from "#db/derived-ids.ts";
import { type EventRow, getEvent } from "#db/queries/events.ts";
import { pinnedVersion } from "#db/queries/pinned-version.ts";
import { type SceneRow, type SceneSubscriber, sceneOf, subscribersOfRuns } from "#db/queries/scene.ts";
import type { VersionWithSteps } from "#db/queries/workflow-versions.ts";
import { notFound } from "#domain/errors.ts";
import type { EventRef } from "#engine/plan.ts";

export interface StepInput {
  event: EventRef;
  stepId: string;
  runIds: string[];
}

/** One run at this step. A subscriber deleted meanwhile is null. */
export interface SceneMember {
  runId: string;
  jobId: string;
  subscriber: SceneSubscriber | null;
}

/** Everything that a step needs to know: once for the cohort, and per run who it is for. */
export interface Scene {
  event: EventRow;
  version: VersionWithSteps;
  step: VersionWithSteps["steps"][number];
  /** Workflow flags, tenant, actor and branding as they are now: engine.md 2.1. */
  now: SceneRow;
  members: SceneMember[];
}

/** What of an event steps read never changes, so that it is read once for all its steps. Bounded in characters. */
const events = new LRUCache<string, EventRow>({
  max: 500,
  maxSize: 20_000_000,
  sizeCalculation: ({ payload, overrides }) => JSON.stringify(payload).length + JSON.stringify(overrides).length,
  ttl: 60_000,
});

/** Spares the steps that follow from reading the event again. */
export function rememberEvent(event: EventRow): void {
  events.set(event.id, event);
}

export async function loadScene(db: Database, { event: ref, stepId, runIds }: StepInput): Promise<Scene> {
  const event = await eventOf(db, ref);
  const [version, now, subscribers] = await Promise.all([
    pinnedVersion(db, event.workflowVersionId),
    sceneOf(db, event),
    subscribersOfRuns(db, event, runIds),
  ]);
  const step = version.steps.find((candidate) => candidate.stepId === stepId);
  if (!step) throw notFound(`Step ${stepId} is not in version ${version.version.number} of the workflow`);
  const members = runIds.map((runId) => ({
    runId,
    jobId: jobIdOf(runId, stepId),
    subscriber: subscribers.get(runId) ?? null,
  }));
  return { event, version, step, now, members };
}

async function eventOf(db: Database, ref: EventRef): Promise<EventRow> {
  const known = events.get(ref.eventId);
  if (known) return known;
  const event = await getEvent(db, ref, ref.eventId);
  if (!event) throw notFound(`Event ${ref.transactionId} does not exist`);
  rememberEvent(event);
  return event;
}
