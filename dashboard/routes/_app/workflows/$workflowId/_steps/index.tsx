import { createFileRoute, getRouteApi } from "@tanstack/react-router";
import { StepPanel } from "../../../../../features/workflows/step-panel.tsx";

export const Route = createFileRoute("/_app/workflows/$workflowId/_steps/")({ component: FirstStep });

const parent = getRouteApi("/_app/workflows/$workflowId");

function FirstStep() {
  const [first] = parent.useLoaderData().steps;
  if (!first) return <p className="text-muted">This workflow has no steps, so its events reach nobody.</p>;
  return <StepPanel step={first} />;
}
