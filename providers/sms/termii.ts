import { z } from "zod";
import { withoutTrailingSlashes } from "#contract/constants/values/trailing-slashes.ts";
import { optional, secret, text, webUrl } from "../credentials.ts";
import { type HttpReply, jsonOf } from "../http/http-reply.ts";
import { smsProvider } from "../provider.ts";
import type { ErrorClass } from "../provider-error.ts";
import { digitsOf } from "./digits.ts";
import { termiiReports } from "./reports/termii-reports.ts";

const Answer = z.object({
  message_id_str: z.string().min(1).optional().catch(undefined),
  message_id: z
    .union([z.string().min(1), z.number()])
    .optional()
    .catch(undefined),
});
const Refusal = z.object({ message: z.string() });

/** Termii's messaging API: https://developers.termii.com/. */
export const termii = smsProvider({
  id: "termii",
  name: "Termii",
  docs: "https://developer.termii.com/messaging-api",
  logo: "termii.png",
  hosts: ["*.termii.com"],
  fields: { casing: "snake" },
  uncoded: "Termii answers sentences",
  credentials: z.object({
    apiKey: secret("API Key"),
    baseUrl: optional(
      webUrl("Base URL", {
        destination: true,
        description: "The address that Termii's dashboard shows, where it is another one",
      }),
    ),
    webhookSigningKey: optional(
      secret("Secret key of the account", {
        description: "With it, only reports that Termii has signed are taken",
      }),
    ),
    from: text("From"),
  }),
  reports: termiiReports,
  async send({ to, from: given, content }, { apiKey, baseUrl, from: own }, { http }) {
    const reply = await http.post(`${originOf(baseUrl)}/api/sms/send`, {
      json: {
        to: digitsOf(to),
        from: given ?? own,
        sms: content,
        type: "plain",
        channel: "generic",
        api_key: apiKey,
      },
      classify,
    });
    const id = idIn(reply.text);
    if (id !== undefined) return { id, date: reply.date };
    throw reply.refused("PERMANENT");
  },
  async check({ apiKey, baseUrl }, { http }) {
    await http.get(`${originOf(baseUrl)}/api/get-balance`, { query: { api_key: apiKey } });
  },
});

const originOf = (baseUrl = "https://api.ng.termii.com"): string => withoutTrailingSlashes(baseUrl);

/** Returns the id in the digits of the answer: as a number, it may have more of them than JavaScript keeps. */
function idIn(answer: string): string | undefined {
  const { message_id_str, message_id } = Answer.safeParse(jsonOf(answer)).data ?? {};
  if (message_id_str !== undefined) return message_id_str;
  return typeof message_id === "number" ? /"message_id"\s*:\s*(\d+)/.exec(answer)?.[1] : message_id;
}

/** It also refuses with a 2xx, and then gives no id. */
function classify({ status, text: answer }: HttpReply): ErrorClass | undefined {
  if (status < 300 && idIn(answer) !== undefined) return undefined;
  const reason = Refusal.safeParse(jsonOf(answer)).data?.message ?? "";
  return /balance|insufficient/i.test(reason) ? "FUNDS" : undefined;
}
