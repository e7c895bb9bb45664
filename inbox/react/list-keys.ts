import type { KeyboardEvent } from "react";
import { rootOf } from "./floating.tsx";

/** Moves the focus between the items of a list: arrows or, when `letters` are on, J and K; Home and End. */
export function moveInList(event: KeyboardEvent<HTMLElement>, letters: boolean): void {
  if (event.metaKey || event.ctrlKey || event.altKey || event.defaultPrevented) return;
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>(".belfry-item-main")];
  const { activeElement } = rootOf(event.currentTarget);
  const current = all.findIndex((main) => main.closest(".belfry-item")?.contains(activeElement));
  const targets: Record<string, number | undefined> = {
    arrowdown: current + 1,
    j: letters ? current + 1 : undefined,
    arrowup: current - 1,
    k: letters ? current - 1 : undefined,
    home: 0,
    end: all.length - 1,
  };
  const next = targets[event.key.toLowerCase()];
  if (next === undefined || current === -1) return;
  all[Math.min(Math.max(next, 0), all.length - 1)]?.focus();
  event.preventDefault();
}
