import { type ComponentProps, type ComponentType, useRef, useState } from "react";
import type { Checkbox as LoadedCheckbox } from "#dashboard/components/controls/checkbox.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";

// It comes after the rows, which can be read without it.
const Checkbox = lazyNamed(() => import("#dashboard/components/controls/checkbox.tsx"), "Checkbox");

export interface RowSelection {
  /** The ids of the rows that are selected and on the page. */
  selected: readonly string[];
  isSelected: (id: string) => boolean;
  /** Selects a row or deselects it; with `range`, all from the one that was last changed to this one get its new state. */
  toggle: (id: string, range: boolean) => void;
  /** Selects all rows of the page, or none of them when all are. */
  toggleAll: () => void;
  /** Selects these rows alone. */
  select: (ids: readonly string[]) => void;
  clear: () => void;
  /** Comes with the selection, so that screens whose tables have none do not load it. */
  Checkbox: ComponentType<ComponentProps<typeof LoadedCheckbox>>;
}

/** Keeps which rows of a page are selected. A row that leaves the page is not selected any more. */
export function useRowSelection(ids: readonly string[]): RowSelection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string>(undefined);
  const selected = ids.filter((id) => chosen.has(id));
  return {
    selected,
    isSelected: (id) => chosen.has(id),
    toggle: (id, range) => {
      const changed = range ? between(ids, last.current ?? id, id) : [id];
      const next = new Set(selected);
      for (const each of changed) {
        if (chosen.has(id)) next.delete(each);
        else next.add(each);
      }
      last.current = id;
      setChosen(next);
    },
    toggleAll: () => setChosen(new Set(selected.length === ids.length ? [] : ids)),
    select: (wanted) => setChosen(new Set(wanted)),
    clear: () => setChosen(new Set()),
    Checkbox,
  };
}

/** Returns the ids from one to another, both included; the second alone where the first is not on the page any more. */
function between(ids: readonly string[], first: string, second: string): readonly string[] {
  const places = [ids.indexOf(first), ids.indexOf(second)].toSorted((one, other) => one - other);
  const [from = -1, to = -1] = places;
  return from === -1 ? [second] : ids.slice(from, to + 1);
}
