import { createHash } from "node:crypto";

/**
 * Returns a UUID for a message to one device, the same on every attempt: the id of the message is shared by all of a
 * subscriber's devices.
 */
export function deviceMessageId(messageId: string, deviceToken: string): string {
  const bytes = createHash("sha256")
    .update(JSON.stringify([messageId, deviceToken]))
    .digest();
  // Version 5 and the variant of RFC 9562, as vendors look at them.
  bytes[6] = (bytes.readUInt8(6) & 0x0f) | 0x50;
  bytes[8] = (bytes.readUInt8(8) & 0x3f) | 0x80;
  return bytes.toString("hex", 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
