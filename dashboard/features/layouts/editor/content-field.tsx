import { useMemo } from "react";
import { useStore } from "zustand";
import { isMjml } from "#contract/constants/templates/mjml.ts";
import { CodeField } from "#dashboard/components/code/code-field.tsx";
import { hasPlace, placeProblems, withLiquidPlace } from "./body-place.ts";
import { fieldError } from "./field-error.ts";
import type { LayoutEditor } from "./layout-editor.ts";

interface ContentFieldProps {
  editor: LayoutEditor;
  readOnly: boolean;
}

/** The HTML of the layout. That its place for the content of emails is missing is said here before the server does. */
export function ContentField({ editor, readOnly }: ContentFieldProps) {
  const content = useStore(editor.store, ({ definition }) => definition.content);
  const save = useStore(editor.store, (state) => state.save);
  const variables = useStore(editor.store, ({ saved }) => saved.variables);
  const inMjml = isMjml(content);
  // What is wrong with MJML is shown in its line.
  const lines = useMemo(
    () => (save.kind === "refused" ? save.fields.filter(({ message }) => message.startsWith("Line ")) : []),
    [save],
  );
  return (
    <CodeField
      label={inMjml ? "MJML" : "HTML"}
      hint={
        inMjml
          ? "{{ body }} is where the content of an email goes. MJML is compiled when it is saved."
          : "{{ body }} is where the content of an email goes"
      }
      error={hasPlace(content) && lines.length === 0 ? fieldError(save, "content") : undefined}
      issues={lines}
      language="liquid-html"
      multiline
      variables={variables}
      check={placeProblems}
      readOnly={readOnly}
      value={content}
      onChange={(text) => editor.change("content", (before) => ({ ...before, content: withLiquidPlace(text) }))}
      onUndo={editor.undo}
      onRedo={editor.redo}
    />
  );
}
