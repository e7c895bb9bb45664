import type { Editor } from "@tiptap/core";
import { type MouseEvent, type RefObject, useState } from "react";

/** The place of the document beside which the pointer is; none in the settings, and none while somebody types. */
export function useHoveredPlace(editor: Editor, settings: RefObject<HTMLElement | null>) {
  const [pos, setPos] = useState<number>();

  function posUnder({ clientX, clientY, target }: MouseEvent): number | undefined {
    if (target instanceof Node && settings.current?.contains(target)) return undefined;
    const found = editor.view.posAtCoords({ left: clientX, top: clientY });
    return found ? (found.inside >= 0 ? found.inside : found.pos) : undefined;
  }

  const handlers = {
    onKeyDownCapture: () => setPos(undefined),
    onMouseLeave: () => setPos(undefined),
    onMouseMove: (event: MouseEvent) => setPos(posUnder(event)),
  };
  return { pos, handlers };
}
