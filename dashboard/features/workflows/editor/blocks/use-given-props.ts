import type { Editor } from "@tiptap/core";
import { type RefObject, useEffect, useLayoutEffect } from "react";
import { takeReturned } from "#dashboard/components/code/take-returned.ts";
import { checkBy } from "./block-problems.ts";
import type { BlockEditorProps, Latest } from "./editor-props.ts";
import { replaceBlocks } from "./replace-blocks.ts";

/** Keeps the editor as its props say: its document, what its templates are checked by, and the attributes of its text. */
export function useGivenProps(editor: Editor, latest: RefObject<Latest>, props: BlockEditorProps): void {
  const { value, variables, missing, readOnly, labelledBy, describedBy, isInvalid } = props;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another value is shown.
  useLayoutEffect(() => {
    if (!takeReturned(latest.current.given, value)) replaceBlocks(editor, value);
  }, [value]);

  useEffect(() => {
    const [key, checked] = checkBy({ schema: variables, missing });
    editor.view.dispatch(editor.state.tr.setMeta(key, checked));
  }, [editor, variables, missing]);

  // The element may be another one after the editor was hidden.
  useLayoutEffect(() => {
    if (editor.isEditable === readOnly) editor.setEditable(!readOnly, false);
    const { dom } = editor.view;
    for (const [name, given] of Object.entries({
      role: "textbox",
      "aria-multiline": "true",
      "aria-labelledby": labelledBy,
      "aria-describedby": describedBy,
      "aria-readonly": readOnly ? "true" : undefined,
      "aria-invalid": isInvalid ? "true" : undefined,
      tabindex: "0",
    }))
      if (given === undefined) dom.removeAttribute(name);
      else if (dom.getAttribute(name) !== given) dom.setAttribute(name, given);
  });
}
