import type { KeyboardEvent, RefObject } from "react";

const FOCUS_TARGET = ".belfry-item-main";

/** Returns the element of each item that takes the focus, in document order. */
function focusTargets(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>(FOCUS_TARGET) ?? [])];
}

export type ListKeysOptions = {
  list: RefObject<HTMLElement | null>;
  /** Whether single-letter shortcuts are on. */
  letters: boolean;
  onToggleRead: (id: string) => void;
};

/** Returns the list's key handler: arrows or J and K, Home and End, U. */
export function listKeys({ list, letters, onToggleRead }: ListKeysOptions) {
  return (event: KeyboardEvent<HTMLElement>) => {
    if (event.metaKey || event.ctrlKey || event.altKey || !(event.target instanceof Element)) return;
    const item = event.target.closest<HTMLElement>(".belfry-item");
    if (item === null) return;
    const key = letters ? event.key.toLowerCase() : event.key.length > 1 ? event.key.toLowerCase() : "";
    const all = focusTargets(list.current);
    const current = all.findIndex((target) => item.contains(target));
    const targets: Record<string, number> = {
      arrowdown: current + 1,
      j: current + 1,
      arrowup: current - 1,
      k: current - 1,
      home: 0,
      end: all.length - 1,
    };
    const next = targets[key];
    if (key === "u" && item.dataset.id !== undefined) onToggleRead(item.dataset.id);
    else if (next !== undefined) all[Math.min(Math.max(next, 0), all.length - 1)]?.focus();
    else return;
    event.preventDefault();
  };
}
