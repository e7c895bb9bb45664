import { useEffect } from "react";
import { create } from "zustand";
import type { EditedStep } from "../definition.ts";
import { type Place, placeAbove } from "./step-order.ts";

type Adapter = typeof import("@atlaskit/pragmatic-drag-and-drop/element/adapter");

/** The place that a card goes to when it is dropped now; the gap there shows a line. */
export const useDropPlace = create<{ place: Place | undefined }>(() => ({ place: undefined }));

export const showDropPlace = (place: Place | undefined): void => useDropPlace.setState({ place });

export const isSamePlace = (one: Place | undefined, { branchId, after }: Place): boolean =>
  one !== undefined && one.branchId === branchId && one.after === after;

/** Registers a card or a gap with the code for dragging, which is loaded once the canvas is shown. */
export function useDragging(register: (adapter: Adapter) => (() => void) | undefined): void {
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isOver = false;
    import("@atlaskit/pragmatic-drag-and-drop/element/adapter").then(
      (adapter) => {
        if (!isOver) stop = register(adapter);
      },
      // Menus and keys move cards as well.
      () => undefined,
    );
    return () => {
      isOver = true;
      stop?.();
    };
  }, [register]);
}

/** Returns the place that a pointer over a card means: above the card in its upper half, below it in the lower one. */
export function placeOnCard(
  steps: readonly EditedStep[],
  { key, branchId }: Pick<EditedStep, "key" | "branchId">,
  { top, height }: Pick<DOMRect, "top" | "height">,
  clientY: number,
): Place {
  return clientY < top + height / 2 ? placeAbove(steps, key) : { branchId, after: key };
}
