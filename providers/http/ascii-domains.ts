import { domainToASCII } from "node:url";
import type { EmailMessage, WithSender } from "../messages.ts";

/** A mailbox whose domain is written in ASCII, as RFC 5890 has it; also one with a name, as in `Ada <ada@bücher.example>`. */
export function asciiMailbox(text: string): string {
  const at = text.lastIndexOf("@") + 1;
  const [domain = ""] = /^[^>\s]*/.exec(text.slice(at)) ?? [];
  if (at === 0 || !/[^\0-\x7f]/.test(domain)) return text;
  const ascii = domainToASCII(domain);
  return ascii === "" ? text : text.slice(0, at) + ascii + text.slice(at + domain.length);
}

/** The mail with domains in ASCII, which every vendor takes: most refuse others, though the addresses are good. */
export function withAsciiDomains(mail: WithSender<EmailMessage>): WithSender<EmailMessage> {
  const { to, cc, bcc, replyTo, replyTos, from } = mail;
  return {
    ...mail,
    from: asciiMailbox(from),
    to: to.map(asciiMailbox),
    ...(cc && { cc: cc.map(asciiMailbox) }),
    ...(bcc && { bcc: bcc.map(asciiMailbox) }),
    ...(replyTo !== undefined && { replyTo: asciiMailbox(replyTo) }),
    ...(replyTos && { replyTos: replyTos.map(asciiMailbox) }),
  };
}
