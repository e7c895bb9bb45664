import type { Workflow } from "#contract/workflows/workflows.ts";
import { conditionText } from "#dashboard/components/conditions/condition-text.ts";
import { StepTypeIcon } from "#dashboard/components/display/step-type.tsx";
import { stepNameOf, stepSummary, stepTypeOf } from "../step-summary.ts";

/** The steps of a template in words, in order. */
export function TemplateSteps({ template }: { template: Workflow }) {
  return (
    <ol aria-label="Steps" className="flex flex-col">
      {template.steps.map((step) => {
        const condition = conditionText(step.filters ?? []);
        return (
          <li key={step._id} className="flex gap-3 border-s border-outline py-1.5 ps-3">
            <StepTypeIcon type={stepTypeOf(step)} className="mt-0.5 size-4 shrink-0 text-muted" />
            <div className="min-w-0">
              <p className="font-medium">{stepNameOf(step)}</p>
              <p className="text-muted wrap-anywhere">{stepSummary(step)}</p>
              {condition && <p className="text-xs text-muted wrap-anywhere">Only if {condition}</p>}
            </div>
          </li>
        );
      })}
    </ol>
  );
}
