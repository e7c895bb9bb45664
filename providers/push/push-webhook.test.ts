import { createHmac } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { startFakeVendor } from "#test/support/fake-vendor.ts";
import { testProvider } from "#test/support/provider-contract.ts";
import { ANSWERED_AT, type Exchange } from "#test/support/vendor-exchanges.ts";
import { createHttp } from "../http/http.ts";
import type { PushMessage } from "../messages.ts";
import type { SendOptions } from "../send-context.ts";
import { pushWebhook } from "./push-webhook.ts";

const url = "https://push.example.com/hook/s3cret";
const message: PushMessage = {
  id: "m-1",
  target: ["device-1"],
  title: "T",
  content: "C",
  payload: { order: { id: "A-1" } },
  subscriber: { subscriberId: "ada" },
  step: { digest: false, events: [], total_count: 0 },
};
const { id: _id, subscriber, step, payload, ...rest } = message;
const body = { ...rest, payload: { ...payload, subscriber, step } };

function takes(json: object, answer: Exchange["answer"]): Exchange[] {
  const signature = createHmac("sha256", "s3cret-key").update(JSON.stringify(json)).digest("hex");
  const signed = { "x-belfry-signature": signature, "x-novu-signature": signature };
  return [{ request: { url, headers: { "content-type": "application/json", ...signed }, json }, answer }];
}
const own = { id: "m-1", date: ANSWERED_AT };
const gone = { error: "device_not_registered" };

testProvider(pushWebhook, {
  credentials: { webhookUrl: url, secretKey: "s3cret-key" },
  message,
  sends: {
    "a message names device, texts, payload, subscriber and step, and is signed": {
      exchanges: takes(body, { status: 202, json: { id: 17 } }),
      result: { id: "17", date: ANSWERED_AT },
    },
    "what the payload names as the subscriber and the digest are named is left out, and named": {
      message: { payload: { order: { id: "A-1" }, subscriber: "Ann", step: 2 } },
      exchanges: takes(body, { status: 204 }),
      result: {
        ...own,
        warning: "Push Webhook keeps these names for itself, so they were left out: payload.subscriber, payload.step",
      },
    },
    "overrides are the receiver's to read": {
      message: { overrides: { sound: "x" } },
      exchanges: takes({ ...rest, overrides: { sound: "x" }, payload: body.payload }, { json: { id: "p-1" } }),
      result: { id: "p-1", date: ANSWERED_AT },
    },
    "an answer without a body has no id": { exchanges: takes(body, { status: 204 }), result: own },
    "nor has a text": { exchanges: takes(body, { text: "thanks" }), result: own },
    "nor has JSON that names none": { exchanges: takes(body, { json: {} }), result: own },
  },
  refusals: {
    "a device is gone: a receiver's word does not remove its token": {
      answer: { status: 404, json: gone },
      class: "PERMANENT",
    },
    "nor does it with 410": { answer: { status: 410, json: gone }, class: "PERMANENT" },
  },
});

const vendor = await startFakeVendor();
const http = createHttp({ allowPrivateHosts: true, timeoutMs: 500 });
afterAll(async () => {
  await http.close();
  vendor.close();
});
const options: SendOptions = { outbox: { deliver: () => Promise.reject(new Error("not used")) } };

async function send(more: Partial<PushMessage> = {}) {
  const credentials = { webhookUrl: `${vendor.url}/hook/s3cret`, secretKey: "s3cret-key" };
  const session = await pushWebhook.open(credentials, { http, allowPrivateHosts: true });
  return session.send({ ...message, ...more }, options);
}

test("what a caller passes through is part of the body that is signed, and of the request", async () => {
  let seen: { url?: string | undefined; body: string; headers: Record<string, unknown> } = { body: "", headers: {} };
  vendor.answer = ({ url, headers }, body, response) => {
    seen = { url, body, headers };
    response.writeHead(202).end();
  };
  await send({ passthrough: { body: { title: "Other", more: 1 }, headers: { "x-team": "a" }, query: { dry: "1" } } });
  expect(JSON.parse(seen.body)).toMatchObject({ title: "Other", content: "C", more: 1 });
  expect(seen.url).toBe("/hook/s3cret?dry=1");
  const signature = createHmac("sha256", "s3cret-key").update(seen.body).digest("hex");
  expect(seen.headers).toMatchObject({ "x-team": "a", "x-belfry-signature": signature });
});

test("an error that names the path of the address shows none of it", async () => {
  vendor.answer = ({ url }, _body, response) => response.writeHead(500).end(`failed at ${url}`);
  const error = await send().catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ class: "RETRY", response: expect.stringContaining("failed at") });
  expect(JSON.stringify(error) + String(error)).not.toContain("s3cret");
});
