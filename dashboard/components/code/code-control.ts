import type { ComponentProps, RefObject } from "react";
import { classNames } from "../class-names.ts";
import type { Field } from "../controls/field.tsx";
import type { Problem } from "./parse-problem.ts";

/** The texts that a code field is for. JSON has templates in its texts; the name of a variable stands without braces. */
export type CodeLanguage = "liquid-text" | "liquid-html" | "json" | "variable-name";

/** An issue that the API found with a value, as it is in the answer. */
export interface CodeIssue {
  message: string;
  /** The variable as it is written, or the path of the value. */
  variableName?: string | undefined;
}

/** Finds what is wrong with a text beside its templates. The same function is given each time. */
export type TextCheck = (text: string) => readonly Problem[];

export interface CodeControlProps {
  /** Links the control with its label and its notes. */
  control: Parameters<ComponentProps<typeof Field>["children"]>[0];
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  onUndo: () => void;
  onRedo: () => void;
  language: CodeLanguage;
  multiline: boolean;
  variables: unknown;
  seen: unknown;
  readOnly: boolean;
  placeholder: string;
  issues: readonly CodeIssue[];
  check: TextCheck;
  missing: readonly string[];
  /** The selection of the control while it has the focus, for the one that takes its place. */
  selection: RefObject<{ start: number; end: number } | null>;
}

/** The look of the control, with and without the editor: both have the same size. */
export function codeBoxClass({ language }: Pick<CodeControlProps, "language">): string {
  return classNames(
    "w-full rounded-md border border-outline bg-raised text-text outline-accent has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 data-invalid:border-danger data-readonly:bg-sunken",
    language !== "liquid-text" && "font-mono text-xs",
  );
}

/** Takes line breaks out of a text for a field of one line. */
export const inOneLine = (text: string): string =>
  text.replaceAll(/\s+/g, (space) => (space.includes("\n") ? " " : space));
