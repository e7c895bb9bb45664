import { type RefObject, useEffect } from "react";

/** How far a list may be scrolled and still count as standing at its top, in pixels. */
const AT_TOP_PX = 8;

/**
 * Tells when a list must keep still: while it is scrolled, and while the keyboard is at one of its items. A focus that
 * a mouse click left behind does not count, nothing is lost when such a list moves.
 */
export function useHold(scroller: RefObject<HTMLElement | null>, hold: (still: boolean) => void): void {
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const update = () =>
      hold(element.scrollTop > AT_TOP_PX || element.querySelector(".belfry-item :focus-visible") !== null);
    // Focus has not arrived at its next place yet when the event of its leaving comes.
    const updateSoon = () => setTimeout(update);
    element.addEventListener("scroll", update, { passive: true });
    element.addEventListener("focusin", update);
    element.addEventListener("focusout", updateSoon);
    return () => {
      element.removeEventListener("scroll", update);
      element.removeEventListener("focusin", update);
      element.removeEventListener("focusout", updateSoon);
      hold(false);
    };
  }, [scroller, hold]);
}
