import { z } from "zod";
import { optional, secret, text } from "../credentials.ts";
import { type HttpReply, jsonOf } from "../http/http-reply.ts";
import { smsProvider } from "../provider.ts";
import type { Classification } from "../provider-error.ts";
import { classOfCode } from "../refusals.ts";
import { sms77Refusals } from "./refusals/sms77-refusals.ts";
import { sms77Reports } from "./reports/sms77-reports.ts";

const TAKEN = "100";

const Code = z.union([z.string().regex(/^\d{3}$/), z.number()]).transform(String);
const Answer = z.object({
  success: Code,
  messages: z
    .array(z.object({ id: z.union([z.string(), z.number()]).transform(String).nullish(), success: z.boolean() }))
    .default([]),
});

/** seven.io, which was sms77: https://docs.seven.io/en/rest-api/endpoints/sms. */
export const sms77 = smsProvider({
  id: "sms77",
  name: "sms77",
  docs: "https://docs.seven.io/en/rest-api/authentication",
  hosts: ["gateway.seven.io"],
  fields: { casing: "snake" },
  refusals: sms77Refusals,
  credentials: z.object({
    apiKey: secret("API Key"),
    webhookSigningKey: optional(
      secret("Signing key", { description: "With it, only status reports that seven.io has signed are taken" }),
    ),
    from: text("From"),
  }),
  reports: sms77Reports,
  async send({ id, to, from, content }, { apiKey, from: own }, { http }) {
    const reply = await http.post("https://gateway.seven.io/api/sms", {
      headers: headersOf(apiKey),
      classify: classOfSend,
      // Without `json` the answer to a form is a bare code.
      form: { to, from: from ?? own, text: content, foreign_id: id, json: "1" },
    });
    const [message] = reply.json(Answer).messages;
    return { id: message?.id ?? id, date: reply.date };
  },
  async check({ apiKey }, { http }) {
    await http.get("https://gateway.seven.io/api/balance", {
      headers: headersOf(apiKey),
      classify: ({ status, text: answer }) => (status < 300 ? classOfCode(sms77Refusals, answer.trim()) : undefined),
    });
  },
});

const headersOf = (apiKey: string) => ({ "x-api-key": apiKey, accept: "application/json" });

/** Failures come with status 200, as a bare code or in JSON. */
function classOfSend({ status, text: answer }: HttpReply): Classification | undefined {
  if (status >= 300) return undefined;
  const parsed = jsonOf(answer);
  const { data } = Answer.safeParse(parsed);
  const code = data?.success ?? Code.safeParse(parsed).data;
  if (code === undefined) return undefined;
  if (code !== TAKEN) return classOfCode(sms77Refusals, code) ?? "PERMANENT";
  return data?.messages.some(({ success }) => !success) ? "PERMANENT" : undefined;
}
