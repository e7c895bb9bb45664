import type { Editor } from "@tiptap/core";
import { useRef, useState } from "react";

/** The toolbar of marks: there with a selected text, and when Alt+F10 asks for it. */
export function useMarksBar(editor: Editor, hasText: boolean) {
  const bar = useRef<HTMLDivElement>(null);
  const [isAsked, setAsked] = useState(false);
  const isShown = hasText || isAsked;

  /** Returns whether the key is one of the toolbar. */
  function onKey({ key, altKey }: KeyboardEvent): boolean {
    if (key === "Escape" && isShown) {
      setAsked(false);
      editor.commands.setTextSelection(editor.state.selection.to);
      return true;
    }
    if (!altKey || key !== "F10") return false;
    setAsked(true);
    setTimeout(() => bar.current?.querySelector("button")?.focus());
    return true;
  }

  return { bar, isShown, onKey, hide: () => setAsked(false) };
}
