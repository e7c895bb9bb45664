import { z } from "zod";
import { optional, secret, text } from "../credentials.ts";
import type { HttpReply } from "../http/http-reply.ts";
import { smsProvider } from "../provider.ts";
import type { ErrorClass } from "../provider-error.ts";
import { zonedDate } from "../reports/vendor-dates.ts";
import { telnyxRefusals } from "./refusals/telnyx-refusals.ts";
import { telnyxReports } from "./reports/telnyx-reports.ts";

/** The profile has spent what it may spend until midnight UTC: https://developers.telnyx.com/docs/messaging/messages/configurable-spend-limits. */
const SPEND_LIMIT = /"40333"/;
const SPEND_LIMIT_PAUSE_SECONDS = 60 * 60;

const Answer = z.object({ data: z.object({ id: z.string(), received_at: z.string().nullish() }) });

/** Telnyx' Messaging API: https://developers.telnyx.com/docs/messaging. */
export const telnyx = smsProvider({
  id: "telnyx",
  name: "Telnyx",
  docs: "https://developers.telnyx.com/docs/messaging/messages/send-message",
  logo: "telnyx.png",
  hosts: ["api.telnyx.com"],
  fields: { casing: "snake" },
  refusals: telnyxRefusals,
  refusesLater: true,
  credentials: z.object({
    apiKey: secret("API Key"),
    messageProfileId: text("Message profile ID"),
    webhookSigningKey: optional(
      secret("Public key of the webhooks", { description: "With it, only reports that Telnyx has signed are taken" }),
    ),
    from: text("From"),
  }),
  reports: telnyxReports,
  async send({ to, from, content }, { apiKey, messageProfileId, from: own }, { http, reportUrl }) {
    const reply = await http.post("https://api.telnyx.com/v2/messages", {
      headers: { authorization: `Bearer ${apiKey}` },
      classify,
      retryAfter: ({ text: answer }) => (SPEND_LIMIT.test(answer) ? SPEND_LIMIT_PAUSE_SECONDS : undefined),
      json: {
        from: from ?? own,
        to,
        text: content,
        messaging_profile_id: messageProfileId,
        ...(reportUrl !== undefined && { webhook_url: reportUrl }),
      },
    });
    const { id, received_at } = reply.json(Answer).data;
    return { id, date: zonedDate(received_at)?.toISOString() ?? reply.date };
  },
  async check({ apiKey }, { http }) {
    await http.get("https://api.telnyx.com/v2/balance", { headers: { authorization: `Bearer ${apiKey}` } });
  },
});

function classify({ status, text: answer }: HttpReply): ErrorClass | undefined {
  const isRefused = status >= 400 && status < 500 && status !== 429;
  return isRefused && /insufficient (funds|balance|credit)/i.test(answer) ? "FUNDS" : undefined;
}
