import { z } from "zod";
import { fromAddress, secret, senderName } from "../credentials.ts";
import { type HttpReply, jsonOf } from "../http/http-reply.ts";
import type { EmailMessage, SendResult, WithSender } from "../messages.ts";
import { emailProvider } from "../provider.ts";
import { type ErrorClass, ProviderError } from "../provider-error.ts";
import { zonedDate } from "../reports/vendor-dates.ts";
import { senderOf } from "./mailbox.ts";
import { plunkRefusals } from "./refusals/plunk-refusals.ts";

/** The mail of one recipient; beside it stands the contact, whose id is another. */
const Mail = z.union([z.object({ email: z.string().min(1) }), z.object({ id: z.string().min(1) })]);
const Sent = z.object({ emails: z.tuple([Mail], z.unknown()), timestamp: z.string().nullish() });
/** Servers of the first generation answer without `data`. */
const Answer = z.union([z.object({ data: Sent }).transform(({ data }) => data), Sent]);

const Repetition = z.object({
  error: z.object({
    code: z.literal("IDEMPOTENCY_KEY_REUSED"),
    /** Of the first request; its status is null while it is under way. */
    details: z.object({ originalStatusCode: z.number().nullable(), originalRequestAt: z.string().nullish() }),
  }),
});

/** Plunk's transactional emails: https://docs.useplunk.com/api-reference/public-api/sendEmail. */
export const plunk = emailProvider({
  id: "plunk",
  name: "Plunk",
  docs: "https://docs.useplunk.com/guides/api-keys",
  // 1,000 in a minute.
  pace: { perSecond: 16, source: "https://docs.useplunk.com/api-reference/overview" },
  logo: "plunk.png",
  hosts: ["next-api.useplunk.com"],
  refusals: plunkRefusals,
  credentials: z.object({ apiKey: secret("API Key"), from: fromAddress(), senderName: senderName() }),
  async send(mail, { apiKey }, { http }) {
    try {
      const reply = await http.post("https://next-api.useplunk.com/v1/send", {
        headers: { authorization: `Bearer ${apiKey}`, "idempotency-key": mail.id },
        json: bodyOf(mail),
        idempotent: true,
        classify,
      });
      const { emails, timestamp } = reply.json(Answer);
      const [first] = emails;
      return {
        id: "email" in first ? first.email : first.id,
        date: zonedDate(timestamp)?.toISOString() ?? reply.date,
      };
    } catch (error) {
      return resultOfFirst(mail, error);
    }
  },
});

function bodyOf(mail: WithSender<EmailMessage>) {
  const { address, name } = senderOf(mail);
  const { to, cc = [], bcc = [], subject, html, text, replyTo, headers = {}, attachments = [] } = mail;
  return {
    // There are no copies, but each recipient gets a separate mail.
    to: [...new Set([...to, ...cc, ...bcc])],
    subject: subject.replace(/[\r\n]+/g, " "),
    // There is one body, of either kind.
    body: html || text,
    from: { email: address, name },
    ...(replyTo !== undefined && { reply: replyTo }),
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(attachments.length > 0 && {
      attachments: attachments.map(({ file, mime, name = "attachment" }) => ({
        filename: name,
        content: file.toString("base64"),
        contentType: mime,
      })),
    }),
  };
}

function classify({ status, text }: HttpReply): ErrorClass | undefined {
  const repetition = Repetition.safeParse(jsonOf(text));
  if (repetition.success) return repetition.data.error.details.originalStatusCode === null ? "RETRY" : "PERMANENT";
  return status === 402 ? "FUNDS" : undefined;
}

/**
 * Returns the result of a mail that an earlier attempt has sent: Plunk refuses the repetition, and says how the first one
 * ended. Throws every other error.
 */
function resultOfFirst({ id }: EmailMessage, error: unknown): SendResult {
  if (!(error instanceof ProviderError)) throw error;
  const { data } = Repetition.safeParse(jsonOf(error.response ?? ""));
  const { originalStatusCode, originalRequestAt } = data?.error.details ?? {};
  if (!originalStatusCode) throw error;
  // Nobody knows how far the first attempt came.
  if (originalStatusCode >= 300) throw new ProviderError(error.class, error.message, { ...error, mayBeSent: true });
  return { id, date: (zonedDate(originalRequestAt) ?? new Date()).toISOString() };
}
