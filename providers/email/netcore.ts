import { z } from "zod";
import { fromAddress, secret, senderName } from "../credentials.ts";
import { type HttpReply, jsonOf } from "../http/http-reply.ts";
import { emailProvider } from "../provider.ts";
import type { ErrorClass } from "../provider-error.ts";
import { senderOf } from "./mailbox.ts";
import { netcoreReports } from "./reports/netcore-reports.ts";

const Answer = z.object({ status: z.literal("success") });

/** Netcore Cloud's email API: https://emaildocs.netcorecloud.com/reference/sendmail. It has no text part: a content is html or AMP. */
export const netcore = emailProvider({
  id: "netcore",
  name: "Netcore",
  docs: "https://netcore.freshdesk.com/support/solutions/articles/17000139893-how-to-create-a-new-api-key-within-email-api-platform-",
  logo: "netcore.png",
  hosts: ["emailapi.netcorecloud.net"],
  fields: { casing: "snake" },
  uncoded: "Netcore answers sentences",
  credentials: z.object({ apiKey: secret("API Key"), from: fromAddress(), senderName: senderName() }),
  reports: netcoreReports,
  async send(mail, { apiKey }, { http }) {
    const { address, name } = senderOf(mail);
    const { to, cc = [], bcc = [], attachments = [], headers = {}, notificationDetails } = mail;
    const mailboxes = (addresses: readonly string[]) => addresses.map((email) => ({ email }));
    const reply = await http.post("https://emailapi.netcorecloud.net/v5.1/mail/send", {
      headers: { api_key: apiKey },
      classify,
      json: {
        from: { email: address, ...(name !== undefined && { name }) },
        ...(mail.replyTo !== undefined && { reply_to: mail.replyTo }),
        subject: mail.subject,
        content: [{ type: "html", value: mail.html }],
        personalizations: [
          {
            to: mailboxes(to),
            ...(cc.length > 0 && { cc: mailboxes(cc) }),
            ...(bcc.length > 0 && { bcc: mailboxes(bcc) }),
            ...(attachments.length > 0 && {
              attachments: attachments.map(({ file, name: fileName = "attachment" }) => ({
                name: fileName,
                content: file.toString("base64"),
              })),
            }),
            ...(Object.keys(headers).length > 0 && { headers }),
            token_to: mail.id,
          },
        ],
        ...(notificationDetails && { tags: [notificationDetails.workflowIdentifier] }),
        ...(mail.ipPoolName !== undefined && { settings: { ip_pool: mail.ipPoolName } }),
      },
    });
    reply.json(Answer);
    // Its events carry our own id; Netcore's has another form there.
    return { id: mail.id, date: reply.date };
  },
});

/** An error may come with status 200. */
function classify({ status, text }: HttpReply): ErrorClass | undefined {
  return status < 300 && !Answer.safeParse(jsonOf(text)).success ? "PERMANENT" : undefined;
}
