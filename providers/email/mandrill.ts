import { z } from "zod";
import { fromAddress, optional, secret, senderName } from "../credentials.ts";
import { type HttpReply, jsonOf } from "../http/http-reply.ts";
import type { Attachment, EmailMessage, SendResult, WithSender } from "../messages.ts";
import { emailProvider } from "../provider.ts";
import type { Classification } from "../provider-error.ts";
import { classOfCode, sentenceOf } from "../refusals.ts";
import { mandrillList } from "./lists/mandrill-list.ts";
import { recipientOf, senderOf } from "./mailbox.ts";
import { mandrillRefusals } from "./refusals/mandrill-refusals.ts";
import { mandrillReports } from "./reports/mandrill-reports.ts";

const API = "https://mandrillapp.com/api/1.0";

const Recipient = z.object({
  email: z.string(),
  status: z.string(),
  reject_reason: z.string().nullish(),
  _id: z.string().min(1).nullish().catch(null),
});
const Answer = z.tuple([Recipient], Recipient);
const Refusal = z.object({ status: z.literal("error"), name: z.string() });

/** Mailchimp Transactional's messages: https://mailchimp.com/developer/transactional/api/messages/send-new-message/. */
export const mandrill = emailProvider({
  id: "mandrill",
  name: "Mandrill",
  docs: "https://mailchimp.com/developer/transactional/guides/quick-start/#generate-your-api-key",
  hosts: ["mandrillapp.com"],
  fields: { casing: "snake" },
  takesMailboxes: true,
  refusals: mandrillRefusals,
  credentials: z.object({
    apiKey: secret("API Key"),
    webhookSigningKey: optional(
      secret("Webhook key", { description: "With it, only reports that Mandrill has signed are taken" }),
    ),
    from: fromAddress(),
    senderName: senderName(),
  }),
  reports: mandrillReports,
  list: mandrillList(API, classify),
  async send(mail, { apiKey }, { http }) {
    const isTemplate = typeof mail.passthrough?.body?.template_name === "string";
    const reply = await http.post(`${API}/messages/${isTemplate ? "send-template" : "send"}`, {
      classify,
      json: { key: apiKey, ...(isTemplate && { template_content: [] }), message: messageOf(mail) },
    });
    return resultOf(mail, reply);
  },
  async check({ apiKey }, { http }) {
    await http.post(`${API}/users/ping`, { classify, json: { key: apiKey } });
  },
});

function messageOf(mail: WithSender<EmailMessage>) {
  const { address, name } = senderOf(mail);
  const files = mail.attachments ?? [];
  const images = files.filter(isInlineImage);
  const others = files.filter((file) => !isInlineImage(file));
  const headers = {
    ...mail.headers,
    ...(mail.replyTo !== undefined && { "Reply-To": mail.replyTos?.join(", ") ?? mail.replyTo }),
  };
  const to = (type: string, addresses: readonly string[] = []) =>
    addresses.map((text) => ({ ...recipientOf(text), type }));
  return {
    from_email: address,
    from_name: name,
    subject: mail.subject,
    html: mail.html,
    ...(mail.text && { text: mail.text }),
    to: [...to("to", mail.to), ...to("cc", mail.cc), ...to("bcc", mail.bcc)],
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(others.length > 0 && {
      attachments: others.map(({ file, mime, name }) => fileOf(file, mime, name ?? "attachment")),
    }),
    ...(images.length > 0 && {
      images: images.map(({ file, mime, cid = "" }) => fileOf(file, mime, cid)),
    }),
    metadata: { messageId: mail.id },
  };
}

const fileOf = (file: Buffer, type: string, name: string) => ({ type, name, content: file.toString("base64") });

/** Images have a list of their own, in which the name is the content id. */
const isInlineImage = ({ cid, mime }: Attachment): boolean => cid !== undefined && mime.startsWith("image/");

/** The answer has one item for each recipient, and status 200 also when all of them are refused. */
function resultOf({ id, to }: EmailMessage, reply: HttpReply): SendResult {
  const recipients = reply.json(Answer);
  const refused = recipients.filter(({ status }) => status === "rejected" || status === "invalid");
  const taken = recipients.filter((recipient) => !refused.includes(recipient));
  const reasons = refused.map(({ email, status, reject_reason: reason }) => {
    const known = reason == null ? undefined : sentenceOf(mandrillRefusals, reason);
    return known === undefined ? `${email} (${reason ?? status})` : `${email}: ${known}`;
  });
  const [first] = taken;
  if (!first) {
    throw reply.refused("PERMANENT");
  }
  const main = taken.find(({ email }) => email.toLowerCase() === to[0]?.toLowerCase()) ?? first;
  return {
    id: main._id ?? id,
    date: reply.date,
    ...(reasons.length > 0 && { warning: `Mandrill refused ${reasons.join(", ")}` }),
  };
}

/** By the name of an error, as its HTTP status says nothing: it has been 500 for every one. */
function classify({ text }: HttpReply): Classification | undefined {
  const refusal = Refusal.safeParse(jsonOf(text));
  if (!refusal.success) return undefined;
  const { name } = refusal.data;
  return classOfCode(mandrillRefusals, name) ?? (/^(Unknown|Invalid)_/.test(name) ? "PERMANENT" : undefined);
}
