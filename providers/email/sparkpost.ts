import { randomUUID } from "node:crypto";
import { z } from "zod";
import { choice, fromAddress, optional, secret, senderName } from "../credentials.ts";
import { type HttpReply, jsonOf } from "../http/http-reply.ts";
import type { Attachment, EmailMessage } from "../messages.ts";
import { emailProvider } from "../provider.ts";
import { type ErrorClass, ProviderError } from "../provider-error.ts";
import { orNotListed } from "../reports/vendor-list.ts";
import { senderOf } from "./mailbox.ts";
import { sparkpostRefusals } from "./refusals/sparkpost-refusals.ts";
import { sparkpostReports } from "./reports/sparkpost-reports.ts";

const Answer = z.object({
  results: z.object({ id: z.string().min(1), total_rejected_recipients: z.number().catch(0) }),
});
const NobodyAccepted = z.object({ results: z.object({ total_accepted_recipients: z.literal(0) }) });

/** SparkPost's transmissions: https://developers.sparkpost.com/api/transmissions/. */
export const sparkpost = emailProvider({
  id: "sparkpost",
  name: "SparkPost",
  docs: "https://support.sparkpost.com/docs/getting-started/create-api-keys",
  hosts: ["api.sparkpost.com", "api.eu.sparkpost.com"],
  fields: { casing: "snake" },
  refusals: sparkpostRefusals,
  credentials: z.object({
    apiKey: secret("API Key"),
    region: optional(
      choice(
        "Region",
        [
          { name: "Default", value: null },
          { name: "EU", value: "eu" },
        ],
        {
          destination: true,
          description: "EU if your account is registered at SparkPost EU",
          formerly: { true: "eu" },
        },
      ),
    ),
    from: fromAddress(),
    senderName: senderName(),
  }),
  reports: sparkpostReports,
  // Its list holds one entry for an address and a kind of mails, whatever the reason.
  list: {
    kinds: ["bounce", "complaint", "unsubscribe"],
    source: "https://developers.sparkpost.com/api/suppression-list/",
    lift: ({ address }, { apiKey, region }, { http }) =>
      orNotListed(
        http.request("DELETE", `${addressOf(region)}/suppression-list/${encodeURIComponent(address)}`, {
          headers: { authorization: apiKey },
          idempotent: true,
        }),
      ),
  },
  async send(mail, { apiKey, region }, { http }) {
    const { address, name } = senderOf(mail);
    const { cc = [], attachments = [] } = mail;
    const headers = { ...mail.headers, ...(cc.length > 0 && { Cc: cc.join(", ") }) };
    const images = attachments.filter(isInline);
    const files = attachments.filter((attachment) => !isInline(attachment));
    const reply = await http.post(`${addressOf(region)}/transmissions`, {
      headers: { authorization: apiKey },
      classify,
      json: {
        recipients: recipientsOf(mail),
        content: {
          from: { email: address, ...(name !== undefined && { name }) },
          subject: mail.subject,
          ...(mail.html && { html: mail.html }),
          ...(mail.text && { text: mail.text }),
          ...(mail.replyTo !== undefined && { reply_to: mail.replyTo }),
          ...(Object.keys(headers).length > 0 && { headers }),
          ...(files.length > 0 && { attachments: files.map((file) => fileOf(file, file.name)) }),
          ...(images.length > 0 && { inline_images: images.map((image) => fileOf(image, image.cid)) }),
        },
        metadata: { messageId: mail.id },
        ...(mail.ipPoolName !== undefined && { options: { ip_pool: mail.ipPoolName } }),
      },
    });
    const { id, total_rejected_recipients: rejected } = reply.json(Answer).results;
    return {
      id,
      date: reply.date,
      ...(rejected > 0 && { warning: `SparkPost did not accept ${rejected} of the recipients` }),
    };
  },
  async check({ apiKey, region }, { http }) {
    const headers = { authorization: apiKey };
    await http.get(`${addressOf(region)}/account`, { headers }).catch((error: unknown) => {
      // A key that may only send is forbidden to read the account, which proves that it is valid.
      if (!(error instanceof ProviderError) || error.status !== 403) throw error;
    });
  },
});

const addressOf = (region: "eu" | undefined): string =>
  region === "eu" ? "https://api.eu.sparkpost.com/api/v1" : "https://api.sparkpost.com/api/v1";

/** Copies are recipients, too; the names that a mail shows stand in its headers, where those of hidden copies do not. */
function recipientsOf({ to, cc = [], bcc = [] }: EmailMessage) {
  return [...new Set([...to, ...cc, ...bcc])].map((email) => ({ address: { email, header_to: to.join(", ") } }));
}

const isInline = ({ cid, disposition }: Attachment): boolean => cid !== undefined && disposition !== "attachment";

/** Files without a name would replace each other. */
const fileOf = ({ file, mime }: Attachment, name: string = randomUUID()) => ({
  name,
  type: mime,
  data: file.toString("base64"),
});

function classify({ status, text }: HttpReply): ErrorClass | undefined {
  // A status of SparkPost's own: the account has sent what it may send.
  if (status === 420) return "FUNDS";
  return status < 300 && NobodyAccepted.safeParse(jsonOf(text)).success ? "PERMANENT" : undefined;
}
