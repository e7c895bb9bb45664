import { DETAILS } from "#contract/constants/details.ts";
import type { MessageTemplate } from "#contract/workflows.ts";
import type { NewDetail } from "#db/queries/deliveries.ts";
import type { AdmissionContext } from "./admit.ts";
import { conditionsOf } from "./admit.ts";
import type { Scene, SceneMember } from "./load-scene.ts";

/** The first active variant whose conditions pass, else the step's own template: engine.md 3.6. */
export async function chooseTemplate(
  scene: Scene,
  member: SceneMember,
  context: AdmissionContext,
): Promise<{ template: MessageTemplate; detail?: NewDetail }> {
  for (const variant of scene.step.variants) {
    if (!variant.active || variant.filters.length === 0) continue;
    const { passed, conditions } = await conditionsOf(scene, member, variant.filters, context);
    if (!passed) continue;
    const { runId, jobId } = member;
    return {
      template: variant.template,
      detail: { runId, jobId, detail: DETAILS.variantChosen, status: "Pending", raw: { conditions } },
    };
  }
  return { template: scene.step.template };
}
