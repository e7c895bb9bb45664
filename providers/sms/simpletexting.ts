import { z } from "zod";
import { secret, text } from "../credentials.ts";
import { smsProvider } from "../provider.ts";
import { digitsOf } from "./digits.ts";
import { simpletextingReports } from "./reports/simpletexting-reports.ts";

const ORIGIN = "https://api-app2.simpletexting.com/v2/api";

const Answer = z.object({ id: z.union([z.string().min(1), z.number().transform(String)]) });

/** SimpleTexting's API, version 2: https://api-doc.simpletexting.com/. */
export const simpletexting = smsProvider({
  id: "simpletexting",
  name: "SimpleTexting",
  docs: "https://simpletexting.com/api/docs/v2/",
  logo: "simpletexting.png",
  hosts: ["api-app2.simpletexting.com"],
  uncoded: "SimpleTexting answers sentences",
  credentials: z.object({ apiKey: secret("API Key", { type: "text" }), from: text("From") }),
  reports: simpletextingReports,
  async send({ to, from: given, content }, { apiKey, from: own }, { http }) {
    const reply = await http.post(`${ORIGIN}/messages`, {
      headers: headersOf(apiKey),
      json: {
        contactPhone: nationalNumber(to),
        accountPhone: nationalNumber(given ?? own),
        // One text or a refusal, never several that are charged; another mode can be passed through.
        mode: "SINGLE_SMS_STRICTLY",
        text: content,
      },
    });
    return { id: reply.json(Answer).id, date: reply.date };
  },
  async check({ apiKey }, { http }) {
    await http.get(`${ORIGIN}/tenant`, { headers: headersOf(apiKey) });
  },
});

const headersOf = (apiKey: string) => ({ authorization: `Bearer ${apiKey}` });

/** Numbers are those of North America, in ten digits. */
const nationalNumber = (phone: string): string => digitsOf(phone).replace(/^1(?=\d{10}$)/, "");
