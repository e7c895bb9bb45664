import { z } from "zod";
import { fromAddress, secret, senderName } from "../credentials.ts";
import { basicAuth } from "../http/http.ts";
import { classOfStatus } from "../http/http-failures.ts";
import { type HttpReply, jsonOf } from "../http/http-reply.ts";
import type { Attachment, EmailMessage, WithSender } from "../messages.ts";
import { withPassthrough } from "../passthrough.ts";
import { emailProvider } from "../provider.ts";
import type { Classification } from "../provider-error.ts";
import { reservedNames } from "../reserved-keys.ts";
import { senderOf } from "./mailbox.ts";
import { mailjetRefusals } from "./refusals/mailjet-refusals.ts";
import { mailjetReports } from "./reports/mailjet-reports.ts";

const Answer = z.object({ Messages: z.tuple([z.object({ Status: z.literal("success") })], z.unknown()) });
/** An error says more precisely than the status of the whole answer what is wrong. */
const Refusal = z.object({
  Messages: z.tuple(
    [z.object({ Status: z.literal("error"), Errors: z.tuple([z.object({ StatusCode: z.number() })], z.unknown()) })],
    z.unknown(),
  ),
});

/**
 * Headers for which Mailjet refuses a mail, besides those that are parts of every mail:
 * https://dev.mailjet.com/email/guides/send-api-v31/#add-email-headers.
 */
const OF_MAILJET: readonly string[] = [
  ..."Sender Delivered-To DomainKey-Status Received-SPF Authentication-Results User-Agent X-Mailer Date".split(" "),
  ..."Message-Id List-Id X-Feedback-Id X-CSA-Complaints X-Mailjet-Prio X-Mailjet-Debug X-Mailjet-TrackOpen".split(" "),
  ..."X-Mailjet-TrackClick X-Mailjet-Segmentation X-Mailjet-Campaign X-MJ-CustomID X-MJ-EventPayload".split(" "),
  ..."X-MJ-Vars X-MJ-TemplateErrorDeliver X-MJ-TemplateErrorReporting X-MJ-TemplateLanguage X-MJ-TemplateID".split(" "),
  ..."X-MJ-WorkflowID X-MJ-MID X-MJ-ErrorMessage X-MJ-StatisticsContactsListID".split(" "),
];

/** Mailjet's Send API v3.1: https://dev.mailjet.com/email/guides/send-api-v31/. */
export const mailjet = emailProvider({
  reserved: () => [reservedNames(["headers"], OF_MAILJET)],
  id: "mailjet",
  name: "Mailjet",
  docs: "https://documentation.mailjet.com/hc/en-us/articles/360043225693-What-is-an-API-key",
  logo: "mailjet.png",
  // Additions belong to the message, which is inside the body.
  mergesPassthrough: true,
  hosts: ["api.mailjet.com"],
  refusals: mailjetRefusals,
  fields: {
    casing: "pascal",
    names: {
      ContentId: "ContentID",
      HtmlPart: "HTMLPart",
      TemplateId: "TemplateID",
      CustomId: "CustomID",
      UrlTags: "URLTags",
    },
  },
  credentials: z.object({
    apiKey: secret("API Key"),
    secretKey: secret("API Secret"),
    from: fromAddress(),
    senderName: senderName(),
  }),
  reports: mailjetReports,
  async send(mail, { apiKey, secretKey }, { http }) {
    const { json, ...request } = withPassthrough(
      { headers: { authorization: basicAuth(apiKey, secretKey) }, json: messageOf(mail) },
      mail.passthrough,
    );
    const reply = await http.post("https://api.mailjet.com/v3.1/send", {
      ...request,
      json: { Messages: [json] },
      classify,
    });
    reply.json(Answer);
    // Its reports carry our own id; Mailjet's does not fit into a number of JavaScript.
    return { id: mail.id, date: reply.date };
  },
  async check({ apiKey, secretKey }, { http }) {
    await http.get("https://api.mailjet.com/v3/REST/sender", {
      headers: { authorization: basicAuth(apiKey, secretKey) },
      query: { Limit: "1" },
    });
  },
});

function messageOf(mail: WithSender<EmailMessage>) {
  const { address, name } = senderOf(mail);
  const { id, to, cc = [], bcc = [], subject, html, text, replyTo, headers = {}, attachments = [] } = mail;
  const mailboxes = (addresses: readonly string[]) => addresses.map((Email) => ({ Email }));
  const inline = attachments.filter(({ cid }) => cid !== undefined);
  const others = attachments.filter(({ cid }) => cid === undefined);
  return {
    From: { Email: address, Name: name },
    To: mailboxes(to),
    ...(cc.length > 0 && { Cc: mailboxes(cc) }),
    ...(bcc.length > 0 && { Bcc: mailboxes(bcc) }),
    ...(replyTo !== undefined && { ReplyTo: { Email: replyTo } }),
    Subject: subject,
    ...(text && { TextPart: text }),
    ...(html && { HTMLPart: html }),
    ...(Object.keys(headers).length > 0 && { Headers: headers }),
    ...(others.length > 0 && { Attachments: others.map(fileOf) }),
    ...(inline.length > 0 && {
      InlinedAttachments: inline.map((file) => ({ ...fileOf(file), ContentID: file.cid })),
    }),
    CustomID: id,
  };
}

const fileOf = ({ file, mime, name }: Attachment) => ({
  ContentType: mime,
  Filename: name || "attachment",
  Base64Content: file.toString("base64"),
});

function classify({ text }: HttpReply): Classification | undefined {
  const refusal = Refusal.safeParse(jsonOf(text));
  if (!refusal.success) return undefined;
  const { StatusCode } = refusal.data.Messages[0].Errors[0];
  return StatusCode === 429 ? "RATE" : classOfStatus(StatusCode);
}
