import parseAddresses from "nodemailer/lib/addressparser";
import type { EmailMessage, WithSender } from "../messages.ts";
import { ProviderError } from "../provider-error.ts";
import type { LeftAddress, Offered } from "./composed-mail.ts";
import { formatMailbox } from "./mailbox.ts";

/** Bytes of an address without its angle brackets: RFC 5321, section 4.5.3.1.3. */
const LONGEST_ADDRESS = 254;
/** Fields of a mail's own headers that hold addresses. */
const ADDRESS_FIELDS = /^(?:reply-to|sender|errors-to|return-receipt-to|disposition-notification-to|resent-[a-z-]+)$/i;

/** Whether an address needs SMTPUTF8: its domain can be written in ASCII, what stands before the @ cannot (RFC 6531). */
const isInternational = (address: string): boolean => /[^\0-\x7f]/.test(address.slice(0, address.lastIndexOf("@")));

function reasonAgainst(address: string, smtpUtf8: boolean): string | undefined {
  if (Buffer.byteLength(address) > LONGEST_ADDRESS) return `is longer than ${LONGEST_ADDRESS} characters`;
  if (smtpUtf8 || !isInternational(address)) return undefined;
  return "has letters outside ASCII before the @, which the mail server does not take (it offers no SMTPUTF8)";
}

/**
 * Leaves out the addresses that a server with these extensions cannot be given, recipients as well as those of headers, and says so of
 * each. Throws ProviderError where the sender is one of them, or no recipient is left.
 */
export function servable(
  mail: WithSender<EmailMessage>,
  { smtpUtf8 }: Offered,
): { mail: WithSender<EmailMessage>; left: LeftAddress[] } {
  const left: LeftAddress[] = [];
  const keep = (texts: readonly string[], takesInternational: boolean) =>
    texts.flatMap((text) => {
      const mailboxes = parseAddresses(text, { flatten: true });
      const refused = mailboxes.flatMap(({ address }) => {
        const reason = reasonAgainst(address, takesInternational);
        return reason === undefined ? [] : [{ address, reason }];
      });
      if (refused.length === 0) return [text];
      left.push(...refused);
      return mailboxes
        .filter(({ address }) => !refused.some((one) => one.address === address))
        .map(({ address, name }) => formatMailbox({ address, name: name || undefined }));
    });
  const [sender] = parseAddresses(mail.from, { flatten: true });
  const reason = sender && reasonAgainst(sender.address, smtpUtf8);
  if (reason !== undefined) {
    throw new ProviderError(
      "CREDENTIAL",
      `The sender ${sender?.address} ${reason}: give the integration another sender`,
    );
  }
  const { to, cc = [], bcc = [] } = mail;
  const recipients = { to: keep(to, smtpUtf8), cc: keep(cc, smtpUtf8), bcc: keep(bcc, smtpUtf8) };
  const all = Object.values(recipients).flat();
  if (all.length === 0 && left.length > 0) throw new ProviderError("PERMANENT", leftSentence(left));
  // The server learns from sender and recipients alone that a mail is an international one.
  const isOfMail =
    smtpUtf8 &&
    [mail.from, ...all].some((text) =>
      parseAddresses(text, { flatten: true }).some(({ address }) => isInternational(address)),
    );
  const { replyTo, replyTos = replyTo === undefined ? [] : [replyTo], headers = {} } = mail;
  const replies = keep(replyTos, isOfMail);
  const fields = Object.entries(headers).map(
    ([name, value]) => [name, ADDRESS_FIELDS.test(name) ? keep([value], isOfMail).join(", ") : value] as const,
  );
  if (left.length === 0) return { mail, left };
  const { replyTo: _one, replyTos: _all, ...rest } = mail;
  return {
    mail: {
      ...rest,
      ...recipients,
      ...(replies.length > 0 && { replyTos: replies }),
      headers: Object.fromEntries(fields.filter(([, value]) => value !== "")),
    },
    left,
  };
}

/** A sentence for each address that was left out. */
export const leftSentence = (left: readonly LeftAddress[]): string =>
  left.map(({ address, reason }) => `${address} ${reason}`).join("; ");
