import { createFileRoute } from "@tanstack/react-router";
import { StepPanel } from "../../../../../features/workflows/step-panel.tsx";
import { useWorkflow } from "../../../../../use-workflow.ts";

export const Route = createFileRoute("/_app/workflows/$workflowId/_steps/steps/$stepId")({ component: SelectedStep });

function SelectedStep() {
  const { stepId } = Route.useParams();
  const step = useWorkflow().steps.find(({ _id }) => _id === stepId);
  if (!step)
    return <p className="text-muted">The workflow no longer has this step. Choose one of those on the left.</p>;
  return <StepPanel key={step._id} step={step} />;
}
