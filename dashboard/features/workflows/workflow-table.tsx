import { CircleCheck, CirclePause, TriangleAlert } from "lucide-react";
import { CHANNELS } from "#contract/constants/channels.ts";
import type { Workflow } from "#contract/workflows.ts";
import { Badge } from "../../components/badge.tsx";
import { STEP_TYPE_LABELS } from "../../components/step-type.tsx";

/** Whether it is active, and whether something is missing for that. */
export function WorkflowStatus({ workflow }: { workflow: Workflow }) {
  const missing = missingChannels(workflow);
  if (workflow.active && missing.length > 0) {
    return (
      <span title={`No active integration for ${missing.join(", ")}`}>
        <Badge tone="warning" icon={<TriangleAlert className="size-3.5" aria-hidden="true" />}>
          Action required
        </Badge>
      </span>
    );
  }
  return workflow.active ? (
    <Badge tone="success" icon={<CircleCheck className="size-3.5" aria-hidden="true" />}>
      Active
    </Badge>
  ) : (
    <Badge icon={<CirclePause className="size-3.5" aria-hidden="true" />}>Inactive</Badge>
  );
}

/** Returns the names of channels that the workflow uses and that have no active integration. */
function missingChannels(workflow: Workflow): string[] {
  const channels = workflow.workflowIntegrationStatus?.channels ?? {};
  return CHANNELS.filter((channel) => channels[channel]?.hasActiveIntegrations === false).map(
    (channel) => STEP_TYPE_LABELS[channel].name,
  );
}
