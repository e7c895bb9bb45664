import { timingSafeEqual } from "node:crypto";

/** Whether a signature that a vendor sent is the expected one. It is compared in constant time. */
export function isSameSignature(given: string | undefined, expected: Buffer, encoding: "hex" | "base64"): boolean {
  const bytes = Buffer.from(given ?? "", encoding);
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
}
