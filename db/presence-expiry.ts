import type { Database } from "./client.ts";
import { expirePresences } from "./queries/presence/expire-presences.ts";

const CHECK_MS = 10_000;

/** Lets subscribers of API processes that are gone become offline, for as long as this process runs. Returns what ends it. */
export function startPresenceExpiry(db: Database, onError: (error: unknown) => void): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    running = expirePresences(db).catch(onError);
  }, CHECK_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
