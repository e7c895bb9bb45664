import type { Attachment } from "../messages.ts";
import type { Offered } from "./composed-mail.ts";

/** How a file is written into a mail. */
export interface AttachmentType {
  contentType: string;
  /** Undefined: chosen by its type. */
  contentTransferEncoding?: "7bit" | "8bit" | "base64";
  /** Name of a file that has none of its own. */
  name?: string;
}

const ANY = "application/octet-stream";
/** Some browsers call archives multipart. */
const ARCHIVES: Readonly<Record<string, string>> = {
  "multipart/x-zip": "application/zip",
  "multipart/x-gzip": "application/gzip",
  "multipart/x-tar": "application/x-tar",
};
const TYPE = /^\s*([\w!#$&^.+-]+\/[\w!#$&^.+-]+)\s*(?:;|$)/;
/** Bytes of a line without its end: RFC 5321, section 4.5.3.1.6. */
const LONGEST_LINE = 998;

const NUL = 0;
const LF = 10;
const CR = 13;

/**
 * Decides how a file travels. A multipart is never encoded (RFC 2045, section 6.4), so that a reader would look for parts in it: it goes
 * under another type. Mails in a mail are encoded neither, but for those of RFC 6532: where they cannot go as they are, they are files.
 */
export function attachmentType({ file, mime }: Pick<Attachment, "file" | "mime">, offered: Offered): AttachmentType {
  const type = TYPE.exec(mime)?.[1]?.toLowerCase();
  if (type === undefined) return { contentType: ANY };
  if (type.startsWith("multipart/")) return { contentType: ARCHIVES[type] ?? ANY };
  if (!type.startsWith("message/")) return { contentType: mime };
  const lines = linesOf(file);
  if (lines.fit && lines.isAscii) return { contentType: mime, contentTransferEncoding: "7bit" };
  if (type === "message/rfc822" && offered.eightBitMime && lines.fit && lines.hasAsciiHeader) {
    return { contentType: mime, contentTransferEncoding: "8bit" };
  }
  if (type.startsWith("message/global")) return { contentType: mime, contentTransferEncoding: "base64" };
  return { contentType: ANY, contentTransferEncoding: "base64", name: "message.eml" };
}

/** Looks at what decides whether bytes can go over SMTP as they are. */
function linesOf(file: Uint8Array): { fit: boolean; isAscii: boolean; hasAsciiHeader: boolean } {
  let length = 0;
  let fit = true;
  let isAscii = true;
  let isHeader = true;
  let hasAsciiHeader = true;
  for (let i = 0; i < file.length && fit; i++) {
    const byte = file[i] ?? NUL;
    if (byte === LF) {
      if (length === 0) isHeader = false;
      length = 0;
    } else if (byte === CR) {
      fit = file[i + 1] === LF;
    } else {
      length += 1;
      fit = byte !== NUL && length <= LONGEST_LINE;
      if (byte > 0x7f) {
        isAscii = false;
        if (isHeader) hasAsciiHeader = false;
      }
    }
  }
  return { fit, isAscii, hasAsciiHeader };
}
