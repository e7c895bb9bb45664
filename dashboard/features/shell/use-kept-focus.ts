import { type RefObject, useEffect } from "react";

const FOCUSABLE = "a[href], button:not(:disabled), input:not(:disabled), textarea, select, [tabindex='0']";

/** An element with the focus within, and those beside it: the ones behind first, the nearest of each first. */
interface Level {
  element: Element;
  beside: readonly Element[];
}

/**
 * Moves the focus to what is beside when the element that has it is removed: after a row was deleted to the next one. Where nothing is, the
 * screen gets it.
 */
export function useKeptFocus(main: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!main.current) return;
    const screen: HTMLElement = main.current;
    let levels: Level[] = [];
    let frame = 0;

    function onFocusIn({ target }: FocusEvent) {
      levels = target instanceof Element && target !== screen ? levelsWithin(screen, target) : [];
    }
    function onFocusOut({ target }: FocusEvent) {
      queueMicrotask(() => {
        // It has moved on by itself. An element that is removed may lose it before or after.
        if (target instanceof Element && target.isConnected && levels[0]?.element === target) levels = [];
      });
    }
    function giveFocus() {
      if (!isLost() || levels[0]?.element.isConnected !== false) return;
      const removed = levels.findLast(({ element }) => !element.isConnected);
      levels = [];
      const next = removed?.beside.filter(({ isConnected }) => isConnected).map(focusableIn) ?? [];
      (next.find((element) => element !== null) ?? screen).focus({ preventScroll: next.length === 0 });
    }
    const observer = new MutationObserver(() => {
      if (!isLost() || levels[0]?.element.isConnected !== false) return;
      // A screen that closes a part of itself, or is replaced by another one, gives the focus to a place of its own in the next frame.
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(giveFocus);
      });
    });
    screen.addEventListener("focusin", onFocusIn);
    screen.addEventListener("focusout", onFocusOut);
    observer.observe(screen, { childList: true, subtree: true });
    return () => {
      screen.removeEventListener("focusin", onFocusIn);
      screen.removeEventListener("focusout", onFocusOut);
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [main]);
}

const isLost = (): boolean => document.activeElement === document.body || document.activeElement === null;

/** From the innermost element outwards. */
function levelsWithin(screen: Element, target: Element): Level[] {
  const levels: Level[] = [];
  for (let element: Element | null = target; element && element !== screen; element = element.parentElement) {
    const siblings: Element[] = [...(element.parentElement?.children ?? [])];
    const at = siblings.indexOf(element);
    levels.push({ element, beside: [...siblings.slice(at + 1), ...siblings.slice(0, at).toReversed()] });
  }
  return levels;
}

/** The link of a row, else the first element that takes the focus. */
const focusableIn = (element: Element): HTMLElement | null =>
  element.querySelector<HTMLElement>("[data-row]") ?? element.querySelector<HTMLElement>(FOCUSABLE);
