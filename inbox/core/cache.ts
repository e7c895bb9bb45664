import { applied, type Operation } from "./operations.ts";
import type { Waiting } from "./stored-operations.ts";
import type { Notification } from "./types.ts";

export type Cache = ReturnType<typeof createCache>;

/**
 * The notifications that are known, as the server has them, and how they look with the operations that it does not have
 * yet: an operation that fails is rolled back by leaving it out.
 */
export function createCache(waiting: () => readonly Waiting[]) {
  const stored = new Map<string, Notification>();
  /** The look of a stored notification by the operations that wait; it goes with the notification. */
  const shown = new WeakMap<Notification, { by: readonly Waiting[]; as: Notification | undefined }>();

  return {
    /** Keeps what the server sent. An equal notification stays the same object, so that it is not rendered again. */
    put(notifications: readonly Notification[]): void {
      for (const one of notifications) {
        const known = stored.get(one.id);
        if (known === undefined || JSON.stringify(known) !== JSON.stringify(one)) stored.set(one.id, one);
      }
    },

    stored: (id: string): Notification | undefined => stored.get(id),
    all: (): Notification[] => [...stored.values()],

    /** Returns a notification as it is shown; undefined for one that is unknown or being deleted. */
    shown(id: string): Notification | undefined {
      const from = stored.get(id);
      if (from === undefined) return undefined;
      const operations = waiting();
      if (operations.length === 0) return from;
      // The outbox makes another list with each change of it.
      const before = shown.get(from);
      if (before?.by === operations) return before.as;
      let as: Notification | undefined = from;
      for (const { operation, madeAt } of operations) as = as && applied(as, operation, madeAt);
      shown.set(from, { by: operations, as });
      return as;
    },

    /** The server has done this. */
    apply(operation: Operation, now: string): void {
      for (const [id, one] of stored) {
        const next = applied(one, operation, now);
        if (next === undefined) stored.delete(id);
        else stored.set(id, next);
      }
    },

    /** Forgets one, about which only the server knows what became of it. */
    drop: (id: string): boolean => stored.delete(id),
    clear: (): void => stored.clear(),
  };
}
