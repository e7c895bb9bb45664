import { z } from "zod";
import { secret } from "../credentials.ts";
import { chatProvider } from "../provider.ts";
import { postToWebhook } from "./post-to-webhook.ts";

/** A refusal of the key is the integration's, so that only these mean that the subscriber's address is gone. */
const GONE: readonly number[] = [404, 410];

/** Addresses that take messages with the headers of Stream's own webhooks. */
export const getstream = chatProvider({
  id: "getstream",
  name: "GetStream",
  docs: "https://getstream.io/chat/docs/node/?language=javascript",
  fields: { casing: "snake" },
  credentials: z.object({ apiKey: secret("API Key") }),
  async send({ id, webhookUrl, content, customData }, { apiKey }, { http }) {
    const request = { headers: { "x-api-key": apiKey }, json: { text: content, ...customData } };
    const reply = await postToWebhook(http, webhookUrl, request, GONE);
    return { id: reply.headers.get("x-webhook-id") ?? id, date: reply.date };
  },
});
