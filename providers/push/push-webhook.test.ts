import { createHmac } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { startFakeVendor } from "../fake-vendor.ts";
import { createHttp } from "../http.ts";
import type { PushMessage } from "../messages.ts";
import type { SendOptions } from "../provider.ts";
import { pushWebhook } from "./push-webhook.ts";

const vendor = await startFakeVendor();
const http = createHttp({ allowPrivateHosts: true, timeoutMs: 500 });
afterAll(async () => {
  await http.close();
  vendor.close();
});

const options: SendOptions = { outbox: { deliver: () => Promise.reject(new Error("not used")) } };
const message = {
  id: "m-1",
  target: ["device-1"],
  title: "T",
  content: "C",
  payload: { order: { id: "A-1" } },
  subscriber: { subscriberId: "ada" },
  step: { digest: false, events: [], total_count: 0 },
};

async function send(more: Partial<PushMessage> = {}, tools = { http, allowPrivateHosts: true }) {
  const session = await pushWebhook.open({ webhookUrl: `${vendor.url}/hook/s3cret`, secretKey: "key" }, tools);
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
  const signature = createHmac("sha256", "key").update(seen.body).digest("hex");
  expect(seen.headers).toMatchObject({ "x-team": "a", "x-belfry-signature": signature });
});

test("the body is signed under the integration's key, and names device, texts, payload, subscriber and step", async () => {
  let body = "";
  let headers: Record<string, unknown> = {};
  vendor.answer = (request, text, response) => {
    body = text;
    headers = request.headers;
    response.writeHead(202, { date: "Tue, 05 May 2026 10:00:00 GMT" }).end('{"id":17}');
  };
  expect(await send({ overrides: { sound: "x" } })).toEqual({ id: "17", date: "2026-05-05T10:00:00.000Z" });
  const { subscriber, step, payload, id: _id, ...rest } = message;
  expect(JSON.parse(body)).toEqual({ ...rest, overrides: { sound: "x" }, payload: { ...payload, subscriber, step } });
  const signature = createHmac("sha256", "key").update(body).digest("hex");
  expect(headers).toMatchObject({
    "content-type": "application/json",
    "x-belfry-signature": signature,
    "x-novu-signature": signature,
  });
});

test.each(["", "thanks", "{}"])("an answer %j has no id: the message's own is the identifier", async (text) => {
  vendor.answer = (_request, _body, response) => response.end(text);
  expect((await send()).id).toBe("m-1");
});

test.each([
  [401, "CREDENTIAL"],
  [403, "CREDENTIAL"],
  [404, "PERMANENT"],
  [410, "PERMANENT"],
  [408, "RETRY"],
  [500, "RETRY"],
])("%i is %s, also with an error that names the device, and shows no address", async (status, expected) => {
  vendor.answer = ({ url }, _body, response) =>
    response.writeHead(status).end(`{"error":"device_not_registered","at":"${url}"}`);
  const error = await send().catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ class: expected, status });
  expect(JSON.stringify(error) + String(error)).not.toContain("s3cret");
});

test("an address in a private network is refused", async () => {
  const guarded = createHttp({ timeoutMs: 500 });
  const error = await send({}, { http: guarded, allowPrivateHosts: false }).catch((thrown: unknown) => thrown);
  await guarded.close();
  expect(error).toMatchObject({ class: "CREDENTIAL", message: expect.stringContaining("private network") });
});
