import { createHmac } from "node:crypto";
import type { Http } from "../http/http.ts";
import type { HttpReply } from "../http/http-reply.ts";
import { type Passthrough, withPassthrough } from "../passthrough.ts";

/** An address of a customer's own that takes messages. */
interface Receiver {
  webhookUrl: string;
  secretKey: string;
}

/** Posts JSON with what is passed through, signed as a whole: HMAC-SHA256 in hex by the customer's key. */
export async function postSigned(
  http: Http,
  { webhookUrl, secretKey }: Receiver,
  message: object,
  passthrough: Passthrough | undefined,
): Promise<HttpReply> {
  const { json, headers, query } = withPassthrough({ json: message }, passthrough);
  const body = JSON.stringify(json);
  const signature = createHmac("sha256", secretKey).update(body).digest("hex");
  return http.post(webhookUrl, {
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
}
