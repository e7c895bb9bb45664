import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { afterEach, expect, test } from "vitest";
import { Belfry, BelfryError, type BelfryOptions } from "./client.ts";

interface Received {
  method: string;
  url: string;
  authorization: string | undefined;
  key: string | undefined;
  body: unknown;
}
interface Answer {
  status?: number;
  headers?: Record<string, string>;
  /** Text is sent as it is, anything else as JSON. */
  body?: unknown;
}

const running: Server[] = [];
afterEach(() => {
  for (const server of running.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** An API on loopback that gives these answers one after the other, the last one for good. "cut" ends the connection. */
async function serve(
  answers: (Answer | "cut" | "silent")[],
  options: Pick<BelfryOptions, "maxRetries" | "timeoutMs"> = {},
) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const answer = answers[Math.min(received.length, answers.length - 1)];
    received.push(await read(request));
    if (answer === "cut") request.socket.destroy();
    else if (answer !== "silent") reply(response, answer ?? {});
  });
  running.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port");
  const url = `http://127.0.0.1:${address.port}`;
  return { belfry: new Belfry({ apiKey: "secret", baseUrl: url, ...options }), received, url };
}

async function read(request: IncomingMessage): Promise<Received> {
  let text = "";
  for await (const chunk of request) text += chunk;
  const { method = "", url = "", headers } = request;
  const { authorization, "idempotency-key": key } = headers;
  return { method, url, authorization, key: [key].flat()[0], body: text === "" ? undefined : JSON.parse(text) };
}

function reply(response: ServerResponse, { status = 200, headers = {}, body }: Answer): void {
  response.writeHead(status, headers);
  response.end(body === undefined || typeof body === "string" ? body : JSON.stringify(body));
}

const ok = (data: unknown): Answer => ({ body: { data } });
const accepted = ok({ acknowledged: true, status: "processed", transactionId: "t" });

async function failureOf(call: Promise<unknown>): Promise<BelfryError> {
  const error = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (error instanceof BelfryError) return error;
  throw new Error("The call did not reject with a BelfryError", { cause: error });
}

test("a call carries the key, and gives what stands under data", async () => {
  const { belfry, received } = await serve([accepted]);
  await expect(belfry.events.trigger({ name: "welcome", to: "ada", transactionId: "t" })).resolves.toEqual({
    acknowledged: true,
    status: "processed",
    transactionId: "t",
  });
  expect(received).toEqual([
    {
      method: "POST",
      url: "/v1/events/trigger",
      authorization: "ApiKey secret",
      key: expect.any(String),
      body: { name: "welcome", to: "ada", transactionId: "t" },
    },
  ]);
});

test.each<[string, (belfry: Belfry) => Promise<unknown>]>([
  ["POST /v1/events/trigger/bulk", ({ events }) => events.bulkTrigger({ events: [{ name: "a", to: "ada" }] })],
  ["POST /v1/events/signal", ({ events }) => events.signal({ name: "order.paid", subscriberId: "ada" })],
  ["POST /v1/events/trigger/broadcast", ({ events }) => events.broadcast({ name: "a" })],
  ["GET /v1/events/trigger/t", ({ events }) => events.status("t")],
  ["DELETE /v1/events/trigger/t", ({ events }) => events.cancel("t")],
  ["POST /v1/events/trigger/t/resume", ({ events }) => events.resume("t")],
  ["GET /v1/subscribers?page=1&limit=5", ({ subscribers }) => subscribers.list({ page: 1, limit: 5 })],
  ["GET /v1/subscribers/ada", ({ subscribers }) => subscribers.get("ada")],
  ["POST /v1/subscribers", ({ subscribers }) => subscribers.identify({ subscriberId: "ada" })],
  [
    "POST /v1/subscribers/bulk",
    ({ subscribers }) => subscribers.bulkCreate({ subscribers: [{ subscriberId: "ada" }] }),
  ],
  ["PUT /v1/subscribers/ada", ({ subscribers }) => subscribers.update("ada", { firstName: "Ada" })],
  ["DELETE /v1/subscribers/ada", ({ subscribers }) => subscribers.delete("ada")],
  [
    "PUT /v1/subscribers/ada/credentials",
    ({ subscribers }) => subscribers.setCredentials("ada", { providerId: "fcm", credentials: {} }),
  ],
  ["DELETE /v1/subscribers/ada/credentials/fcm", ({ subscribers }) => subscribers.deleteCredentials("ada", "fcm")],
  ["GET /v1/subscribers/ada/preferences", ({ subscribers }) => subscribers.getPreference("ada")],
  [
    "GET /v1/subscribers/ada/preferences?includeInactiveChannels=true",
    ({ subscribers }) => subscribers.getPreference("ada", { includeInactiveChannels: true }),
  ],
  [
    "PATCH /v1/subscribers/ada/preferences/w",
    ({ subscribers }) => subscribers.updatePreference("ada", "w", { enabled: false }),
  ],
  [
    "PATCH /v1/subscribers/ada/preferences",
    ({ subscribers }) => subscribers.updateGlobalPreference("ada", { enabled: true }),
  ],
  ["POST /v1/topics", ({ topics }) => topics.create({ key: "k", name: "n" })],
  ["GET /v1/topics?key=k", ({ topics }) => topics.list({ key: "k" })],
  ["GET /v1/topics/k%3A1", ({ topics }) => topics.get("k:1")],
  ["PATCH /v1/topics/k", ({ topics }) => topics.rename("k", { name: "n" })],
  ["DELETE /v1/topics/k", ({ topics }) => topics.delete("k")],
  ["POST /v1/topics/k/subscribers", ({ topics }) => topics.addSubscribers("k", { subscribers: ["ada"] })],
  ["POST /v1/topics/k/subscribers/removal", ({ topics }) => topics.removeSubscribers("k", { subscribers: ["ada"] })],
  [
    "GET /v1/messages?channel=email&transactionId=a&transactionId=b",
    ({ messages }) => messages.list({ channel: "email", transactionId: ["a", "b"] }),
  ],
  ["DELETE /v1/messages/m", ({ messages }) => messages.deleteById("m")],
  [
    "DELETE /v1/messages/transaction/t?channel=sms",
    ({ messages }) => messages.deleteByTransactionId("t", { channel: "sms" }),
  ],
])("%s", async (line, call) => {
  const { belfry, received } = await serve([ok({})]);
  await call(belfry);
  expect(received.map(({ method, url }) => `${method} ${url}`)).toEqual([line]);
});

test("an answer without a body is taken where none is expected", async () => {
  const { belfry } = await serve([{ status: 204 }]);
  await expect(belfry.topics.delete("k")).resolves.toBeUndefined();
});

test("a trigger that is repeated keeps the transactionId that the client gave it, and each trigger has its own", async () => {
  const { belfry, received } = await serve([{ status: 503 }, "cut", accepted]);
  await belfry.events.trigger({ name: "welcome", to: "ada" });
  await belfry.events.trigger({ name: "welcome", to: "ada" });
  const ids = received.map(({ body }) => JSON.stringify(body).match(/"transactionId":"([0-9a-f-]{36})"/)?.[1]);
  expect(ids).toEqual([ids[0], ids[0], ids[0], ids[3]]);
  expect(new Set(ids).size).toBe(2);
});

test("every event of a bulk and a broadcast has a transactionId too", async () => {
  const { belfry, received } = await serve([ok([])]);
  await belfry.events.bulkTrigger({
    events: [
      { name: "a", to: "ada" },
      { name: "b", to: "ada", transactionId: "mine" },
    ],
  });
  await belfry.events.broadcast({ name: "a", transactionId: undefined });
  expect(received.map(({ body }) => body)).toEqual([
    {
      events: [
        expect.objectContaining({ name: "a", transactionId: expect.any(String) }),
        expect.objectContaining({ name: "b", transactionId: "mine" }),
      ],
    },
    { name: "a", transactionId: expect.any(String) },
  ]);
});

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test("POST and PATCH carry an idempotency key, the same when they are repeated; the other methods carry none", async () => {
  const { belfry, received } = await serve([{ status: 503 }, "cut", ok({ _id: "1", id: "1", key: "k" })]);
  await belfry.topics.create({ key: "k", name: "n" });
  await belfry.topics.rename("k", { name: "m" });
  await belfry.topics.get("k");
  await belfry.subscribers.update("ada", {});
  await belfry.topics.delete("k");
  const keys = received.map(({ key }) => key);
  expect(received.map(({ method }) => method)).toEqual(["POST", "POST", "POST", "PATCH", "GET", "PUT", "DELETE"]);
  expect(keys).toEqual([keys[0], keys[0], keys[0], expect.stringMatching(UUID), undefined, undefined, undefined]);
  expect(keys[0]).toMatch(UUID);
  expect(keys[3]).not.toBe(keys[0]);
});

test("a call waits for its earlier attempt that the server is still processing, and not for another conflict", async () => {
  const { belfry, received } = await serve([{ status: 409, headers: { "retry-after": "1" } }, { status: 409 }]);
  expect(await failureOf(belfry.topics.create({ key: "k", name: "n" }))).toMatchObject({ status: 409 });
  expect(received).toHaveLength(2);
});

test("a caller's own key is sent, with the body as it was given, so that the call can be made again later", async () => {
  const { belfry, received } = await serve([ok([])]);
  const event = { name: "welcome", to: "ada" };
  await belfry.events.trigger(event, { idempotencyKey: "order-1" });
  await belfry.events.broadcast({ name: "welcome" }, { idempotencyKey: "order-1" });
  await belfry.events.bulkTrigger({ events: [event] }, { idempotencyKey: "order-1" });
  expect(received.map(({ key, body }) => ({ key, body }))).toEqual([
    { key: "order-1", body: event },
    { key: "order-1", body: { name: "welcome" } },
    { key: "order-1", body: { events: [event] } },
  ]);
});

test.each(["", "a b", "a\r\nX-Injected: 1", "k".repeat(256)])(
  "a key that cannot be one is refused: %s",
  async (idempotencyKey) => {
    const { belfry, received } = await serve([ok({})]);
    await expect(belfry.topics.rename("k", { name: "n" }, { idempotencyKey })).rejects.toThrow(
      /^idempotencyKey must be/,
    );
    expect(received).toEqual([]);
  },
);

test("a repetition waits as long as the server asks", async () => {
  const { belfry } = await serve([
    { status: 429, headers: { "retry-after": "1" } },
    ok({ _id: "1", id: "1", key: "k" }),
  ]);
  const began = performance.now();
  await belfry.topics.create({ key: "k", name: "n" });
  expect(performance.now() - began).toBeGreaterThanOrEqual(990);
});

test("a call is repeated at most as often as was set, and then rejects with the last answer", async () => {
  const { belfry, received } = await serve([{ status: 500 }, { status: 502 }, { status: 503 }], { maxRetries: 1 });
  expect(await failureOf(belfry.subscribers.get("ada"))).toMatchObject({ status: 502 });
  expect(received).toHaveLength(2);
});

test("a delete that finds nothing on its repetition was done by the attempt whose answer was lost", async () => {
  const { belfry } = await serve(["cut", { status: 404 }]);
  await expect(belfry.subscribers.delete("ada")).resolves.toBeUndefined();
  const { belfry: other } = await serve([{ status: 404 }]);
  expect(await failureOf(other.subscribers.delete("ada"))).toMatchObject({ status: 404 });
});

test("an error has the status, the API's sentences and the id to quote", async () => {
  const { belfry, received } = await serve([
    { status: 400, body: { statusCode: 400, message: ["to is missing", "name is missing"], errorId: "e-1" } },
  ]);
  const error = await failureOf(belfry.events.trigger({ name: "", to: [] }));
  expect(error).toMatchObject({
    name: "BelfryError",
    status: 400,
    problems: ["to is missing", "name is missing"],
    message: "to is missing; name is missing",
    errorId: "e-1",
  });
  expect(received).toHaveLength(1);
});

test.each<[string, Answer, RegExp]>([
  ["a gateway's page", { status: 403, body: "<h1>Forbidden</h1>" }, /^The server answered 403/],
  [
    "a redirect",
    { status: 301, headers: { location: "https://b.example/" } },
    /points to https:\/\/b\.example\/: set baseUrl/,
  ],
  ["a page instead of an answer", { body: "<!doctype html>" }, /not one of Belfry's API: check that baseUrl/],
  ["an answer without data", { body: { items: [] } }, /not one of Belfry's API/],
  ["a refusal of another form", { status: 418, body: { message: { text: "no" } } }, /^The server answered 418/],
])("%s is an error that says so", async (_, answer, message) => {
  const { belfry, received } = await serve([answer]);
  expect((await failureOf(belfry.subscribers.get("ada"))).message).toMatch(message);
  expect(received).toHaveLength(1);
});

test("a server that cannot be reached is an error with status 0 and the cause, and never shows the key", async () => {
  const { belfry, url } = await serve(["cut"], { maxRetries: 0 });
  const error = await failureOf(belfry.subscribers.get("ada"));
  expect(error).toMatchObject({
    status: 0,
    message: `${url} cannot be reached: check baseUrl and that the server is running`,
  });
  expect(error.cause).toBeInstanceOf(Error);
  expect(JSON.stringify(error) + error.stack).not.toContain("secret");
});

test("an attempt that takes too long is given up and repeated", async () => {
  const { belfry, received } = await serve(["silent", ok({ subscriberId: "ada" })], { timeoutMs: 200 });
  await expect(belfry.subscribers.get("ada")).resolves.toMatchObject({ subscriberId: "ada" });
  expect(received).toHaveLength(2);
  const { belfry: other } = await serve(["silent"], { timeoutMs: 50, maxRetries: 0 });
  expect((await failureOf(other.subscribers.get("ada"))).message).toMatch("did not answer within 50 ms: set timeoutMs");
});

test.each<[string, Answer | "silent"]>([
  ["while it waits for the answer", "silent"],
  ["during a pause", { status: 503, headers: { "retry-after": "30" } }],
])("a caller's signal ends a call %s", async (_, answer) => {
  const { belfry, received } = await serve([answer]);
  const controller = new AbortController();
  const call = belfry.subscribers.get("ada", { signal: controller.signal });
  const rejected = expect(call).rejects.toThrow("no longer needed");
  await new Promise((resolve) => setTimeout(resolve, 100));
  controller.abort(new Error("no longer needed"));
  await rejected;
  expect(received).toHaveLength(1);
});

test.each(["", ".", "..", undefined])("an id that would lead to another resource is refused: %s", async (id) => {
  const { belfry, received } = await serve([ok({})]);
  // A caller without types can pass anything.
  expect(() => belfry.subscribers.delete(id as string)).toThrow(TypeError);
  expect(received).toEqual([]);
});

test("an id is one part of the path, whatever it contains", async () => {
  const { belfry, received } = await serve([ok({})]);
  await belfry.subscribers.get("../topics?x#y");
  expect(received[0]?.url).toBe("/v1/subscribers/..%2Ftopics%3Fx%23y");
});

test("the address may end in a slash or in /v1, and may have a context path", async () => {
  for (const end of ["/", "/v1", "/v1/"]) {
    const { url, received } = await serve([ok({})]);
    await new Belfry({ apiKey: "secret", baseUrl: `${url}/notify${end}` }).subscribers.get("ada");
    expect(received[0]?.url).toBe("/notify/v1/subscribers/ada");
  }
});

test.each<[Partial<Record<keyof BelfryOptions, unknown>>, string]>([
  [{ apiKey: undefined }, "apiKey"],
  [{ apiKey: "" }, "apiKey"],
  [{ apiKey: "a\r\nX-Injected: 1" }, "apiKey"],
  [{ baseUrl: undefined }, "baseUrl"],
  [{ baseUrl: "belfry.example.com" }, "baseUrl"],
  [{ baseUrl: "file:///etc" }, "baseUrl"],
  [{ timeoutMs: 0 }, "timeoutMs"],
  [{ maxRetries: Number.NaN }, "maxRetries"],
])("settings that cannot work are refused by name: %o", (change, name) => {
  const options = { apiKey: "secret", baseUrl: "https://belfry.example.com", ...change } as BelfryOptions;
  expect(() => new Belfry(options)).toThrow(name);
});
