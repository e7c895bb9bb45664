import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { inspect } from "node:util";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import {
  BadRequestError,
  Belfry,
  BelfryError,
  type BelfryOptions,
  ConnectionError,
  HttpError,
  NotFoundError,
  RedirectError,
  TimeoutError,
} from "./client.ts";

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
  options: Pick<BelfryOptions, "retryConfig" | "timeoutMs"> = {},
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
  return { belfry: new Belfry("secret", { apiUrl: url, ...options }), received, url };
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

/** Repeats calls, hardly waiting. */
const retrying = (retryMax = 3) => ({ retryConfig: { retryMax, waitMin: 0.01, waitMax: 1 } });

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
  await expect(belfry.events.trigger("welcome", { to: "ada", transactionId: "t" })).resolves.toEqual({
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

test("integers beyond 2^53 are sent with all their digits, and an answer is read as the caller wants", async () => {
  const toJson = Object.getOwnPropertyDescriptor(BigInt.prototype, "toJSON");
  // As in a program that has not taught JSON.stringify such integers.
  Reflect.deleteProperty(BigInt.prototype, "toJSON");
  onTestFinished(() => void (toJson && Object.defineProperty(BigInt.prototype, "toJSON", toJson)));
  const sent: unknown[] = [];
  const belfry = new Belfry("secret", {
    fetch: async (_url, init) => {
      sent.push(init?.body);
      return new Response('{"data":{"payload":{"id":9007199254740993}}}');
    },
    parse: (json) => ({ data: json }),
  });
  const answer = await belfry.events.trigger("welcome", {
    to: "ada",
    payload: { id: 9007199254740993n, list: [-1n, "1"] },
    transactionId: "t",
  });
  expect(sent).toEqual([
    '{"to":"ada","payload":{"id":9007199254740993,"list":[-1,"1"]},"transactionId":"t","name":"welcome"}',
  ]);
  expect(answer).toContain("9007199254740993");
});

test.each<[string, (belfry: Belfry) => Promise<unknown>]>([
  ["POST /v1/events/trigger/bulk", ({ events }) => events.bulkTrigger([{ name: "a", to: "ada" }])],
  ["POST /v1/events/signal", ({ events }) => events.signal({ name: "order.paid", subscriberId: "ada" })],
  ["POST /v1/events/trigger/broadcast", ({ events }) => events.broadcast("a")],
  ["GET /v1/events/trigger/t", ({ events }) => events.status("t")],
  ["DELETE /v1/events/trigger/t", ({ events }) => events.cancel("t")],
  ["POST /v1/events/trigger/t/resume", ({ events }) => events.resume("t")],
  ["GET /v1/subscribers?page=1&limit=5", ({ subscribers }) => subscribers.list({ page: 1, limit: 5 })],
  ["GET /v1/subscribers/ada", ({ subscribers }) => subscribers.get("ada")],
  ["POST /v1/subscribers", ({ subscribers }) => subscribers.identify("ada")],
  ["POST /v1/subscribers/bulk", ({ subscribers }) => subscribers.bulkCreate([{ subscriberId: "ada" }])],
  ["PUT /v1/subscribers/ada", ({ subscribers }) => subscribers.update("ada", { firstName: "Ada" })],
  ["DELETE /v1/subscribers/ada", ({ subscribers }) => subscribers.delete("ada")],
  ["PUT /v1/subscribers/ada/credentials", ({ subscribers }) => subscribers.setCredentials("ada", "fcm", {})],
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
  ["PATCH /v1/topics/k", ({ topics }) => topics.rename("k", "n")],
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
  const { belfry, received } = await serve([{ status: 503 }, "cut", accepted], retrying());
  await belfry.events.trigger("welcome", { to: "ada" });
  await belfry.events.trigger("welcome", { to: "ada" });
  const ids = received.map(({ body }) => JSON.stringify(body).match(/"transactionId":"([0-9a-f-]{36})"/)?.[1]);
  expect(ids).toEqual([ids[0], ids[0], ids[0], ids[3]]);
  expect(new Set(ids).size).toBe(2);
});

test("every event of a bulk and a broadcast has a transactionId too", async () => {
  const { belfry, received } = await serve([ok([])]);
  await belfry.events.bulkTrigger([
    { name: "a", to: "ada" },
    { name: "b", to: "ada", transactionId: "mine" },
  ]);
  await belfry.events.broadcast("a", { transactionId: undefined });
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
  const { belfry, received } = await serve([{ status: 503 }, "cut", ok({ _id: "1", id: "1", key: "k" })], retrying());
  await belfry.topics.create({ key: "k", name: "n" });
  await belfry.topics.rename("k", "m");
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
  const { belfry, received } = await serve(
    [{ status: 409, headers: { "retry-after": "1" } }, { status: 409 }],
    retrying(),
  );
  expect(await failureOf(belfry.topics.create({ key: "k", name: "n" }))).toMatchObject({ status: 409 });
  expect(received).toHaveLength(2);
});

test("a caller's own key is sent, with the body as it was given, so that the call can be made again later", async () => {
  const { belfry, received } = await serve([ok([])]);
  const event = { name: "welcome", to: "ada" };
  await belfry.events.trigger("welcome", { to: "ada" }, { idempotencyKey: "order-1" });
  await belfry.events.broadcast("welcome", {}, { idempotencyKey: "order-1" });
  await belfry.events.bulkTrigger([event], { idempotencyKey: "order-1" });
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
    await expect(belfry.topics.rename("k", "n", { idempotencyKey })).rejects.toThrow(/^idempotencyKey must be/);
    expect(received).toEqual([]);
  },
);

test("a repetition waits as long as the server asks", async () => {
  const { belfry } = await serve(
    [{ status: 429, headers: { "retry-after": "1" } }, ok({ _id: "1", id: "1", key: "k" })],
    retrying(),
  );
  const began = performance.now();
  await belfry.topics.create({ key: "k", name: "n" });
  expect(performance.now() - began).toBeGreaterThanOrEqual(990);
});

test("a call is repeated at most as often as was set, and then rejects with the last answer", async () => {
  const { belfry, received } = await serve([{ status: 500 }, { status: 502 }, { status: 503 }], retrying(1));
  expect(await failureOf(belfry.subscribers.get("ada"))).toMatchObject({ status: 502 });
  expect(received).toHaveLength(2);
});

test("a delete that finds nothing on its repetition was done by the attempt whose answer was lost", async () => {
  const { belfry } = await serve(["cut", { status: 404 }], retrying());
  await expect(belfry.subscribers.delete("ada")).resolves.toBeUndefined();
  const { belfry: other } = await serve([{ status: 404 }]);
  expect(await failureOf(other.subscribers.delete("ada"))).toMatchObject({ status: 404 });
});

test("an error has the status, the API's sentences, the fields that they are about, and the id to quote", async () => {
  const body = {
    statusCode: 400,
    message: ["to is missing", "name is missing"],
    fields: { to: ["to is missing"], name: ["name is missing"] },
    code: "invalid_input",
    requestId: "r-1",
  };
  const { belfry, received } = await serve([{ status: 400, body }], retrying());
  const error = await failureOf(belfry.events.trigger("", { to: [] }));
  expect(error).toBeInstanceOf(BadRequestError);
  expect(error).toMatchObject({
    name: "BadRequestError",
    status: 400,
    code: "invalid_input",
    problems: ["to is missing", "name is missing"],
    message: "to is missing; name is missing",
    fields: { to: ["to is missing"], name: ["name is missing"] },
    requestId: "r-1",
  });
  expect(received).toHaveLength(1);
});

test.each([
  [400, "BadRequestError"],
  [401, "UnauthorizedError"],
  [402, "HttpError"],
  [403, "ForbiddenError"],
  [404, "NotFoundError"],
  [409, "HttpError"],
  [422, "HttpError"],
  [429, "HttpError"],
  [500, "InternalServerError"],
  [501, "NotImplementedError"],
  [502, "BadGatewayError"],
  [503, "ServiceUnavailableError"],
  [504, "GatewayTimeoutError"],
])("status %i is a %s", async (status, name) => {
  const { belfry } = await serve([{ status, headers: { "x-request-id": "r-2", "retry-after": "7" }, body: "none" }]);
  const error = await failureOf(belfry.topics.get("k"));
  expect(error).toMatchObject({ name, status, requestId: "r-2", retryAfter: 7, fields: {} });
  expect(error.message).toMatch(`The server answered ${status}`);
});

test.each<[string, Answer, RegExp]>([
  ["a gateway's page", { status: 403, body: "<h1>Forbidden</h1>" }, /^The server answered 403/],
  ["a page instead of an answer", { body: "<!doctype html>" }, /not one of Belfry's API: check that apiUrl/],
  ["an answer without data", { body: { items: [] } }, /not one of Belfry's API/],
  ["a refusal of another form", { status: 418, body: { message: { text: "no" } } }, /^The server answered 418/],
])("%s is an error that says so", async (_, answer, message) => {
  const { belfry, received } = await serve([answer]);
  expect((await failureOf(belfry.subscribers.get("ada"))).message).toMatch(message);
  expect(received).toHaveLength(1);
});

test("a redirect is not followed: the error has its address", async () => {
  const { belfry } = await serve([{ status: 301, headers: { location: "https://b.example/" } }]);
  const error = await failureOf(belfry.subscribers.get("ada"));
  expect(error).toBeInstanceOf(RedirectError);
  expect(error).toMatchObject({ status: 301, location: "https://b.example/" });
  expect(error.message).toMatch(/points to https:\/\/b\.example\/: set apiUrl/);
});

test("a server that cannot be reached is an error with status 0, the code and the cause", async () => {
  const { belfry, url } = await serve(["cut"]);
  const error = await failureOf(belfry.subscribers.get("ada"));
  expect(error).toBeInstanceOf(ConnectionError);
  expect(error).toMatchObject({
    status: 0,
    code: "UND_ERR_SOCKET",
    message: `${url} cannot be reached: check apiUrl and that the server is running`,
  });
  expect(error.cause).toBeInstanceOf(Error);
});

test("neither a client that is printed nor an error shows the key", async () => {
  const { belfry } = await serve(["cut", { status: 401 }]);
  const errors = [await failureOf(belfry.topics.get("k")), await failureOf(belfry.topics.get("k"))];
  for (const one of [belfry, belfry.events, ...errors])
    expect(inspect(one, { depth: null, showHidden: true }) + JSON.stringify(one)).not.toContain("secret");
});

test("a call that takes too long is given up, with the failure of the attempt before", async () => {
  const { belfry, received } = await serve(["silent"], { timeoutMs: 100, ...retrying() });
  const error = await failureOf(belfry.subscribers.get("ada"));
  expect(error).toBeInstanceOf(TimeoutError);
  expect(error.message).toMatch("did not answer within 100 ms; set timeoutMs higher");
  expect(received).toHaveLength(1);

  const { belfry: waiting } = await serve([{ status: 503 }], {
    timeoutMs: 200,
    retryConfig: { retryMax: 5, waitMin: 30 },
  });
  const began = performance.now();
  expect(await failureOf(waiting.subscribers.get("ada"))).toMatchObject({
    name: "TimeoutError",
    message: expect.stringContaining("still failed after 200 ms: The server answered 503"),
    cause: expect.objectContaining({ name: "ServiceUnavailableError" }),
  });
  expect(performance.now() - began).toBeLessThan(5_000);
});

test("a call is not repeated unless it was set, and then for what may pass alone", async () => {
  const { belfry, received } = await serve([{ status: 503 }]);
  await failureOf(belfry.topics.get("k"));
  expect(received).toHaveLength(1);

  const passing: (Answer | "cut")[] = [429, 408, 504, 422].map((status) => ({ status }));
  const { belfry: mixed, received: sent } = await serve(["cut", ...passing, "cut", accepted], retrying(7));
  await mixed.topics.create({ key: "k", name: "n" });
  expect(sent).toHaveLength(7);
  for (const status of [400, 401, 403, 404, 405, 413, 414, 415]) {
    const { belfry: other, received: once } = await serve([{ status }], retrying());
    await failureOf(other.topics.get("k"));
    expect([status, once.length]).toEqual([status, 1]);
  }
});

test("after a 422 a call is repeated under a fresh key, unless the caller gave one", async () => {
  const refused = { status: 422 };
  const { belfry, received } = await serve([refused, refused, refused, accepted], retrying());
  await belfry.topics.create({ key: "k", name: "n" });
  expect(new Set(received.map(({ key }) => key)).size).toBe(4);
  const { belfry: own, received: once } = await serve([refused], retrying());
  await failureOf(own.topics.create({ key: "k", name: "n" }, { idempotencyKey: "mine" }));
  expect(once.map(({ key }) => key)).toEqual(["mine"]);
});

test("a condition of the caller's decides what is repeated", async () => {
  const asked: number[] = [];
  const retryCondition = ({ status }: BelfryError) => asked.push(status) < 2;
  const { belfry, received } = await serve([{ status: 400 }], {
    retryConfig: { retryMax: 5, waitMin: 0.01, retryCondition },
  });
  await failureOf(belfry.topics.get("k"));
  expect([asked, received.length]).toEqual([[400, 400], 2]);
});

test("a call gives its answer too, with the id to quote", async () => {
  const { belfry } = await serve([
    { headers: { "x-request-id": "r-1" }, body: { data: { key: "k" } } },
    { status: 404 },
  ]);
  const { data, response, requestId } = await belfry.topics.get("k").withResponse();
  expect([data, response.status, requestId]).toEqual([{ key: "k" }, 200, "r-1"]);
  await expect(belfry.topics.get("k").withResponse()).rejects.toBeInstanceOf(NotFoundError);
});

test("the root has shortcuts to the calls that start workflows", async () => {
  const { belfry, received } = await serve([accepted]);
  await belfry.trigger("a", { to: "ada" });
  await belfry.broadcast("a");
  await belfry.bulkTrigger([]);
  expect(received.map(({ url }) => url)).toEqual([
    "/v1/events/trigger",
    "/v1/events/trigger/broadcast",
    "/v1/events/trigger/bulk",
  ]);
});

test.each<[string, Answer | "silent"]>([
  ["while it waits for the answer", "silent"],
  ["during a pause", { status: 503, headers: { "retry-after": "30" } }],
])("a caller's signal ends a call %s", async (_, answer) => {
  const { belfry, received } = await serve([answer], retrying());
  const controller = new AbortController();
  const call = belfry.subscribers.get("ada", { signal: controller.signal });
  const rejected = expect(call).rejects.toThrow("no longer needed");
  await vi.waitFor(() => expect(received).toHaveLength(1));
  controller.abort(new Error("no longer needed"));
  await rejected;
  expect(received).toHaveLength(1);
});

test.each(["", "\ud800", undefined])("an id that cannot stand in a path is refused: %j", async (id) => {
  const { belfry, received } = await serve([ok({})]);
  // A caller without types can pass anything.
  expect(() => belfry.subscribers.delete(id as string)).toThrow(TypeError);
  expect(received).toEqual([]);
});

test.each([
  [".", "~."],
  ["..", "~.."],
  ["~..", "~~.."],
  ["...", "..."],
  ["a/b", "a%2Fb"],
])("the id %j, which HTTP clients may resolve, stands in the path as %s", async (id, sent) => {
  const { belfry, received } = await serve([ok({})]);
  await belfry.subscribers.get(id);
  expect(received[0]?.url).toBe(`/v1/subscribers/${sent}`);
});

test("an id is one part of the path, whatever it contains", async () => {
  const { belfry, received } = await serve([ok({})]);
  await belfry.subscribers.get("../topics?x#y");
  expect(received[0]?.url).toBe("/v1/subscribers/..%2Ftopics%3Fx%23y");
});

test("the address may end in a slash or in /v1, and may have a context path", async () => {
  for (const end of ["/", "/v1", "/v1/"]) {
    const { url, received } = await serve([ok({})]);
    await new Belfry({ secretKey: "secret", backendUrl: `${url}/notify${end}` }).subscribers.get("ada");
    expect(received[0]?.url).toBe("/notify/v1/subscribers/ada");
  }
});

test("key and address come from the environment where no argument has them", async () => {
  const { url, received } = await serve([ok({})]);
  vi.stubEnv("BELFRY_SECRET_KEY", "of-environment");
  vi.stubEnv("BELFRY_API_URL", `${url}/v1`);
  await new Belfry().topics.get("k");
  await new Belfry({}).topics.get("k");
  await new Belfry("given").topics.get("k");
  await new Belfry({ secretKey: "given", apiUrl: `${url}/other` }).topics.get("k");
  expect(received.map(({ url, authorization }) => `${authorization} ${url}`)).toEqual([
    "ApiKey of-environment /v1/topics/k",
    "ApiKey of-environment /v1/topics/k",
    "ApiKey given /v1/topics/k",
    "ApiKey given /other/v1/topics/k",
  ]);
  vi.unstubAllEnvs();
});

test("a missing key is refused at once, with the argument and the variable", () => {
  const create = [() => new Belfry(), () => new Belfry({}), () => new Belfry(""), () => new Belfry({ secretKey: "" })];
  for (const one of create) expect(one).toThrow(/pass secretKey to the constructor, or set .* BELFRY_SECRET_KEY/);
});

test.each<[Record<string, unknown>, string]>([
  [{ secretKey: "a\r\nX-Injected: 1" }, "secretKey"],
  [{ apiUrl: "belfry.example.com" }, "apiUrl"],
  [{ apiUrl: "file:///etc" }, "apiUrl"],
  [{ timeoutMs: 0 }, "timeoutMs"],
  [{ retryConfig: { retryMax: Number.NaN } }, "retryConfig.retryMax"],
  [{ retryConfig: { waitMin: -1 } }, "retryConfig.waitMin"],
])("settings that cannot work are refused by name: %o", (change, name) => {
  const options = { secretKey: "secret", apiUrl: "https://belfry.example.com", ...change };
  expect(() => new Belfry(options)).toThrow(name);
});

test("statuses that no class stands for share one", async () => {
  const { belfry } = await serve([{ status: 418 }]);
  expect(await failureOf(belfry.topics.get("k"))).toBeInstanceOf(HttpError);
});
