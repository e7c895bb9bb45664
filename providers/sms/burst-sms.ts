import { z } from "zod";
import { secret } from "../credentials.ts";
import { basicAuth } from "../http/http.ts";
import { type HttpReply, jsonOf } from "../http/http-reply.ts";
import { smsProvider } from "../provider.ts";
import type { Classification } from "../provider-error.ts";
import { classOfCode } from "../refusals.ts";
import { utcDate } from "../reports/vendor-dates.ts";
import { digitsOf } from "./digits.ts";
import { burstSmsRefusals } from "./refusals/burst-sms-refusals.ts";
import { burstSmsReports } from "./reports/burst-sms-reports.ts";

const DONE = "SUCCESS";

const Outcome = z.object({ error: z.object({ code: z.string() }), fails: z.array(z.unknown()).catch([]) });
const Answer = z.object({
  message_id: z.union([z.string(), z.number()]).transform(String),
  send_at: z.string().nullish(),
});

/** BurstSMS, which is Transmit SMS and Kudosity. */
export const burstSms = smsProvider({
  id: "burst-sms",
  name: "BurstSMS",
  docs: "https://developers.kudosity.com/reference/authentication",
  hosts: ["api.transmitsms.com"],
  fields: { casing: "snake" },
  refusals: burstSmsRefusals,
  credentials: z.object({
    apiKey: secret("API Key"),
    secretKey: secret("API Secret"),
  }),
  reports: burstSmsReports,
  async send({ to, from, content }, { apiKey, secretKey }, { http, reportUrl }) {
    const reply = await http.post("https://api.transmitsms.com/send-sms.json", {
      headers: { authorization: basicAuth(apiKey, secretKey) },
      classify,
      form: {
        message: content,
        to: digitsOf(to),
        ...(from !== undefined && { from }),
        ...(reportUrl !== undefined && { dlr_callback: reportUrl }),
      },
    });
    const { message_id, send_at } = reply.json(Answer);
    return { id: message_id, date: utcDate(send_at)?.toISOString() ?? reply.date };
  },
  async check({ apiKey, secretKey }, { http }) {
    await http.post("https://api.transmitsms.com/get-balance.json", {
      headers: { authorization: basicAuth(apiKey, secretKey) },
      classify,
    });
  },
});

/** A number to which nothing can be sent is listed in `fails`, with status 200. */
function classify({ status, text: answer }: HttpReply): Classification | undefined {
  const { data } = Outcome.safeParse(jsonOf(answer));
  // The status says it, whatever the code is.
  if (status === 429) return "RATE";
  if (status >= 500) return "RETRY";
  if (!data) return undefined;
  if (data.error.code !== DONE)
    return classOfCode(burstSmsRefusals, data.error.code) ?? (status < 300 ? "PERMANENT" : undefined);
  return status < 300 && data.fails.length > 0 ? "PERMANENT" : undefined;
}
