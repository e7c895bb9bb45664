import { z } from "zod";
import { fromAddress, secret, senderName } from "../credentials.ts";
import { type HttpReply, jsonOf } from "../http/http-reply.ts";
import type { Attachment, EmailMessage, SendResult, WithSender } from "../messages.ts";
import { emailProvider } from "../provider.ts";
import { type Classification, ProviderError } from "../provider-error.ts";
import { classOfCode } from "../refusals.ts";
import { orNotListed } from "../reports/vendor-list.ts";
import { reservedNames } from "../reserved-keys.ts";
import { senderOf } from "./mailbox.ts";
import { sendinblueRefusals } from "./refusals/sendinblue-refusals.ts";
import { sendinblueReports } from "./reports/sendinblue-reports.ts";

const API = "https://api.brevo.com/v3";
/** There are several ids when what is passed through makes several versions of the mail. */
const Answer = z.union([
  z.object({ messageId: z.string().min(1) }).transform(({ messageId }) => messageId),
  z.object({ messageIds: z.tuple([z.string().min(1)], z.unknown()) }).transform(({ messageIds }) => messageIds[0]),
]);
const Refusal = z.object({ code: z.string() });

/** Endings of files whose type does not end in the same word. */
const EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ["text/plain", "txt"],
  ["text/calendar", "ics"],
  ["image/svg+xml", "svg"],
]);

/** Brevo's transactional emails, by the name that it had before: https://developers.brevo.com/reference/sendtransacemail. */
export const sendinblue = emailProvider({
  // Its events and its memory of repeated mails are by these.
  reserved: () => [reservedNames(["headers"], ["X-Mailin-custom", "idempotencyKey"])],
  id: "sendinblue",
  name: "Sendinblue",
  docs: "https://help.brevo.com/hc/en-us/articles/209467485-Create-and-manage-your-API-keys",
  pace: { perSecond: 1_000, source: "https://developers.brevo.com/docs/api-limits" },
  logo: "sendinblue.png",
  hosts: ["api.brevo.com"],
  withoutListUnsubscribe: "Brevo sets its own in every mail",
  refusals: sendinblueRefusals,
  credentials: z.object({ apiKey: secret("API Key"), from: fromAddress(), senderName: senderName() }),
  reports: sendinblueReports,
  // One entry for an address, whatever the reason.
  list: {
    kinds: ["bounce", "complaint", "unsubscribe"],
    source: "https://developers.brevo.com/reference/unblock-or-resubscribe-a-transactional-contact",
    lift: ({ address }, { apiKey }, { http }) =>
      orNotListed(
        http.request("DELETE", `${API}/smtp/blockedContacts/${encodeURIComponent(address)}`, {
          headers: { "api-key": apiKey },
          idempotent: true,
        }),
      ),
  },
  async send(mail, { apiKey }, { http }) {
    try {
      const reply = await http.post(`${API}/smtp/email`, {
        headers: { "api-key": apiKey },
        json: bodyOf(mail),
        classify,
      });
      return { id: reply.json(Answer), date: reply.date };
    } catch (error) {
      return resultOfFirst(mail, error);
    }
  },
  async check({ apiKey }, { http }) {
    await http.get(`${API}/account`, { headers: { "api-key": apiKey }, classify });
  },
});

function bodyOf(mail: WithSender<EmailMessage>) {
  const { address, name } = senderOf(mail);
  const { id, to, cc = [], bcc = [], subject, html, text, replyTo, headers, attachments = [] } = mail;
  const { templateId, templateParams } = mail.customData ?? {};
  const mailboxes = (addresses: readonly string[]) => addresses.map((email) => ({ email }));
  return {
    sender: { email: address, name },
    to: mailboxes(to),
    ...(cc.length > 0 && { cc: mailboxes(cc) }),
    ...(bcc.length > 0 && { bcc: mailboxes(bcc) }),
    ...(replyTo !== undefined && { replyTo: { email: replyTo } }),
    subject,
    ...(html && { htmlContent: html }),
    ...(text && { textContent: text }),
    ...(attachments.length > 0 && { attachment: attachments.map(fileOf) }),
    // The first is repeated by reports; by the second one, Brevo recognises a repeated mail for a quarter of an hour.
    headers: { ...headers, "X-Mailin-custom": id, idempotencyKey: id },
    ...(Number.isInteger(Number(templateId ?? Number.NaN)) && { templateId: Number(templateId) }),
    ...(isObject(templateParams) && { params: templateParams }),
  };
}

/** Brevo takes the type of a file from its name. */
function fileOf({ file, mime, name }: Attachment) {
  const extension = EXTENSIONS.get(mime) ?? mime.slice(mime.indexOf("/") + 1);
  return { name: name ?? `attachment.${extension}`, content: file.toString("base64") };
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

const codeOf = (text: string): string | undefined => Refusal.safeParse(jsonOf(text)).data?.code;

const classify = ({ status, text }: HttpReply): Classification | undefined =>
  classOfCode(sendinblueRefusals, codeOf(text) ?? "") ?? (status === 402 ? "FUNDS" : undefined);

/** Returns the result of a mail that an earlier attempt has sent: Brevo refuses the repetition. Throws every other error. */
function resultOfFirst({ id }: EmailMessage, error: unknown): SendResult {
  const isRepetition = error instanceof ProviderError && codeOf(error.response ?? "") === "duplicate_parameter";
  if (!isRepetition) throw error;
  return { id, date: new Date().toISOString() };
}
