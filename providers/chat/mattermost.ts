import { z } from "zod";
import { jsonOf } from "../http/http-reply.ts";
import { chatProvider } from "../provider.ts";
import { AT_MENTIONS } from "./at-mentions.ts";
import { mattermostRefusals } from "./mattermost-refusals.ts";
import { postToWebhook } from "./post-to-webhook.ts";

const Refusal = z.object({ id: z.string() });

/** Mattermost's incoming webhooks, one for each subscriber. */
export const mattermost = chatProvider({
  id: "mattermost",
  name: "Mattermost",
  docs: "https://developers.mattermost.com/integrate/webhooks/incoming/",
  fields: { casing: "snake" },
  escapes: AT_MENTIONS,
  refusals: mattermostRefusals,
  codeIn: ({ text }) => Refusal.safeParse(jsonOf(text)).data?.id.replace(/\.app_error$/, ""),
  credentials: z.object({}),
  async send({ id, webhookUrl, channel, content, customData }, _credentials, { http }) {
    const reply = await postToWebhook(http, webhookUrl, {
      json: { text: content, ...(channel && { channel }), ...customData },
    });
    return { id: reply.headers.get("x-request-id") ?? id, date: reply.date };
  },
});
