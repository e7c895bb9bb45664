import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { SECRET_CREDENTIALS } from "#contract/constants/provider-ids.ts";

/** Marks a text as encrypted. */
export const ENCRYPTED_PREFIX = "nvsk.";
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM under one 32-byte key. Text that already carries the prefix is left as it is. */
export function encrypt(text: string, key: Buffer): string {
  if (text.startsWith(ENCRYPTED_PREFIX)) return text;
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, iv);
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return ENCRYPTED_PREFIX + Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url");
}

/** Text without the prefix was stored before encryption and is returned unchanged. Throws when the key does not fit. */
export function decrypt(text: string, key: Buffer): string {
  if (!text.startsWith(ENCRYPTED_PREFIX)) return text;
  const bytes = Buffer.from(text.slice(ENCRYPTED_PREFIX.length), "base64url");
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, IV_BYTES));
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString("utf8");
}

type Credentials = Record<string, unknown>;

function mapSecrets(credentials: Credentials, change: (text: string) => string): Credentials {
  const changed = { ...credentials };
  for (const field of SECRET_CREDENTIALS) {
    const value = changed[field];
    if (typeof value === "string" && value !== "") changed[field] = change(value);
  }
  return changed;
}

export const encryptCredentials = (credentials: Credentials, key: Buffer): Credentials =>
  mapSecrets(credentials, (text) => encrypt(text, key));

export const decryptCredentials = (credentials: Credentials, key: Buffer): Credentials =>
  mapSecrets(credentials, (text) => decrypt(text, key));
