import { LRUCache } from "lru-cache";

/** Members for whom a template is cut off in a row before it is not rendered any more. */
const MAX_IN_A_ROW = 2;
/** How long it is not rendered then, in seconds. */
const PAUSE_SECONDS = 60;

/** Remembers the templates that were cut off, by a key of the caller's choice. */
export interface CutOffs {
  add(key: string, reason: string): void;
  clear(key: string): void;
  /** The error for members of a template that is not rendered for a while. */
  pauseOf(key: string): string | undefined;
}

export function createCutOffs(): CutOffs {
  const cutOffs = new LRUCache<string, { inARow: number; reason: string }>({ max: 10_000, ttl: PAUSE_SECONDS * 1000 });
  return {
    add(key, reason) {
      cutOffs.set(key, { inARow: (cutOffs.get(key)?.inARow ?? 0) + 1, reason });
    },
    clear(key) {
      cutOffs.delete(key);
    },
    pauseOf(key) {
      const cutOff = cutOffs.get(key);
      if (!cutOff || cutOff.inARow < MAX_IN_A_ROW) return undefined;
      return `${cutOff.reason}. This happened for ${MAX_IN_A_ROW} members in a row, so it is not rendered again for ${PAUSE_SECONDS} seconds`;
    },
  };
}
