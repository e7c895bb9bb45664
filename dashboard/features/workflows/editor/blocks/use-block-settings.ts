import type { Editor } from "@tiptap/core";
import { useEffect, useRef, useState } from "react";
import type { useSelectedBlock } from "./use-selected-block.ts";

type Selected = Pick<ReturnType<typeof useSelectedBlock>, "block" | "selectedPos">;

/** The block whose settings are open: one that was asked for, or else the selected one while the focus is in the editor. */
export function useBlockSettings(editor: Editor, { block, selectedPos }: Selected, isInside: boolean) {
  const panel = useRef<HTMLElement>(null);
  const [askedAt, setAskedAt] = useState<number>();
  /** The selected block whose settings somebody has closed. */
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const shownAt = askedAt ?? (isInside && selectedPos !== closedAt ? selectedPos : null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another selection has settings of its own
  useEffect(() => setClosedAt(null), [selectedPos]);

  function open(pos: number): void {
    setAskedAt(pos);
    // The panel is there after the next rendering.
    setTimeout(() => {
      const field = panel.current?.querySelector<HTMLElement>("input, textarea, [contenteditable=true]");
      (field ?? panel.current?.querySelector("button"))?.focus();
    });
  }

  function close(): void {
    setAskedAt(undefined);
    setClosedAt(selectedPos);
    editor.view.focus();
  }

  /** Opens and closes the settings. Returns whether the key does. */
  function onKey({ key, altKey, metaKey, ctrlKey }: KeyboardEvent): boolean {
    if (key === "Escape" && shownAt !== null) {
      close();
      return true;
    }
    const isSelected = selectedPos !== null && !metaKey && !ctrlKey;
    if (key !== "Enter" || !(isSelected || altKey)) return false;
    const pos = selectedPos ?? block?.pos;
    if (pos !== undefined) open(pos);
    return true;
  }

  return {
    panel,
    shownAt,
    open,
    close,
    onKey,
    /** Goes back to those of the selection. */
    followSelection: () => setAskedAt(undefined),
    /** Shows those again that were closed. */
    reopen: () => setClosedAt(null),
  };
}
