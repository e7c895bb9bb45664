import { afterAll, expect, test } from "vitest";
import { z } from "zod";
import { startFakeVendor } from "#test/support/fake-vendor.ts";
import { ProviderError } from "../provider-error.ts";
import { basicAuth, createHttp } from "./http.ts";
import type { HttpRequest } from "./http-request.ts";

const vendor = await startFakeVendor();
afterAll(() => vendor.close());
const base = vendor.url;

const http = createHttp({ allowPrivateHosts: true, timeoutMs: 1_000 });
afterAll(() => http.close());

function answers(status: number, body = "", headers: Record<string, string> = {}) {
  vendor.answer = (_, __, response) => response.writeHead(status, headers).end(body);
}

async function failure(request: HttpRequest = {}, method = "POST", path = "/send"): Promise<ProviderError> {
  const error = await http.request(method, `${base}${path}`, request).catch((thrown: unknown) => thrown);
  if (error instanceof ProviderError) return error;
  throw new Error(`expected a ProviderError, got ${String(error)}`);
}

test("a JSON call carries body, headers and query, and its answer is parsed by a schema", async () => {
  let seen: unknown;
  vendor.answer = (request, body, response) => {
    seen = {
      method: request.method,
      url: request.url,
      type: request.headers["content-type"],
      key: request.headers.key,
      body,
    };
    response.writeHead(200, { date: "Tue, 05 May 2026 10:00:00 GMT" }).end('{"id":"v-1"}');
  };
  const reply = await http.post(`${base}/send`, { json: { a: 1 }, headers: { key: "k" }, query: { q: "ä" } });
  expect(seen).toEqual({ method: "POST", url: "/send?q=%C3%A4", type: "application/json", key: "k", body: '{"a":1}' });
  expect(reply.json(z.object({ id: z.string() }))).toEqual({ id: "v-1" });
  expect(reply.date).toBe("2026-05-05T10:00:00.000Z");
});

test("the user of an address is sent as HTTP Basic, unless the request names its caller itself", async () => {
  const seen: unknown[] = [];
  vendor.answer = (request, _, response) => {
    seen.push(request.headers.authorization);
    response.end();
  };
  const address = `${base.replace("://", "://ada%40home:100%@")}/send`;
  await http.post(address, {});
  await http.post(address, { headers: { authorization: "Bearer own" } });
  expect(seen).toEqual([basicAuth("ada@home", "100%"), "Bearer own"]);
});

test("a form is sent urlencoded, a list repeats its key", async () => {
  let seen: unknown;
  vendor.answer = (request, body, response) => {
    seen = [request.headers["content-type"], body];
    response.end();
  };
  await http.post(`${base}/send`, { form: { to: ["a", "b"], text: "x y" } });
  expect(seen).toEqual(["application/x-www-form-urlencoded;charset=UTF-8", "to=a&to=b&text=x+y"]);
});

test.each([
  [400, "PERMANENT"],
  [401, "CREDENTIAL"],
  [403, "CREDENTIAL"],
  [404, "PERMANENT"],
  [408, "RETRY"],
  [425, "RETRY"],
  [429, "RETRY"],
  [500, "RETRY"],
  [503, "RETRY"],
])("status %i is %s", async (status, errorClass) => {
  answers(status, "why not");
  expect(await failure()).toMatchObject({ class: errorClass, status, response: "why not" });
});

test("a vendor's own meaning of an answer overrules the default, also of a 2xx", async () => {
  answers(200, "no credit");
  const classify: HttpRequest["classify"] = ({ text }) => (text.includes("credit") ? "FUNDS" : undefined);
  expect(await failure({ classify })).toMatchObject({ class: "FUNDS", status: 200 });
});

test("a redirect is not followed, as it could lead into a private network", async () => {
  answers(302, "", { location: `${base}/elsewhere` });
  expect(await failure()).toMatchObject({ class: "PERMANENT", status: 302 });
});

test("Retry-After counts in seconds or until an HTTP date", async () => {
  answers(429, "", { "retry-after": "7" });
  expect(await failure()).toMatchObject({ class: "RETRY", status: 429, retryAfterSeconds: 7 });
  answers(429, "", { "retry-after": new Date(Date.now() + 60_000).toUTCString() });
  const { retryAfterSeconds: untilDate } = await failure();
  expect(untilDate).toBeGreaterThan(50);
  expect(untilDate).toBeLessThanOrEqual(60);
});

test.each([
  ["99999999999999999999", 86_400],
  ["-5", undefined],
  ["abc", undefined],
  ["Fri, 31 Dec 9999 23:59:59 GMT", 86_400],
])("Retry-After: %s makes no date invalid", async (header, seconds) => {
  answers(503, "", { "retry-after": header });
  expect((await failure()).retryAfterSeconds).toBe(seconds);
});

test("what an adapter or field says to wait is bounded as well", async () => {
  answers(429);
  for (const [said, seconds] of [
    [1e20, 86_400],
    [Number.NaN, undefined],
    [-1, undefined],
  ] as const)
    expect((await failure({ retryAfter: () => said })).retryAfterSeconds).toBe(seconds);
});

test("the headers of limits are passed on, with refusals and successes, and say when a refused request may be repeated", async () => {
  const seen: unknown[] = [];
  const counting = http.withAllowance((allowance) => seen.push(allowance));
  const limits = (remaining: number) => ({ "x-ratelimit-remaining": `${remaining}`, "x-ratelimit-reset": "9" });
  answers(200, "", limits(3));
  await counting.post(`${base}/send`);
  // Those of one recipient's address are not those of the integration.
  await counting.post(`${base}/send`, { limits: "recipient" });
  answers(429, "", limits(0));
  const refused = await counting.post(`${base}/send`).catch((error: unknown) => error);
  expect(refused).toMatchObject({ rate: "integration", retryAfterSeconds: 9 });
  answers(200);
  await counting.post(`${base}/send`);
  expect(seen).toEqual([
    { remaining: 3, resetMs: 9_000 },
    { remaining: 0, resetMs: 9_000 },
  ]);
});

test("a vendor without Retry-After may say otherwise how long to wait", async () => {
  const retryAfter: HttpRequest["retryAfter"] = ({ headers }) => Number(headers.get("x-reset"));
  answers(429, "", { "x-reset": "9" });
  expect(await failure({ retryAfter })).toMatchObject({ class: "RETRY", retryAfterSeconds: 9 });
  answers(429, "", { "x-reset": "9", "retry-after": "7" });
  expect(await failure({ retryAfter })).toMatchObject({ retryAfterSeconds: 7 });
});

test("a silent vendor is RETRY, once at most unless the vendor recognises repetitions", async () => {
  vendor.answer = () => undefined;
  expect(await failure()).toMatchObject({ class: "RETRY", retryLimit: 1, message: expect.stringContaining("TIMEOUT") });
  expect(await failure({ idempotent: true })).toMatchObject({ class: "RETRY", retryLimit: undefined });
});

test("a connection lost while waiting is doubtful, one never made is not", async () => {
  vendor.answer = (request) => request.socket.destroy();
  expect(await failure()).toMatchObject({ class: "RETRY", retryLimit: 1 });
  const gone = await startFakeVendor();
  gone.close();
  const refused = await http.post(gone.url).catch((error: unknown) => error);
  expect(refused).toMatchObject({
    class: "RETRY",
    retryLimit: undefined,
    message: expect.stringMatching(/^POST 127\.0\.0\.1:\d+ gave no answer: ECONNREFUSED$/),
  });
});

test("a 2xx whose body is not what was promised is PERMANENT, because the message is out", async () => {
  answers(202, "<html>");
  const reply = await http.post(`${base}/send`);
  expect(() => reply.json(z.object({ id: z.string() }))).toThrow(expect.objectContaining({ class: "PERMANENT" }));
});

test("no error contains path, query or authorization", async () => {
  vendor.answer = (request, _, response) => response.writeHead(500).end(`you sent ${request.headers.authorization}`);
  const error = await failure(
    { headers: { authorization: basicAuth("me", "pa55") }, query: { key: "k3y" } },
    "POST",
    "/t0ken",
  );
  expect(`${error.message} ${error.response} ${error.stack}`).not.toMatch(/pa55|k3y|t0ken|bWU6cGE1NQ==/);
  expect(error.response).toBe("you sent ***");
});

test("a key that no header can carry is a fault of the credential and is not quoted", async () => {
  const error = await failure({ headers: { authorization: "Bearer pa55\nword" } });
  expect(error.class).toBe("CREDENTIAL");
  expect(error.message).not.toContain("pa55");
});

test("an endless answer is cut off", async () => {
  vendor.answer = (_, __, response) => {
    response.writeHead(200);
    const write = () => response.write("x".repeat(100_000));
    const writing = setInterval(write, 1);
    response.on("close", () => clearInterval(writing));
  };
  const reply = await http.post(`${base}/send`, { timeoutMs: 5_000 });
  expect(reply.text.length).toBeLessThanOrEqual(1_000_000);
});

test("an answer above the bound keeps its status: the message is out, or refused, all the same", async () => {
  const long = JSON.stringify({ id: "x".repeat(1_100_000) });
  answers(200, long);
  const reply = await http.post(`${base}/send`, { timeoutMs: 2_000 });
  expect(() => reply.json(z.object({ id: z.string() }))).toThrow(expect.objectContaining({ class: "PERMANENT" }));
  answers(503, long);
  expect(await failure({ timeoutMs: 2_000 })).toMatchObject({ class: "RETRY", status: 503 });
});

test("a multipart form arrives with its files and a length", async () => {
  let seen: unknown;
  vendor.answer = (request, body, response) => {
    seen = [request.headers["content-type"]?.split("=")[0], Number(request.headers["content-length"]) > 100, body];
    response.end();
  };
  const body = new FormData();
  body.append("to", "ann@example.net");
  body.append("attachment", new Blob(["a,b"], { type: "text/csv" }), "größe.csv");
  await http.post(`${base}/send`, { body });
  expect(seen).toEqual([
    "multipart/form-data; boundary",
    true,
    expect.stringMatching(/"to".*ann@example\.net.*größe\.csv.*text\/csv.*a,b/s),
  ]);
});

test("an address that is none, or not of HTTP, is a fault of the credential and is not quoted", async () => {
  for (const address of ["hooks.example/s3cret", "file:///etc/passwd", "http://", "//127.0.0.1/s3cret"]) {
    await expect(http.post(address)).rejects.toMatchObject({
      class: "CREDENTIAL",
      message: expect.not.stringContaining("s3cret"),
    });
  }
});

test("a private host is refused unless it is allowed", async () => {
  answers(200);
  await expect(createHttp().post(`${base}/send`)).rejects.toMatchObject({ class: "CREDENTIAL" });
});

test("a base URL can be pointed elsewhere", async () => {
  answers(200, '"here"');
  const pointed = createHttp({ allowPrivateHosts: true, baseUrls: { "https://api.vendor.example": base } });
  expect((await pointed.post("https://api.vendor.example/v1/send")).text).toBe('"here"');
});

test("the caller's signal ends a request with the caller's reason, not as a failure of the vendor", async () => {
  vendor.answer = () => undefined;
  const controller = new AbortController();
  const call = http.withSignal(controller.signal).post(`${base}/send`);
  const reason = new Error("run cancelled");
  controller.abort(reason);
  await expect(call).rejects.toBe(reason);
});

test.each<[string, string | undefined, BufferEncoding, boolean]>([
  ["UTF-8", undefined, "utf8", true],
  ["latin-1 that says so", "application/json; charset=ISO-8859-1", "latin1", true],
  ["latin-1 without saying so", "application/json", "latin1", false],
  ["an unknown charset", "application/json; charset=none", "utf8", false],
])("an answer is decoded by its charset: %s", async (_what, type, encoding, isExact) => {
  vendor.answer = (_, __, response) =>
    response
      .writeHead(200, { ...(type && { "content-type": type }) })
      .end(Buffer.from('{"id":1,"city":"Zürich"}', encoding));
  const reply = await http.post(`${base}/send`);
  expect(reply.undecodable === undefined).toBe(isExact);
  if (isExact) expect(reply.text).toContain("Zürich");
  // The vendor has taken the message, whatever it calls a city.
  expect(reply.json(z.object({ id: z.number() }))).toEqual({ id: 1 });
});
