import { z } from "zod";
import { withoutTrailingSlashes } from "#contract/constants/values/trailing-slashes.ts";
import { choice, optional, secret, text, webUrl } from "../credentials.ts";
import { type HttpReply, jsonOf } from "../http/http-reply.ts";
import { smsProvider } from "../provider.ts";
import type { ErrorClass } from "../provider-error.ts";
import { zonedDate } from "../reports/vendor-dates.ts";

const Answer = z.object({
  data: z.object({
    uid: z.union([z.string(), z.number()]).transform(String).optional(),
    created_at: z.string().nullish(),
  }),
});
const Outcome = z.object({ status: z.string(), message: z.string().nullish() });

export const isendSms = smsProvider({
  id: "isend-sms",
  name: "iSend SMS",
  docs: "https://send.com.ly/developers/docs",
  hosts: ["isend.com.ly", "send.com.ly"],
  fields: { casing: "snake" },
  uncoded: "iSend answers sentences",
  credentials: z.object({
    apiToken: secret("API Token"),
    baseUrl: optional(
      webUrl("Base URL", { destination: true, description: "Of your iSend panel, unless it is https://isend.com.ly" }),
    ),
    from: optional(text("Default Sender ID")),
    contentType: optional(
      choice("Content Type", [
        { name: "Default", value: null },
        { name: "Unicode", value: "unicode" },
        { name: "Plain", value: "plain" },
      ]),
    ),
  }),
  async send({ id, to, from, content }, { apiToken, baseUrl, from: own, contentType }, { http }) {
    const sender = from ?? own;
    const origin = withoutTrailingSlashes(baseUrl ?? "https://isend.com.ly");
    const reply = await http.post(`${origin}/api/v3/sms/send`, {
      headers: { authorization: `Bearer ${apiToken}`, accept: "application/json" },
      classify,
      json: {
        recipient: to.replace(/^(\+|00)/, ""),
        ...(sender !== undefined && { sender_id: sender }),
        type: contentType ?? "unicode",
        message: content,
      },
    });
    const { uid, created_at } = reply.json(Answer).data;
    return { id: uid ?? id, date: zonedDate(created_at)?.toISOString() ?? reply.date };
  },
});

/** Failures come with status 200 too. */
function classify({ status, text: answer }: HttpReply): ErrorClass | undefined {
  const { data } = Outcome.safeParse(jsonOf(answer));
  if (!data || data.status === "success" || status === 429 || status >= 500) return undefined;
  if (/unauthenticated/i.test(data.message ?? "")) return "CREDENTIAL";
  const says = (pattern: RegExp) => pattern.test(data.message ?? "");
  if (says(/insufficient|not enough/i) && says(/balance|credit|unit/i)) return "FUNDS";
  return status < 300 ? "PERMANENT" : undefined;
}
