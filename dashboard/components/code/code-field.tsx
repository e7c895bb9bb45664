import { type ComponentProps, lazy, Suspense, useRef } from "react";
import { Field } from "../controls/field.tsx";
import type { CodeControlProps, CodeIssue, CodeLanguage, TextCheck } from "./code-control.ts";
import { PlainCode } from "./plain-code.tsx";

interface CodeFieldProps extends Omit<ComponentProps<typeof Field>, "children"> {
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  /** The field has no history of its own: the keys for one are given to that of the whole editor. */
  onUndo?: (() => void) | undefined;
  onRedo?: (() => void) | undefined;
  language: CodeLanguage;
  /** Without, there are no line breaks, and Enter submits the form. */
  multiline?: boolean;
  /** JSON schema of the variables that the text may use. Without, none are offered or checked. */
  variables?: unknown;
  /** JSON schema of the variables that events have brought. They are offered behind the others, and nothing is checked by it. */
  seen?: unknown;
  readOnly?: boolean;
  placeholder?: string;
  /** Issues that the API found with the value. */
  issues?: readonly CodeIssue[];
  /** Finds what else is wrong with the text. */
  check?: TextCheck;
  /** Variables without a value in the data that the member looks at. They are marked, and are no errors. */
  missing?: readonly string[];
}

const CodeEditor = lazy(() =>
  // Without a connection the text can be edited all the same.
  import("./code-editor.tsx").catch(() => ({ default: PlainCode })),
);

const NO_ISSUES: readonly CodeIssue[] = [];
const NONE_MISSING: readonly string[] = [];
const nothing = (): void => {};
const nothingWrong: TextCheck = () => [];

/**
 * A field for templates and JSON: completes variables and filters, and says in which line and column something is wrong. Tab leaves it;
 * Ctrl or ⌘ with ] and [ indents, F8 goes to the next problem, Ctrl and Space offers names. The editor is loaded on demand.
 */
export function CodeField({
  value,
  onChange,
  onBlur = nothing,
  onUndo = nothing,
  onRedo = nothing,
  language,
  multiline = false,
  variables,
  seen,
  readOnly = false,
  placeholder = "",
  issues = NO_ISSUES,
  check = nothingWrong,
  missing = NONE_MISSING,
  ...field
}: CodeFieldProps) {
  const selection = useRef<{ start: number; end: number } | null>(null);
  return (
    <Field {...field}>
      {(control) => {
        const shared = { value, onChange, onBlur, onUndo, onRedo, language, multiline, readOnly, placeholder };
        const props: CodeControlProps = { ...shared, control, variables, seen, issues, check, missing, selection };
        return (
          <Suspense fallback={<PlainCode {...props} />}>
            <CodeEditor {...props} />
          </Suspense>
        );
      }}
    </Field>
  );
}
