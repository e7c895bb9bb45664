import type { AppDeps } from "#api/app.ts";
import type { Database } from "#db/client.ts";
import { sharesDatabase } from "./postgres.ts";

interface Started {
  db: Database;
  /** Drops what earlier files have left in it. */
  forget(): void;
  close(): Promise<void>;
}

/**
 * Has files that share a database share also what `start` starts without settings. It is closed with the worker. Whoever has
 * settings, or a pool of connections of its own, starts another one.
 */
export function oncePerWorker<T extends Started>(start: (overrides?: Partial<AppDeps>) => Promise<T>) {
  let ofWorker: Promise<T> | undefined;
  return async (overrides: Partial<AppDeps> = {}): Promise<T> => {
    if (!sharesDatabase()) return start(overrides);
    ofWorker ??= start();
    const shared = await ofWorker;
    const { db = shared.db, ...settings } = overrides;
    if (db !== shared.db || Object.keys(settings).length > 0) return start(overrides);
    shared.forget();
    return { ...shared, close: async () => undefined };
  };
}
