import { z } from "zod";
import { withoutTrailingSlashes } from "#contract/constants/values/trailing-slashes.ts";
import { secret, text } from "../credentials.ts";
import { type HttpReply, jsonOf } from "../http/http-reply.ts";
import { withPassthrough } from "../passthrough.ts";
import { smsProvider } from "../provider.ts";
import type { Classification } from "../provider-error.ts";
import { classOfCode } from "../refusals.ts";
import { infobipRefusals } from "./refusals/infobip-refusals.ts";
import { infobipReports } from "./reports/infobip-sms-reports.ts";

/** Groups of statuses of messages that Infobip has taken: OK, PENDING and DELIVERED. */
const TAKEN: readonly number[] = [0, 1, 3];

const Message = z.object({
  messageId: z.string(),
  status: z.object({ groupId: z.number(), name: z.string().default("") }).optional(),
});
const Answer = z.object({ messages: z.tuple([Message], Message) });

/** Infobip's SMS API. */
export const infobipSms = smsProvider({
  id: "infobip-sms",
  name: "Infobip",
  docs: "https://www.infobip.com/docs/developer-resources/authentication-and-access/api-authentication",
  logo: "infobip.png",
  mergesPassthrough: true,
  // Each account has a host of its own.
  hosts: ["api.infobip.com", "*.api.infobip.com"],
  refusals: infobipRefusals,
  credentials: z.object({
    apiKey: secret("API Key"),
    baseUrl: text("Base URL", { destination: true }),
    from: text("From"),
  }),
  reports: infobipReports,
  async send({ id, to, from, content, passthrough }, { apiKey, baseUrl, from: own }, { http, reportUrl }) {
    const { json, ...request } = withPassthrough(
      {
        headers: headersOf(apiKey),
        json: {
          from: from ?? own,
          destinations: [{ to }],
          text: content,
          callbackData: id,
          ...(reportUrl !== undefined && { notifyUrl: reportUrl, notifyContentType: "application/json" }),
        },
      },
      passthrough,
    );
    const reply = await http.post(`${originOf(baseUrl)}/sms/2/text/advanced`, {
      ...request,
      classify,
      json: { messages: [json] },
    });
    const [message] = reply.json(Answer).messages;
    return { id: message.messageId, date: reply.date };
  },
  async check({ apiKey, baseUrl }, { http }) {
    await http.get(`${originOf(baseUrl)}/account/1/balance`, { headers: headersOf(apiKey) });
  },
});

const headersOf = (apiKey: string) => ({ authorization: `App ${apiKey}`, accept: "application/json" });

/** Infobip shows the address of an account without its scheme. */
function originOf(baseUrl: string): string {
  const url = /^https?:\/\//i.test(baseUrl) ? baseUrl : `https://${baseUrl}`;
  return withoutTrailingSlashes(url);
}

/** Messages may be refused with status 200 too. */
function classify({ status, text: answer }: HttpReply): Classification | undefined {
  const { data } = Answer.safeParse(jsonOf(answer));
  const refused = data?.messages.find((message) => message.status && !TAKEN.includes(message.status.groupId));
  if (status >= 300 || !refused) return undefined;
  return classOfCode(infobipRefusals, refused.status?.name ?? "") ?? "PERMANENT";
}
