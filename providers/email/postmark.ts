import { z } from "zod";
import { fromAddress, secret, senderName } from "../credentials.ts";
import { type HttpReply, jsonOf } from "../http/http-reply.ts";
import type { EmailMessage, WithSender } from "../messages.ts";
import { emailProvider } from "../provider.ts";
import type { Classification } from "../provider-error.ts";
import { classOfCode } from "../refusals.ts";
import { zonedDate } from "../reports/vendor-dates.ts";
import { reservedNames } from "../reserved-keys.ts";
import { postmarkList } from "./lists/postmark-list.ts";
import { formatMailbox, senderOf } from "./mailbox.ts";
import { postmarkRefusals } from "./refusals/postmark-refusals.ts";
import { postmarkReports } from "./reports/postmark-reports.ts";

const Answer = z.object({
  MessageID: z.string().min(1),
  SubmittedAt: z.string().nullish(),
  Message: z.string().nullish(),
});
/** The code may be missing while delivery is delayed: the mail is taken then. */
const Refusal = z.object({ ErrorCode: z.number().refine((code) => code !== 0) });

/** Postmark's Email API: https://postmarkapp.com/developer/api/email-api. */
export const postmark = emailProvider({
  id: "postmark",
  name: "Postmark",
  docs: "https://postmarkapp.com/support/article/1008-what-are-the-account-and-server-api-tokens",
  logo: "postmark.png",
  hosts: ["api.postmarkapp.com"],
  fields: { casing: "pascal" },
  takesMailboxes: true,
  // "Header 'Reply-To' not allowed" is an error of its code 300: https://postmarkapp.com/developer/api/overview#error-codes.
  reserved: () => [reservedNames(["headers"], ["Sender", "Reply-To", "Date"])],
  refusals: postmarkRefusals,
  credentials: z.object({ apiKey: secret("API Key"), from: fromAddress(), senderName: senderName() }),
  reports: postmarkReports,
  list: postmarkList,
  async send(mail, { apiKey }, { http }) {
    const reply = await http.post("https://api.postmarkapp.com/email", {
      headers: { accept: "application/json", "x-postmark-server-token": apiKey },
      json: bodyOf(mail),
      classify,
    });
    const { MessageID, SubmittedAt, Message } = reply.json(Answer);
    return {
      id: MessageID,
      date: zonedDate(SubmittedAt)?.toISOString() ?? reply.date,
      // Postmark does not send to addresses that bounced or complained before, and says so beside its OK.
      ...(Message && /inactive/i.test(Message) && { warning: Message }),
    };
  },
  async check({ apiKey }, { http }) {
    await http.get("https://api.postmarkapp.com/server", {
      headers: { accept: "application/json", "x-postmark-server-token": apiKey },
      classify,
    });
  },
});

function bodyOf(mail: WithSender<EmailMessage>) {
  const { id, to, cc = [], bcc = [], subject, html, text, replyTo, headers = {}, attachments = [] } = mail;
  const fields = Object.entries(headers).map(([Name, Value]) => ({ Name, Value }));
  return {
    From: formatMailbox(senderOf(mail)),
    To: to.join(","),
    ...(cc.length > 0 && { Cc: cc.join(",") }),
    ...(bcc.length > 0 && { Bcc: bcc.join(",") }),
    ...(replyTo !== undefined && { ReplyTo: mail.replyTos?.join(", ") ?? replyTo }),
    Subject: subject,
    ...(html && { HtmlBody: html }),
    ...(text && { TextBody: text }),
    ...(fields.length > 0 && { Headers: fields }),
    ...(attachments.length > 0 && {
      Attachments: attachments.map(({ file, mime, name = "attachment", cid }) => ({
        Name: name,
        Content: file.toString("base64"),
        ContentType: mime,
        ...(cid !== undefined && { ContentID: `cid:${cid}` }),
      })),
    }),
    Metadata: { messageId: id },
  };
}

function classify({ status, text }: HttpReply): Classification | undefined {
  const refusal = Refusal.safeParse(jsonOf(text));
  if (!refusal.success) return undefined;
  return classOfCode(postmarkRefusals, refusal.data.ErrorCode) ?? (status < 300 ? "PERMANENT" : undefined);
}
