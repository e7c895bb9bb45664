import { z } from "zod";
import { fromAddress, optional, secret, senderName } from "../credentials.ts";
import type { EmailMessage, WithSender } from "../messages.ts";
import { emailProvider } from "../provider.ts";
import { ProviderError } from "../provider-error.ts";
import { orNotListed } from "../reports/vendor-list.ts";
import { formatMailbox, senderOf } from "./mailbox.ts";
import { resendRefusals } from "./refusals/resend-refusals.ts";
import { resendReports } from "./reports/resend-reports.ts";

const API = "https://api.resend.com";
const Answer = z.object({ id: z.string().min(1) });

/** Resend's emails: https://resend.com/docs/api-reference/emails/send-email. */
export const resend = emailProvider({
  id: "resend",
  name: "Resend",
  docs: "https://resend.com/docs/create-an-api-key",
  pace: { perSecond: 5, source: "https://resend.com/docs/api-reference/rate-limit" },
  hosts: ["api.resend.com"],
  fields: { casing: "snake" },
  takesMailboxes: true,
  refusals: resendRefusals,
  credentials: z.object({
    apiKey: secret("API Key"),
    webhookSigningKey: optional(
      secret("Signing secret of the webhook", {
        description: "With it, only reports that Resend has signed are taken",
      }),
    ),
    from: fromAddress(),
    senderName: senderName(),
  }),
  reports: resendReports,
  // One entry for an address, whatever the reason.
  list: {
    kinds: ["bounce", "complaint"],
    source: "https://resend.com/docs/api-reference/suppressions/remove-suppression",
    lift: ({ address }, { apiKey }, { http }) =>
      orNotListed(
        http.request("DELETE", `${API}/suppressions/${encodeURIComponent(address)}`, {
          headers: { authorization: `Bearer ${apiKey}` },
          idempotent: true,
        }),
      ),
  },
  async send(mail, { apiKey }, { http }) {
    const reply = await http.post(`${API}/emails`, {
      headers: { authorization: `Bearer ${apiKey}`, "idempotency-key": mail.id },
      json: bodyOf(mail),
      idempotent: true,
    });
    return { id: reply.json(Answer).id, date: reply.date };
  },
  async check({ apiKey }, { http }) {
    await http.get(`${API}/domains`, { headers: { authorization: `Bearer ${apiKey}` } }).catch((error: unknown) => {
      // The key is known, but it may only send.
      if (error instanceof ProviderError && error.response?.includes("restricted_api_key")) return;
      throw error;
    });
  },
});

function bodyOf(mail: WithSender<EmailMessage>) {
  const { id, to, cc = [], bcc = [], subject, html, text, replyTo, headers = {}, attachments = [] } = mail;
  return {
    from: formatMailbox(senderOf(mail)),
    to,
    ...(cc.length > 0 && { cc }),
    ...(bcc.length > 0 && { bcc }),
    ...(replyTo !== undefined && { reply_to: mail.replyTos ?? replyTo }),
    subject,
    ...(html && { html }),
    ...(text && { text }),
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(attachments.length > 0 && {
      attachments: attachments.map(({ file, mime, name = "attachment", cid }) => ({
        filename: name,
        content: file.toString("base64"),
        content_type: mime,
        ...(cid !== undefined && { content_id: cid }),
      })),
    }),
    tags: [{ name: "messageId", value: id }],
  };
}
