import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { createRequestBuffer } from "#api/request-log/request-buffer.ts";
import type { RequestDetails, Request as RequestView } from "#contract/activity/requests.ts";
import { REQUEST_TEXT_BYTES } from "#contract/constants/activity/requests.ts";
import { deleteExpiredRows, PARTITIONED_TABLES } from "#db/partitions.ts";
import { listRequests, type RequestPlace } from "#db/queries/activity/requests/list-requests.ts";
import { type NewRequest, storeRequests } from "#db/queries/activity/requests/store-requests.ts";
import { forgetApiKeys } from "#db/queries/environments/api-keys.ts";
import { createTestEnvironment, type TestEnvironment, testApp } from "#test/support/environment.ts";
import { aStep, aWorkflow } from "#test/support/event.ts";
import { aMember } from "#test/support/sign-in.ts";

// Calls with API keys: docs/requests.md.

const { app, db } = await testApp();
const sql = db.$client;

let environment: TestEnvironment;
let workflow: string;
beforeEach(async () => {
  environment = await createTestEnvironment(db);
  workflow = (await aWorkflow(db, environment, [aStep("in_app")])).identifier;
});

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
async function call(method: Method, url: string, payload?: object | string, headers: object = {}) {
  const reply = await app.inject({
    method,
    url,
    headers: {
      ...environment.headers,
      ...(typeof payload === "string" && { "content-type": "application/json" }),
      ...headers,
    },
    ...(payload !== undefined && { payload }),
  });
  return { status: reply.statusCode, body: reply.body === "" ? undefined : reply.json(), headers: reply.headers };
}

async function list(query = ""): Promise<RequestView[]> {
  await app.requestLog.flush();
  const { status, body } = await call("GET", `/v1/requests${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
}
async function only(): Promise<RequestDetails> {
  const [request, ...others] = await list();
  if (!request || others.length > 0) throw new Error(`There are ${others.length + (request ? 1 : 0)} requests`);
  const { body } = await call("GET", `/v1/requests/${request._id}`);
  return body.data;
}

const trigger = (body: object = {}, headers: object = {}) =>
  call("POST", "/v1/events/trigger", { name: workflow, to: "ada", ...body }, headers);

test("a refused trigger is listed with its error, its body and the key that was used", async () => {
  const refused = await trigger({ to: undefined });
  expect(refused.status).toBe(400);
  const request = await only();
  expect(request).toMatchObject({
    method: "POST",
    route: "/v1/events/trigger",
    path: "/v1/events/trigger",
    status: 400,
    apiKey: { name: "Default", end: environment.apiKey.slice(-4) },
    requestId: refused.headers["x-request-id"],
    events: [],
    error: { code: "invalid_input", messages: [expect.stringContaining("to")] },
    body: { text: JSON.stringify({ name: workflow }), isCut: false },
    answer: { isCut: false },
    contentType: "application/json",
  });
  expect(JSON.parse(request.answer?.text ?? "")).toEqual(refused.body);
});

test("calls that write are recorded, and reads only when they are refused", async () => {
  await call("GET", "/v1/topics");
  await call("POST", "/v1/topics", { key: "crew", name: "Crew" });
  await call("GET", `/v1/topics/${randomUUID()}`);
  await call("DELETE", "/v1/topics/crew");
  expect((await list()).map(({ method, route, status }) => [method, route, status])).toEqual([
    ["DELETE", "/v1/topics/:key", 204],
    ["GET", "/v1/topics/:key", 404],
    ["POST", "/v1/topics", 201],
  ]);
});

test("a call is recorded whose key has ended, or may not make it, and none without a key that is known", async () => {
  const { _id } = (
    await call("GET", "/v1/api-keys", undefined, { authorization: `ApiKey ${environment.organizationApiKey}` })
  ).body.data.find(({ type }: { type: string }) => type === "environment");
  await sql`update api_keys set role = 'viewer' where id = ${_id}`;
  forgetApiKeys();
  expect((await trigger()).status).toBe(403);
  await sql`update api_keys set expire_at = now() - interval '1 minute' where id = ${_id}`;
  forgetApiKeys();
  expect((await trigger()).status).toBe(401);
  await trigger({}, { authorization: "ApiKey nobody-has-this-key" });
  await sql`update api_keys set expire_at = null where id = ${_id}`;
  forgetApiKeys();
  expect((await list()).map(({ status, error }) => [status, error?.code])).toEqual([
    [401, "unauthorized"],
    [403, "forbidden"],
  ]);
});

test("a refusal of each kind is recorded with its code", async () => {
  await trigger({ name: "no-such-workflow" });
  const key = { "idempotency-key": randomUUID() };
  await trigger({}, key);
  await trigger({ to: "bob" }, key);
  await call("POST", "/v1/topics", { key: "crew", name: "Crew" });
  await call("POST", "/v1/topics", { key: "crew", name: "Crew" });
  await call("PATCH", "/v1/topics/crew", '{"name":');
  await call("POST", "/v1/events/trigger", "<x/>", { "content-type": "text/xml" });
  expect((await list("?status=refused")).map(({ status, error }) => [status, error?.code])).toEqual([
    [415, "unsupported_media_type"],
    [400, "invalid_input"],
    [409, "conflict"],
    [422, "idempotency_key_reused"],
    [422, "workflow_not_found"],
  ]);
});

test("secrets are masked in bodies, answers and queries", async () => {
  const secret = "s3cret-of-a-customer";
  await call("POST", "/v1/integrations", {
    providerId: "sendgrid",
    channel: "email",
    check: false,
    credentials: { apiKey: secret, from: "ada@example.com" },
  });
  const endpoint = await call("POST", "/v1/webhook-endpoints", { url: `https://example.com/x?token=${secret}` });
  const key = await call("POST", "/v1/api-keys", { name: "Orders" }, environment.organizationHeaders);
  await call("PUT", "/v1/subscribers/ada/credentials", { providerId: "fcm", credentials: { deviceTokens: [secret] } });
  await trigger({ payload: { password: secret, nested: [{ accessToken: secret, name: "Ada" }] } });
  await call("GET", `/v1/topics/none?token=${secret}`);
  const rows = await (async () => {
    await app.requestLog.flush();
    return sql`select * from api_requests where environment_id = ${environment.environmentId}`;
  })();
  expect(rows.length).toBeGreaterThanOrEqual(6);
  const stored = JSON.stringify(rows);
  expect(endpoint.body.data.secret).toEqual(expect.any(String));
  expect(key.body.data.key).toEqual(expect.any(String));
  for (const hidden of [secret, endpoint.body.data.secret, key.body.data.key, environment.apiKey]) {
    expect(stored).not.toContain(hidden);
  }
  expect(stored).toContain("Ada");
});

test("long bodies and answers are cut, and say how long they were", async () => {
  const text = "ü".repeat(REQUEST_TEXT_BYTES);
  await call("POST", "/v2/subscribers", { subscriberId: "ada", data: { text } });
  const { body, answer } = await only();
  expect(body).toMatchObject({
    isCut: true,
    bytes: Buffer.byteLength(JSON.stringify({ subscriberId: "ada", data: { text } })),
  });
  expect(answer).toMatchObject({ isCut: true });
  for (const { text: kept } of [body, answer].flatMap((each) => each ?? [])) {
    expect(Buffer.byteLength(kept)).toBeLessThanOrEqual(REQUEST_TEXT_BYTES);
    expect(Buffer.byteLength(kept)).toBeGreaterThan(REQUEST_TEXT_BYTES - 4);
    expect(kept).toMatch(/ü$/);
  }
});

test.each([
  ["NUL characters", '{"name":"a\\u0000b","to":"\\u0000"}'],
  ["halves of surrogate pairs", '{"name":"\\ud800","to":"ada"}'],
  ["a NUL byte", '{"name":"\0"}'],
  ["no JSON", '{"name": x'],
  ["a huge number", `{"name":1${"0".repeat(400)}}`],
  ["depth", "[".repeat(2_000)],
  ["a list", "[]"],
])("a body with %s is recorded", async (_, body) => {
  const { status } = await call("POST", "/v1/events/trigger", body);
  expect(status).toBe(400);
  const request = await only();
  expect(request).toMatchObject({ status: 400, error: { code: "invalid_input" } });
  expect(request.body?.text.slice(0, 3)).toBe(body.slice(0, 3));
});

test("a body that is not UTF-8 is recorded as far as it can be read", async () => {
  const { headers } = environment;
  const payload = Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22]);
  await app.inject({
    method: "POST",
    url: "/v1/events/trigger",
    headers: { ...headers, "content-type": "application/json" },
    payload,
  });
  expect((await only()).body?.text).toBe('{"\ufffd\ufffd"');
});

test("a text that is no JSON is not kept where it may have a secret", async () => {
  await call("POST", "/v1/integrations", "{credentials: {apiKey: 's3cret'}}");
  const request = await only();
  expect(request.status).toBe(400);
  expect(request.body).toBeUndefined();
});

test("a bulk trigger is one request with all of its events", async () => {
  const events = Array.from({ length: 100 }, (_, index) => ({ name: index === 7 ? "none" : workflow, to: "ada" }));
  const { body } = await call("POST", "/v1/events/trigger/bulk", { events });
  const made = body.data.flatMap(({ transactionId }: { transactionId?: string }) => transactionId ?? []);
  expect(made).toHaveLength(99);
  const request = await only();
  expect(request.events).toEqual(
    made.map((transactionId: string) => ({
      transactionId,
      isDuplicate: false,
      workflow: expect.objectContaining({ identifier: workflow }),
    })),
  );
  expect(await list(`?transactionId=${made[50]}`)).toHaveLength(1);
});

test("a repeated trigger is the duplicate of the first one, by its transactionId or its Idempotency-Key", async () => {
  await trigger({ transactionId: "order-7" });
  await trigger({ transactionId: "order-7" });
  const key = { "idempotency-key": randomUUID() };
  await trigger({}, key);
  await trigger({}, key);
  const [replay, keyed, again, first] = await list();
  expect([replay, keyed, again, first].map((each) => [each?.events[0]?.isDuplicate, each?.isReplay])).toEqual([
    [true, true],
    [false, false],
    [true, false],
    [false, false],
  ]);
  const duplicateOf = async (id: string | undefined) =>
    (await call("GET", `/v1/requests/${id}`)).body.data.events[0]._duplicateOf;
  expect(await duplicateOf(replay?._id)).toBe(keyed?._id);
  expect(await duplicateOf(again?._id)).toBe(first?._id);
  expect(await list("?transactionId=order-7&duplicates=false")).toEqual([first]);
});

test("only calls with API keys are recorded", async () => {
  const member = await aMember(db, environment.organizationId, "admin");
  const headers = { ...member.headers, "novu-environment-id": environment.environmentId };
  const reply = await app.inject({ method: "POST", url: "/v1/topics", headers, payload: { name: "no key" } });
  expect(reply.statusCode).toBe(400);
  const session = { applicationIdentifier: environment.applicationIdentifier, subscriberId: "ada" };
  await app.inject({ method: "POST", url: "/v1/inbox/session", payload: session });
  await app.inject({ method: "POST", url: "/v1/inbox/session", payload: {} });
  expect(await list()).toEqual([]);
  const read = await app.inject({ method: "GET", url: "/v1/requests", headers });
  expect(read.statusCode).toBe(200);
});

test("an environment records without bodies, or nothing, and keeps calls as long as it says", async () => {
  const settings = (payload: object) => call("PUT", "/v1/requests/settings", payload);
  expect((await call("GET", "/v1/requests/settings")).body.data).toEqual({ recorded: "everything", days: 7 });
  expect((await settings({ recorded: "without_bodies", days: 30 })).status).toBe(200);
  expect((await call("GET", "/v1/retention")).body.data.days).toMatchObject({ runs: 30, requests: 30 });
  await trigger({ to: undefined });
  const [listed] = await list();
  const request = (await call("GET", `/v1/requests/${listed?._id}`)).body.data;
  expect(request).toMatchObject({ status: 400, error: { code: "invalid_input", messages: [], fields: {} } });
  expect([request.body, request.answer]).toEqual([undefined, undefined]);
  const [row] = await sql<{ days: number }[]>`
    select extract(day from expire_at - created_at)::int as days from api_requests where id = ${request._id}`;
  expect(row?.days).toBe(30);
  const before = await list();
  await settings({ recorded: "nothing", days: 30 });
  await trigger({ to: undefined });
  expect(await list()).toEqual(before);
  for (const payload of [
    {},
    { recorded: "all", days: 7 },
    { recorded: "nothing", days: 91 },
    { recorded: "nothing", days: 7, more: 1 },
  ]) {
    expect((await settings(payload)).status).toBe(400);
  }
  const logs = await sql<{ changes: object }[]>`
    select changes from audit_logs where environment_id = ${environment.environmentId} and action = 'environment.updated'
    order by created_at`;
  expect(logs.map(({ changes }) => Object.keys(changes).sort())).toEqual([
    ["recordedRequests", "retention"],
    ["recordedRequests"],
  ]);
});

test("requests that are over are not listed, and are removed by the clean-up", async () => {
  await trigger({ to: undefined });
  const { _id } = await only();
  await sql`update api_requests set expire_at = '2020-01-15' where id = ${_id}`;
  expect(await list()).toEqual([]);
  expect((await call("GET", `/v1/requests/${_id}`)).status).toBe(404);
  const tables = PARTITIONED_TABLES.filter(({ name }) => name === "api_requests");
  const left = () => sql`select id from api_requests where id = ${_id}`;
  expect(await left()).toHaveLength(1);
  await deleteExpiredRows(sql, new Date(), { tables });
  expect(await left()).toEqual([]);
});

test("requests of other environments are not there", async () => {
  await trigger({ to: undefined });
  const { _id } = await only();
  const other = { authorization: `ApiKey ${environment.productionApiKey}` };
  expect((await call("GET", "/v1/requests", undefined, other)).body.data).toEqual([]);
  expect((await call("GET", `/v1/requests/${_id}`, undefined, other)).status).toBe(404);
  const stranger = await createTestEnvironment(db);
  expect((await call("GET", `/v1/requests/${_id}`, undefined, stranger.headers)).status).toBe(404);
});

test("the list is filtered by status, method, path, key and time", async () => {
  await trigger();
  await trigger({ to: undefined });
  await call("POST", "/v1/topics", { key: "crew_1", name: "Crew" });
  await call("DELETE", "/v1/topics/crew_1");
  const [{ _id: _topic, apiKey } = { _id: "", apiKey: { _id: "" } }] = await list();
  const found = async (query: string) => (await list(query)).map(({ method, status }) => `${method} ${status}`);
  expect(await found("?status=refused")).toEqual(["POST 400"]);
  expect(await found("?status=4xx&method=POST")).toEqual(["POST 400"]);
  expect(await found("?status=201")).toEqual(["POST 201", "POST 201"]);
  expect(await found("?status=5xx")).toEqual([]);
  expect(await found("?method=DELETE")).toEqual(["DELETE 204"]);
  expect(await found("?path=/v1/topics/crew_1")).toEqual(["DELETE 204"]);
  expect(await found("?path=/v1/topics/:key")).toEqual(["DELETE 204"]);
  expect(await found("?path=/v1/topics/crew%25")).toEqual([]);
  expect(await found(`?apiKeyId=${apiKey._id}&status=2xx`)).toHaveLength(3);
  expect(await found(`?apiKeyId=${randomUUID()}`)).toEqual([]);
  expect(await found("?transactionId=none")).toEqual([]);
  expect(await found("?from=2999-01-01T00:00:00Z")).toEqual([]);
  expect(await found("?to=2020-01-01T00:00:00Z")).toEqual([]);
  for (const query of [
    "status=abc",
    "status=999",
    "method=HEAD",
    "apiKeyId=1",
    "from=yesterday",
    "to=0",
    "cursor=x",
    "limit=0",
    "path=%00",
  ]) {
    const { status, body } = await call("GET", `/v1/requests?${query}`);
    expect([query, status, JSON.stringify(body.message)]).toEqual([
      query,
      400,
      expect.stringContaining(query.split("=")[0] ?? ""),
    ]);
  }
});

test("pages of the list follow each other", async () => {
  for (let index = 0; index < 5; index++) await trigger({ to: undefined, transactionId: `t${index}` });
  await app.requestLog.flush();
  const seen: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const { body } = await call("GET", `/v1/requests?limit=2&cursor=${cursor}`);
    seen.push(...body.data.map(({ _id }: RequestView) => _id));
    cursor = body.next;
  }
  expect(seen).toHaveLength(5);
  expect(new Set(seen).size).toBe(5);
  expect(seen).toEqual((await list()).map(({ _id }) => _id));
});

test("a page looks through so many requests, and the next one goes on behind them", async () => {
  for (let index = 0; index < 5; index++) await trigger({ to: undefined });
  await call("POST", "/v1/topics", { key: "crew", name: "Crew" });
  await trigger({ to: undefined });
  const all = await list();
  const page = (after: RequestPlace | null) =>
    listRequests(db, environment.scope, { path: "/v1/topics" }, { after, limit: 10, lookedThrough: 3 });
  const first = await page(null);
  expect(first.rows.map(({ id }) => id)).toEqual([all[1]?._id]);
  expect(first.next?.id).toBe(all[2]?._id);
  const second = await page(first.next);
  expect(second).toMatchObject({ rows: [], next: { id: all[5]?._id } });
  expect(await page(second.next)).toEqual({ rows: [], next: null });
});

/** A call as it would be stored. */
const aRow = (more: Partial<NewRequest> = {}): NewRequest => ({
  id: randomUUID(),
  ...environment.scope,
  keyId: randomUUID(),
  keyEnd: "a1b2",
  method: "POST",
  route: "/v1/topics",
  path: "/v1/topics",
  query: null,
  status: 201,
  durationMs: 1,
  address: null,
  userAgent: null,
  contentType: null,
  idempotencyKey: null,
  isReplay: false,
  requestId: "r",
  body: "{}",
  bodyBytes: 2,
  bodyIsCut: false,
  answer: null,
  answerBytes: null,
  answerIsCut: false,
  error: null,
  transactionIds: [],
  duplicateIds: [],
  createdAt: new Date().toISOString(),
  ...more,
});

test("a value that Postgres refuses costs its own request the texts, or the request, and no other anything", async () => {
  const refused = Array.from({ length: 9_000 }, () => randomUUID()).join("");
  const rows = [
    aRow({ requestId: "a" }),
    aRow({ requestId: "b", transactionIds: [refused] }),
    aRow({ requestId: "c", durationMs: 1e12 }),
    aRow({ requestId: "d", path: "\0\ud800" }),
  ];
  expect((await storeRequests(db, rows)).map(({ requestId }) => requestId)).toEqual(["c"]);
  expect((await storeRequests(db, rows)).map(({ requestId }) => requestId)).toEqual(["c"]);
  const stored = await sql`
    select request_id, path, body, transaction_ids from api_requests where environment_id = ${environment.environmentId} order by request_id`;
  expect(stored).toEqual([
    { request_id: "a", path: "/v1/topics", body: "{}", transaction_ids: [] },
    { request_id: "b", path: "/v1/topics", body: null, transaction_ids: [] },
    { request_id: "d", path: "\ufffd", body: "{}", transaction_ids: [] },
  ]);
});

const LIMITS = { together: 3, waitMs: 10_000, calls: 10, bytes: 1_000_000, retryMs: 10_000, closeMs: 1_000 };
const log = app.log;

test("what comes while the buffer is full is counted, and the list says how many calls are missing", async () => {
  const buffer = createRequestBuffer({ db, log }, LIMITS);
  for (let index = 0; index < 20; index++) buffer.add({ scope: environment.scope, bytes: 1, toRow: () => aRow() });
  await buffer.close();
  await app.requestLog.flush();
  const { body } = await call("GET", "/v1/requests");
  // An environment has half of the buffer.
  expect(body.data).toHaveLength(5);
  expect(body.unrecorded).toEqual({ calls: 15, lastHour: expect.stringMatching(/:00:00\.000Z$/) });
  expect((await call("GET", "/v1/requests?to=2020-01-01T00:00:00Z")).body.unrecorded).toEqual({
    calls: 0,
    lastHour: null,
  });
});

test("calls wait while the database is away, and are stored when it is back", async () => {
  let isAway = true;
  const $client = new Proxy(sql, {
    apply: (target, self, given) => {
      if (isAway) throw Object.assign(new Error("away"), { code: "ECONNREFUSED" });
      return Reflect.apply(target, self, given);
    },
  });
  const buffer = createRequestBuffer(
    { db: Object.assign(Object.create(db), { $client }), log },
    { ...LIMITS, retryMs: 20 },
  );
  for (let index = 0; index < 4; index++) buffer.add({ scope: environment.scope, bytes: 1, toRow: () => aRow() });
  await buffer.flush();
  expect(await list()).toEqual([]);
  isAway = false;
  await expect.poll(list).toHaveLength(4);
  await buffer.close();
});

test("a call whose record cannot be made keeps no other waiting, and is counted", async () => {
  const errors: unknown[] = [];
  const noted = { warn: () => undefined, error: (details: unknown) => errors.push(details) };
  const buffer = createRequestBuffer({ db, log: Object.assign(Object.create(log), noted) }, LIMITS);
  const toRow = () => {
    throw new Error("no row");
  };
  buffer.add({ scope: environment.scope, bytes: 1, toRow });
  buffer.add({ scope: environment.scope, bytes: 1, toRow: () => aRow() });
  await buffer.close();
  expect(errors).toHaveLength(1);
  const { body } = await call("GET", "/v1/requests");
  expect([body.data.length, body.unrecorded.calls]).toEqual([1, 1]);
});

test("a long text counts by its bytes, and a process that ends waits for no database", async () => {
  const never = new Proxy(sql, { apply: () => new Promise(() => undefined) });
  const buffer = createRequestBuffer(
    { db: Object.assign(Object.create(db), { $client: never }), log },
    { ...LIMITS, bytes: 100, closeMs: 50 },
  );
  for (let index = 0; index < 3; index++) buffer.add({ scope: environment.scope, bytes: 60, toRow: () => aRow() });
  await buffer.close();
});
