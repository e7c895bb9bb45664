import { createFileRoute, getRouteApi, Outlet, useParams } from "@tanstack/react-router";
import { StepChain } from "../../../../features/workflows/step-chain.tsx";

export const Route = createFileRoute("/_app/workflows/$workflowId/_steps")({ component: StepsTab });

const parent = getRouteApi("/_app/workflows/$workflowId");

function StepsTab() {
  const workflow = parent.useLoaderData();
  const { stepId } = useParams({ strict: false });
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
      <StepChain workflow={workflow} selected={stepId ?? workflow.steps[0]?._id} />
      <Outlet />
    </div>
  );
}
