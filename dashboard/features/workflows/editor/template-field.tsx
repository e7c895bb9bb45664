import type { ReactNode } from "react";
import { CodeField } from "#dashboard/components/code/code-field.tsx";
import { useEditing } from "./editor-context.tsx";
import { useMissing } from "./missing-context.ts";
import type { StepForm } from "./use-step-form.ts";

interface TemplateFieldProps {
  form: StepForm;
  /** The path of the control, by which the server names issues with it. */
  path: string;
  label: string;
  labelHidden?: boolean;
  hint?: ReactNode;
  value: string;
  onChange: (value: string) => void;
  /** Of a text with several lines. */
  multiline?: boolean;
  html?: boolean;
  placeholder?: string;
}

/** A text with variables in Liquid. */
export function TemplateField({ form, path, html = false, placeholder = "", hint, ...field }: TemplateFieldProps) {
  const { editor } = useEditing();
  const missing = useMissing();
  const { error, variableIssues, variables, seen, readOnly } = form;
  return (
    <CodeField
      {...field}
      {...(hint !== undefined && { hint })}
      error={error(path)}
      issues={variableIssues(path)}
      language={html ? "liquid-html" : "liquid-text"}
      variables={variables}
      seen={seen}
      missing={missing}
      readOnly={readOnly}
      placeholder={placeholder}
      onUndo={editor.undo}
      onRedo={editor.redo}
    />
  );
}
