import { type AttachmentInfo, normalBase64, parseAttachments } from "#contract/schemas/attachments.ts";

/** A payload without the bytes of its attachments, and the bytes, in base64 and in the same order. */
export interface TakenAttachments {
  payload: Record<string, unknown>;
  files: string[];
}

/**
 * Takes the bytes of attachments out of a payload that was checked: what they are called, and their type and size, stay in it.
 */
export function takeAttachments(payload: Record<string, unknown>): TakenAttachments {
  const attachments = parseAttachments(payload.attachments);
  if (attachments.length === 0) return { payload, files: [] };
  const files: string[] = [];
  const infos = attachments.map(({ file, name, mime, channels, cid, disposition }): AttachmentInfo => {
    const base64 = normalBase64(file) ?? "";
    files.push(base64);
    return {
      ...(name && { name }),
      mime: mime ?? "application/octet-stream",
      size: Buffer.byteLength(base64, "base64"),
      ...(channels && channels.length > 0 && { channels }),
      ...(cid && { cid }),
      ...(disposition && { disposition }),
    };
  });
  return { payload: { ...payload, attachments: infos }, files };
}
