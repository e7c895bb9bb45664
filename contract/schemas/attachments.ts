import { z } from "zod";
import { CHANNELS } from "../constants/channels.ts";
import { issueSentence } from "../constants/issue-sentences.ts";
import { ATTACHMENTS_MAX } from "../constants/limits.ts";
import { exactTextUpTo } from "./common.ts";

/** Longest name of a file, type or content id, in characters. */
const ATTACHMENT_TEXT_MAX = 255;
/** So many at once: without a bound, a regular expression that finds millions of them has no stack left. */
const BLANKS = /\s{1,1000}/g;

/**
 * The text without line breaks, which base64 often has in mails, and padded; undefined when it is no base64 of RFC 4648, in the alphabet
 * of section 4 or that of section 5, for addresses. Each test reads the text once, because it may have millions of characters.
 */
export function normalBase64(given: string): string | undefined {
  const isForAddresses = /[-_]/.test(given) && !/[+/]/.test(given);
  const text = isForAddresses ? given.replaceAll("-", "+").replaceAll("_", "/") : given;
  if (/[^A-Za-z0-9+/=\s]/.test(text)) return undefined;
  const compact = /\s/.test(text) ? text.replace(BLANKS, "") : text;
  const end = compact.indexOf("=");
  const digits = end === -1 ? compact : compact.slice(0, end);
  if (digits === "" || digits.length % 4 === 1 || compact.length - digits.length > 2) return undefined;
  if (end !== -1 && (compact.length % 4 !== 0 || !/^={1,2}$/.test(compact.slice(end)))) return undefined;
  return digits.padEnd(Math.ceil(digits.length / 4) * 4, "=");
}

/** Text that stands in a header of a mail. */
const headerText = () =>
  exactTextUpTo(ATTACHMENT_TEXT_MAX)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are what is refused.
    .refine((text) => !/[\u0001-\u001f\u007f]/.test(text), { error: "must not contain control characters" });

const fileFields = {
  name: headerText().min(1, { error: "should not be empty" }).nullish(),
  /** Such as `application/pdf`. */
  mime: headerText()
    .regex(/^[\w.+-]+\/[\w.+-]+(?:\s*;[^\r\n]*)?$/, { error: "must be a media type, such as application/pdf" })
    .nullish(),
  /** The channels that carry the file, where it is not for all of them. Only emails carry files. */
  channels: z
    .array(z.enum(CHANNELS, { error: `must be one of ${CHANNELS.join(", ")}` }), {
      error: "must be a list of channels",
    })
    .nullish(),
  /** By which the html of an email shows an image: `<img src="cid:logo">`. */
  cid: headerText()
    .regex(/^[^\s<>]+$/, { error: "must be a text without spaces and angle brackets" })
    .nullish(),
  disposition: z.enum(["attachment", "inline"], { error: "must be attachment or inline" }).nullish(),
};

/** A file that goes along with the emails of an event. */
const AttachmentInput = z.object({
  ...fileFields,
  file: z
    .string({ error: "must be a text: the bytes of the file in base64" })
    .refine((text) => text.trim() !== "", { error: "should not be empty: send the bytes of the file in base64" })
    .refine((text) => text.trim() === "" || normalBase64(text) !== undefined, {
      error: "must be base64 without a data: prefix, such as Buffer.from(bytes).toString('base64') makes it",
    }),
});
export type AttachmentInput = z.infer<typeof AttachmentInput>;

const AttachmentList = z
  .array(AttachmentInput, { error: "must be a list of files, such as [{file, mime, name}]" })
  .max(ATTACHMENTS_MAX, { error: `must contain no more than ${ATTACHMENTS_MAX} elements` });

/** Refusals of one list that are worth reading. */
const LISTED = 10;

/** Why a payload's attachments cannot be taken, each by its path in the list. */
export function attachmentIssues(attachments: unknown): { path: (string | number)[]; message: string }[] {
  const { error } = AttachmentList.safeParse(attachments);
  return (error?.issues ?? []).slice(0, LISTED).map((issue) => ({
    path: issue.path.filter((key) => typeof key !== "symbol"),
    message: issueSentence(issue),
  }));
}

/** The attachments of a payload that was checked. */
export function parseAttachments(attachments: unknown): AttachmentInput[] {
  return AttachmentList.safeParse(attachments).data ?? [];
}

/** A file of an event without its bytes, in the order of the list: what stays in the payload. */
export interface AttachmentInfo {
  name?: string;
  mime: string;
  /** In bytes. */
  size: number;
  channels?: (typeof CHANNELS)[number][];
  cid?: string;
  disposition?: "attachment" | "inline";
}
