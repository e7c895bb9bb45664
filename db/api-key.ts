import { hash, randomBytes } from "node:crypto";
import { encrypt } from "./encryption.ts";

/** A key is found again by this: SHA-256 in hex, so that whoever reads the table cannot use what is in it. */
export const hashApiKey = (key: string): string => hash("sha256", key);

/** A new API key, 32 lower-case hex characters, and the two forms that are stored of it. */
export function newApiKey(encryptionKey: Buffer): { key: string; hash: string; encryptedKey: string } {
  const key = randomBytes(16).toString("hex");
  return { key, hash: hashApiKey(key), encryptedKey: encrypt(key, encryptionKey) };
}
