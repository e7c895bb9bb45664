import { createHash } from "node:crypto";
import { z } from "zod";
import { secret } from "../credentials.ts";
import { jsonOf } from "../http/http-reply.ts";
import { withPassthrough } from "../passthrough.ts";
import { smsProvider } from "../provider.ts";
import { ProviderError } from "../provider-error.ts";
import { zonedDate } from "../reports/vendor-dates.ts";
import { bulkSmsRefusals } from "./refusals/bulk-sms-refusals.ts";
import { bulkSmsReports } from "./reports/bulk-sms-reports.ts";

/** More than any text that can be rendered needs; without it, BulkSMS cuts a text after three parts. */
const MAX_PARTS = 30;
/** The end of our id is what tells ids apart; BulkSMS refuses a longer reference. */
const REFERENCE_LENGTH = 20;

const Message = z.object({
  id: z.string(),
  userSuppliedId: z.string().nullish(),
  submission: z.object({ date: z.string().nullish() }).nullish(),
});
const Answer = z.tuple([Message], Message);
const Refusal = z.object({ type: z.string() });

export const bulkSms = smsProvider({
  id: "bulk-sms",
  name: "BulkSMS",
  docs: "https://www.bulksms.com/developer/json/v1/#section/Authentication",
  logo: "bulk-sms.png",
  mergesPassthrough: true,
  refusals: bulkSmsRefusals,
  codeIn: ({ text: answer }) => Refusal.safeParse(jsonOf(answer)).data?.type.split("#").at(-1),
  hosts: ["api.bulksms.com"],
  credentials: z.object({
    apiToken: secret("API Token", { description: "Token id and token secret, with a colon between them" }),
  }),
  reports: bulkSmsReports,
  async send({ id, to, from, content, passthrough }, { apiToken }, { http }) {
    for (const deduplicationId of deduplicationIds(id)) {
      const request = withPassthrough(
        {
          headers: headersOf(apiToken),
          query: { "auto-unicode": "true", "deduplication-id": String(deduplicationId) },
          json: {
            to,
            body: content,
            userSuppliedId: id.slice(-REFERENCE_LENGTH),
            longMessageMaxParts: MAX_PARTS,
            ...(from !== undefined && { from }),
          },
        },
        passthrough,
      );
      const reply = await http.post("https://api.bulksms.com/v1/messages", { ...request, idempotent: true });
      const [message] = reply.json(Answer);
      // To a message with the same number BulkSMS answers what it has answered before, and sends nothing.
      const isOther = message.userSuppliedId && message.userSuppliedId !== request.json.userSuppliedId;
      if (!isOther) return { id: message.id, date: zonedDate(message.submission?.date)?.toISOString() ?? reply.date };
    }
    throw new ProviderError("PERMANENT", "BulkSMS took the message for other ones that it has sent already");
  },
  async check({ apiToken }, { http }) {
    await http.get("https://api.bulksms.com/v1/profile", { headers: headersOf(apiToken) });
  },
});

const headersOf = (apiToken: string) => ({ authorization: `Basic ${Buffer.from(apiToken).toString("base64")}` });

/** Numbers of 31 bits, always the same for a message. Two messages may share one, so that there are more than one. */
function deduplicationIds(id: string): number[] {
  const digest = createHash("sha256").update(id).digest();
  return [0, 4, 8].map((offset) => digest.readUInt32BE(offset) >>> 1);
}
