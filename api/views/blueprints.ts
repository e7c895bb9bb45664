import type { BlueprintsByCategory } from "#contract/workflows/blueprints.ts";
import type { Workflow } from "#contract/workflows/workflows.ts";
import type { Blueprint } from "#db/queries/workflows/blueprints.ts";
import type { VersionWithSteps } from "#db/queries/workflows/workflow-versions.ts";
import { groupOfWorkflow, workflowView } from "./workflows.ts";

export const blueprintView = (workflow: VersionWithSteps): Workflow => ({
  ...workflowView(workflow),
  isBlueprint: true,
});

const groupedView = (blueprint: Blueprint): Workflow => ({
  ...blueprintView(blueprint),
  ...(blueprint.group && { notificationGroup: groupOfWorkflow(blueprint.group) }),
});

/** The tag of blueprints that are offered first. */
const POPULAR = "popular";

export function blueprintsView(blueprints: readonly Blueprint[]): BlueprintsByCategory {
  const general = new Map<string, Workflow[]>();
  for (const blueprint of blueprints) {
    const name = blueprint.group?.name ?? "General";
    general.set(name, [...(general.get(name) ?? []), groupedView(blueprint)]);
  }
  const popular = blueprints.filter(({ workflow }) => workflow.tags.includes(POPULAR));
  return {
    general: [...general].map(([name, grouped]) => ({ name, blueprints: grouped })),
    popular: { name: "Popular", blueprints: popular.map(groupedView) },
  };
}
