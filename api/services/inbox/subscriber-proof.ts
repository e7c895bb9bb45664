import type { Database } from "#db/client.ts";
import { listApiKeys } from "#db/queries/environments/api-keys.ts";
import type { Scope } from "#db/scope.ts";
import { isSignedWithKey } from "../api-keys/api-key-signature.ts";
import { permissionsOfAny } from "../members/role-grants.ts";

/**
 * Returns the id of the API key with which the hash signs the subscriber's id, which shows that somebody who knows the key vouches for it.
 * A key whose role only reads proves nothing. Nor is there a proof for a subscriber called as the environment is: webhook conditions
 * sign that text.
 */
export async function provingKey(
  db: Database,
  scope: Scope,
  { subscriberId, hmacHash }: { subscriberId: string; hmacHash: string | null | undefined },
  encryptionKey: Buffer,
): Promise<string | undefined> {
  if (!hmacHash || subscriberId === scope.environmentId) return undefined;
  const key = (await listApiKeys(db, scope)).find(({ encryptedKey }) =>
    isSignedWithKey(subscriberId, hmacHash, { encryptedKey, encryptionKey }),
  );
  const permissions = key && (await permissionsOfAny(db, scope.organizationId, key.role));
  return permissions?.includes("environment.use") ? key?.id : undefined;
}
