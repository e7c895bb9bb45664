import { isChannel } from "#contract/constants/channels.ts";
import type { Database } from "#db/client.ts";
import { layersOf } from "#db/queries/preference-layers.ts";
import { previousMessages } from "#db/queries/previous-messages.ts";
import { previousStepsIn } from "#domain/conditions.ts";
import type { AdmissionContext } from "./admit.ts";
import type { Scene, SceneMember } from "./load-scene.ts";

/** What admitting the cohort asks of the scene, and the earlier messages if conditions ask for them, once for all. */
export async function admissionContext(
  db: Database,
  scene: Scene,
  members: readonly SceneMember[],
): Promise<AdmissionContext> {
  const { step, event, version } = scene;
  const asked = new Set(previousStepsIn([...step.filters, ...step.variants.flatMap(({ filters }) => filters)]));
  const earlier = version.steps.filter(({ uuid }) => uuid !== null && asked.has(uuid));
  const previousSteps =
    earlier.length > 0
      ? await previousMessages(
          db,
          event,
          members.map(({ runId }) => runId),
          earlier,
        )
      : new Map();
  const asksPreferences = isChannel(step.type) && !scene.now.workflow.critical;
  return { preferences: asksPreferences ? layersOf(scene.now.preferences) : null, previousSteps, now: new Date() };
}
