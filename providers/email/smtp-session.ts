import type { EmailMessage, SendResult, WithSender } from "../messages.ts";
import type { CallOptions, SendOptions } from "../provider.ts";
import { composeMail, type DkimKey } from "./compose-mail.ts";
import { leftSentence } from "./servable-addresses.ts";
import { ANSWER_MS, checkLogin, type SmtpSettings } from "./smtp-connection.ts";
import { SmtpPool } from "./smtp-pool.ts";

/** Milliseconds that a send may take: a wait for a connection and its commands, then the answer after the content. */
export const SMTP_TIMEOUT_MS = ANSWER_MS + 60_000;

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
        (offered) => composeMail({ ...mail, headers }, { dkim, installation: settings.installation, offered }),
        signal,
      );
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
      };
    },
    check: ({ signal }: CallOptions) => checkLogin(settings, signal),
    close: () => pool.close(),
  };
}
