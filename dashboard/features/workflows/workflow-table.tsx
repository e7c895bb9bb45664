import { Link } from "@tanstack/react-router";
import { CircleCheck, CirclePause, TriangleAlert } from "lucide-react";
import { CHANNELS } from "#contract/constants/channels.ts";
import type { Workflow } from "#contract/workflows.ts";
import { Badge } from "../../components/badge.tsx";
import { CopyableId } from "../../components/copy-button.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { STEP_TYPE_LABELS, StepTypeRow } from "../../components/step-type.tsx";
import { type Column, ROW_LINK_CLASS, Table } from "../../components/table.tsx";
import { identifierOf } from "./identifier.ts";
import { stepTypeOf } from "./step-summary.ts";

const COLUMNS: readonly Column<Workflow>[] = [
  { id: "name", name: "Name", className: "sm:w-2/5", cell: WorkflowName },
  { id: "steps", name: "Steps", cell: ({ steps }) => <StepTypeRow types={steps.map(stepTypeOf)} /> },
  { id: "status", name: "Status", cell: (workflow) => <WorkflowStatus workflow={workflow} /> },
  { id: "tags", name: "Tags", cell: Tags },
  {
    id: "triggered",
    name: "Last triggered",
    className: "text-muted",
    cell: ({ lastTriggeredAt }) => (lastTriggeredAt ? <RelativeTime moment={lastTriggeredAt} /> : "Never"),
  },
];

export function WorkflowTable({ workflows }: { workflows: Workflow[] }) {
  return <Table label="Workflows" columns={COLUMNS} rows={workflows} rowId={({ _id }) => _id} />;
}

function WorkflowName(workflow: Workflow) {
  return (
    <>
      <Link to="/workflows/$workflowId" params={{ workflowId: workflow._id }} data-row className={ROW_LINK_CLASS}>
        {workflow.name}
      </Link>
      <CopyableId value={identifierOf(workflow)} what="identifier" />
    </>
  );
}

function Tags({ tags }: Workflow) {
  if (tags.length === 0) return <span className="text-muted">–</span>;
  return (
    <span className="flex flex-wrap gap-1">
      {tags.map((tag) => (
        <Badge key={tag}>{tag}</Badge>
      ))}
    </span>
  );
}

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
