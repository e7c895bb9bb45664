import { z } from "zod";
import { secret, secretUrl } from "../credentials.ts";
import { jsonOf } from "../http/http-reply.ts";
import { pushProvider } from "../provider.ts";
import { postSigned } from "../reports/signed-webhook.ts";
import { reservedNames } from "../reserved-keys.ts";

/** Receivers need not give an id. */
const Answer = z.object({ id: z.union([z.string().min(1), z.number().transform(String)]) });

/** An address of the customer's own, which sends the push itself. */
export const pushWebhook = pushProvider({
  id: "push-webhook",
  name: "Push Webhook",
  mergesPassthrough: true,
  takesSource: true,
  beta: true,
  uncoded: "The receiver is one of the customer's own",
  credentials: z.object({
    webhookUrl: secretUrl("Webhook URL", { destination: true }),
    secretKey: secret("Secret Hmac Key"),
  }),
  // The payload is sent with both in it.
  reserved: ({ step }) => [reservedNames(["payload"], ["subscriber", ...(step === undefined ? [] : ["step"])])],
  async send({ id, target, title, content, overrides, payload, subscriber, step, passthrough }, receiver, { http }) {
    const message = { target, title, content, overrides, payload: { ...payload, subscriber, ...(step && { step }) } };
    const reply = await postSigned(http, receiver, message, passthrough);
    return { id: Answer.safeParse(jsonOf(reply.text)).data?.id ?? id, date: reply.date };
  },
});
