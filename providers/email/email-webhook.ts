import { z } from "zod";
import { fromAddress, secret, secretUrl, senderName } from "../credentials.ts";
import { emailProvider } from "../provider.ts";
import { postSigned } from "../reports/signed-webhook.ts";
import { emailWebhookReports } from "./reports/email-webhook-reports.ts";

/** An address of the customer's own, which sends the mail itself. It gets the mail as JSON; the file of an attachment is base64. */
export const emailWebhook = emailProvider({
  id: "email-webhook",
  name: "Email Webhook",
  logo: "email_webhook.svg",
  mergesPassthrough: true,
  takesSource: true,
  beta: true,
  takesMailboxes: true,
  uncoded: "The receiver is one of the customer's own",
  credentials: z.object({
    webhookUrl: secretUrl("Webhook URL", {
      destination: true,
      description: "The URL that is called instead of sending the email",
    }),
    secretKey: secret("Secret Hmac Key", { description: "The key that signs the calls" }),
    from: fromAddress(),
    senderName: senderName(),
  }),
  reports: emailWebhookReports,
  async send({ passthrough, attachments, ...mail }, receiver, { http }) {
    const files = attachments?.map(({ file, ...about }) => ({ ...about, file: file.toString("base64") }));
    const message = { ...mail, ...(files && { attachments: files }) };
    const reply = await postSigned(http, receiver, message, passthrough);
    return { id: mail.id, date: reply.date };
  },
});
