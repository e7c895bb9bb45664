import { createFileRoute, Outlet, useParams } from "@tanstack/react-router";
import { StepChain } from "../../../../features/workflows/step-chain.tsx";
import { useWorkflow } from "../../../../use-workflow.ts";

export const Route = createFileRoute("/_app/workflows/$workflowId/_steps")({ component: StepsTab });

function StepsTab() {
  const workflow = useWorkflow();
  const { stepId } = useParams({ strict: false });
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
      <StepChain workflow={workflow} selected={stepId ?? workflow.steps[0]?._id} />
      <Outlet />
    </div>
  );
}
