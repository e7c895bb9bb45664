import { Link } from "@tanstack/react-router";
import { CircleCheck, CirclePause, TriangleAlert } from "lucide-react";
import { CHANNELS } from "#contract/constants/channels.ts";
import type { Workflow } from "#contract/workflows.ts";
import { Badge } from "../../components/badge.tsx";
import { CopyableId } from "../../components/copy-button.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { STEP_TYPE_LABELS, StepTypeRow } from "../../components/step-type.tsx";
import { Cell, Row, Table } from "../../components/table.tsx";
import { identifierOf } from "./identifier.ts";
import { stepTypeOf } from "./step-summary.ts";

const COLUMNS = [
  { id: "name", name: "Name", className: "w-2/5" },
  { id: "steps", name: "Steps" },
  { id: "status", name: "Status" },
  { id: "tags", name: "Tags" },
  { id: "triggered", name: "Last triggered" },
];

export function WorkflowTable({ workflows }: { workflows: Workflow[] }) {
  return (
    <Table label="Workflows" columns={COLUMNS} rows={workflows}>
      {(workflow) => <WorkflowRow key={workflow._id} workflow={workflow} />}
    </Table>
  );
}

function WorkflowRow({ workflow }: { workflow: Workflow }) {
  return (
    <Row id={workflow._id}>
      <Cell>
        <Link
          to="/workflows/$workflowId"
          params={{ workflowId: workflow._id }}
          data-row
          className="block truncate leading-6 font-medium after:absolute after:inset-0"
        >
          {workflow.name}
        </Link>
        <CopyableId value={identifierOf(workflow)} what="identifier" />
      </Cell>
      <Cell label="Steps">
        <StepTypeRow types={workflow.steps.map(stepTypeOf)} />
      </Cell>
      <Cell label="Status">
        <WorkflowStatus workflow={workflow} />
      </Cell>
      <Cell label="Tags">
        {workflow.tags.length === 0 ? (
          <span className="text-muted">–</span>
        ) : (
          <span className="flex flex-wrap gap-1">
            {workflow.tags.map((tag) => (
              <Badge key={tag}>{tag}</Badge>
            ))}
          </span>
        )}
      </Cell>
      <Cell label="Last triggered" className="text-muted">
        {workflow.lastTriggeredAt ? <RelativeTime moment={workflow.lastTriggeredAt} /> : "Never"}
      </Cell>
    </Row>
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
