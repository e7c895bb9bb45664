import { z } from "zod";
import { type HttpReply, jsonOf } from "../http/http-reply.ts";
import { chatProvider } from "../provider.ts";
import type { Classification } from "../provider-error.ts";
import { AT_MENTIONS } from "./at-mentions.ts";
import { postToWebhook } from "./post-to-webhook.ts";
import { retryAfterField } from "./retry-after-field.ts";
import { zulipRefusals } from "./zulip-refusals.ts";

/** Zulip's own form of a refusal, and that of Slack, which newer servers answer. */
const Refusal = z.union([
  z.object({ result: z.literal("error"), msg: z.string().default(""), code: z.string().default("") }),
  z.object({ ok: z.literal(false), error: z.string().default("") }),
]);
/** Nothing sent to this address will arrive any more: bot, organisation or channel are gone. */
const GONE_CODES: readonly string[] = [
  "INVALID_API_KEY",
  "UNAUTHENTICATED_USER",
  "USER_DEACTIVATED",
  "REALM_DEACTIVATED",
  "STREAM_DOES_NOT_EXIST",
  "NONEXISTENT_SUBDOMAIN",
];
const GONE_TEXT = /invalid api key|invalid_auth|account is deactivated|does not exist|has been deactivated/i;

/** Zulip's webhooks in Slack's format, one for each subscriber. */
export const zulip = chatProvider({
  id: "zulip",
  name: "Zulip",
  docs: "https://zulip.com/integrations/slack_incoming",
  fields: { casing: "snake" },
  escapes: AT_MENTIONS,
  refusals: zulipRefusals,
  credentials: z.object({}),
  async send({ id, webhookUrl, channel, content, customData }, _credentials, { http }) {
    const reply = await postToWebhook(http, webhookUrl, {
      json: { text: content, ...(channel && { channel }), ...customData },
      classify,
      retryAfter: (answer) => retryAfterField(answer, "retry-after"),
    });
    return { id, date: reply.date };
  },
});

function classify({ status, text }: HttpReply): Classification | undefined {
  const { data: refusal } = Refusal.safeParse(jsonOf(text));
  if (!refusal || status === 429 || status >= 500) return undefined;
  const { code, sentence } =
    "result" in refusal ? { code: refusal.code, sentence: refusal.msg } : { code: "", sentence: refusal.error };
  if (code === "RATE_LIMIT_HIT") return "RECIPIENT_RATE";
  if (GONE_CODES.includes(code) || GONE_TEXT.test(sentence)) return "CREDENTIAL";
  return status < 300 ? "PERMANENT" : undefined;
}
