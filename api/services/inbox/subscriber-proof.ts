import type { Database } from "#db/client.ts";
import { listApiKeys } from "#db/queries/environments/api-keys.ts";
import type { Scope } from "#db/scope.ts";
import { isSignedWithKey } from "../api-keys/api-key-signature.ts";

/** Whether the hash, the subscriber's id signed with an API key, shows that somebody who knows a key of the environment vouches for it. */
export async function isProven(
  db: Database,
  scope: Scope,
  { subscriberId, hmacHash }: { subscriberId: string; hmacHash: string | null | undefined },
  encryptionKey: Buffer,
): Promise<boolean> {
  if (!hmacHash) return false;
  const keys = await listApiKeys(db, scope);
  return keys.some(({ encryptedKey }) => isSignedWithKey(subscriberId, hmacHash, { encryptedKey, encryptionKey }));
}
