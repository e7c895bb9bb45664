import type { Editor } from "@tiptap/core";
import { type RefObject, useLayoutEffect } from "react";
import { type BlockPosition, moveBlock } from "./block-position.ts";
import type { BlockEditorProps, Latest } from "./editor-props.ts";
import type { BlockMenu } from "./use-block-menu.ts";
import type { useBlockSettings } from "./use-block-settings.ts";
import type { useMarksBar } from "./use-marks-bar.ts";

interface KeyTakers {
  props: BlockEditorProps;
  menu: BlockMenu;
  marks: ReturnType<typeof useMarksBar>;
  settings: ReturnType<typeof useBlockSettings>;
  block: BlockPosition | undefined;
  announce: (sentence: string) => void;
}

/** Gives keys to what is open around the text, before the text has them. */
export function useEditorKeys(
  editor: Editor,
  latest: RefObject<Latest>,
  { props, menu, marks, settings, block, announce }: KeyTakers,
): void {
  /** Returns whether the key was one of the editor's own. */
  function onKey(event: KeyboardEvent): boolean {
    const isPlain = !event.metaKey && !event.ctrlKey && !event.altKey;
    const isOwn =
      historyKey(event, props) ||
      (isPlain && menu.onKey(event.key)) ||
      marks.onKey(event) ||
      settings.onKey(event) ||
      moveKey(event, editor, block, announce);
    if (!isOwn) return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  useLayoutEffect(() => {
    latest.current.props = props;
    latest.current.onKey = onKey;
  });
}

/** Undoes and redoes. Returns whether the key does. */
function historyKey(
  { key, metaKey, ctrlKey, shiftKey }: KeyboardEvent,
  { onUndo, onRedo }: Pick<BlockEditorProps, "onUndo" | "onRedo">,
): boolean {
  const letter = key.toLowerCase();
  if (!(metaKey || ctrlKey) || (letter !== "z" && letter !== "y")) return false;
  if (letter === "y" || shiftKey) onRedo();
  else onUndo();
  return true;
}

/** Moves a block up or down. Returns whether the key does. */
function moveKey(
  { key, altKey }: KeyboardEvent,
  editor: Editor,
  block: BlockPosition | undefined,
  announce: (sentence: string) => void,
): boolean {
  if (!altKey || (key !== "ArrowUp" && key !== "ArrowDown")) return false;
  const { tr } = editor.state;
  const sentence = block && moveBlock(tr, block, key === "ArrowUp" ? -1 : 1);
  if (sentence) {
    editor.view.dispatch(tr);
    announce(sentence);
  }
  return true;
}
