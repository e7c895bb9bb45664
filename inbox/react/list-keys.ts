import type { KeyboardEvent, RefObject } from "react";

const MAIN = ".belfry-item-main";

/** All items of a list in the order they stand on the page, by the control that takes their focus. */
function mains(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>(MAIN) ?? [])];
}

export type ListKeysOptions = {
  list: RefObject<HTMLElement | null>;
  /** Whether single letters act too. */
  letters: boolean;
  onToggleRead: (id: string) => void;
};

/** The list's keys (product-and-ux.md B3): arrows or J and K, Home and End, U. Enter is the item's own. */
export function listKeys({ list, letters, onToggleRead }: ListKeysOptions) {
  return (event: KeyboardEvent<HTMLElement>) => {
    if (event.metaKey || event.ctrlKey || event.altKey || !(event.target instanceof Element)) return;
    const item = event.target.closest<HTMLElement>(".belfry-item");
    if (item === null) return;
    const key = letters ? event.key.toLowerCase() : event.key.length > 1 ? event.key.toLowerCase() : "";
    const all = mains(list.current);
    const here = all.findIndex((main) => item.contains(main));
    const to: Record<string, number> = {
      arrowdown: here + 1,
      j: here + 1,
      arrowup: here - 1,
      k: here - 1,
      home: 0,
      end: all.length - 1,
    };
    const next = to[key];
    if (key === "u" && item.dataset.id !== undefined) onToggleRead(item.dataset.id);
    else if (next !== undefined) all[Math.min(Math.max(next, 0), all.length - 1)]?.focus();
    else return;
    event.preventDefault();
  };
}
