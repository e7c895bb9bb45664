import { z } from "zod";
import { secret, text } from "../credentials.ts";
import { basicAuth } from "../http/http.ts";
import type { HttpReply } from "../http/http-reply.ts";
import { smsProvider } from "../provider.ts";
import type { ErrorClass } from "../provider-error.ts";
import { plivoReports } from "./reports/plivo-reports.ts";

const Answer = z.object({ message_uuid: z.tuple([z.string()], z.string()) });

/** Plivo's Message API. */
export const plivo = smsProvider({
  id: "plivo",
  name: "Plivo",
  docs: "https://www.plivo.com/docs/faq/account/account-management",
  // 300 in five seconds.
  pace: { perSecond: 60, source: "https://www.plivo.com/docs/account/api/" },
  logo: "plivo.png",
  hosts: ["api.plivo.com"],
  fields: { casing: "snake" },
  uncoded: "Plivo answers sentences. Its codes are those of reports",
  refusesLater: true,
  credentials: z.object({
    accountSid: text("Account SID"),
    token: secret("Auth token"),
    from: text("From"),
  }),
  reports: plivoReports,
  async send({ to, from, content }, { accountSid, token, from: own }, { http, reportUrl }) {
    const reply = await http.post(`${accountUrl(accountSid)}Message/`, {
      headers: { authorization: basicAuth(accountSid, token) },
      classify,
      json: {
        src: from ?? own,
        dst: to,
        text: content,
        type: "sms",
        ...(reportUrl !== undefined && { url: reportUrl, method: "POST" }),
      },
    });
    const [id] = reply.json(Answer).message_uuid;
    return { id, date: reply.date };
  },
  async check({ accountSid, token }, { http }) {
    await http.get(accountUrl(accountSid), { headers: { authorization: basicAuth(accountSid, token) } });
  },
});

/** Plivo redirects an address without the slash at its end, which loses the message. */
const accountUrl = (accountSid: string) => `https://api.plivo.com/v1/Account/${encodeURIComponent(accountSid)}/`;

function classify({ status, text: answer }: HttpReply): ErrorClass | undefined {
  const isRefused = status >= 400 && status < 500 && status !== 429;
  return isRefused && /insufficient (balance|credit|fund)/i.test(answer) ? "FUNDS" : undefined;
}
