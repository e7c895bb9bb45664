import { hash, randomBytes } from "node:crypto";
import { encrypt } from "./encryption.ts";

/** A key is found again by this: SHA-256 in hex, so that whoever reads the table cannot use what is in it. */
export const hashApiKey = (key: string): string => hash("sha256", key);

const SHOWN_CHARACTERS = 4;

/** A new API key, 32 lower-case hex characters, and what is stored of it. */
export function newApiKey(encryptionKey: Buffer) {
  const key = randomBytes(16).toString("hex");
  const keyEnd = key.slice(-SHOWN_CHARACTERS);
  return { key, keyEnd, hash: hashApiKey(key), encryptedKey: encrypt(key, encryptionKey) };
}
