import { z } from "zod";
import { flag, path, port } from "./kinds.ts";
import { ConfigError, setting, together } from "./setting.ts";

const hostName = z.string().regex(/^[a-z0-9.-]+$/i, "the name of a host, for example mail.example.com");

const sender = z
  .string()
  .regex(
    /^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
    "an address like belfry@example.com or Belfry <belfry@example.com>",
  );

const SMTP = "an address like smtp://user:password@mail.example.com:587, with special characters percent-encoded";

const smtpUrl = z.url({ protocol: /^smtps?$/, error: SMTP }).transform((value, context) => {
  const { protocol, hostname, port: given, username, password } = new URL(value);
  const secure = protocol === "smtps:";
  try {
    return {
      host: hostname.replace(/^\[|\]$/g, ""),
      port: given === "" ? (secure ? 465 : 587) : Number(given),
      secure,
      // A password goes over no connection in clear, but to a server of this machine.
      requireTls: !secure && username !== "" && !/^(localhost|127\.|\[::1\])/.test(hostname),
      user: decodeURIComponent(username) || null,
      password: decodeURIComponent(password) || null,
    };
  } catch {
    context.addIssue(SMTP);
    return z.NEVER;
  }
});

export const mail = {
  smtp: z
    .object({
      /** Mail server for mails to members (resets of passwords, invitations): smtps://, or smtp:// where TLS is negotiated. */
      server: setting("BELFRY_SMTP_URL", smtpUrl),
      /** Sender of the mails to members; needed with BELFRY_SMTP_URL. */
      from: setting("BELFRY_MAIL_FROM", sender),
    })
    .transform(({ server, from }, context) => {
      if (server === null) return null;
      if (from !== null) return { ...server, from };
      context.addIssue("BELFRY_MAIL_FROM is missing: mails by BELFRY_SMTP_URL need a sender.");
      return z.NEVER;
    }),
  /** Name of the installation in EHLO, Message-IDs and MX records for replies: with an address in DNS. Else the host of BELFRY_PUBLIC_URL, then of the machine. */
  mailHost: setting("BELFRY_MAIL_HOST", hostName),
  inboundMail: z.object({
    /** Port on which the API receives replies to emails by SMTP, for example 25; not received when not given. */
    port: setting("BELFRY_INBOUND_MAIL_PORT", port),
    /** Address that the mail server listens on; that of BELFRY_HOST when not given. */
    host: setting("BELFRY_INBOUND_MAIL_HOST", z.string()),
    tls: together(
      {
        /** Certificate (PEM file) for STARTTLS of the mail server; without one, mail arrives in clear. */
        certPath: setting("BELFRY_INBOUND_MAIL_CERT_PATH", path),
        /** Private key (PEM file) of BELFRY_INBOUND_MAIL_CERT_PATH. */
        keyPath: setting("BELFRY_INBOUND_MAIL_KEY_PATH", path),
      },
      "a certificate and its key belong together",
    ),
    /** Whether the mail server refuses mail whose sender's domain has neither an MX record nor an address. */
    checksSender: setting("BELFRY_INBOUND_MAIL_CHECK_SENDER", flag, "false"),
  }),
};

/** Returns where the server for replies to emails listens; null when it does not. */
export function inboundMailServer(
  { port, host, ...rest }: z.infer<typeof mail.inboundMail>,
  others: { host: string; mailHost: string | null },
) {
  if (port === null) return null;
  if (others.mailHost !== null) return { ...rest, port, host: host ?? others.host };
  throw new ConfigError("BELFRY_MAIL_HOST is missing: set it to the name under which the mail server is reached.");
}
