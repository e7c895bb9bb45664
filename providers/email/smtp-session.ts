import type { EmailMessage, SendResult, WithSender } from "../messages.ts";
import type { CallOptions, SendOptions } from "../provider.ts";
import { composeMail, type DkimKey } from "./compose-mail.ts";
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
      const composed = await composeMail({ ...mail, headers }, dkim);
      const info = await pool.send(composed, signal);
      answered?.({ status: Number.parseInt(info.response, 10) || 250, text: info.response });
      const refused = (info.rejectedErrors ?? []).map(({ recipient, response }) => `${recipient} (${response})`);
      return {
        id: composed.messageId,
        date: new Date().toISOString(),
        ...(refused.length > 0 && { warning: `The mail server refused ${refused.join(", ")}` }),
      };
    },
    check: ({ signal }: CallOptions) => checkLogin(settings, signal),
    close: () => pool.close(),
  };
}
