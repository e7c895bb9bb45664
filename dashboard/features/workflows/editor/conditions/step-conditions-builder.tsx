import { useMemo } from "react";
import type { Filter } from "#contract/schemas/conditions.ts";
import { useEditing } from "../editor-context.tsx";
import { isFilterList } from "../filters.ts";
import type { StepForm } from "../use-step-form.ts";
import type { ConditionSubject } from "./condition-context.tsx";
import { SPECIAL_FIELDS } from "./condition-fields.ts";
import { ConditionsBuilder, type ConditionsBuilderProps } from "./conditions-builder.tsx";
import { TryOnEvents } from "./try-on-events.tsx";
import { useConditionFields } from "./use-condition-fields.ts";

const NONE: readonly Filter[] = [];

export interface ConditionsProps extends Omit<ConditionsBuilderProps, "subject" | "trial"> {
  form: StepForm;
}

/** Conditions of a step, its variants and branches, which can be tried on past events. */
export function StepConditionsBuilder({ form, ...props }: ConditionsProps) {
  const { filters, rule } = props;
  const { editor } = useEditing();
  const { readOnly, error, ownError } = form;
  const { known, ask } = useConditionFields(form);
  const subject = useMemo(
    (): ConditionSubject => ({
      readOnly,
      root: "payload",
      specialFields: SPECIAL_FIELDS,
      known,
      ask,
      onUndo: editor.undo,
      onRedo: editor.redo,
      error,
      ownError,
    }),
    [readOnly, known, ask, editor, error, ownError],
  );
  const tried = !rule && isFilterList(filters) ? filters : NONE;
  return <ConditionsBuilder {...props} subject={subject} trial={<TryOnEvents filters={tried} rule={rule?.value} />} />;
}
