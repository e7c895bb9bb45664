import { z } from "zod";
import { fromAddress, optional, port, secret, senderName, text, toggle } from "../credentials.ts";
import { emailProvider } from "../provider.ts";
import { SEND_LIMITS } from "../send-limits.ts";
import { openSmtpSession } from "./smtp/smtp-session.ts";

/** Older integrations of an SMTP server, under the name of a package that sent for them. New ones are those of nodemailer.ts. */
export const emailjs = emailProvider({
  id: "emailjs",
  name: "SMTP (emailjs)",
  logo: "custom_smtp.svg",
  timeoutMs: SEND_LIMITS.mail,
  keepsMessageId: true,
  mergesPassthrough: true,
  fields: { casing: "kebab" },
  uncoded: "A mail server answers SMTP's own codes, which are read as such",
  credentials: z.object({
    user: optional(text("User")),
    password: optional(secret("Password")),
    host: text("Host", { destination: true }),
    port: port(),
    secure: optional(toggle("Secure", { description: "TLS from the first byte, as on port 465" })),
    from: fromAddress(),
    // The package did not ask for one.
    senderName: optional(senderName()),
  }),
  open({ host, port, secure, user, password }, { allowPrivateHosts, installation }) {
    return openSmtpSession({
      allowPrivateHosts,
      installation,
      options: { host, port, secure },
      ...(user && password && { auth: { user, pass: password } }),
    });
  },
});
