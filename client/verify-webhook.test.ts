import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { verifyWebhook, WebhookVerificationError } from "./client.ts";

const SECRET = `whsec_${Buffer.from("a secret of 24 characters").toString("base64")}`;
const OTHER = `whsec_${Buffer.from("another secret, as long").toString("base64")}`;
const event = {
  type: "message.sent",
  timestamp: "2026-12-01T09:00:00.000Z",
  data: { messageId: "m", organizationId: "o", environmentId: "e" },
};

/** A call as Belfry makes it. */
function aCall({ secret = SECRET, at = new Date(), body = JSON.stringify(event) } = {}) {
  const headers = {
    "webhook-id": "msg_1",
    "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
    "webhook-signature": new Webhook(secret).sign("msg_1", at, body),
  };
  return { body, headers };
}

test("a call with the signature of its secret gives the event, however headers and body are at hand", async () => {
  const { body, headers } = aCall();
  await expect(verifyWebhook(body, headers, SECRET)).resolves.toEqual(event);
  await expect(verifyWebhook(Buffer.from(body), new Headers(headers), SECRET)).resolves.toEqual(event);
  const ofNode = { "Webhook-Id": "msg_1", "Webhook-Timestamp": headers["webhook-timestamp"] };
  const signatures = {
    "Webhook-Signature": [aCall({ secret: OTHER }).headers["webhook-signature"], headers["webhook-signature"]],
  };
  await expect(verifyWebhook(body, { ...ofNode, ...signatures }, SECRET)).resolves.toEqual(event);
});

test.each<[string, () => Promise<unknown>, RegExp]>([
  ["another secret", () => verifyWebhook(aCall().body, aCall().headers, OTHER), /check the endpoint's secret/],
  ["another body", () => verifyWebhook(`${aCall().body} `, aCall().headers, SECRET), /does not fit the body/],
  ["a missing header", () => verifyWebhook("{}", { "webhook-id": "a" }, SECRET), /no header webhook-timestamp/],
  [
    "a signature of another kind",
    () => verifyWebhook("{}", { ...aCall().headers, "webhook-signature": "v2,AAAA v1, v1,?" }, SECRET),
    /does not fit/,
  ],
])("a call with %s is refused", async (_, verify, message) => {
  await expect(verify()).rejects.toBeInstanceOf(WebhookVerificationError);
  await expect(verify()).rejects.toThrow(message);
});

test("a call that is older or newer than the tolerance is refused, whoever made it", async () => {
  for (const seconds of [-301, 301]) {
    const { body, headers } = aCall({ at: new Date(Date.now() + seconds * 1_000) });
    await expect(verifyWebhook(body, headers, SECRET)).rejects.toThrow("not within 300 seconds");
    await expect(verifyWebhook(body, headers, SECRET, { toleranceSeconds: 600 })).resolves.toEqual(event);
  }
  const { body, headers } = aCall();
  await expect(verifyWebhook(body, { ...headers, "webhook-timestamp": "soon" }, SECRET)).rejects.toThrow("not within");
});

test("a secret that is none is refused by name", async () => {
  const { body, headers } = aCall();
  await expect(verifyWebhook(body, headers, "")).rejects.toThrow("secret is not the secret of a webhook endpoint");
});
