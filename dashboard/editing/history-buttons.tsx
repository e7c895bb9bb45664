import { Redo2, Undo2 } from "lucide-react";
import { useEffect } from "react";
import { type StoreApi, useStore } from "zustand";
import { IconButton } from "#dashboard/components/controls/button.tsx";
import { MODIFIER_KEY } from "#dashboard/components/modifier-key.ts";

interface EditorWithHistory {
  history: Pick<
    StoreApi<{ pastStates: readonly unknown[]; futureStates: readonly unknown[] }>,
    "getState" | "getInitialState" | "subscribe"
  >;
  undo: () => void;
  redo: () => void;
}

/** Undo and redo across the whole editor, also by Ctrl Z and Ctrl Shift Z outside of fields, which have their own. */
export function HistoryButtons({ editor }: { editor: EditorWithHistory }) {
  const canUndo = useStore(editor.history, ({ pastStates }) => pastStates.length > 0);
  const canRedo = useStore(editor.history, ({ futureStates }) => futureStates.length > 0);

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (!(event.metaKey || event.ctrlKey) || event.key.toLowerCase() !== "z" || event.defaultPrevented) return;
      const target = event.target instanceof HTMLElement ? event.target : null;
      if (target?.closest("input, textarea, [contenteditable='true']")) return;
      event.preventDefault();
      if (event.shiftKey) editor.redo();
      else editor.undo();
    }
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [editor]);

  return (
    <span className="flex">
      <IconButton label="Undo" keys={`${MODIFIER_KEY} Z`} disabled={!canUndo} onClick={editor.undo}>
        <Undo2 className="size-4" aria-hidden="true" />
      </IconButton>
      <IconButton label="Redo" keys={`Shift ${MODIFIER_KEY} Z`} disabled={!canRedo} onClick={editor.redo}>
        <Redo2 className="size-4" aria-hidden="true" />
      </IconButton>
    </span>
  );
}
