import { buffer } from "node:stream/consumers";
import DKIM, { type SingleKeyOptions } from "nodemailer/lib/dkim";
import MailComposer from "nodemailer/lib/mail-composer";
import type MimeNode from "nodemailer/lib/mime-node";
import type { EmailMessage, WithSender } from "../messages.ts";
import { composeSimpleMail } from "./compose-simple-mail.ts";
import { encodeContent } from "./content-encoding.ts";

export type DkimKey = SingleKeyOptions;

/** A mail ready for the wire, except for the dot-stuffing of SMTP. */
export interface ComposedMail {
  messageId: string;
  envelope: { from: string | false; to: string[] };
  content: Buffer;
}

/**
 * Returns the Message-ID of a mail from this address. SMTP has no idempotency, but a retry carries the same one, by which mail stores drop
 * the second copy.
 */
export const messageIdOf = (id: string, address: string): string =>
  `<${id}@${address.slice(address.lastIndexOf("@") + 1)}>`;

/** Returns the address alone of a sender that may have a name, as in `Shop <shop@example.com>`. */
export const senderAddress = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from;

/** Writes a mail's headers and MIME parts, signed where a DKIM key is given. */
export async function composeMail(mail: WithSender<EmailMessage>, dkim?: DkimKey): Promise<ComposedMail> {
  const sender = { name: mail.senderName ?? "", address: senderAddress(mail.from) };
  const messageId = messageIdOf(mail.id, sender.address);
  const composed = composeSimpleMail(mail, sender, messageId) ?? composeAnyMail(mail, sender, messageId);
  return dkim ? { ...composed, content: await buffer(new DKIM(dkim).sign(composed.content)) } : composed;
}

/**
 * Composes with nodemailer. Its own `build()` writes the same bytes, but through a chain of streams that costs several
 * times the CPU.
 */
export function composeAnyMail(
  mail: WithSender<EmailMessage>,
  sender: { name: string; address: string },
  messageId: string,
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
    headers: { ...mail.headers },
    attachments: (mail.attachments ?? []).map(({ file, mime, name, cid, disposition }) => ({
      content: file,
      contentType: mime,
      filename: name,
      cid,
      contentDisposition: disposition,
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();
  const { from, to } = root.getEnvelope();
  return { messageId: root.messageId(), envelope: { from, to }, content: endInNewline(Buffer.concat(partsOf(root))) };
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
