import "./mail-text-decoder.ts";
import PostalMime, { type Address, type Attachment, type Email } from "postal-mime";
import sanitizeHtml from "sanitize-html";
import { INBOUND_FILES_MAX, INBOUND_FILES_MAX_BYTES, INBOUND_TEXT_MAX } from "#contract/constants/inbound-mail.ts";

/*
 * Parses a mail in a thread of its own, which is ended when it takes too long (parse-mail.ts): a mail is what a stranger sent.
 */

/** Parts in each other, bytes of all headers together, and mails in each other that are opened. Beyond the first two a mail is refused. */
const LIMITS = { maxNestingDepth: 50, maxHeadersSize: 256 * 1024, maxRfc822NestingDepth: 3 } as const;
/** A mail that passed more servers than this goes round in a circle: RFC 5321 6.3. */
const HOPS_MAX = 50;

// A type, because the contract passes on what it does not know, which an interface may not have.
type Mailbox = { address: string; name: string };

/** A mail as its sender wrote it, without what the connection says. Files are base64. */
export interface ParsedMail {
  from: Mailbox[];
  to: Mailbox[];
  cc: Mailbox[];
  subject: string;
  text: string;
  html: string;
  messageId?: string;
  date?: string;
  inReplyTo?: string;
  references?: string;
  headers: Record<string, string | string[]>;
  attachments: Record<string, unknown>[];
  /** Files beyond the most that are listed. */
  attachmentsOmitted?: number;
}

export type ParseResult =
  | { mail: ParsedMail; isAutomatic: boolean }
  /** The mail is refused: it cannot be read, or it goes round in a circle. */
  | { refused: "unreadable" | "loop" };

export default async function parseMail(raw: Uint8Array): Promise<ParseResult> {
  let email: Email;
  try {
    email = await PostalMime.parse(raw, { ...LIMITS, attachmentEncoding: "arraybuffer" });
  } catch {
    return { refused: "unreadable" };
  }
  const headers = headersOf(email);
  const hops = headers.received;
  if (Array.isArray(hops) && hops.length > HOPS_MAX) return { refused: "loop" };
  const given = {
    text: (email.text ?? "").slice(0, INBOUND_TEXT_MAX),
    html: (email.html ?? "").slice(0, INBOUND_TEXT_MAX),
  };
  const { messageId, date, inReplyTo, references } = email;
  const mail: ParsedMail = {
    from: mailboxes(email.from ? [email.from] : []),
    to: mailboxes(email.to),
    cc: mailboxes(email.cc),
    subject: email.subject ?? "",
    text: given.text || textOf(given.html),
    html: given.html || htmlOf(given.text),
    ...(messageId !== undefined && { messageId }),
    ...(date !== undefined && { date }),
    ...(inReplyTo !== undefined && { inReplyTo }),
    ...(references !== undefined && { references }),
    headers,
    attachments: filesOf(email.attachments.slice(0, INBOUND_FILES_MAX)),
    ...(email.attachments.length > INBOUND_FILES_MAX && {
      attachmentsOmitted: email.attachments.length - INBOUND_FILES_MAX,
    }),
  };
  return { mail, isAutomatic: isAutomatic(headers) };
}

/** By lower-case name; a list where a header is there more than once. */
function headersOf({ headers }: Email): ParsedMail["headers"] {
  const byName = new Map<string, string[]>();
  for (const { key, value } of headers) {
    const values = byName.get(key);
    if (values) values.push(value);
    else byName.set(key, [value]);
  }
  return Object.fromEntries(
    [...byName].map(([key, values]) => [key, values.length === 1 ? (values[0] ?? "") : values]),
  );
}

/** Whether a program sent the mail, which would answer an answer to it again: RFC 3834 2. */
function isAutomatic(headers: ParsedMail["headers"]): boolean {
  const submitted = String(headers["auto-submitted"] ?? "no").trim();
  return !/^no\b/i.test(submitted);
}

const mailboxes = (addresses: readonly Address[] = []): Mailbox[] =>
  addresses.flatMap((entry) =>
    entry.group ? mailboxes(entry.group) : entry.address ? [{ address: entry.address, name: entry.name }] : [],
  );

/** Files in their order, with their content as far as all of them together are small enough. */
function filesOf(attachments: readonly Attachment[]): ParsedMail["attachments"] {
  let left = INBOUND_FILES_MAX_BYTES;
  return attachments.map(({ filename, mimeType, disposition, contentId, content }, index) => {
    const bytes = typeof content === "string" ? Buffer.from(content) : Buffer.from(new Uint8Array(content));
    const isPassed = bytes.length <= left;
    if (isPassed) left -= bytes.length;
    return {
      fileName: filename ?? null,
      generatedFileName: filename ?? `attachment-${index + 1}`,
      contentType: mimeType,
      contentDisposition: disposition,
      ...(contentId !== undefined && { contentId: contentId.replace(/^<|>$/g, "") }),
      length: bytes.length,
      ...(isPassed ? { content: bytes.toString("base64") } : { isOmitted: true }),
    };
  });
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&amp;": "&",
  "&nbsp;": " ",
};

/** The words of a page: a mail without a text gets that of its page, and the reverse. */
function textOf(html: string): string {
  if (html === "") return "";
  const lines = html.replace(/<(?:br|\/p|\/div|\/tr|\/li|\/h[1-6])\b[^<>]{0,200}>/gi, "$&\n");
  const words = sanitizeHtml(lines, { allowedTags: [], allowedAttributes: {} });
  return words
    .replace(/&(?:lt|gt|quot|amp|nbsp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n ?(?:\n ?)*/g, "\n")
    .trim();
}

function htmlOf(text: string): string {
  if (text === "") return "";
  const escaped = text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
  return `<p>${escaped.replace(/\r?\n/g, "<br>")}</p>`;
}
