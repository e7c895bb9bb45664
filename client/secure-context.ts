/** Returns a version 4 UUID (RFC 9562), also in pages over plain http: there `crypto.randomUUID` is missing. */
export function uuid(): string {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte, index) => {
    const value = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte;
    return value.toString(16).padStart(2, "0");
  }).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** Returns the cryptography that only servers and pages over https have. Throws where it is missing, and says what it is for. */
export function subtleCrypto(purpose: string): SubtleCrypto {
  const { subtle }: { subtle?: SubtleCrypto } = globalThis.crypto;
  if (subtle !== undefined) return subtle;
  throw new TypeError(`${purpose} needs crypto.subtle, which browsers have over https alone: do it on your server`);
}
