import { useStore } from "zustand";
import { CodeField } from "../../../components/code/code-field.tsx";
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
  return (
    <CodeField
      label="HTML"
      hint="{{ body }} is where the content of an email goes"
      error={hasPlace(content) ? fieldError(save, "content") : undefined}
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
