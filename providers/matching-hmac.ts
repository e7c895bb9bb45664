import { createHmac, timingSafeEqual } from "node:crypto";

interface Signature {
  algorithm: "sha1" | "sha256";
  key: string | Buffer;
  encoding: "hex" | "base64";
  /** The signature as the vendor sent it; undefined when it sent none. */
  given: string | undefined;
}

/** Whether a text was signed with this key. Takes as long for a wrong signature as for the right one. */
export function isHmacOf(text: string, { algorithm, key, encoding, given = "" }: Signature): boolean {
  const expected = createHmac(algorithm, key).update(text, "utf8").digest();
  const actual = Buffer.from(given, encoding);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}
