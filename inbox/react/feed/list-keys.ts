import type { KeyboardEvent } from "react";

/** Whether a key belongs to somebody else: to the browser, to an input method, or to a field that is typed in, such as one of the page's own. */
export function isTaken(event: KeyboardEvent): boolean {
  const { target, nativeEvent } = event;
  const isTyped =
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
  return event.metaKey || event.ctrlKey || event.altKey || event.defaultPrevented || nativeEvent.isComposing || isTyped;
}

/** Returns the index that a key moves the focus to in a list: arrows or, when `letters` are on, J and K; Home and End. -1 for other keys. */
export function movedIndex(event: KeyboardEvent<HTMLElement>, letters: boolean, current: number, size: number): number {
  if (isTaken(event) || current === -1) return -1;
  const targets: Record<string, number | undefined> = {
    arrowdown: current + 1,
    j: letters ? current + 1 : undefined,
    arrowup: current - 1,
    k: letters ? current - 1 : undefined,
    home: 0,
    end: size - 1,
  };
  const next = targets[event.key.toLowerCase()];
  return next === undefined ? -1 : Math.min(Math.max(next, 0), size - 1);
}
