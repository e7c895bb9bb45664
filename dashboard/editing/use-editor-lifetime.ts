import { useEffect } from "react";

interface OpenEditor<Saved> {
  flush: () => Promise<void>;
  close: () => void;
  follow: (newer: Saved) => void;
}

/** Saves what an editor has when the page is left, and ends the editor with its screen. `current` is the object as it was last read. */
export function useEditorLifetime<Saved>(editor: OpenEditor<Saved>, current: Saved): void {
  useEffect(() => {
    const onHide = () => void editor.flush();
    window.addEventListener("pagehide", onHide);
    return () => {
      window.removeEventListener("pagehide", onHide);
      editor.close();
    };
  }, [editor]);
  // What another tab or somebody else saves is read again by the screen's query.
  useEffect(() => editor.follow(current), [editor, current]);
}
