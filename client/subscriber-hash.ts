import { subtleCrypto } from "./secure-context.ts";

/**
 * Returns the hash by which an inbox proves that its page may show this subscriber's notifications: HMAC-SHA256 of the id by the secret
 * key of the environment, in hex. Make it on a server.
 */
export const createSubscriberHash = (subscriberId: string, secretKey: string): Promise<string> =>
  hashOf(subscriberId, secretKey);

/**
 * Returns the hash by which an inbox proves that its page may show the notifications of this context: HMAC-SHA256 of the context as
 * canonical JSON (keys in order, no spaces, only quotes and backslashes escaped). Rejects with a TypeError for a number with a fraction, which
 * canonical JSON does not have. Make it on a server.
 */
export const createContextHash = async (context: object, secretKey: string): Promise<string> =>
  hashOf(canonicalJson(context), secretKey);

async function hashOf(text: string, secretKey: string): Promise<string> {
  const bytes = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const subtle = subtleCrypto("A hash for an inbox");
  const key = await subtle.importKey("raw", bytes.encode(secretKey), algorithm, false, ["sign"]);
  const signature = new Uint8Array(await subtle.sign("HMAC", key, bytes.encode(text)));
  return Array.from(signature, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function canonicalJson(value: unknown): string {
  if (typeof value === "string") return `"${value.replace(/[\\"]/g, "\\$&")}"`;
  if (value === null || typeof value === "boolean" || Number.isInteger(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value !== "object") throw new TypeError(`A context cannot be signed with ${String(value)} in it`);
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return `{${fields
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, field]) => `${canonicalJson(name)}:${canonicalJson(field)}`)
    .join(",")}}`;
}
