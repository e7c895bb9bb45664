import type { Operation } from "./operations.ts";

/** An operation that waits to be sent. */
export type Waiting = {
  /** Its key in storage: those of one inbox in the order of their time. */
  key: string;
  operation: Operation;
  /** When it was made, in ISO 8601. */
  madeAt: string;
  /** Not sent before this moment, in milliseconds, so that it can be undone. */
  heldUntil: number;
};

/**
 * Returns the operations that the server does not have yet, in the order in which they were made; those that are known stay the
 * same objects. They outlive a reload and a closed tab, each under a key of its own: tabs that write at once take nothing from
 * each other.
 */
export function storedOperations(storage: Storage, prefix: string, known: readonly Waiting[]): Waiting[] {
  const keys = storage
    .keys()
    .filter((key) => key.startsWith(prefix))
    .sort();
  return keys.flatMap((key) => {
    const stored = parsed(key, storage.get(key));
    const one = known.find((other) => other.key === key);
    // Another tab may have changed how long it is held.
    return stored && one ? Object.assign(one, { heldUntil: stored.heldUntil }) : (stored ?? []);
  });
}

function parsed(key: string, text: string | null): Waiting | undefined {
  try {
    const { operation, madeAt, heldUntil } = JSON.parse(text ?? "");
    const known = typeof operation?.kind === "string" && !Number.isNaN(Date.parse(madeAt));
    return known ? { key, operation, madeAt, heldUntil: Number(heldUntil) || 0 } : undefined;
  } catch {
    // Not what we wrote.
    return undefined;
  }
}

type Storage = {
  keys(): string[];
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
};

/** For what local storage does not take; the inboxes of a page share it. */
const memory = new Map<string, string>();

/** Local storage; memory alone where there is none, where it is blocked, and for what it is too full for. */
export function openStorage(): Storage {
  const tryLocal = <T>(use: (local: globalThis.Storage) => T, otherwise: T): T => {
    try {
      return typeof localStorage === "undefined" ? otherwise : use(localStorage);
    } catch {
      // Blocked by privacy settings, or full.
      return otherwise;
    }
  };
  return {
    keys: () => [...memory.keys(), ...tryLocal((local) => Object.keys(local), [])],
    get: (key) => memory.get(key) ?? tryLocal((local) => local.getItem(key), null),
    set(key, value) {
      const stored = tryLocal((local) => {
        local.setItem(key, value);
        return true;
      }, false);
      if (!stored) memory.set(key, value);
    },
    remove(key) {
      memory.delete(key);
      tryLocal((local) => local.removeItem(key), undefined);
    },
  };
}
