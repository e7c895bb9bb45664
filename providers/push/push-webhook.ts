import { createHmac } from "node:crypto";
import { z } from "zod";
import { secret } from "../credentials.ts";
import { jsonOf } from "../http-reply.ts";
import { withPassthrough } from "../passthrough.ts";
import { pushProvider } from "../provider.ts";

/** Receivers need not give an id. */
const Answer = z.object({ id: z.union([z.string().min(1), z.number().transform(String)]) });

/** An address of the customer's own, which sends the push itself: providers-email-push.md 5.6. */
export const pushWebhook = pushProvider({
  id: "push-webhook",
  name: "Push Webhook",
  docs: "https://docs.belfry.local/channels-and-providers/push/push-webhook",
  mergesPassthrough: true,
  beta: true,
  credentials: z.object({ webhookUrl: secret("Webhook URL"), secretKey: secret("Secret Hmac Key") }),
  async send(
    { id, target, title, content, overrides, payload, subscriber, step, passthrough },
    { webhookUrl, secretKey },
    { http },
  ) {
    const { json, headers, query } = withPassthrough(
      { json: { target, title, content, overrides, payload: { ...payload, subscriber, step } } },
      passthrough,
    );
    const body = JSON.stringify(json);
    const signature = createHmac("sha256", secretKey).update(body).digest("hex");
    const reply = await http.post(webhookUrl, {
      body,
      query,
      headers: {
        ...headers,
        "content-type": "application/json",
        "x-belfry-signature": signature,
        // Receivers that were written for the older wire look for this name.
        "x-novu-signature": signature,
      },
    });
    return { id: Answer.safeParse(jsonOf(reply.text)).data?.id ?? id, date: reply.date };
  },
});
