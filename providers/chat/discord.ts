import { z } from "zod";
import { jsonOf } from "../http-reply.ts";
import { withPassthrough } from "../passthrough.ts";
import { chatProvider } from "../provider.ts";
import { ProviderError } from "../provider-error.ts";
import { postToWebhook } from "./post-to-webhook.ts";

const Sent = z.object({ id: z.string().min(1), timestamp: z.iso.datetime({ offset: true }).optional() });

/** Discord's webhooks, one for each subscriber: providers-sms-chat.md 4.2. */
export const discord = chatProvider({
  id: "discord",
  name: "Discord",
  docs: "https://docs.belfry.local/channels-and-providers/chat/discord",
  mergesPassthrough: true,
  credentials: z.object({}),
  async send({ id, webhookUrl, content, customData, passthrough }, _credentials, { http }) {
    // Without `wait`, Discord answers before it has looked at the message.
    const request = withPassthrough({ query: { wait: "true" }, json: { content, ...customData } }, passthrough);
    const reply = await postToWebhook(http, webhookUrl, request).catch((error: unknown) => {
      throw withRetryAfter(error);
    });
    if (reply.status === 204) return { id, date: reply.date };
    const sent = reply.json(Sent);
    return { id: sent.id, date: sent.timestamp ? new Date(sent.timestamp).toISOString() : reply.date };
  },
});

const RateLimit = z.object({ retry_after: z.number().nonnegative() });

/** The body of a 429 says the seconds with their fraction, which no `Retry-After` header can. */
function withRetryAfter(error: unknown): unknown {
  if (!(error instanceof ProviderError) || error.status !== 429) return error;
  const limit = RateLimit.safeParse(jsonOf(error.response ?? ""));
  if (!limit.success) return error;
  const retryAfterSeconds = Math.ceil(limit.data.retry_after);
  return new ProviderError(error.class, error.message, { ...error, retryAfterSeconds });
}
