import { isChannel } from "#contract/constants/channels.ts";
import type { Database } from "#db/client.ts";
import { preferenceLayers } from "#db/queries/preference-layers.ts";
import { previousMessages } from "#db/queries/previous-messages.ts";
import { previousStepsIn } from "#domain/conditions.ts";
import type { AdmissionContext } from "./admit.ts";
import type { Scene, SceneMember } from "./load-scene.ts";

/** What admitting the cohort needs beyond the scene, read once for all: preferences, and earlier messages if asked for. */
export async function admissionContext(
  db: Database,
  scene: Scene,
  members: readonly SceneMember[],
): Promise<AdmissionContext> {
  const { step, event, version } = scene;
  const asked = new Set(previousStepsIn([...step.filters, ...step.variants.flatMap(({ filters }) => filters)]));
  const earlier = version.steps.filter(({ uuid }) => uuid !== null && asked.has(uuid));
  const subscriberIds = members.flatMap(({ subscriber }) => (subscriber ? [subscriber._id] : []));
  const [preferences, previousSteps] = await Promise.all([
    isChannel(step.type) && !scene.now.workflow.critical
      ? preferenceLayers(db, event, event.workflowId, subscriberIds)
      : null,
    earlier.length > 0
      ? previousMessages(
          db,
          event,
          members.map(({ runId }) => runId),
          earlier,
        )
      : new Map(),
  ]);
  return { preferences, previousSteps, now: new Date() };
}
