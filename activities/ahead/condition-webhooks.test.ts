import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createHttp } from "#providers/http/http.ts";
import { type FakeVendor, startFakeVendor } from "#test/support/fake-vendor.ts";
import { type ConditionWebhooks, createConditionWebhooks, type WebhookCall } from "./condition-webhooks.ts";

let receiver: FakeVendor;
const http = createHttp({ allowPrivateHosts: true });
beforeAll(async () => {
  receiver = await startFakeVendor();
});
afterEach(() => {
  receiver.answer = (_request, _body, response) => response.end();
});
afterAll(async () => {
  receiver.close();
  await http.close();
});

let calls = 0;
/** Asks as one of a few members: without waiting for a slot. */
const ask = (webhooks: ConditionWebhooks, call: Partial<WebhookCall> = {}) => {
  calls += 1;
  return webhooks.ask({
    key: `call ${calls}`,
    environmentId: "e1",
    url: receiver.url,
    body: {},
    signature: "s",
    waits: false,
    beginBy: performance.now() + 10_000,
    ...call,
  });
};

/** A receiver that never answers. */
const silent: FakeVendor["answer"] = () => {};

test("a webhook is sent JSON with the signature, and its answer is what it sent, whatever that is", async () => {
  const webhooks = createConditionWebhooks({ http });
  receiver.answer = (request, body, response) =>
    response.end(
      JSON.stringify([request.method, request.headers["content-type"], request.headers["nv-hmac-256"], body]),
    );
  expect(await ask(webhooks, { body: { channel: "email" } })).toEqual({
    answer: ["POST", "application/json", "s", '{"channel":"email"}'],
  });
  receiver.answer = (_request, _body, response) => response.end("ok");
  expect(await ask(webhooks)).toEqual({ answer: undefined });
});

test("an error status, a redirect, silence and an answer without end are failures that name the host", async () => {
  const webhooks = createConditionWebhooks({ http, timeoutMs: 100 });
  const { host } = new URL(receiver.url);
  const failed = async (answer: FakeVendor["answer"]) => {
    receiver.answer = answer;
    return ask(webhooks);
  };
  expect(await failed((_request, _body, response) => response.writeHead(500).end())).toEqual({
    failed: `POST ${host} answered 500`,
  });
  expect(await failed((_request, _body, response) => response.writeHead(302, { location: "/" }).end())).toEqual({
    failed: `POST ${host} answered 302`,
  });
  expect(await failed(silent)).toEqual({ failed: `POST ${host} gave no answer: TIMEOUT` });
  expect(await failed((_request, _body, response) => response.end(JSON.stringify("x".repeat(64_000))))).toEqual({
    failed: `POST ${host} answered more than 64000 characters`,
  });
});

test.each([
  ["http://127.0.0.1:1/", /is in a private network/],
  ["http://[::1]/", /is in a private network/],
  ["file:///etc/passwd", /is not an http or https address/],
  ["nonsense", /is not an http or https address/],
])("a webhook at %s is not called", async (url, reason) => {
  const guarded = createHttp();
  const result = await ask(createConditionWebhooks({ http: guarded }), { url });
  expect(result).toEqual({ failed: expect.stringMatching(reason) });
  await guarded.close();
});

test("the same question is answered once, a failed one is asked again", async () => {
  const webhooks = createConditionWebhooks({ http });
  let asked = 0;
  receiver.answer = (_request, _body, response) => {
    asked += 1;
    if (asked === 1) response.writeHead(503);
    response.end(String(asked));
  };
  expect(await ask(webhooks, { key: "same" })).toHaveProperty("failed");
  expect(await ask(webhooks, { key: "same" })).toEqual({ answer: 2 });
  expect(await ask(webhooks, { key: "same" })).toEqual({ answer: 2 });
  expect(await ask(webhooks, { key: "other" })).toEqual({ answer: 3 });
});

test("a host has so many slots in an environment; who finds none is told when to come back, the later the more do", async () => {
  const webhooks = createConditionWebhooks({ http, slots: 2, timeoutMs: 5_000 });
  const waiting: (() => void)[] = [];
  receiver.answer = (_request, _body, response) => waiting.push(() => response.end("1"));
  const first = [ask(webhooks), ask(webhooks)];
  const refused = await Promise.all(Array.from({ length: 20 }, () => ask(webhooks)));
  const waits = refused.map((result) => ("retryInMs" in result ? result.retryInMs : 0));
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(250);
  expect(waits.at(-1)).toBeGreaterThan(waits[0] ?? 0);
  const inLine = ask(webhooks, { waits: true });
  const tooLate = ask(webhooks, { waits: true, beginBy: performance.now() + 50 });
  const elsewhere = ask(webhooks, { environmentId: "e2" });
  expect(await tooLate).toHaveProperty("retryInMs");
  await expect.poll(() => waiting.length).toBe(3);
  for (const end of waiting.splice(0)) end();
  expect(await Promise.all([...first, elsewhere])).toEqual([{ answer: 1 }, { answer: 1 }, { answer: 1 }]);
  await expect.poll(() => waiting.length).toBe(1);
  waiting[0]?.();
  expect(await inLine).toEqual({ answer: 1 });
});

test("a host that gave no answer many times in a row is left alone for a while, in this environment only", async () => {
  const webhooks = createConditionWebhooks({ http, slots: 20, timeoutMs: 500 });
  let asked = 0;
  receiver.answer = () => {
    asked += 1;
  };
  await Promise.all(Array.from({ length: 20 }, () => ask(webhooks)));
  const before = asked;
  expect(await ask(webhooks)).toEqual({ failed: expect.stringMatching(/gave no answer 20 times in a row/) });
  expect(asked).toBe(before);
  receiver.answer = (_request, _body, response) => response.end("1");
  expect(await ask(webhooks, { environmentId: "e2" })).toEqual({ answer: 1 });
});
