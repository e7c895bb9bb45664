import { z } from "zod";
import { fromAddress, optional, port, secret, senderName, structure, text, toggle } from "../credentials.ts";
import { emailProvider } from "../provider.ts";
import { SEND_LIMITS } from "../send-limits.ts";
import type { DkimKey } from "./compose-mail.ts";
import type { SmtpSettings } from "./smtp/smtp-connection.ts";
import { openSmtpSession } from "./smtp/smtp-session.ts";

const pem = z.union([z.string(), z.array(z.string())]);

/** The TLS options that a customer may set. Closed, because Node would also take a socket or another host from here. */
const TlsOptions = z.strictObject({
  rejectUnauthorized: z.boolean().optional(),
  servername: z.string().optional(),
  ca: pem.optional(),
  cert: pem.optional(),
  key: optional(secret("Private key")),
  passphrase: optional(secret("Passphrase of the private key")),
  ciphers: z.string().optional(),
  minVersion: z.enum(["TLSv1", "TLSv1.1", "TLSv1.2", "TLSv1.3"]).optional(),
  maxVersion: z.enum(["TLSv1", "TLSv1.1", "TLSv1.2", "TLSv1.3"]).optional(),
});

const credentials = z.object({
  user: optional(text("User")),
  password: optional(secret("Password")),
  host: text("Host", { destination: true }),
  port: port(),
  secure: optional(toggle("Secure", { type: "boolean", description: "TLS from the first byte, as on port 465" })),
  requireTls: optional(toggle("Require TLS")),
  ignoreTls: optional(toggle("Ignore TLS")),
  tlsOptions: optional(structure("TLS options", TlsOptions, { description: "Used when Secure is on" })),
  domain: optional(text("DKIM: Domain name")),
  secretKey: optional(secret("DKIM: Private key")),
  accountSid: optional(text("DKIM: Key selector")),
  from: fromAddress(),
  senderName: senderName(),
});
type Credentials = z.output<typeof credentials>;

/** Any SMTP server. HTTP proxies do not apply to it: SMTP goes out directly. */
export const nodemailer = emailProvider({
  id: "nodemailer",
  name: "Custom SMTP",
  mergesPassthrough: true,
  logo: "custom_smtp.svg",
  timeoutMs: SEND_LIMITS.mail,
  keepsMessageId: true,
  takesMailboxes: true,
  uncoded: "A mail server answers SMTP's own codes, which are read as such",
  credentials,
  open(account, { allowPrivateHosts, installation }) {
    return openSmtpSession({ ...settingsOf(account), allowPrivateHosts, installation }, dkimKey(account));
  },
});

function settingsOf(account: Credentials): Pick<SmtpSettings, "options" | "auth"> {
  const { host, port, user, password, secure, requireTls, ignoreTls, tlsOptions } = account;
  return {
    options: {
      host,
      port,
      secure,
      requireTLS: requireTls,
      ignoreTLS: ignoreTls,
      ...(secure && tlsOptions && { tls: tlsOptions }),
    },
    ...(user && password && { auth: { user, pass: password } }),
  };
}

function dkimKey({ domain, secretKey, accountSid }: Credentials): DkimKey | undefined {
  if (!domain || !secretKey || !accountSid) return undefined;
  return { domainName: domain, privateKey: secretKey, keySelector: accountSid, headerFieldNames: SIGNED_FIELDS };
}

/**
 * Fields that a signature covers where a mail has them: those of RFC 6376 section 5.4.1, and both for unsubscribing, as RFC 8058 section 4
 * demands. nodemailer's own list lacks the last one.
 */
const SIGNED_FIELDS = [
  "From:Sender:Reply-To:Subject:Date:Message-ID:To:Cc:MIME-Version:Content-Type:Content-Transfer-Encoding:Content-ID",
  "Content-Description:Resent-Date:Resent-From:Resent-Sender:Resent-To:Resent-Cc:Resent-Message-ID:In-Reply-To",
  "References:List-Id:List-Help:List-Unsubscribe:List-Unsubscribe-Post:List-Subscribe:List-Post:List-Owner:List-Archive",
].join(":");
