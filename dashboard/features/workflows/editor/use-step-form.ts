import { replaceEqualDeep } from "@tanstack/react-query";
import { useCallback, useMemo, useRef } from "react";
import type { FieldError } from "react-hook-form";
import { isJsonObject } from "#contract/constants/values/json-object.ts";
import type { StepIssues } from "#contract/workflows/step-issues.ts";
import { SENTENCE } from "#dashboard/components/controls/field.tsx";
import type { EditedStep } from "./definition.ts";
import { useEditing, useEditorState, useRefusedFields } from "./editor-context.tsx";
import { refusalAt } from "./refused-fields.ts";
import { useSeenVariables } from "./use-seen-variables.ts";

/** Issues of variables and of lines, which the editor of a text shows where they are. */
const isPlaced = ({ issueType, message }: ControlIssues[number]): boolean =>
  issueType === "ILLEGAL_VARIABLE_IN_CONTROL_VALUE" || message.startsWith("Line ");

export type StepForm = ReturnType<typeof useStepForm>;

/** The values of a step for its form, with what the server found wrong with each. */
export function useStepForm(step: EditedStep) {
  const { editor, readOnly } = useEditing();
  useEditorState(({ saved }) => saved);
  const refused = useRefusedFields();
  const issues = useUnchanged(editor.issuesOf(step.key));
  const variables = useUnchanged(editor.variablesOf(step.key));
  const seen = useSeenVariables();
  const { controlValues: values } = step;

  // The same lists for as long as the issues are the same: a field checks its text again for others.
  const variableIssues = useMemo(() => {
    const known = new Map<string, ControlIssues>();
    return (path: string): ControlIssues => {
      const found = known.get(path) ?? issuesAt(issues, path).filter(isPlaced);
      known.set(path, found);
      return found;
    };
  }, [issues]);

  // The same function for as long as the issues are the same: of many conditions none is rendered for another one's text.
  const error = useCallback(
    (path: string): FieldError | undefined => refusalAt(refused, step.key, path) ?? errorOf(issuesAt(issues, path)),
    [refused, issues, step.key],
  );
  const ownError = useCallback(
    (path: string): FieldError | undefined => {
      const own = refused.filter((field) => field.path === path);
      return refusalAt(own, step.key, path) ?? errorOf(issues.controls?.[path] ?? []);
    },
    [refused, issues, step.key],
  );

  function set(changes: Readonly<Record<string, unknown>>): void {
    const next = Object.entries({ ...values, ...changes }).filter(([, value]) => value !== undefined);
    editor.changeStep(step.key, Object.keys(changes).join(), { controlValues: Object.fromEntries(next) });
  }

  return {
    step,
    values,
    readOnly,
    /** The issues of a control or setting, or of what is in it, as the error of its field; those with a place in a text apart. */
    error,
    /** The issues of a control or setting itself, without those of what is in it. */
    ownError,
    /** The issues of variables and lines in a text, which its editor shows where they stand. */
    variableIssues,
    /** JSON schema of the variables that the step may use; undefined where any name is one of the payload. */
    variables,
    /** JSON schema of the variables that the events of recent runs have brought. */
    seen,
    /** Changes some of the control values; undefined takes one away. */
    set,
    /** Changes settings of the step beside its control values. */
    change: (settings: Partial<Omit<EditedStep, "key">>): void =>
      editor.changeStep(step.key, Object.keys(settings).join(), settings),
    text: (name: string): string => textOf(values[name]),
    number: (name: string): number | null => numberOf(values[name]),
    object: (name: string): Record<string, unknown> => objectOf(values[name]),
  };
}

/** Returns the former value for as long as the new one says the same: each save answers with objects of its own. */
function useUnchanged<T>(value: T): T {
  const kept = useRef(value);
  kept.current = replaceEqualDeep(kept.current, value);
  return kept.current;
}

type ControlIssues = NonNullable<StepIssues["controls"]>[string];

function errorOf(issues: ControlIssues): FieldError | undefined {
  const found = issues.filter((issue) => !isPlaced(issue));
  const message = [...new Set(found.map((issue) => issue.message))].join(" ");
  if (message === "") return undefined;
  // Those of the contract follow the name of their field, others begin a sentence.
  return { type: /^[a-z]/.test(message) ? "issue" : SENTENCE, message };
}

const issuesAt = ({ controls = {} }: StepIssues, path: string): ControlIssues =>
  Object.entries(controls).flatMap(([at, list]) => (at === path || at.startsWith(`${path}.`) ? list : []));

export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

export const objectOf = (value: unknown): Record<string, unknown> => (isJsonObject(value) ? value : {});

/** Numbers may be stored as texts. */
export function numberOf(value: unknown): number | null {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : null;
}
