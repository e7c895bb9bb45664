import { useCallback, useMemo } from "react";
import { CodeField } from "#dashboard/components/code/code-field.tsx";
import { useEditing } from "./editor-context.tsx";
import { pathProblems, schemaOfPaths } from "./path-problem.ts";
import type { StepForm } from "./use-step-form.ts";

interface PathFieldProps {
  form: StepForm;
  /** The control that holds the path. */
  name: string;
  label: string;
  hint: string;
}

/** The path of a field of the payload or the subscriber, without braces: it is completed, and a name that nobody knows is marked. */
export function PathField({ form, name, label, hint }: PathFieldProps) {
  const { editor } = useEditing();
  const { variables, seen, error, text, set, readOnly } = form;
  const paths = useMemo(() => schemaOfPaths(variables), [variables]);
  const seenPaths = useMemo(() => schemaOfPaths(seen) ?? (seen && { properties: { payload: seen } }), [seen]);
  const check = useCallback(
    (path: string) =>
      pathProblems(
        path,
        [paths, seenPaths].filter((schema) => schema !== undefined),
      ),
    [paths, seenPaths],
  );
  return (
    <CodeField
      label={label}
      hint={hint}
      error={error(name)}
      language="variable-name"
      variables={paths}
      seen={seenPaths}
      check={check}
      readOnly={readOnly}
      value={text(name)}
      onChange={(value) => set({ [name]: value })}
      onUndo={editor.undo}
      onRedo={editor.redo}
    />
  );
}
