import { mailboxOf } from "#contract/constants/templates/override-fields.ts";
import type { EmailMessage, WithSender } from "../messages.ts";

interface Mailbox {
  address: string;
  name: string | undefined;
}

/** Returns the sender of a mail. An override may name both in one text, as in `Team <team@example.com>`. */
export function senderOf({ from, senderName }: Pick<WithSender<EmailMessage>, "from" | "senderName">): Mailbox {
  const { address, name } = mailboxOf(from) ?? { address: from };
  return { address, name: senderName ?? name };
}

/** A recipient as vendors of JSON take it; without a name where none is given. */
export function recipientOf(text: string): { email: string; name?: string } {
  const { address, ...named } = mailboxOf(text) ?? { address: text };
  return { email: address, ...named };
}

/** Writes a mailbox as in a From header, `Team <team@example.com>`: RFC 5322, section 3.4. */
export function formatMailbox({ address, name }: Mailbox): string {
  if (name === undefined) return address;
  const line = name.replace(/[\r\n]+/g, " ");
  return `${/[()<>[\]:;@\\,."]/.test(line) ? `"${line.replace(/[\\"]/g, "\\$&")}"` : line} <${address}>`;
}
