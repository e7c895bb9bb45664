import type { EmailMessage, WithSender } from "../messages.ts";

interface Mailbox {
  address: string;
  name: string | undefined;
}

/** Returns the sender of a mail. An override may name both in one text, as in `Team <team@example.com>`. */
export function senderOf({ from, senderName }: Pick<WithSender<EmailMessage>, "from" | "senderName">): Mailbox {
  // One way to match any text: its time grows with the length.
  const [, before = "", address = from] = /^([^<>]*)<([^<>]+)>$/.exec(from.trim()) ?? [];
  return { address, name: senderName ?? (nameIn(before.trim()) || undefined) };
}

/** The display name that was written, without the quotes and backslashes of a quoted string. */
function nameIn(written: string): string {
  const isQuoted = written.length > 1 && written.startsWith('"') && written.endsWith('"');
  return isQuoted ? written.slice(1, -1).replace(/\\(.)/g, "$1").trim() : written;
}

/** Writes a mailbox as in a From header, `Team <team@example.com>`: RFC 5322, section 3.4. */
export function formatMailbox({ address, name }: Mailbox): string {
  if (name === undefined) return address;
  const line = name.replace(/[\r\n]+/g, " ");
  return `${/[()<>[\]:;@\\,."]/.test(line) ? `"${line.replace(/[\\"]/g, "\\$&")}"` : line} <${address}>`;
}
