import { z } from "zod";
import { fromAddress, optional, secret, senderName } from "../credentials.ts";
import type { Attachment, EmailMessage, WithSender } from "../messages.ts";
import { emailProvider } from "../provider.ts";
import { mailtrapList } from "./lists/mailtrap-list.ts";
import { senderOf } from "./mailbox.ts";
import { mailtrapReports } from "./reports/mailtrap-reports.ts";

const Answer = z.object({ success: z.literal(true), message_ids: z.tuple([z.string().min(1)], z.unknown()) });

/** Mailtrap's transactional stream: https://docs.mailtrap.io/developers/email-sending/transactional. */
export const mailtrap = emailProvider({
  id: "mailtrap",
  name: "Mailtrap",
  docs: "https://docs.mailtrap.io/email-api-smtp/setup/api-tokens",
  hosts: ["send.api.mailtrap.io", "mailtrap.io"],
  fields: { casing: "snake" },
  uncoded: "Mailtrap answers sentences",
  credentials: z.object({
    apiKey: secret("API Key"),
    webhookSigningKey: optional(
      secret("Signing secret of the webhook", {
        description: "With it, only reports that Mailtrap has signed are taken",
      }),
    ),
    from: fromAddress(),
    senderName: senderName(),
  }),
  reports: mailtrapReports,
  list: mailtrapList,
  async send(mail, { apiKey }, { http }) {
    const reply = await http.post("https://send.api.mailtrap.io/api/send", {
      headers: { authorization: `Bearer ${apiKey}` },
      json: bodyOf(mail),
    });
    // One id for each recipient, in the order of to, cc and bcc.
    return { id: reply.json(Answer).message_ids[0], date: reply.date };
  },
  async check({ apiKey }, { http }) {
    await http.get("https://mailtrap.io/api/accounts", { headers: { authorization: `Bearer ${apiKey}` } });
  },
});

function bodyOf(mail: WithSender<EmailMessage>) {
  const { address, name } = senderOf(mail);
  const { id, to, cc = [], bcc = [], subject, html, text, replyTo, headers = {}, attachments = [] } = mail;
  const mailboxes = (addresses: readonly string[]) => addresses.map((email) => ({ email }));
  return {
    from: { email: address, name },
    to: mailboxes(to),
    ...(cc.length > 0 && { cc: mailboxes(cc) }),
    ...(bcc.length > 0 && { bcc: mailboxes(bcc) }),
    ...(replyTo !== undefined && { reply_to: { email: replyTo } }),
    subject,
    ...(text && { text }),
    ...(html && { html }),
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(attachments.length > 0 && { attachments: attachments.map(fileOf) }),
    custom_variables: { messageId: id },
  };
}

function fileOf({ file, mime, name = "attachment", cid, disposition }: Attachment) {
  return {
    content: file.toString("base64"),
    filename: name,
    type: mime,
    disposition: disposition ?? (cid === undefined ? "attachment" : "inline"),
    ...(cid !== undefined && { content_id: cid }),
  };
}
