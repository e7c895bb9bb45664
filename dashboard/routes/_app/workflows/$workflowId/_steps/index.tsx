import { createFileRoute } from "@tanstack/react-router";
import { StepPanel } from "../../../../../features/workflows/step-panel.tsx";
import { useWorkflow } from "../../../../../use-workflow.ts";

export const Route = createFileRoute("/_app/workflows/$workflowId/_steps/")({ component: FirstStep });

function FirstStep() {
  const [first] = useWorkflow().steps;
  if (!first) return <p className="text-muted">This workflow has no steps, so its events reach nobody.</p>;
  return <StepPanel step={first} />;
}
