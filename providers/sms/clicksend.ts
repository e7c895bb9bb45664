import { z } from "zod";
import { secret, text } from "../credentials.ts";
import { basicAuth } from "../http/http.ts";
import { withPassthrough } from "../passthrough.ts";
import { smsProvider } from "../provider.ts";
import { classOfCode } from "../refusals.ts";
import { unixDate } from "../reports/vendor-dates.ts";
import { clicksendRefusals } from "./refusals/clicksend-refusals.ts";
import { clicksendReports } from "./reports/clicksend-reports.ts";

const Message = z.object({
  status: z.string(),
  message_id: z.string().min(1).optional().catch(undefined),
  /** Seconds since 1970. */
  date: z.coerce.number().int().positive().max(1e11).optional().catch(undefined),
});
const Answer = z.object({
  response_code: z.string().optional().catch(undefined),
  data: z
    .object({ messages: z.tuple([Message], z.unknown()) })
    .optional()
    .catch(undefined),
});

export const clicksend = smsProvider({
  id: "clicksend",
  name: "Clicksend",
  docs: "https://help.clicksend.com/en/articles/42262-managing-your-account",
  logo: "clicksend.png",
  mergesPassthrough: true,
  hosts: ["rest.clicksend.com"],
  fields: { casing: "snake" },
  refusals: clicksendRefusals,
  credentials: z.object({
    user: text("Username", { type: "text" }),
    apiKey: secret("API Key", { type: "text" }),
    from: text("From"),
  }),
  reports: clicksendReports,
  async send({ id, to, from: given, content, passthrough }, { user, apiKey, from: own }, { http }) {
    const { json, ...request } = withPassthrough(
      {
        headers: { authorization: basicAuth(user, apiKey) },
        json: { to, body: content, from: given ?? own, custom_string: id },
      },
      passthrough,
    );
    const reply = await http.post("https://rest.clicksend.com/v3/sms/send", {
      ...request,
      json: { messages: [json] },
    });
    const { data, response_code = "no reason given" } = reply.json(Answer);
    const [message] = data?.messages ?? [];
    if (message?.status === "SUCCESS") {
      const { message_id = id, date } = message;
      return { id: message_id, date: unixDate(date)?.toISOString() ?? reply.date };
    }
    const reason = message?.status ?? response_code;
    throw reply.refused(classOfCode(clicksendRefusals, reason) ?? "PERMANENT");
  },
  async check({ user, apiKey }, { http }) {
    const headers = { authorization: basicAuth(user, apiKey) };
    await http.get("https://rest.clicksend.com/v3/account", { headers });
  },
});
