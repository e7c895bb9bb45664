import type { EmailMessage, RemainingRecipients, SendResult, WithSender } from "../../messages.ts";
import type { CallOptions, SendOptions } from "../../send-context.ts";
import { composeMail, type DkimKey } from "../compose-mail.ts";
import type { ComposedMail } from "../composed-mail.ts";
import { leftSentence } from "../servable-addresses.ts";
import { checkLogin, type SmtpSettings } from "./smtp-connection.ts";
import { SmtpPool } from "./smtp-pool.ts";
import { pauseOfReply } from "./smtp-rates.ts";

/** Opens a session that sends over SMTP, by connections that its mails share. Throws ProviderError. */
export function openSmtpSession(settings: SmtpSettings, dkim?: DkimKey) {
  const pool = new SmtpPool(settings);
  return {
    async send(
      mail: WithSender<EmailMessage>,
      { signal, answered }: Pick<SendOptions, "signal" | "answered">,
    ): Promise<SendResult> {
      // Of what is passed through, SMTP has a place for headers alone.
      const headers = { ...mail.headers, ...mail.passthrough?.headers };
      const { composed, response, refused } = await pool.send(
        async (offered) =>
          forRemaining(
            await composeMail({ ...mail, headers }, { dkim, installation: settings.installation, offered }),
            mail.remaining,
          ),
        signal,
      );
      const later = refused.filter(({ isForNow }) => isForNow);
      answered?.({ status: Number.parseInt(response, 10) || 250, text: response });
      const warnings = [
        ...(refused.length > 0
          ? [`The mail server refused ${refused.map((one) => `${one.recipient} (${one.response})`).join(", ")}`]
          : []),
        ...(composed.left ? [`Sent without addresses: ${leftSentence(composed.left)}`] : []),
      ];
      return {
        id: composed.messageId,
        date: new Date().toISOString(),
        ...(warnings.length > 0 && { warning: warnings.join(". ") }),
        ...(later[0] && {
          later: {
            addresses: later.map(({ recipient }) => recipient),
            response: later[0].response,
            retryAfterSeconds: pauseOfReply(later[0].response),
          },
        }),
      };
    },
    check: ({ signal }: CallOptions) => checkLogin(settings, signal),
    close: () => pool.close(),
  };
}

/** The mail for those alone that have not got it yet; what it shows to them is what the others have got. */
function forRemaining(composed: ComposedMail, remaining: RemainingRecipients | undefined): ComposedMail {
  if (!remaining) return composed;
  const { envelope } = composed;
  return { ...composed, envelope: { ...envelope, to: envelope.to.filter((to) => remaining.addresses.includes(to)) } };
}
