import { createHmac, timingSafeEqual } from "node:crypto";
import { decrypt } from "#db/encryption.ts";

interface Signing {
  /** An API key as it is stored. */
  encryptedKey: string;
  encryptionKey: Buffer;
}

/** Whether a hex HMAC-SHA256 of a text was made with an API key. Takes as long for a wrong one. */
export function isSignedWithKey(text: string, given: string, { encryptedKey, encryptionKey }: Signing): boolean {
  const expected = Buffer.from(createHmac("sha256", decrypt(encryptedKey, encryptionKey)).update(text).digest("hex"));
  const bytes = Buffer.from(given);
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
}
