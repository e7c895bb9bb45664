import { type Channel, isChannel, type StepType } from "#contract/constants/channels.ts";
import type { WorkflowIntegrationStatus } from "#contract/workflows/workflows.ts";
import { hasPrimary } from "#db/queries/integrations/integration-priorities.ts";

/** Whether the channels of a workflow's steps can be sent on. */
export function integrationStatus(
  types: readonly StepType[],
  active: ReadonlyMap<Channel, { primary: boolean }>,
): WorkflowIntegrationStatus {
  const used = types.filter((type) => isChannel(type));
  const channels: WorkflowIntegrationStatus["channels"] = {};
  for (const channel of used) {
    const integration = active.get(channel);
    channels[channel] = {
      hasActiveIntegrations: integration !== undefined,
      ...(hasPrimary(channel) && { hasPrimaryIntegrations: integration?.primary ?? false }),
    };
  }
  const lacksPrimary = used.some((channel) => hasPrimary(channel) && !active.get(channel)?.primary);
  return {
    hasActiveIntegrations: used.every((channel) => active.has(channel)),
    ...(lacksPrimary && { hasPrimaryIntegrations: false }),
    channels,
  };
}
