import { Link } from "@tanstack/react-router";
import type { LayoutUsage } from "#contract/v2/layouts.ts";

/** Steps that use something, by their workflows, with links to them. */
export function StepUsage({ workflows }: LayoutUsage) {
  return (
    <>
      <p className="text-muted">{usageText(workflows)}</p>
      <ul className="flex flex-col divide-y divide-border rounded-lg border bg-raised">
        {workflows.map(({ _id: workflowId, name, steps }) => (
          <li key={workflowId} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-3 py-2">
            <Link
              to="/workflows/$workflowId"
              params={{ workflowId }}
              dir="auto"
              translate="no"
              className="min-w-0 font-medium wrap-anywhere hover:underline"
            >
              {name}
            </Link>
            <span className="flex min-w-0 flex-wrap gap-x-3 gap-y-1">
              {steps.map((step) => (
                <Link
                  key={step._id}
                  to="/workflows/$workflowId/steps/$stepId"
                  params={{ workflowId, stepId: step._id }}
                  dir="auto"
                  translate="no"
                  className="min-w-0 text-accent underline wrap-anywhere"
                >
                  {step.name}
                </Link>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** "3 steps of 2 workflows use it." */
function usageText(workflows: LayoutUsage["workflows"]): string {
  const steps = workflows.reduce((sum, workflow) => sum + workflow.steps.length, 0);
  const of = workflows.length === 1 ? "1 workflow" : `${workflows.length} workflows`;
  return steps === 1 ? `1 step of ${of} uses it.` : `${steps} steps of ${of} use it.`;
}
