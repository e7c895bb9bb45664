import { z } from "zod";
import { secret, text } from "../credentials.ts";
import { smsProvider } from "../provider.ts";
import type { Classification } from "../provider-error.ts";
import { classOfCode } from "../refusals.ts";
import { africasTalkingRefusals } from "./refusals/africas-talking-refusals.ts";
import { africasTalkingReports } from "./reports/africas-talking-reports.ts";

const Recipient = z.object({
  statusCode: z.coerce.number().optional().catch(undefined),
  status: z.string().optional().catch(undefined),
  messageId: z.string().optional().catch(undefined),
});
const Answer = z.object({
  SMSMessageData: z.object({
    Message: z.string().optional().catch(undefined),
    Recipients: z.array(Recipient).nullish(),
  }),
});

/** Processed, sent, queued. */
const TAKEN = [100, 101, 102];

export const africasTalking = smsProvider({
  id: "africas-talking",
  name: "Africa's Talking",
  docs: "https://help.africastalking.com/en/articles/1361037-how-do-i-generate-an-api-key",
  hosts: ["api.africastalking.com", "api.sandbox.africastalking.com"],
  refusals: africasTalkingRefusals,
  credentials: z.object({ apiKey: secret("API Key"), user: text("Username"), from: text("From") }),
  reports: africasTalkingReports,
  async send({ id, to, from: given, content }, { apiKey, user, from: own }, { http }) {
    const from = given ?? own;
    const reply = await http.post(`${originOf(user)}/version1/messaging`, {
      headers: headersOf(apiKey),
      form: { username: user, to, message: content, ...(from !== "" && { from }), bulkSMSMode: "1" },
    });
    const { Message, Recipients } = reply.json(Answer).SMSMessageData;
    const [recipient] = Recipients ?? [];
    const code = recipient?.statusCode;
    if (recipient && code !== undefined && TAKEN.includes(code)) {
      return { id: recipient.messageId || id, date: reply.date };
    }
    const reason = recipient?.status ?? Message ?? "no reason given";
    throw reply.refused(classOf(code, reason));
  },
  async check({ apiKey, user }, { http }) {
    await http.get(`${originOf(user)}/version1/user`, { headers: headersOf(apiKey), query: { username: user } });
  },
});

const originOf = (user: string): string =>
  user === "sandbox" ? "https://api.sandbox.africastalking.com" : "https://api.africastalking.com";

const headersOf = (apiKey: string) => ({ apiKey, accept: "application/json" });

/** It answers 201 also to a message that it refuses: with a status of the recipient, or with no recipient and a reason. */
function classOf(code: number | undefined, reason: string): Classification {
  if (/insufficient ?balance/i.test(reason)) return "FUNDS";
  return (code !== undefined && classOfCode(africasTalkingRefusals, code)) || "PERMANENT";
}
