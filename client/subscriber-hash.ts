import { subtleCrypto } from "./secure-context.ts";

/**
 * Returns the hash by which an inbox proves that its page may show this subscriber's notifications: HMAC-SHA256 of the id by the secret
 * key of the environment, in hex. Make it on a server.
 */
export async function createSubscriberHash(subscriberId: string, secretKey: string): Promise<string> {
  const bytes = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const subtle = subtleCrypto("A subscriber's hash");
  const key = await subtle.importKey("raw", bytes.encode(secretKey), algorithm, false, ["sign"]);
  const signature = new Uint8Array(await subtle.sign("HMAC", key, bytes.encode(subscriberId)));
  return Array.from(signature, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
