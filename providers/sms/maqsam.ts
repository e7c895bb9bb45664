import { z } from "zod";
import { secret, text } from "../credentials.ts";
import { basicAuth } from "../http/http.ts";
import { smsProvider } from "../provider.ts";
import { unixDate } from "../reports/vendor-dates.ts";

const Message = z.object({
  identifier: z.union([z.string().min(1), z.number().transform(String)]),
  /** Seconds since 1970. */
  timestamp: z.coerce.number().int().positive().max(1e11).optional().catch(undefined),
});
const Answer = z.object({
  result: z.string(),
  /** A text where the message is refused. */
  message: z.union([Message, z.string()]).optional().catch(undefined),
});

export const maqsam = smsProvider({
  id: "maqsam",
  name: "Maqsam",
  docs: "https://portal.maqsam.com/docs/v2/sms",
  logo: "maqsam.png",
  hosts: ["api.maqsam.com"],
  uncoded: "Maqsam answers sentences",
  credentials: z.object({
    apiKey: secret("Access Key ID"),
    secretKey: secret("Access Secret"),
    from: text("From"),
  }),
  async send({ id, to, from: given, content }, { apiKey, secretKey, from: own }, { http }) {
    const reply = await http.post("https://api.maqsam.com/v2/sms", {
      headers: { authorization: basicAuth(apiKey, secretKey) },
      json: { to, message: content, sender: given ?? own },
    });
    const { result, message } = reply.json(Answer);
    if (result !== "success") {
      const reason = typeof message === "string" ? message : result;
      throw reply.refused(/credit|balance|funds/i.test(reason) ? "FUNDS" : "PERMANENT");
    }
    const { identifier = id, timestamp } = typeof message === "object" ? message : {};
    return { id: identifier, date: unixDate(timestamp)?.toISOString() ?? reply.date };
  },
});
