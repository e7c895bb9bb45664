import type { Editor } from "@tiptap/core";

/** A place in the box around the editor, in pixels from its top left corner. */
export interface Place {
  top: number;
  bottom: number;
  left: number;
}

/** Returns where a position of the document is in a box around the editor. */
export function placeOf({ view }: Editor, box: HTMLElement | null, pos: number): Place {
  const around = box?.getBoundingClientRect();
  try {
    const { top, bottom, left } = view.coordsAtPos(Math.min(pos, view.state.doc.content.size));
    return { top: top - (around?.top ?? 0), bottom: bottom - (around?.top ?? 0), left: left - (around?.left ?? 0) };
  } catch {
    // Nothing is laid out.
    return { top: 0, bottom: 0, left: 0 };
  }
}

/** Returns a distance from the left at which something of a width is within the box. */
export const within = (left: number, width: number, box: HTMLElement | null): number =>
  Math.max(0, Math.min(left, (box?.clientWidth ?? 0) - width));
