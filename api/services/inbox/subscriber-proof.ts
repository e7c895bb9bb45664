import { canonicalize } from "@tufjs/canonical-json";
import type { GivenContexts } from "#contract/schemas/contexts.ts";
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
  return signingKey(db, scope, { text: subscriberId, hash: hmacHash }, encryptionKey);
}

/** Whether a key vouches for the contexts of a session. Canonical JSON has no fractions: what has one cannot be signed. */
export async function isContextProven(
  db: Database,
  scope: Scope,
  { context, contextHash }: { context: GivenContexts; contextHash: string },
  encryptionKey: Buffer,
): Promise<boolean> {
  const text = canonicalJson(context);
  if (text === undefined) return false;
  return (await signingKey(db, scope, { text, hash: contextHash }, encryptionKey)) !== undefined;
}

function canonicalJson(value: GivenContexts): string | undefined {
  try {
    return canonicalize(value);
  } catch {
    return undefined;
  }
}

async function signingKey(
  db: Database,
  scope: Scope,
  { text, hash }: { text: string; hash: string },
  encryptionKey: Buffer,
): Promise<string | undefined> {
  const key = (await listApiKeys(db, scope)).find(({ encryptedKey }) =>
    isSignedWithKey(text, hash, { encryptedKey, encryptionKey }),
  );
  const permissions = key && (await permissionsOfAny(db, scope.organizationId, key.role));
  return permissions?.includes("environment.use") ? key?.id : undefined;
}
