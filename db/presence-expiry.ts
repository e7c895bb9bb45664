import { repeat } from "#domain/times/repeat.ts";
import type { Database } from "./client.ts";
import { expireSomePresences } from "./queries/presence/expire-presences.ts";

const EXPIRY_CHECK_MS = 10_000;

/** Forgets the presences of all processes that are gone, in one transaction for each batch. Returns how many ended. */
export async function expirePresences(db: Database): Promise<number> {
  let count = 0;
  for (;;) {
    const { expired, more } = await db.transaction(expireSomePresences);
    count += expired;
    if (!more) return count;
  }
}

/** Lets subscribers of API processes that are gone become offline, for as long as this process runs. Returns what ends it. */
export function startPresenceExpiry(db: Database, onError: (error: unknown) => void): () => Promise<void> {
  return repeat(EXPIRY_CHECK_MS, () => expirePresences(db), onError);
}
