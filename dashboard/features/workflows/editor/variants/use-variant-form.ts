import { useCallback } from "react";
import type { EditedVariant } from "../definition.ts";
import { useEditing } from "../editor-context.tsx";
import { numberOf, objectOf, type StepForm, textOf } from "../use-step-form.ts";

/** Returns the form of a step with the content of one of its variants in place of its own. */
export function useVariantForm(form: StepForm, variant: EditedVariant | undefined, index: number): StepForm {
  const { editor } = useEditing();
  const { step, error, ownError, variableIssues } = form;
  const path = `variants.${index}`;
  const errorOfVariant = useCallback((name: string) => error(`${path}.${name}`), [error, path]);
  const ownErrorOfVariant = useCallback((name: string) => ownError(`${path}.${name}`), [ownError, path]);
  const issuesOfVariant = useCallback((name: string) => variableIssues(`${path}.${name}`), [variableIssues, path]);
  if (!variant) return form;
  const values = variant.controlValues ?? {};
  return {
    ...form,
    step: { ...step, controlValues: values },
    values,
    error: errorOfVariant,
    ownError: ownErrorOfVariant,
    variableIssues: issuesOfVariant,
    set(changes) {
      const next = Object.entries({ ...values, ...changes }).filter(([, value]) => value !== undefined);
      const controlValues = Object.fromEntries(next);
      editor.changeStep(step.key, `${variant.key}.${Object.keys(changes).join()}`, {
        variants: step.variants.map((one) => (one.key === variant.key ? { ...one, controlValues } : one)),
      });
    },
    text: (name) => textOf(values[name]),
    number: (name) => numberOf(values[name]),
    object: (name) => objectOf(values[name]),
  };
}
