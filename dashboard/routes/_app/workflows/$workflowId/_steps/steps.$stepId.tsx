import { createFileRoute, getRouteApi } from "@tanstack/react-router";
import { StepPanel } from "../../../../../features/workflows/step-panel.tsx";

export const Route = createFileRoute("/_app/workflows/$workflowId/_steps/steps/$stepId")({ component: SelectedStep });

const parent = getRouteApi("/_app/workflows/$workflowId");

function SelectedStep() {
  const { stepId } = Route.useParams();
  const step = parent.useLoaderData().steps.find(({ _id }) => _id === stepId);
  if (!step)
    return <p className="text-muted">The workflow no longer has this step. Choose one of those on the left.</p>;
  return <StepPanel key={step._id} step={step} />;
}
