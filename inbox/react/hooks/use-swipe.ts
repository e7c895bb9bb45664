import { type PointerEvent, useRef } from "react";

/** Pixels after which a movement of the finger is a swipe, and after which it counts. */
const STARTS_AT = 12;
const COUNTS_AT = 88;

export type Swipe = "start-to-end" | "end-to-start";

/** Returns the handlers of an element that a finger moves sideways. The element has the distance in a custom property. */
export function useSwipe(onSwipe: (direction: Swipe) => void) {
  const from = useRef<{ x: number; moving: boolean } | null>(null);
  const distance = ({ clientX }: PointerEvent) => clientX - (from.current?.x ?? clientX);
  const directionOf = (moved: number, element: Element): Swipe =>
    moved > 0 === (getComputedStyle(element).direction !== "rtl") ? "start-to-end" : "end-to-start";

  function end({ currentTarget }: PointerEvent<HTMLElement>) {
    from.current = null;
    delete currentTarget.dataset.swipe;
    currentTarget.style.removeProperty("--belfry-swipe");
  }

  return {
    onPointerDown({ pointerType, clientX }: PointerEvent) {
      if (pointerType === "touch") from.current = { x: clientX, moving: false };
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const { currentTarget, pointerId } = event;
      const moved = distance(event);
      if (from.current === null || (!from.current.moving && Math.abs(moved) < STARTS_AT)) return;
      if (!from.current.moving) currentTarget.setPointerCapture?.(pointerId);
      from.current.moving = true;
      currentTarget.dataset.swipe = directionOf(moved, currentTarget);
      currentTarget.dataset.counts = String(Math.abs(moved) >= COUNTS_AT);
      currentTarget.style.setProperty("--belfry-swipe", `${moved}px`);
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const moved = distance(event);
      const counts = from.current?.moving && Math.abs(moved) >= COUNTS_AT;
      end(event);
      if (counts) onSwipe(directionOf(moved, event.currentTarget));
    },
    onPointerCancel: end,
  };
}
