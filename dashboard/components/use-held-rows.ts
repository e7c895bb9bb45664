import { useState } from "react";

interface Identified {
  _id: string;
}

/**
 * A live list that does not move under the reader: rows on screen are renewed in place, new ones wait in `fresh` until
 * `release` is called. An empty list takes new rows at once.
 */
export function useHeldRows<T extends Identified>(
  loaded: T[],
  current: T[],
): { rows: T[]; fresh: number; release: () => void } {
  const [held, setHeld] = useState({ loaded, rows: loaded });
  const base = held.loaded === loaded && held.rows.length > 0 ? held.rows : loaded;
  if (base.length === 0) return { rows: current, fresh: 0, release: () => undefined };

  const renewed = new Map(current.map((row) => [row._id, row]));
  const known = new Set(base.map((row) => row._id));
  return {
    rows: base.map((row) => renewed.get(row._id) ?? row),
    fresh: current.filter((row) => !known.has(row._id)).length,
    release: () => setHeld({ loaded, rows: current }),
  };
}
