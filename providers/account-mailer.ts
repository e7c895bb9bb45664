import { randomUUID } from "node:crypto";
import { composeMail } from "./email/compose-mail.ts";
import { senderOf } from "./email/mailbox.ts";
import { checkLogin } from "./email/smtp/smtp-connection.ts";
import { SmtpPool } from "./email/smtp/smtp-pool.ts";
import { ProviderError } from "./provider-error.ts";
import { SEND_LIMITS } from "./send-limits.ts";

/** The mail server of the installation. */
export interface SmtpServer {
  host: string;
  port: number;
  /** TLS from the first byte; otherwise it is negotiated where the server offers it. */
  secure: boolean;
  /** Refuse to go on without TLS. */
  requireTls: boolean;
  user: string | null;
  password: string | null;
  /** Sender of the mails: an address, or a name with an address in angle brackets. */
  from: string;
}

/** A mail of Belfry's own to somebody who works with it. */
export interface AccountMail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface AccountMailer {
  /** Throws ProviderError. */
  send(mail: AccountMail): Promise<void>;
  /** Connects and logs in without sending anything. Throws ProviderError. */
  check(): Promise<void>;
  /** The failure of the last mail or check; null when that succeeded, and before the first. */
  failure(): ProviderError | null;
  /** Waits for mails under way, and closes the connections. */
  close(): Promise<void>;
}

/** Sends mails to members through the server that the installation is configured with. It may be in a private network. */
export function createAccountMailer({ from, ...server }: SmtpServer, installation?: string): AccountMailer {
  const { host, port, secure, requireTls, user, password } = server;
  const settings = {
    allowPrivateHosts: true,
    installation,
    options: { host, port, secure, requireTLS: requireTls },
    ...(user !== null && password !== null && { auth: { user, pass: password } }),
  };
  const pool = new SmtpPool(settings);
  let failure: ProviderError | null = null;
  const noted = async (work: Promise<void>): Promise<void> => {
    try {
      await work;
      failure = null;
    } catch (error) {
      // What is wrong with one recipient says nothing about others.
      if (error instanceof ProviderError && error.class !== "PERMANENT") failure = error;
      throw error;
    }
  };
  const underWay = new Set<Promise<unknown>>();
  const { name: senderName } = senderOf({ from });

  async function send({ to, subject, text, html }: AccountMail): Promise<void> {
    const mail = { id: randomUUID(), to: [to], from, subject, text, html };
    const named = { ...mail, ...(senderName && { senderName }) };
    await pool.send(
      (offered) => composeMail(named, { installation, offered }),
      AbortSignal.timeout(SEND_LIMITS.accountMail),
    );
  }

  return {
    async send(mail) {
      const sending = noted(send(mail));
      underWay.add(sending);
      await sending.finally(() => underWay.delete(sending));
    },
    check: () => noted(checkLogin(settings, AbortSignal.timeout(SEND_LIMITS.accountMail))),
    failure: () => failure,
    async close() {
      await Promise.allSettled(underWay);
      pool.close();
    },
  };
}
