import { z } from "zod";
import { secret } from "../credentials.ts";
import { smsProvider } from "../provider.ts";
import { documentedClass } from "../refusals.ts";
import { digitsOf } from "./digits.ts";
import { clickatellRefusals } from "./refusals/clickatell-refusals.ts";
import { clickatellReports } from "./reports/clickatell-reports.ts";

/** Reasons are texts, or objects with code and description, by the generation of the API. */
const Reason = z
  .union([z.string(), z.object({ description: z.string() }).transform(({ description }) => description)])
  .nullish()
  .catch(undefined);
const Message = z.object({
  apiMessageId: z.string().nullish(),
  accepted: z.boolean().optional(),
  error: Reason,
});
const Answer = z.object({ messages: z.tuple([Message], z.unknown()).or(z.tuple([])).nullish(), error: Reason });

/** Clickatell's SMS Platform. */
export const clickatell = smsProvider({
  id: "clickatell",
  name: "clickatell",
  docs: "https://docs.clickatell.com/",
  logo: "clickatell.png",
  beta: true,
  hosts: ["platform.clickatell.com"],
  refusals: clickatellRefusals,
  credentials: z.object({ apiKey: secret("API Key") }),
  reports: clickatellReports,
  async send({ id, to, from, content }, { apiKey }, { http }) {
    const reply = await http.post("https://platform.clickatell.com/messages", {
      headers: { authorization: apiKey, accept: "application/json" },
      // Only integrations of the two-way kind have senders.
      json: { to: [digitsOf(to)], content, ...(from !== undefined && { from }), clientMessageId: id },
      classify: ({ status }) => (status === 402 ? "FUNDS" : undefined),
    });
    const { messages, error } = reply.json(Answer);
    const [message] = messages ?? [];
    if (message?.accepted) return { id: message.apiMessageId || id, date: reply.date };
    const reason = message?.error ?? error ?? "no reason given";
    throw reply.refused(
      documentedClass({ refusals: clickatellRefusals }, reply) ??
        (/credit|balance|funds/i.test(reason) ? "FUNDS" : "PERMANENT"),
    );
  },
  async check({ apiKey }, { http }) {
    await http.get("https://platform.clickatell.com/public-client/balance", { headers: { authorization: apiKey } });
  },
});
