import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { SECRET_PREFIX } from "#contract/constants/values/secret-prefix.ts";
import { mapLeaves } from "#domain/values/map-leaves.ts";

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM under one 32-byte key. Text that already carries the prefix is left as it is. */
export function encrypt(text: string, key: Buffer): string {
  if (text.startsWith(SECRET_PREFIX)) return text;
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, iv);
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return SECRET_PREFIX + Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url");
}

/** Text without the prefix was stored before encryption and is returned unchanged. Throws when the key does not fit. */
export function decrypt(text: string, key: Buffer): string {
  if (!text.startsWith(SECRET_PREFIX)) return text;
  const bytes = Buffer.from(text.slice(SECRET_PREFIX.length), "base64url");
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, IV_BYTES));
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString("utf8");
}

type Credentials = Readonly<Record<string, unknown>>;

/** Encrypts the texts of credentials that are secret; where they stand is up to the provider's definition. */
export const encryptCredentials = (
  credentials: Credentials,
  isSecret: (path: readonly string[]) => boolean,
  key: Buffer,
): Record<string, unknown> =>
  mapLeaves(credentials, (leaf, path) =>
    typeof leaf === "string" && leaf !== "" && isSecret(path) ? encrypt(leaf, key) : leaf,
  );

/** Decrypts every text that carries the prefix; saving lets no other text with the prefix in. */
export const decryptCredentials = (credentials: Credentials, key: Buffer): Record<string, unknown> =>
  mapLeaves(credentials, (leaf) => (typeof leaf === "string" ? decrypt(leaf, key) : leaf));
