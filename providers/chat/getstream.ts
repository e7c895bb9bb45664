import { z } from "zod";
import { secret, webUrl } from "../credentials.ts";
import type { HttpRequest } from "../http/http-request.ts";
import { chatProvider } from "../provider.ts";
import { namedAddress } from "./named-address.ts";
import { postToWebhook } from "./post-to-webhook.ts";

/** A refusal of the key is the integration's, so that only these mean that the subscriber's address is gone. */
const GONE: readonly number[] = [404, 410];

/** Addresses that take messages with the headers of Stream's own webhooks. */
export const getstream = chatProvider({
  id: "getstream",
  name: "GetStream",
  docs: "https://getstream.io/chat/docs/node/webhooks_overview/",
  fields: { casing: "snake" },
  uncoded: "The receiver is one of the customer's own",
  credentials: z.object({
    apiKey: secret("API Key"),
    baseUrl: webUrl("Base URL", {
      destination: true,
      description: "The key is sent to subscribers' addresses below it only",
    }),
  }),
  async send({ id, webhookUrl, content, customData }, { apiKey, baseUrl }, { http }) {
    const address = namedAddress(webhookUrl, { baseUrl, name: "GetStream" });
    const request: HttpRequest = {
      headers: { "x-api-key": apiKey },
      json: { text: content, ...customData },
      // Those of the key.
      limits: "integration",
    };
    const reply = await postToWebhook(http, address, request, GONE);
    return { id: reply.headers.get("x-webhook-id") ?? id, date: reply.date };
  },
});
