import { isChannel } from "#contract/constants/channels.ts";
import type { Database } from "#db/client.ts";
import { jobIdOf } from "#db/derived-ids.ts";
import type { EventRow } from "#db/queries/events.ts";
import { knownEvent } from "#db/queries/known-event.ts";
import { pinnedVersion } from "#db/queries/pinned-version.ts";
import { type SceneRow, type SceneSubscriber, sceneOf } from "#db/queries/scene.ts";
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

export async function loadScene(db: Database, { event: ref, stepId, runIds }: StepInput): Promise<Scene> {
  const event = await knownEvent(db, ref);
  const version = await pinnedVersion(db, event.workflowVersionId);
  const step = version.steps.find((candidate) => candidate.stepId === stepId);
  if (!step) throw notFound(`Step ${stepId} is not in version ${version.version.number} of the workflow`);
  const now = await sceneOf(db, event, { runIds, channel: isChannel(step.type) ? step.type : null });
  const members = runIds.map((runId) => ({
    runId,
    jobId: jobIdOf(runId, stepId),
    subscriber: now.subscribers[runId] ?? null,
  }));
  return { event, version, step, now, members };
}
