import { z } from "zod";
import { withoutTrailingSlashes } from "#contract/constants/values/trailing-slashes.ts";
import { fromAddress, secret, senderName, text } from "../credentials.ts";
import { type HttpReply, jsonOf } from "../http/http-reply.ts";
import type { EmailMessage, WithSender } from "../messages.ts";
import { withPassthrough } from "../passthrough.ts";
import { emailProvider } from "../provider.ts";
import type { Classification } from "../provider-error.ts";
import { classOfCode, sentenceOf } from "../refusals.ts";
import { infobipRefusals } from "../sms/refusals/infobip-refusals.ts";
import { infobipList } from "./lists/infobip-list.ts";
import { formatMailbox, senderOf } from "./mailbox.ts";
import { infobipEmailReports } from "./reports/infobip-email-reports.ts";

const Status = z.object({
  groupId: z.number().optional(),
  name: z.string().default(""),
  description: z.string().default(""),
});
const Answer = z.object({
  messages: z
    .array(
      z.object({ to: z.string().default(""), messageId: z.string().min(1), status: Status.default(Status.parse({})) }),
    )
    .min(1),
});
/** Pending and delivered. The others are undeliverable, expired and rejected. */
const ACCEPTED: readonly (number | undefined)[] = [1, 3, undefined];

/** Infobip's fully featured email: https://www.infobip.com/docs/api/channels/email/send-fully-featured-email. */
export const infobipEmail = emailProvider({
  id: "infobip-email",
  name: "Infobip",
  docs: "https://www.infobip.com/docs/developer-resources/authentication-and-access/api-authentication",
  logo: "infobip.png",
  mergesPassthrough: true,
  refusals: infobipRefusals,
  credentials: z.object({
    apiKey: secret("API Key"),
    baseUrl: text("Base URL", { destination: true }),
    from: fromAddress(),
    senderName: senderName(),
  }),
  reports: infobipEmailReports,
  list: infobipList,
  async send(mail, { apiKey, baseUrl }, { http, reportUrl }) {
    const { form, headers, query } = withPassthrough({ form: fieldsOf(mail, reportUrl) }, mail.passthrough);
    const address = /^https?:\/\//i.test(baseUrl) ? baseUrl : `https://${baseUrl}`;
    const reply = await http.post(`${withoutTrailingSlashes(address)}/email/3/send`, {
      headers: { authorization: `App ${apiKey}`, ...headers },
      query,
      body: multipart(form, mail.attachments),
      classify,
    });
    const { messages } = reply.json(Answer);
    const refused = messages.filter(({ status }) => !ACCEPTED.includes(status.groupId));
    const [first] = messages.filter((message) => !refused.includes(message));
    return {
      id: first?.messageId ?? mail.id,
      date: reply.date,
      ...(refused.length > 0 && {
        warning: `Infobip refused ${refused.map(({ to, status }) => `${to} (${sentenceOf(infobipRefusals, status.name) ?? (status.description || status.name)})`).join(", ")}`,
      }),
    };
  },
});

type Form = Record<string, string | readonly string[]>;

function fieldsOf(mail: WithSender<EmailMessage>, reportUrl: string | undefined): Form {
  const { to, cc = [], bcc = [], replyTo, headers = {} } = mail;
  return {
    from: formatMailbox(senderOf(mail)),
    to,
    ...(cc.length > 0 && { cc }),
    ...(bcc.length > 0 && { bcc }),
    subject: mail.subject,
    ...(mail.text && { text: mail.text }),
    ...(mail.html && { html: mail.html }),
    ...(replyTo !== undefined && { replyTo }),
    ...(Object.keys(headers).length > 0 && { headers: JSON.stringify(headers) }),
    messageId: mail.id,
    // One mail with one id; otherwise each recipient has a mail of its own, under an id of its own.
    ...(to.length > 1 && { preserveRecipients: "true" }),
    // Deliveries are reported to the first address, and what the reader does to the second.
    ...(reportUrl !== undefined && { notifyUrl: reportUrl, trackingUrl: reportUrl }),
  };
}

function multipart(fields: Form, attachments: EmailMessage["attachments"] = []): FormData {
  const form = new FormData();
  for (const [name, values] of Object.entries(fields)) for (const value of [values].flat()) form.append(name, value);
  for (const { file, mime, name = "attachment", cid, disposition } of attachments) {
    const isInline = cid !== undefined && disposition !== "attachment";
    const content = new Blob([new Uint8Array(file)], { type: mime });
    // The html refers to an image by the name of its file.
    form.append(isInline ? "inlineImage" : "attachment", content, isInline ? cid : name);
  }
  return form;
}

/** With status 200, each recipient may be refused. */
function classify({ status, text: answer }: HttpReply): Classification | undefined {
  const { data } = Answer.safeParse(jsonOf(answer));
  if (status >= 300 || !data || data.messages.some((message) => ACCEPTED.includes(message.status.groupId))) {
    return undefined;
  }
  const [known] = data.messages.flatMap((message) => classOfCode(infobipRefusals, message.status.name) ?? []);
  return known ?? "PERMANENT";
}
