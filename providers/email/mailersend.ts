import { z } from "zod";
import { retryAfterSeconds } from "#contract/constants/values/retry-after.ts";
import { fromAddress, optional, secret, senderName } from "../credentials.ts";
import { type HttpReply, jsonOf } from "../http/http-reply.ts";
import type { Attachment, EmailMessage, WithSender } from "../messages.ts";
import { emailProvider } from "../provider.ts";
import type { ErrorClass } from "../provider-error.ts";
import { senderOf } from "./mailbox.ts";
import { mailersendRefusals } from "./refusals/mailersend-refusals.ts";
import { mailersendReports } from "./reports/mailersend-reports.ts";

const Recipient = z.object({ email: z.string(), reason: z.array(z.string()).catch([]).default([]) });
/** A 202 has a body only when recipients are left out. */
const Warnings = z.object({
  warnings: z.array(
    z.object({
      type: z.string(),
      recipients: z.array(Recipient).catch([]).default([]),
    }),
  ),
});

/** MailerSend's emails: https://developers.mailersend.com/api/v1/email.html. */
export const mailersend = emailProvider({
  id: "mailersend",
  name: "MailerSend",
  docs: "https://www.mailersend.com/help/managing-api-tokens",
  // 120 in a minute.
  pace: { perSecond: 2, source: "https://developers.mailersend.com/general#rate-limits" },
  hosts: ["api.mailersend.com"],
  refusals: mailersendRefusals,
  codeIn: ({ text }) => /#(MS\d{5})\b/.exec(text)?.[1],
  fields: { casing: "snake" },
  withoutListUnsubscribe: "MailerSend sets its own, and takes others from some plans only",
  credentials: z.object({
    apiKey: secret("API Key"),
    webhookSigningKey: optional(
      secret("Signing secret of the webhook", {
        description: "With it, only reports that MailerSend has signed are taken",
      }),
    ),
    from: fromAddress(),
    senderName: senderName(),
  }),
  reports: mailersendReports,
  async send(mail, { apiKey }, { http }) {
    const reply = await http.post("https://api.mailersend.com/v1/email", {
      headers: { authorization: `Bearer ${apiKey}` },
      json: bodyOf(mail),
      classify,
      retryAfter,
    });
    const left = warningsOf(reply)
      .filter(({ type }) => type === "SOME_SUPPRESSED")
      .flatMap(({ recipients }) => recipients)
      .map(({ email, reason }) => (reason.length > 0 ? `${email} (${reason.join(", ")})` : email));
    return {
      id: reply.headers.get("x-message-id") || mail.id,
      date: reply.date,
      ...(left.length > 0 && { warning: `MailerSend did not send to ${left.join(", ")}` }),
    };
  },
  async check({ apiKey }, { http }) {
    await http.get("https://api.mailersend.com/v1/api-quota", { headers: { authorization: `Bearer ${apiKey}` } });
  },
});

function bodyOf(mail: WithSender<EmailMessage>) {
  const { address, name } = senderOf(mail);
  const { to, cc = [], bcc = [], subject, html, text, replyTo, headers = {}, attachments = [] } = mail;
  const { templateId, personalization } = mail.customData ?? {};
  const mailboxes = (addresses: readonly string[]) => addresses.map((email) => ({ email }));
  const fields = Object.entries(headers).map(([name, value]) => ({ name, value }));
  return {
    from: { email: address, name },
    to: mailboxes(to),
    ...(cc.length > 0 && { cc: mailboxes(cc) }),
    ...(bcc.length > 0 && { bcc: mailboxes(bcc) }),
    ...(replyTo !== undefined && { reply_to: { email: replyTo } }),
    subject,
    ...(html && { html }),
    ...(text && { text }),
    ...(attachments.length > 0 && { attachments: attachments.map(fileOf) }),
    ...(fields.length > 0 && { headers: fields }),
    ...(typeof templateId === "string" && { template_id: templateId }),
    ...(Array.isArray(personalization) && { personalization }),
  };
}

/** MailerSend takes the type of a file from its name. */
function fileOf({ file, name = "attachment", cid, disposition }: Attachment) {
  return {
    content: file.toString("base64"),
    filename: name,
    disposition: disposition ?? (cid === undefined ? "attachment" : "inline"),
    ...(cid !== undefined && { id: cid }),
  };
}

const warningsOf = ({ text }: HttpReply) => Warnings.safeParse(jsonOf(text)).data?.warnings ?? [];

/** The account's requests of a day are used up, and come back at midnight UTC: https://developers.mailersend.com/general#daily-request-quota. */
const DAILY_QUOTA = /\bMS42901\b/;
const DAILY_QUOTA_PAUSE_SECONDS = 60 * 60;

const retryAfter = ({ text, headers }: HttpReply): number | undefined =>
  DAILY_QUOTA.test(text)
    ? (retryAfterSeconds(headers.get("x-apiquota-reset")) ?? DAILY_QUOTA_PAUSE_SECONDS)
    : undefined;

/** A mail that nobody is sent is answered 202 as well. */
function classify(reply: HttpReply): ErrorClass | undefined {
  const isLost = reply.status < 300 && warningsOf(reply).some(({ type }) => type === "ALL_SUPPRESSED");
  return isLost ? "PERMANENT" : undefined;
}
