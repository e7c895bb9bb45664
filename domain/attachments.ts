import type { Channel } from "#contract/constants/channels.ts";
import type { AttachmentInfo } from "#contract/schemas/attachments.ts";

/** A file of an event that goes along with a message, by its place in the event's list. */
export interface AttachmentRef extends AttachmentInfo {
  number: number;
}

/** The files that go along with messages of a channel: those that name no channel, or this one. */
export function attachmentsOf(payload: Readonly<Record<string, unknown>>, channel: Channel): AttachmentRef[] {
  const { attachments } = payload;
  if (!Array.isArray(attachments)) return [];
  return attachments.flatMap((info: unknown, number) =>
    isInfo(info) && (info.channels === undefined || info.channels.includes(channel)) ? [{ ...info, number }] : [],
  );
}

/** A payload as messages show it: without its attachments, which belong to emails alone. */
export function withoutAttachments<T extends Readonly<Record<string, unknown>>>(
  payload: T,
): T | Omit<T, "attachments"> {
  if (!("attachments" in payload)) return payload;
  const { attachments: _attachments, ...rest } = payload;
  return rest;
}

/** The payload is stored JSON, which has no type. */
function isInfo(value: unknown): value is AttachmentInfo {
  return (
    typeof value === "object" &&
    value !== null &&
    "size" in value &&
    typeof value.size === "number" &&
    "mime" in value &&
    typeof value.mime === "string"
  );
}
