import type { Channel } from "#contract/constants/channels.ts";
import type { ListedWorkflowV2 } from "#contract/v2/workflows.ts";
import type { ListedV2 } from "#db/queries/workflows/list-workflows-v2.ts";
import { isReady } from "#db/queries/workflows/list-workflows-v2.ts";
import { withoutNulls } from "../fields.ts";
import { integrationStatus } from "../integration-status.ts";
import { itemFields, slugOf, typeView } from "./workflows.ts";

/** A workflow as lists show it. `channels` are those with an active integration. */
export function listedWorkflowV2View(
  { workflow, version, group, author, steps }: ListedV2,
  channels: ReadonlyMap<Channel, { primary: boolean }>,
): ListedWorkflowV2 {
  const used = steps.filter(({ active }) => active).map(({ type }) => type);
  const { active, critical, description, hasIssues } = workflow;
  return {
    ...itemFields(workflow),
    stepTypeOverviews: steps.map(({ type }) => typeView(type)),
    steps: steps.map((step) => ({
      slug: slugOf(step),
      type: typeView(step.type),
      ...(step.issues && { issues: step.issues }),
    })),
    active,
    critical,
    ...withoutNulls({ description, version }),
    ...(group && { notificationGroup: { _id: group.id, name: group.name } }),
    ...(author && {
      updatedBy: { _id: author.id, firstName: author.firstName, ...withoutNulls({ lastName: author.lastName }) },
    }),
    workflowIntegrationStatus: integrationStatus(used, channels),
    needsAction: active && (hasIssues || !used.every((type) => isReady(type, channels))),
  };
}
