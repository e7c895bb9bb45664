import { z } from "zod";
import { fromAddress, number, optional, secret, senderName, structure, text, toggle } from "../credentials.ts";
import type { EmailMessage, FromSomebody } from "../messages.ts";
import { emailProvider } from "../provider.ts";
import { type SmtpSettings, sendPooled, verifySettings } from "./smtp-transports.ts";

const pem = z.union([z.string(), z.array(z.string())]);

/** What a customer may say about TLS. Closed, because Node would also take a socket or another host from here. */
const TlsOptions = z.strictObject({
  rejectUnauthorized: z.boolean().optional(),
  servername: z.string().optional(),
  ca: pem.optional(),
  cert: pem.optional(),
  key: z.string().optional(),
  passphrase: z.string().optional(),
  ciphers: z.string().optional(),
  minVersion: z.enum(["TLSv1", "TLSv1.1", "TLSv1.2", "TLSv1.3"]).optional(),
  maxVersion: z.enum(["TLSv1", "TLSv1.1", "TLSv1.2", "TLSv1.3"]).optional(),
});

const credentials = z.object({
  user: optional(text("User")),
  password: optional(secret("Password")),
  host: text("Host"),
  port: number("Port", { min: 1, max: 65_535 }),
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

/** Any SMTP server: providers-email-push.md 3.11. */
export const nodemailer = emailProvider({
  id: "nodemailer",
  name: "Custom SMTP",
  docs: "https://nodemailer.com/smtp/",
  logo: "custom_smtp.svg",
  credentials,
  async send(mail, account, { allowPrivateHosts, signal }) {
    const info = await sendPooled(settingsOf(account, allowPrivateHosts), {
      ...compose(mail),
      ...(signal && { signal }),
    });
    const refused = (info.rejectedErrors ?? []).map(({ recipient, response }) => `${recipient} (${response})`);
    return {
      id: info.messageId,
      date: new Date().toISOString(),
      ...(refused.length > 0 && { warning: `The mail server refused ${refused.join(", ")}` }),
    };
  },
  check: (account, { allowPrivateHosts }) => verifySettings(settingsOf(account, allowPrivateHosts)),
});

function settingsOf(account: Credentials, allowPrivateHosts: boolean): SmtpSettings {
  const { host, port, user, password, secure, requireTls, ignoreTls, tlsOptions, domain, secretKey, accountSid } =
    account;
  return {
    allowPrivateHosts,
    options: {
      host,
      port,
      secure,
      requireTLS: requireTls,
      ignoreTLS: ignoreTls,
      ...(user && password && { auth: { user, pass: password } }),
      ...(secure && tlsOptions && { tls: tlsOptions }),
      ...(domain &&
        secretKey &&
        accountSid && { dkim: { domainName: domain, privateKey: secretKey, keySelector: accountSid } }),
    },
  };
}

/** SMTP has no idempotency, but a retry carries the same Message-ID, by which mail stores drop the second copy. */
function compose(mail: FromSomebody<EmailMessage>) {
  const address = /<([^<>]+)>\s*$/.exec(mail.from)?.[1] ?? mail.from;
  return {
    messageId: `<${mail.id}@${address.slice(address.lastIndexOf("@") + 1)}>`,
    from: { name: mail.senderName ?? "", address },
    to: [...mail.to],
    cc: [...(mail.cc ?? [])],
    bcc: [...(mail.bcc ?? [])],
    replyTo: mail.replyTo,
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    headers: { ...mail.headers },
    attachments: (mail.attachments ?? []).map(({ file, mime, name, cid, disposition }) => ({
      content: file,
      contentType: mime,
      filename: name,
      cid,
      contentDisposition: disposition,
    })),
  };
}
