import { z } from "zod";
import { secret, text } from "../credentials.ts";
import { sendinblueRefusals } from "../email/refusals/sendinblue-refusals.ts";
import { type HttpReply, jsonOf } from "../http/http-reply.ts";
import { smsProvider } from "../provider.ts";
import type { ErrorClass } from "../provider-error.ts";
import { brevoSmsReports } from "./reports/brevo-sms-reports.ts";

const Answer = z.object({ messageId: z.union([z.number().transform(String), z.string().min(1)]) });
const Refusal = z.object({ code: z.string() });

/** Brevo's transactional SMS. */
export const brevoSms = smsProvider({
  id: "brevo-sms",
  name: "Brevo",
  docs: "https://help.brevo.com/hc/en-us/articles/209467485-Create-and-manage-your-API-keys",
  pace: { perSecond: 150, source: "https://developers.brevo.com/docs/api-limits" },
  logo: "brevo.svg",
  hosts: ["api.brevo.com"],
  refusals: sendinblueRefusals,
  credentials: z.object({ apiKey: secret("API Key"), from: text("From") }),
  reports: brevoSmsReports,
  async send({ id, to, from, content }, { apiKey, from: own }, { http, reportUrl }) {
    // The older address ends in `/sms`: developers.brevo.com/changelog/deprecated-endpoint-post-v3transactionalsmssms.
    const reply = await http.post("https://api.brevo.com/v3/transactionalSMS/send", {
      headers: { "api-key": apiKey },
      json: {
        sender: from ?? own,
        recipient: to,
        content,
        type: "transactional",
        tag: id,
        ...(reportUrl !== undefined && { webUrl: reportUrl }),
      },
      classify,
    });
    return { id: reply.json(Answer).messageId, date: reply.date };
  },
  async check({ apiKey }, { http }) {
    await http.get("https://api.brevo.com/v3/account", { headers: { "api-key": apiKey } });
  },
});

function classify({ status, text: answer }: HttpReply): ErrorClass | undefined {
  const code = Refusal.safeParse(jsonOf(answer)).data?.code;
  if (status === 402 || code === "not_enough_credits") return "FUNDS";
  return status < 300 && code !== undefined ? "PERMANENT" : undefined;
}
