import { z } from "zod";
import { fromAddress, optional, secret, senderName, text } from "../credentials.ts";
import type { HttpReply } from "../http/http-reply.ts";
import type { Attachment, EmailMessage } from "../messages.ts";
import { emailProvider } from "../provider.ts";
import type { ErrorClass } from "../provider-error.ts";
import { reservedNames } from "../reserved-keys.ts";
import { sendgridList } from "./lists/sendgrid-list.ts";
import { recipientOf } from "./mailbox.ts";
import { sendgridReports } from "./reports/sendgrid-reports.ts";

/** Headers for which SendGrid refuses a mail, besides those that are parts of every mail. */
const OF_SENDGRID: readonly string[] = ["x-sg-id", "x-sg-eid", "reply-to"];

/** SendGrid's Mail Send: https://www.twilio.com/docs/sendgrid/api-reference/mail-send/mail-send. */
export const sendgrid = emailProvider({
  id: "sendgrid",
  name: "SendGrid",
  docs: "https://www.twilio.com/docs/sendgrid/ui/account-and-settings/api-keys",
  logo: "sendgrid.png",
  hosts: ["api.sendgrid.com"],
  fields: { casing: "snake" },
  takesMailboxes: true,
  // https://www.twilio.com/docs/sendgrid/api-reference/mail-send/errors#headers
  reserved: (mail) => [
    reservedNames(["headers"], OF_SENDGRID),
    // Arguments by which its events find the mail again.
    { at: ["customData"], isReserved: (key) => Object.hasOwn(ownArgs(mail), key) },
  ],
  uncoded: "SendGrid answers sentences, each with the field that it is about",
  credentials: z.object({
    apiKey: secret("API Key"),
    ipPoolName: optional(text("IP Pool Name")),
    webhookSigningKey: optional(
      secret("Verification key of the event webhook", {
        description: "With it, only reports that SendGrid has signed are taken",
      }),
    ),
    from: fromAddress(),
    senderName: senderName(),
  }),
  reports: sendgridReports,
  list: sendgridList,
  async send(mail, { apiKey, ipPoolName: ownPool, senderName: ownName }, { http }) {
    const { templateId, dynamicTemplateData, ...customData } = mail.customData ?? {};
    const pool = mail.ipPoolName ?? ownPool;
    const reply = await http.post("https://api.sendgrid.com/v3/mail/send", {
      headers: { authorization: `Bearer ${apiKey}` },
      classify: classOf,
      json: {
        personalizations: [
          {
            ...recipientsOf(mail),
            ...(isObject(dynamicTemplateData) && { dynamic_template_data: dynamicTemplateData }),
          },
        ],
        from: { email: mail.from, name: mail.senderName ?? ownName },
        ...(mail.replyTo !== undefined && !mail.replyTos && { reply_to: recipientOf(mail.replyTo) }),
        ...(mail.replyTos && { reply_to_list: mail.replyTos.map(recipientOf) }),
        subject: mail.subject,
        content: [
          ...(mail.text ? [{ type: "text/plain", value: mail.text }] : []),
          ...(mail.html ? [{ type: "text/html", value: mail.html }] : []),
        ],
        ...(mail.attachments?.length && { attachments: mail.attachments.map(attachmentOf) }),
        ...(mail.headers && Object.keys(mail.headers).length > 0 && { headers: mail.headers }),
        ...(mail.notificationDetails && { categories: [mail.notificationDetails.workflowIdentifier] }),
        custom_args: customArgs(mail, customData),
        ...(typeof templateId === "string" && { template_id: templateId }),
        ...(pool !== undefined && { ip_pool_name: pool }),
      },
    });
    // Its events carry our own id, which is one for all recipients.
    return { id: mail.id, date: reply.date };
  },
  async check({ apiKey }, { http }) {
    await http.get("https://api.sendgrid.com/v3/scopes", { headers: { authorization: `Bearer ${apiKey}` } });
  },
});

/** An address may stand only once among all recipients. */
function recipientsOf({ to, cc = [], bcc = [] }: EmailMessage) {
  const seen = new Set<string>();
  const of = (addresses: readonly string[]) =>
    addresses.flatMap((text) => {
      const recipient = recipientOf(text);
      const key = recipient.email.toLowerCase();
      if (seen.has(key)) return [];
      seen.add(key);
      return [recipient];
    });
  const lists = { to: of(to), cc: of(cc), bcc: of(bcc) };
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0));
}

function attachmentOf({ file, mime, name, cid, disposition }: Attachment) {
  return {
    content: file.toString("base64"),
    filename: name ?? "attachment",
    type: mime,
    ...(disposition && { disposition }),
    ...(cid !== undefined && { content_id: cid }),
  };
}

/** Values are texts. Events repeat them, by which a report finds its message. */
function customArgs(mail: EmailMessage, customData: Record<string, unknown>) {
  return Object.fromEntries(
    Object.entries({ ...customData, ...ownArgs(mail) }).map(([name, value]) => [
      name,
      typeof value === "string" ? value : (JSON.stringify(value) ?? ""),
    ]),
  );
}

const ownArgs = ({ id, notificationDetails }: Pick<EmailMessage, "id" | "notificationDetails">) => ({
  ...notificationDetails,
  messageId: id,
  id,
});

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

function classOf({ status, text: answer }: HttpReply): ErrorClass | undefined {
  return status === 401 && /maximum credits exceeded/i.test(answer) ? "FUNDS" : undefined;
}
