import { decrypt } from "#db/encryption.ts";
import type { Slice } from "../run/slice.ts";

/** The environment's first API key, which receivers of requests know, or why there is none. */
export function signingKey(
  { deps, event }: Pick<Slice, "deps" | "event">,
  encryptedKey: string | undefined | null,
): { key: string } | { failed: string } {
  if (!encryptedKey) return { failed: "The environment has no API key to sign the request with: create one" };
  try {
    return { key: decrypt(encryptedKey, deps.config.encryptionKey) };
  } catch (error) {
    deps.logger.error({ err: error, environmentId: event.environmentId }, "an API key cannot be decrypted");
    return { failed: "The environment's API key cannot be read: check the encryption key of this installation" };
  }
}
