import { z } from "zod";
import { secret, text } from "../credentials.ts";
import { smsProvider } from "../provider.ts";
import { zonedDate } from "../reports/vendor-dates.ts";
import { digitsOf } from "./digits.ts";

const Id = z
  .union([z.string().min(1), z.number().transform(String)])
  .optional()
  .catch(undefined);
const Answer = z.object({
  status: z.union([z.string(), z.number().transform(String)]),
  message: z.string().optional().catch(undefined),
  data: z
    .object({ id: Id, reference: Id, business_id: Id, created_at: z.string().optional().catch(undefined) })
    .optional()
    .catch(undefined),
});

export const sendchamp = smsProvider({
  id: "sendchamp",
  name: "Sendchamp",
  docs: "https://sendchamp.readme.io/reference/send-sms-api",
  hosts: ["api.sendchamp.com"],
  fields: { casing: "snake" },
  uncoded: "Sendchamp answers sentences",
  credentials: z.object({ apiKey: secret("API Key"), from: text("From") }),
  async send({ id: ownId, to, from: given, content }, { apiKey, from: own }, { http }) {
    const reply = await http.post("https://api.sendchamp.com/api/v1/sms/send", {
      headers: { authorization: `Bearer ${apiKey}`, accept: "application/json" },
      json: { to: [digitsOf(to)], message: content, sender_name: given ?? own, route: "international" },
    });
    const { status, message = status, data = {} } = reply.json(Answer);
    if (status !== "success") {
      throw reply.refused(/balance|insufficient/i.test(message) ? "FUNDS" : "PERMANENT");
    }
    // The last one seems to be the account's, and was all that earlier answers had.
    const { id = data.reference ?? data.business_id ?? ownId } = data;
    return { id, date: zonedDate(data.created_at)?.toISOString() ?? reply.date };
  },
});
