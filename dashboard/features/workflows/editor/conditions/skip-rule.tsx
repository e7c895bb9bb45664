import { useState } from "react";
import { Button } from "../../../../components/button.tsx";
import { SENTENCE } from "../../../../components/field.tsx";
import { ruleText } from "../../rule-text.ts";
import { JsonValueField } from "../forms/json-value-field.tsx";
import type { StepForm } from "../use-step-form.ts";

/** The rule by which a step is skipped, in words. It is changed as JSON. Nothing for a step without one. */
export function SkipRule({ form }: { form: StepForm }) {
  const { values, set, error, variableIssues, readOnly } = form;
  const [isEdited, setEdited] = useState(false);
  const { skip } = values;
  if (skip === undefined && !isEdited) return null;
  const unknown = [...new Set(variableIssues("skip").map(({ message }) => message))].join(" ");
  const fault = error("skip") ?? (unknown === "" ? undefined : { type: SENTENCE, message: unknown });
  return (
    <section aria-label="Rule to skip the step" className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <p className="min-w-0 flex-1 basis-48 wrap-anywhere" dir="auto">
          {`Skipped if ${ruleText(skip) ?? "nothing: the rule is empty"}.`}
        </p>
        {!readOnly && (
          <div className="flex gap-1">
            <Button variant="quiet" small aria-pressed={isEdited} onClick={() => setEdited(!isEdited)}>
              Edit the rule as JSON
            </Button>
            <Button
              variant="quiet"
              small
              onClick={() => {
                set({ skip: undefined });
                setEdited(false);
              }}
            >
              Remove the rule
            </Button>
          </div>
        )}
      </div>
      {isEdited && !readOnly ? (
        <JsonValueField
          label="Rule"
          hint="JSON logic over payload, subscriber and steps"
          error={fault}
          readOnly={readOnly}
          value={skip}
          onChange={(rule) => set({ skip: rule })}
        />
      ) : (
        fault && <p className="text-xs text-danger wrap-anywhere">{fault.message}</p>
      )}
    </section>
  );
}
