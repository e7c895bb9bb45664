import { CircleCheck, CirclePause, TriangleAlert } from "lucide-react";
import { CHANNELS } from "#contract/constants/channels.ts";
import type { ListedWorkflowV2 } from "#contract/v2/workflows.ts";
import { Badge } from "#dashboard/components/display/badge.tsx";
import { STEP_TYPE_LABELS } from "#dashboard/components/display/step-type.tsx";
import { Tooltip } from "#dashboard/components/overlays/tooltip.tsx";

/** Whether a workflow is active, and what hinders it. */
export function ListedStatus({ workflow }: { workflow: ListedWorkflowV2 }) {
  if (!workflow.active) return <Badge icon={<CirclePause className="size-3.5" aria-hidden="true" />}>Inactive</Badge>;
  if (!workflow.needsAction) {
    return (
      <Badge tone="success" icon={<CircleCheck className="size-3.5" aria-hidden="true" />}>
        Active
      </Badge>
    );
  }
  return (
    <Tooltip text={actionText(workflow)}>
      {/* Focusable, so that the reason can be read without a mouse. */}
      <button type="button" className="relative z-10 inline-flex min-h-6 cursor-default items-center rounded">
        <Badge tone="warning" icon={<TriangleAlert className="size-3.5" aria-hidden="true" />}>
          Action required
        </Badge>
      </button>
    </Tooltip>
  );
}

/** Returns what has to be done in sentences: "No active integration for Email. 2 steps have issues." */
function actionText({ workflowIntegrationStatus, steps }: ListedWorkflowV2): string {
  const channels = workflowIntegrationStatus?.channels ?? {};
  const without = (isMissing: (channel: (typeof CHANNELS)[number]) => boolean) =>
    CHANNELS.filter(isMissing).map((channel) => STEP_TYPE_LABELS[channel].name);
  const missing = without((channel) => channels[channel]?.hasActiveIntegrations === false);
  const noPrimary = without(
    (channel) =>
      channels[channel]?.hasActiveIntegrations === true && channels[channel].hasPrimaryIntegrations === false,
  );
  const faulty = steps.filter(({ issues }) => Object.keys(issues?.controls ?? {}).length > 0).length;
  const sentences = [
    missing.length > 0 && `No active integration for ${list(missing)}.`,
    noPrimary.length > 0 && `No primary integration for ${list(noPrimary)}.`,
    faulty > 0 && `${faulty === 1 ? "1 step has" : `${faulty} steps have`} issues.`,
  ].filter(Boolean);
  return sentences.length > 0 ? sentences.join(" ") : "Open the workflow to see its issues.";
}

const list = (names: readonly string[]): string => new Intl.ListFormat("en", { type: "conjunction" }).format(names);
