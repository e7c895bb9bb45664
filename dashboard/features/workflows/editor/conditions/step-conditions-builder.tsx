import { useLocation } from "@tanstack/react-router";
import { useEffect, useMemo } from "react";
import type { Filter } from "#contract/schemas/conditions.ts";
import type { ConditionSubject } from "#dashboard/components/conditions/condition-context.tsx";
import { SPECIAL_FIELDS } from "#dashboard/components/conditions/condition-fields.ts";
import {
  ConditionsBuilder,
  type ConditionsBuilderProps,
} from "#dashboard/components/conditions/conditions-builder.tsx";
import { isFilterList } from "#dashboard/components/conditions/filters.ts";
import { useEditing } from "../editor-context.tsx";
import { focusFirstIssue } from "../focus-issue.ts";
import type { StepForm } from "../use-step-form.ts";
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
  useIssueFocus();
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

function useIssueFocus(): void {
  const forIssue = useLocation({ select: ({ state }) => state.focusIssue === true });
  // A step that was opened for an issue in here had its focus on the heading until the conditions were loaded.
  useEffect(() => {
    if (forIssue && document.activeElement?.matches("body, h2")) focusFirstIssue();
  }, [forIssue]);
}
