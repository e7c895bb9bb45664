import { z } from "zod";
import { optional, secret, text, toggle } from "../credentials.ts";
import { type HttpReply, jsonOf } from "../http/http-reply.ts";
import { withPassthrough } from "../passthrough.ts";
import { chatProvider } from "../provider.ts";
import type { Classification } from "../provider-error.ts";
import { postToWebhook } from "./post-to-webhook.ts";
import { slackOauth } from "./slack-oauth.ts";
import { slackRefusals } from "./slack-refusals.ts";

const Refusal = z.object({ ok: z.literal(false) }).or(z.object({ error: z.string().min(1) }));

/** Slack's incoming webhooks, one for each subscriber. */
export const slack = chatProvider({
  id: "slack",
  name: "Slack",
  docs: "https://docs.slack.dev/authentication/installing-with-oauth",
  mergesPassthrough: true,
  fields: { casing: "snake" },
  refusals: slackRefusals,
  credentials: z.object({
    applicationId: text("Application Id"),
    clientId: text("Client ID"),
    secretKey: secret("Client Secret"),
    redirectUrl: optional(text("Redirect URL")),
    hmac: optional(toggle("HMAC")),
  }),
  // https://docs.slack.dev/messaging/formatting-message-text#escaping
  escapes: { "&": "&amp;", "<": "&lt;", ">": "&gt;" },
  oauth: slackOauth,
  async send({ id, webhookUrl, content, customData, passthrough }, _credentials, { http }) {
    const request = withPassthrough({ json: { text: content, ...customData } }, passthrough);
    const reply = await postToWebhook(http, webhookUrl, { ...request, classify });
    return { id: reply.headers.get("x-slack-req-id") ?? id, date: reply.date };
  },
});

/** Slack names the reason in plain text; servers that copy its webhooks may answer in JSON. */
function classify(
  { status, text: answer }: HttpReply,
  documented: () => Classification | undefined,
): Classification | undefined {
  const isRefused = /^[a-z]+(_[a-z]+)+$/.test(answer.trim()) || Refusal.safeParse(jsonOf(answer)).success;
  return status < 300 && isRefused ? (documented() ?? "PERMANENT") : undefined;
}
