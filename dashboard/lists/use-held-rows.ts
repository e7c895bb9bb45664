import { useState } from "react";

interface Identified {
  _id: string;
}

interface HeldRowsOptions {
  /** Names the list that the rows belong to: its environment, filters and page. */
  list: string;
  /** The rows are still those of another list, shown until this list's are loaded. */
  isPlaceholder: boolean;
}

/**
 * Keeps a polled list from moving while it is read: rows on screen are updated in place, and new ones are counted but not shown
 * until `showNew` is called. `left` are those that new ones have pushed off the page, as they were when they were first shown. Another list, and an
 * empty one, shows its rows at once.
 */
export function useHeldRows<T extends Identified>(
  current: T[],
  { list, isPlaceholder }: HeldRowsOptions,
): { rows: T[]; left: T[]; newCount: number; showNew: () => void } {
  const [held, setHeld] = useState({ list, rows: current });
  const replaced = !isPlaceholder && (held.list !== list || (held.rows.length === 0 && current.length > 0));
  if (replaced) setHeld({ list, rows: current });
  const base = replaced ? current : held.rows;

  const updated = new Map(current.map((row) => [row._id, row]));
  const shown = new Set(base.map((row) => row._id));
  return {
    rows: base.map((row) => updated.get(row._id) ?? row),
    left: isPlaceholder ? [] : base.filter(({ _id }) => !updated.has(_id)),
    newCount: isPlaceholder ? 0 : current.filter((row) => !shown.has(row._id)).length,
    showNew: () => setHeld({ list, rows: current }),
  };
}
