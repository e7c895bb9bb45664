import { useState } from "react";
import type { Filter } from "#contract/schemas/conditions.ts";
import { filtersOfRule, ruleOfFilters } from "#dashboard/components/conditions/rule-filters.ts";
import { SENTENCE } from "#dashboard/components/controls/field.tsx";
import type { StepForm } from "../use-step-form.ts";
import { Conditions } from "./conditions.tsx";

/** The rule by which a step is skipped, as conditions. One that these cannot express is changed as JSON. */
export function SkipRule({ form }: { form: StepForm }) {
  const { values, set, error, variableIssues, readOnly } = form;
  const { skip } = values;
  // The conditions that were edited stay the same objects, by which their fields are known, for as long as the rule is theirs.
  const [edited, setEdited] = useState<{ filters: Filter[]; rule: unknown }>();
  const filters = edited && edited.rule === skip ? edited.filters : filtersOfRule(skip);
  const unknown = [...new Set(variableIssues("skip").map(({ message }) => message))].join(" ");
  const fault = error("skip") ?? (unknown === "" ? undefined : { type: SENTENCE, message: unknown });
  // Code has its rules in code.
  if (skip === undefined && (readOnly || form.step.type === "custom")) return null;
  return (
    <Conditions
      label="Skip the step if"
      opening="Skipped if"
      form={form}
      path="skip"
      // Null is no list of conditions: a rule that is none.
      filters={filters ?? null}
      onChange={(next) => {
        const rule = ruleOfFilters(next);
        setEdited({ filters: next, rule });
        set({ skip: rule });
      }}
      rule={{ value: skip, onChange: (rule) => set({ skip: rule }), fault }}
    />
  );
}
