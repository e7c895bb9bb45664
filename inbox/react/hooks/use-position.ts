import type { RefObject } from "react";
import { type Placement, placeBeside } from "../popover-position.ts";
import { useBrowserLayoutEffect } from "./use-layout-effect.ts";

export type PositionOptions = {
  placement: Placement;
  /** Pixels between the element and its anchor. */
  offset: number;
  /** Pixels that must be free on the wished side; by default the element's height. */
  needed?: number | undefined;
  /** How much of the viewport's height it takes at most. */
  share?: number | undefined;
  enabled?: boolean | undefined;
};

/** Keeps an element beside another one, while the page scrolls and changes its size. */
export function usePosition(
  element: RefObject<HTMLElement | null>,
  anchor: RefObject<HTMLElement | null>,
  { placement, offset, needed, share = 1, enabled = true }: PositionOptions,
): void {
  useBrowserLayoutEffect(() => {
    if (!enabled) return;
    const update = () => {
      if (element.current === null || anchor.current === null) return;
      const { style, offsetWidth, offsetHeight } = element.current;
      const position = placeBeside(
        anchor.current.getBoundingClientRect(),
        { width: offsetWidth, needed: needed ?? offsetHeight },
        { width: document.documentElement.clientWidth, height: innerHeight },
        { placement, offset, share, rtl: getComputedStyle(anchor.current).direction === "rtl" },
      );
      for (const side of ["left", "top", "bottom", "maxHeight"] as const) {
        const value: number | undefined = { top: undefined, bottom: undefined, ...position }[side];
        style[side] = value === undefined ? "auto" : `${value}px`;
      }
      style.setProperty("--belfry-room", `${position.maxHeight}px`);
    };
    update();
    addEventListener("resize", update);
    addEventListener("scroll", update, { passive: true, capture: true });
    return () => {
      removeEventListener("resize", update);
      removeEventListener("scroll", update, { capture: true });
    };
  }, [element, anchor, placement, offset, needed, share, enabled]);
}
