import { type RefObject, useEffect, useRef } from "react";
import { rootOf } from "../floating.tsx";
import { useBrowserLayoutEffect } from "./use-layout-effect.ts";

/** The element that has the focus, and the item that it is in. */
type Focused = { element: Element; index: number };

const itemsOf = (feed: Element) => [...feed.querySelectorAll(".belfry-item")];

/**
 * Moves the focus on when the element that has it leaves a feed: to the item that took the place of its item, or to the last
 * one, or to the heading. Runs after each rendering of the feed.
 */
export function useKeepFocus(feed: RefObject<HTMLElement | null>): void {
  const focused = useRef<Focused | null>(null);

  useEffect(() => {
    const element = feed.current;
    if (element === null) return;
    const onFocusIn = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      const item = target.closest(".belfry-item");
      focused.current = { element: target, index: item === null ? 0 : itemsOf(element).indexOf(item) };
    };
    const onFocusOut = ({ target }: FocusEvent) => {
      // The focus of an element that is removed goes nowhere as well. By then it is not connected.
      setTimeout(() => {
        const left = target instanceof Element && target.isConnected && !target.matches(":focus");
        if (left && focused.current?.element === target) focused.current = null;
      });
    };
    element.addEventListener("focusin", onFocusIn);
    element.addEventListener("focusout", onFocusOut);
    return () => {
      element.removeEventListener("focusin", onFocusIn);
      element.removeEventListener("focusout", onFocusOut);
    };
  }, [feed]);

  useBrowserLayoutEffect(() => {
    const element = feed.current;
    const lost = focused.current;
    if (element === null || lost === null || lost.element.isConnected) return;
    focused.current = null;
    const { activeElement } = rootOf(element);
    if (activeElement !== null && activeElement !== element.ownerDocument.body) return;
    const next = itemsOf(element)[lost.index] ?? itemsOf(element).at(-1);
    const target =
      next?.querySelector<HTMLElement>(".belfry-item-main") ?? element.querySelector<HTMLElement>(".belfry-title");
    target?.focus();
  });
}
