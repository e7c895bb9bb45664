import { conditionText } from "#dashboard/components/conditions/condition-text.ts";
import { filtersOf } from "#dashboard/components/conditions/filters.ts";
import { ruleText } from "#dashboard/components/conditions/rule-text.ts";
import { FormSection } from "#dashboard/forms/form-section.tsx";
import type { StepForm } from "../use-step-form.ts";
import { Conditions } from "./conditions.tsx";
import { SkipRule } from "./skip-rule.tsx";

/** Decides whether a step runs: its conditions and the rule that skips it, read back in one line while they are folded. */
export function StepConditions({ form }: { form: StepForm }) {
  const { step, values, error, variableIssues, change } = form;
  const isBranch = step.type === "branch";
  const filters = isBranch ? undefined : conditionText(filtersOf(step.filters));
  const skip = ruleText(values.skip);
  const sentences = [filters && `Only if ${filters}`, skip && `Skipped if ${skip}`].filter(Boolean);
  return (
    <FormSection
      title="Conditions"
      summary={sentences.join(". ") || (isBranch ? "In each branch" : "None")}
      hasIssue={error("filters") !== undefined || error("skip") !== undefined || variableIssues("skip").length > 0}
    >
      {isBranch ? (
        <p className="text-muted">Each branch has its own conditions.</p>
      ) : (
        <Conditions
          label="Only if"
          opening="Only if"
          form={form}
          path="filters"
          filters={step.filters}
          onChange={(next) => change({ filters: next })}
        />
      )}
      <SkipRule form={form} />
    </FormSection>
  );
}
