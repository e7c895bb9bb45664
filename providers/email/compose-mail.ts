import { buffer } from "node:stream/consumers";
import DKIM, { type SingleKeyOptions } from "nodemailer/lib/dkim";
import MailComposer from "nodemailer/lib/mail-composer";
import type MimeNode from "nodemailer/lib/mime-node";
import type { EmailMessage, WithSender } from "../messages.ts";
import { attachmentType } from "./attachment-type.ts";
import { composeSimpleMail } from "./compose-simple-mail.ts";
import type { ComposedMail, Offered } from "./composed-mail.ts";
import { encodeContent } from "./content-encoding.ts";
import { headerValues } from "./header-values.ts";
import { servable } from "./servable-addresses.ts";

export type DkimKey = SingleKeyOptions;

const ANY_ADDRESS: Offered = { smtpUtf8: true, eightBitMime: false };

export interface Composing {
  dkim?: DkimKey | undefined;
  /** Name of the installation, for the Message-ID; that of the sender's domain without one. */
  installation?: string | undefined;
  /** For whoever takes any address, in 7 bits, where not given. */
  offered?: Offered;
}

/**
 * Returns the Message-ID of a mail from this address. SMTP has no idempotency, but a retry carries the same one, by which mail stores drop
 * the second copy.
 */
export const messageIdOf = (id: string, address: string, installation?: string): string =>
  `<${id}@${installation ?? address.slice(address.lastIndexOf("@") + 1)}>`;

/** Returns the address alone of a sender that may have a name, as in `Shop <shop@example.com>`. */
export const senderAddress = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from;

/**
 * Writes a mail's headers and MIME parts for a server with these extensions, signed where a DKIM key is given. Throws ProviderError
 * where the server cannot be given the sender or any of the recipients.
 */
export async function composeMail(
  given: WithSender<EmailMessage>,
  { dkim, installation, offered = ANY_ADDRESS }: Composing = {},
): Promise<ComposedMail> {
  const { mail, left } = servable(given, offered);
  const sender = { name: mail.senderName ?? "", address: senderAddress(mail.from) };
  const messageId = messageIdOf(mail.id, sender.address, installation);
  const composed = composeSimpleMail(mail, sender, messageId) ?? composeAnyMail(mail, sender, messageId, offered);
  const content = dkim ? await buffer(new DKIM(dkim).sign(composed.content)) : composed.content;
  return { ...composed, content, ...(left.length > 0 && { left }) };
}

/**
 * Composes with nodemailer. Its own `build()` writes the same bytes, but through a chain of streams that costs several
 * times the CPU.
 */
export function composeAnyMail(
  mail: WithSender<EmailMessage>,
  sender: { name: string; address: string },
  messageId: string,
  offered = ANY_ADDRESS,
): ComposedMail {
  const root = new MailComposer({
    messageId,
    from: sender,
    to: [...mail.to],
    cc: [...(mail.cc ?? [])],
    bcc: [...(mail.bcc ?? [])],
    replyTo: mail.replyTos ? [...mail.replyTos] : mail.replyTo,
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    headers: headerValues({ ...mail.headers }),
    attachments: (mail.attachments ?? []).map(({ file, mime, name, cid, disposition }) => {
      const { name: ownName, ...type } = attachmentType({ file, mime }, offered);
      return { content: file, filename: name ?? ownName, cid, contentDisposition: disposition, ...type };
    }),
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();
  const { from, to } = root.getEnvelope();
  const use8BitMime = markEightBit(root);
  return {
    messageId: root.messageId(),
    envelope: { from, to, ...(use8BitMime && { use8BitMime }) },
    content: endInNewline(Buffer.concat(partsOf(root))),
  };
}

/** Returns whether a part has bytes beyond ASCII, which those around it say as well: RFC 2045, section 6.4. */
function markEightBit(node: MimeNode): boolean {
  const isEightBit = [node.getTransferEncoding() === "8bit", ...node.childNodes.map(markEightBit)].includes(true);
  if (isEightBit) node.setHeader("Content-Transfer-Encoding", "8bit");
  return isEightBit;
}

function partsOf(node: MimeNode): Buffer[] {
  const encoding = node.getTransferEncoding();
  const parts = [Buffer.from(`${node.buildHeaders()}\r\n\r\n`), contentOf(node, encoding)];
  if (!node.multipart) return parts;
  for (const [index, child] of node.childNodes.entries()) {
    parts.push(Buffer.from(`${index > 0 ? "\r\n" : ""}--${node.boundary}\r\n`), ...partsOf(child));
  }
  parts.push(Buffer.from(`\r\n--${node.boundary}--\r\n`));
  return parts;
}

function contentOf({ content = "" }: MimeNode, encoding: string | false): Buffer {
  if (typeof content !== "string" && !Buffer.isBuffer(content)) {
    throw new TypeError("The content of a mail must be a text or a Buffer");
  }
  const encoded = encodeContent(content, encoding);
  return typeof encoded === "string" ? Buffer.from(encoded) : encoded;
}

function endInNewline(content: Buffer): Buffer {
  return content.at(-1) === 0x0a ? content : Buffer.concat([content, Buffer.from("\r\n")]);
}
