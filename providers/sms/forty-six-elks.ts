import { z } from "zod";
import { secret, text } from "../credentials.ts";
import { basicAuth } from "../http/http.ts";
import type { HttpReply } from "../http/http-reply.ts";
import { smsProvider } from "../provider.ts";
import type { ErrorClass } from "../provider-error.ts";
import { utcDate } from "../reports/vendor-dates.ts";
import { fortySixElksReports } from "./reports/forty-six-elks-reports.ts";

const Answer = z.object({ id: z.string().min(1), created: z.string().nullish().catch(undefined) });

export const fortySixElks = smsProvider({
  id: "forty-six-elks",
  name: "46elks",
  docs: "https://46elks.com/docs/send-sms",
  logo: "46elks.png",
  hosts: ["api.46elks.com"],
  fields: { casing: "snake" },
  uncoded: "46elks answers sentences in plain text",
  credentials: z.object({
    user: text("Username"),
    password: secret("Password"),
    from: text("From"),
  }),
  reports: fortySixElksReports,
  async send({ to, from: given, content }, { user, password, from: own }, { http, reportUrl }) {
    const reply = await http.post("https://api.46elks.com/a1/sms", {
      headers: { authorization: basicAuth(user, password) },
      form: { from: given ?? own, to, message: content, ...(reportUrl !== undefined && { whendelivered: reportUrl }) },
      classify,
    });
    const { id, created } = reply.json(Answer);
    return { id, date: utcDate(created)?.toISOString() ?? reply.date };
  },
  async check({ user, password }, { http }) {
    await http.get("https://api.46elks.com/a1/me", { headers: { authorization: basicAuth(user, password) } });
  },
});

/** Its reasons are plain text, and 403 is also the answer to a wrong parameter. */
function classify({ status, text: reason }: HttpReply): ErrorClass | undefined {
  if (status < 400 || status >= 500 || status === 429) return undefined;
  if (/credits?\b|balance/i.test(reason)) return "FUNDS";
  const isOfMessage = /missing|invalid|parameter/i.test(reason) && !/user|password|credential|auth/i.test(reason);
  return status === 403 && isOfMessage ? "PERMANENT" : undefined;
}
