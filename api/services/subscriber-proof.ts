import { createHmac, timingSafeEqual } from "node:crypto";
import type { Database } from "#db/client.ts";
import { decrypt } from "#db/encryption.ts";
import { listApiKeys } from "#db/queries/environments/api-keys.ts";
import type { Scope } from "#db/scope.ts";

/** Whether the hash, the subscriber's id signed with an API key, shows that somebody who knows a key of the environment vouches for it. */
export async function isProven(
  db: Database,
  scope: Scope,
  { subscriberId, hmacHash }: { subscriberId: string; hmacHash: string | null | undefined },
  encryptionKey: Buffer,
): Promise<boolean> {
  if (!hmacHash) return false;
  const given = Buffer.from(hmacHash);
  const keys = await listApiKeys(db, scope);
  const matches = keys.map(({ encryptedKey }) => {
    const key = decrypt(encryptedKey, encryptionKey);
    const expected = Buffer.from(createHmac("sha256", key).update(subscriberId).digest("hex"));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return matches.includes(true);
}
