import { z } from "zod";
import { isGsm7 } from "#contract/constants/values/gsm7.ts";
import { optional, secret, text } from "../credentials.ts";
import { basicAuth } from "../http/http.ts";
import { type HttpReply, jsonOf } from "../http/http-reply.ts";
import { smsProvider } from "../provider.ts";
import type { Classification } from "../provider-error.ts";
import { classOfCode } from "../refusals.ts";
import { digitsOf } from "./digits.ts";
import { nexmoRefusals } from "./refusals/nexmo-refusals.ts";
import { nexmoReports } from "./reports/nexmo-reports.ts";

const TAKEN = "0";

const Part = z.object({
  status: z.union([z.string(), z.number()]).transform(String),
  "message-id": z.string().optional(),
});
const Answer = z.object({ messages: z.tuple([Part], Part) });

/** Vonage's SMS API, which was Nexmo's. Its errors: https://developer.vonage.com/api-errors/sms. */
export const nexmo = smsProvider({
  id: "nexmo",
  name: "Nexmo",
  docs: "https://developer.vonage.com/en/dashboard/getting-started",
  pace: {
    perSecond: 30,
    source: "https://api.support.vonage.com/hc/en-us/articles/203993598-What-is-the-Throughput-Limit-for-Outbound-SMS",
  },
  logo: "nexmo.png",
  hosts: ["rest.nexmo.com"],
  fields: { casing: "kebab" },
  refusals: nexmoRefusals,
  credentials: z.object({
    apiKey: secret("API Key"),
    secretKey: secret("API secret"),
    webhookSigningKey: optional(
      secret("Signature secret", { description: "With it, only delivery receipts that Vonage has signed are taken" }),
    ),
    from: text("From"),
  }),
  reports: nexmoReports,
  async send({ id, to, from, content }, { apiKey, secretKey, from: own }, { http, reportUrl }) {
    const reply = await http.post("https://rest.nexmo.com/sms/json", {
      headers: { authorization: basicAuth(apiKey, secretKey) },
      classify,
      json: {
        from: from ?? own,
        to: digitsOf(to),
        text: content,
        type: isGsm7(content) ? "text" : "unicode",
        "client-ref": id,
        ...(reportUrl !== undefined && { callback: reportUrl }),
      },
    });
    const [first] = reply.json(Answer).messages;
    return { id: first["message-id"] ?? id, date: reply.date };
  },
  async check({ apiKey, secretKey }, { http }) {
    await http.get("https://rest.nexmo.com/account/get-balance", {
      headers: { authorization: basicAuth(apiKey, secretKey) },
    });
  },
});

/** Failures come with status 200 too, one for each part of a long text. */
function classify({ status, text: answer }: HttpReply): Classification | undefined {
  const { data } = Answer.safeParse(jsonOf(answer));
  const failed = data?.messages.find((part) => part.status !== TAKEN);
  if (!data || !failed || status >= 300) return undefined;
  const classification = classOfCode(nexmoRefusals, failed.status) ?? "PERMANENT";
  const isPartlyTaken = data.messages.some((part) => part.status === TAKEN);
  // A repetition would send again what has been taken.
  const isRepeated = classification === "RETRY" || classification === "RATE";
  return isRepeated && isPartlyTaken ? "PERMANENT" : classification;
}
