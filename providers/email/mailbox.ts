import type { EmailMessage, WithSender } from "../messages.ts";

export interface Mailbox {
  address: string;
  name: string | undefined;
}

/** Returns the sender of a mail. An override may name both in one text, as in `Team <team@example.com>`. */
export function senderOf({ from, senderName }: Pick<WithSender<EmailMessage>, "from" | "senderName">): Mailbox {
  const [, name, address = from] = /^\s*"?([^"<>]*?)"?\s*<([^<>]+)>\s*$/.exec(from) ?? [];
  return { address, name: senderName ?? (name || undefined) };
}

/** Writes a mailbox as in a From header, `Team <team@example.com>`: RFC 5322, section 3.4. */
export function formatMailbox({ address, name }: Mailbox): string {
  if (name === undefined) return address;
  const line = name.replace(/[\r\n]+/g, " ");
  return `${/[()<>[\]:;@\\,."]/.test(line) ? `"${line.replace(/[\\"]/g, "\\$&")}"` : line} <${address}>`;
}
