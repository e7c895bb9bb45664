import { type RefObject, useEffect } from "react";

/** A list that is scrolled by at most this many pixels is at its top. */
const AT_TOP_PX = 8;

/** Holds new messages back while the list is scrolled, and while one of its items has keyboard focus (`:focus-visible`). */
export function useHoldNew(scroller: RefObject<HTMLElement | null>, hold: (hold: boolean) => void): void {
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const update = () =>
      hold(element.scrollTop > AT_TOP_PX || element.querySelector(".belfry-item :focus-visible") !== null);
    // `focusout` fires before the next element has the focus.
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
