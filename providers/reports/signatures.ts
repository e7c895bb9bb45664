import { createHmac, timingSafeEqual } from "node:crypto";

interface Signature {
  algorithm: "md5" | "sha1" | "sha256" | "sha512";
  key: string | Buffer;
  encoding: "hex" | "base64";
  /** The signature as the vendor sent it; undefined when it sent none. */
  given: string | undefined;
}

/** Whether a text was signed with this key. */
export function isHmacOf(text: string, { algorithm, key, encoding, given = "" }: Signature): boolean {
  const expected = createHmac(algorithm, key).update(text, "utf8").digest();
  return areSameBytes(Buffer.from(given, encoding), expected);
}

/** Whether a text that a vendor sent is the secret that it was given. */
export function isSameSecret(given: string | undefined, secret: string): boolean {
  return areSameBytes(Buffer.from(given ?? ""), Buffer.from(secret));
}

/** Takes as long for wrong bytes as for the right ones. */
export function areSameBytes(given: Uint8Array, expected: Uint8Array): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected);
}
