import { useEffect, useRef, useState } from "react";
import { type Cell, cellName } from "./text-states.ts";

/** Moves the focus to a cell, which may be on another page and not there yet. */
export function useNextCell(shown: readonly string[]) {
  const [reached, setReached] = useState<Cell>();
  const isFollowed = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: The rows are those of another page once these keys are other ones.
  useEffect(() => {
    if (isFollowed.current || !reached) return;
    const name = cellName(reached.locale, reached.key);
    const cell = document.querySelector<HTMLElement>(`[data-cell="${CSS.escape(name)}"]`);
    if (!cell) return;
    isFollowed.current = true;
    cell.focus();
    cell.scrollIntoView({ block: "center", inline: "nearest" });
  }, [reached, shown]);
  return {
    reached,
    follow(cell: Cell) {
      isFollowed.current = false;
      setReached({ ...cell });
    },
  };
}
