import { z } from "zod";
import { type HttpReply, jsonOf } from "../http/http-reply.ts";
import { withPassthrough } from "../passthrough.ts";
import { chatProvider } from "../provider.ts";
import type { Classification } from "../provider-error.ts";
import { zonedDate } from "../reports/vendor-dates.ts";
import { discordRefusals } from "./discord-refusals.ts";
import { postToWebhook } from "./post-to-webhook.ts";
import { retryAfterField } from "./retry-after-field.ts";

const Global = z.object({ global: z.literal(true) });
const Sent = z.object({ id: z.string().min(1), timestamp: z.string().nullish() });

/** Discord's webhooks, one for each subscriber. */
export const discord = chatProvider({
  id: "discord",
  name: "Discord",
  docs: "https://support.discord.com/hc/en-us/articles/228383668-Intro-to-Webhooks",
  mergesPassthrough: true,
  fields: { casing: "snake" },
  refusals: discordRefusals,
  credentials: z.object({}),
  async send({ id, webhookUrl, content, customData, passthrough }, _credentials, { http }) {
    // What a payload says may not call everybody, unless an override allows it.
    const json = { content, allowed_mentions: { parse: [] }, ...customData };
    // Without `wait`, Discord answers before it has looked at the message.
    const request = withPassthrough({ query: { wait: "true" }, json }, passthrough);
    const reply = await postToWebhook(http, webhookUrl, {
      ...request,
      classify,
      retryAfter: (answer) => retryAfterField(answer, "retry_after"),
    });
    if (reply.status === 204) return { id, date: reply.date };
    const sent = reply.json(Sent);
    return { id: sent.id, date: zonedDate(sent.timestamp)?.toISOString() ?? reply.date };
  },
});

/** A webhook has a limit of its own, and all requests from one address have another: https://docs.discord.com/developers/topics/rate-limits. */
const classify = ({ status, text }: HttpReply): Classification | undefined =>
  status === 429 && Global.safeParse(jsonOf(text)).success ? "RATE" : undefined;
