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

/** In pixels: the width of what stands beside a block, its distance from the block, and from the edges of the window. */
export const BESIDE_WIDTH = 304;
const GAP = 12;
const EDGE = 16;

/** A place in the box around the editor: before it in the line, or below the block. */
export type PlaceBeside = { side: "start"; top: number } | { side: "below"; top: number };

interface Extent {
  top: number;
  bottom: number;
}

/**
 * Returns where something of a height stands beside a block and never over it: in the room before the box, where it stays in the window, or
 * below the block where there is no such room. The block and the box are in pixels of the window.
 */
export function placeBeside(
  block: Extent,
  box: Pick<DOMRect, "top" | "left">,
  { height, windowHeight }: { height: number; windowHeight: number },
): PlaceBeside {
  if (box.left < BESIDE_WIDTH + GAP + EDGE) return { side: "below", top: block.bottom + GAP - box.top };
  const top = Math.max(EDGE, Math.min(block.top, windowHeight - EDGE - height));
  return { side: "start", top: top - box.top };
}
