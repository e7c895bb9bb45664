import type { Database } from "#db/client.ts";
import { type KeyOwner, updateLastUse } from "#db/queries/environments/api-keys.ts";

/** The last use of a key is stored to this precision, so that most calls write nothing. */
const KEY_PRECISION_MS = 60_000;

/** Stores that a key was used, now and then. The key is noted as used at once, so that calls beside this one write nothing. */
export async function noteKeyUse(db: Database, key: KeyOwner, now: Date): Promise<void> {
  if (key.lastUsedAt && now.getTime() - key.lastUsedAt.getTime() < KEY_PRECISION_MS) return;
  key.lastUsedAt = now;
  await updateLastUse(db, key, now);
}
