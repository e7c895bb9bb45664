import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { afterAll, describe, expect, test } from "vitest";
import { housekeep } from "#activities/housekeep.ts";
import { KEY } from "#contract/schemas/access.ts";
import { closeDatabase, openDatabase } from "#db/client.ts";
import { idempotencyKeyIdOf } from "#db/derived-ids.ts";
import { claimKey } from "#db/queries/idempotency/claim-key.ts";
import { idempotencyKeys } from "#db/schema/accounts/idempotency-keys.ts";
import { events } from "#db/schema/events/events.ts";
import { workflows } from "#db/schema/workflows/workflows.ts";
import { DomainError } from "#domain/errors.ts";
import { createLogger } from "#telemetry/logger.ts";
import { createTestEnvironment, type TestEnvironment, testApp, testConfig } from "#test/support/environment.ts";
import { aStep, aWorkflow } from "#test/support/event.ts";
import { fakeEngine } from "#test/support/fake-engine.ts";
import { createTestSubscriber, storeMessages } from "#test/support/inbox.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { signedIn } from "#test/support/sign-in.ts";
import { holdClaims } from "./held-claims.ts";

const db = openDatabase(testDatabaseUrl(), { poolSize: 5 });
/** Two API processes on one database. */
const { app, close } = await testApp({ db });
const other = await testApp({ db });
afterAll(async () => {
  await close();
  await other.close();
  await closeDatabase(db);
});

const TRIGGER = "/v1/events/trigger";
const SECONDS = 1_000;

/** Calls of a test route, by the address of their environment. */
const runs: string[] = [];
const LONG = 1024 * 1024 - 1;
for (const at of [app, other.app]) {
  at.post("/v1/test/runs", { config: { access: [KEY] } }, async ({ scope }, reply) => {
    runs.push(scope.environmentId);
    return reply.code(201).send({ data: { run: runs.length } });
  });
  at.post("/v1/test/long", { config: { access: [KEY] } }, async ({ body, scope }, reply) => {
    runs.push(scope.environmentId);
    return reply.type("text/plain").send("x".repeat(LONG + Number(body)));
  });
}
const runsOf = ({ environmentId }: TestEnvironment): number => runs.filter((id) => id === environmentId).length;

interface Sent {
  url?: string;
  method?: "POST" | "PATCH" | "GET" | "PUT" | "DELETE";
  headers: Record<string, string>;
  key?: string;
  body?: string | object;
  at?: FastifyInstance;
}

async function send({ url = "/v1/test/runs", method = "POST", headers, key, body, at = app }: Sent) {
  const keyed = key === undefined ? headers : { ...headers, "idempotency-key": key };
  const reply = await at.inject({ method, url, headers: keyed, ...(body !== undefined && { payload: body }) });
  const { "idempotency-key": echo, "idempotency-replay": replay, "content-type": type } = reply.headers;
  const { "retry-after": retryAfter, link } = reply.headers;
  return { status: reply.statusCode, text: reply.body, echo, replay, type, retryAfter, link };
}

const rowsOf = ({ organizationId }: TestEnvironment) =>
  db.select().from(idempotencyKeys).where(eq(idempotencyKeys.organizationId, organizationId));
const eventsOf = ({ environmentId }: TestEnvironment) =>
  db.select().from(events).where(eq(events.environmentId, environmentId));

const change = ({ organizationId }: TestEnvironment, values: Partial<typeof idempotencyKeys.$inferInsert>) =>
  db.update(idempotencyKeys).set(values).where(eq(idempotencyKeys.organizationId, organizationId));
/** The lease of an attempt whose process died is over. */
const endLeases = (environment: TestEnvironment) => change(environment, { leasedUntil: new Date(Date.now() - 1) });
const expire = (environment: TestEnvironment) => change(environment, { expireAt: new Date(Date.now() - 1) });

const transactionOf = ({ text }: { text: string }): string => JSON.parse(text).data.transactionId;

async function triggered() {
  const environment = await createTestEnvironment(db);
  const { identifier: name } = await aWorkflow(db, environment, [aStep("in_app")]);
  return { environment, call: { url: TRIGGER, headers: environment.headers, key: "k", body: { name, to: "ada" } } };
}

test("the same key and body get the same answer again, from any process, and are processed once", async () => {
  const environment = await createTestEnvironment(db);
  const call = { headers: environment.headers, key: randomUUID(), body: { a: 1 } };
  const first = await send(call);
  expect(first).toMatchObject({ status: 201, echo: call.key, replay: undefined });
  const restarted = await testApp({ db });
  restarted.app.post("/v1/test/runs", { config: { access: [KEY] } }, async () => "processed again");
  for (const at of [app, other.app, restarted.app]) {
    expect(await send({ ...call, at })).toEqual({ ...first, replay: "true" });
  }
  await restarted.close();
  expect(runsOf(environment)).toBe(1);
  expect((await send({ ...call, key: randomUUID() })).text).not.toBe(first.text);
});

test("of two at once one is processed, and the other is asked to wait a second", async () => {
  const environment = await createTestEnvironment(db);
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const slow = await testApp({ db });
  slow.app.post("/v1/test/runs", { config: { access: [KEY] } }, async (_, reply) => {
    await opened;
    return reply.code(201).send({ data: true });
  });
  const call = { headers: environment.headers, key: "a b", body: { a: 1 } };
  const replies = [send({ ...call, at: slow.app })];
  await expect.poll(() => rowsOf(environment)).toHaveLength(1);
  for (const body of [{ a: 1 }, { a: 2 }]) {
    const refused = await send({ ...call, body });
    expect(refused).toMatchObject({ status: 409, echo: "a b", retryAfter: "1", link: expect.stringMatching(/^<http/) });
    expect(JSON.parse(refused.text)).toMatchObject({
      statusCode: 409,
      error: "Conflict",
      message: 'Request with key "a b" is currently being processed. Please retry after 1 second',
    });
  }
  open();
  expect((await Promise.all(replies))[0]).toMatchObject({ status: 201 });
  expect(await send(call)).toMatchObject({ status: 201, text: '{"data":true}', replay: "true" });
  expect(runsOf(environment)).toBe(0);
  await slow.close();
});

test("a call whose caller went away is answered when it is repeated", async () => {
  const environment = await createTestEnvironment(db);
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const slow = await testApp({ db });
  slow.app.post("/v1/test/runs", { config: { access: [KEY] } }, async (_, reply) => {
    await opened;
    return reply.code(201).send({ data: true });
  });
  await slow.app.listen({ host: "127.0.0.1", port: 0 });
  const gone = new AbortController();
  const lost = fetch(`${slow.app.listeningOrigin}/v1/test/runs`, {
    method: "POST",
    headers: { ...environment.headers, "idempotency-key": "k" },
    signal: gone.signal,
  });
  await expect.poll(() => rowsOf(environment)).toHaveLength(1);
  gone.abort();
  await expect(lost).rejects.toThrow();
  open();
  const call = { headers: environment.headers, key: "k" };
  await expect.poll(() => send(call)).toMatchObject({ status: 201, text: '{"data":true}', replay: "true" });
  await slow.close();
});

test("many at once on two processes are one call", async () => {
  const environment = await createTestEnvironment(db);
  const call = { headers: environment.headers, key: "k", body: {} };
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, index) => send({ ...call, at: index % 2 === 0 ? app : other.app })),
  );
  expect(runsOf(environment)).toBe(1);
  const fresh = replies.filter(({ status, replay }) => status === 201 && replay === undefined);
  expect(fresh).toHaveLength(1);
  expect(replies.every(({ status, replay }) => status === 409 || replay === "true" || status === 201)).toBe(true);
});

test("the same key with another body is refused", async () => {
  const environment = await createTestEnvironment(db);
  const call = { headers: environment.headers, key: "k" };
  const first = await send({ ...call, body: { a: 1 } });
  const refused = await send({ ...call, body: { a: 2 } });
  expect(refused).toMatchObject({ status: 422, echo: "k", replay: undefined, link: expect.stringMatching(/^<http/) });
  expect(JSON.parse(refused.text)).toMatchObject({
    statusCode: 422,
    error: "Unprocessable Entity",
    message: 'Request with key "k" is being reused for a different body',
  });
  expect(await send({ ...call, body: { a: 1 } })).toMatchObject({ text: first.text, replay: "true" });
  expect(runsOf(environment)).toBe(1);
});

test("a large body is compared as a whole, and only its hash is stored", async () => {
  const { environment, call } = await triggered();
  const body = (end: string) => ({ ...call.body, payload: { text: "x".repeat(800_000) + end } });
  expect((await send({ ...call, body: body("a") })).status).toBe(201);
  expect((await send({ ...call, body: body("b") })).status).toBe(422);
  const [row] = await rowsOf(environment);
  expect(JSON.stringify(row).length).toBeLessThan(1_000);
});

test("environments, organisations, methods and paths have keys of their own", async () => {
  const environment = await createTestEnvironment(db);
  const elsewhere = await createTestEnvironment(db);
  const call = { key: "k", body: { key: "t", name: "T" }, url: "/v1/topics" };
  const production = { authorization: `ApiKey ${environment.productionApiKey}` };
  for (const headers of [environment.headers, production, elsewhere.headers]) {
    expect(await send({ ...call, headers })).toMatchObject({ status: 201, replay: undefined });
  }
  const { headers } = environment;
  expect(await send({ ...call, headers, method: "PATCH", url: "/v1/topics/t" })).toMatchObject({ replay: undefined });
  expect(await send({ ...call, headers, url: "/v1/subscribers" })).toMatchObject({ status: 400, replay: undefined });
  expect(await send({ ...call, headers })).toMatchObject({ status: 201, replay: "true" });
});

test("an API key and a member of the same environment share keys, and a member's environments do not", async () => {
  const environment = await createTestEnvironment(db);
  const { userId, environmentId, productionEnvironmentId } = environment;
  const member = { ...(await signedIn(db, userId)), "novu-environment-id": environmentId };
  const call = { url: "/v1/topics", key: "k", body: { key: "t", name: "T" } };
  const first = await send({ ...call, headers: member });
  expect(first).toMatchObject({ status: 201, echo: "k" });
  expect(await send({ ...call, headers: member })).toEqual({ ...first, replay: "true" });
  expect(await send({ ...call, headers: environment.headers })).toEqual({ ...first, replay: "true" });
  const elsewhere = { ...member, "novu-environment-id": productionEnvironmentId };
  expect(await send({ ...call, headers: elsewhere })).toMatchObject({ status: 201, replay: undefined });
});

test("subscribers have keys of their own", async () => {
  const { scope } = await createTestEnvironment(db);
  const [ada, bob] = [await createTestSubscriber(db, scope), await createTestSubscriber(db, scope)];
  await storeMessages(db, scope, ada.id, [{ seen: false }]);
  const call = { url: "/v1/widgets/messages/seen", method: "POST" as const, key: "k", body: {} };
  const first = await send({ ...call, headers: ada.headers });
  const second = await send({ ...call, headers: bob.headers });
  expect([first.status, second.status, second.replay]).toEqual([201, 201, undefined]);
  expect(await send({ ...call, headers: ada.headers })).toEqual({ ...first, replay: "true" });
});

test("refusals are repeated with their status, although they would not be refused any more", async () => {
  const environment = await createTestEnvironment(db);
  const { headers } = environment;
  const invalid = { headers, key: "invalid", url: "/v1/topics", body: { key: "" } };
  const first = await send(invalid);
  expect(first).toMatchObject({ status: 400, echo: "invalid" });
  expect(await send(invalid)).toEqual({ ...first, replay: "true" });

  const unknown = { headers, key: "unknown", url: TRIGGER, body: { name: "later", to: "ada" } };
  const refused = await send(unknown);
  expect(refused.status).toBe(422);
  const { id } = await aWorkflow(db, environment, [aStep("in_app")]);
  await db.update(workflows).set({ identifier: "later" }).where(eq(workflows.id, id));
  expect(await send(unknown)).toEqual({ ...refused, replay: "true" });
  expect(await send({ ...unknown, key: "new" })).toMatchObject({ status: 201 });
});

test("an answer without a body is repeated without one", async () => {
  const { headers } = await createTestEnvironment(db);
  await send({ headers, url: "/v1/topics", body: { key: "t", name: "T" } });
  const call = { headers, key: "k", url: "/v1/topics/t/subscribers/removal", body: { subscribers: ["nobody"] } };
  const first = await send(call);
  expect(first).toMatchObject({ status: 204, text: "" });
  expect(await send(call)).toEqual({ ...first, replay: "true" });
});

test("answers that say that the call could not be processed now are not kept", async () => {
  const { environment, call } = await triggered();
  let problem: Error | undefined = new DomainError("unavailable", "Temporal does not respond");
  const { engine } = fakeEngine({
    startTrigger: async () => {
      if (problem) throw problem;
    },
  });
  const failing = await testApp({ db, engine });
  expect(await send({ ...call, at: failing.app })).toMatchObject({ status: 503, echo: "k" });
  problem = new Error("a bug");
  expect(await send({ ...call, at: failing.app })).toMatchObject({ status: 500, replay: undefined });
  problem = undefined;
  const answered = await send({ ...call, at: failing.app });
  expect(answered).toMatchObject({ status: 201, replay: undefined });
  // The first attempt had stored the event already.
  expect((await eventsOf(environment)).map(({ transactionId }) => transactionId)).toEqual([transactionOf(answered)]);
  await failing.close();
});

test.each([408, 429])("an answer of the status %i is not kept", async (status) => {
  const environment = await createTestEnvironment(db);
  const at = await testApp({ db });
  const replies = [status, 201];
  at.app.post("/v1/test/runs", { config: { access: [KEY] } }, async (_, reply) =>
    reply.code(replies.shift() ?? 0).send(),
  );
  const call = { headers: environment.headers, key: "k", at: at.app };
  expect([await send(call), await send(call), await send(call)]).toMatchObject([
    { status, replay: undefined },
    { status: 201, replay: undefined },
    { status: 201, replay: "true" },
  ]);
  await at.close();
});

test("a call beyond the rate limit claims no key", async () => {
  const environment = await createTestEnvironment(db);
  const limited = await testApp({ db, config: { ...testConfig, limits: { ...testConfig.limits, callsPerSecond: 1 } } });
  const call = { headers: environment.headers, url: "/v1/topics", body: { key: "t", name: "T" }, at: limited.app };
  await send({ ...call, key: "first" });
  expect(await send({ ...call, key: "second" })).toMatchObject({ status: 429, echo: undefined });
  expect(await rowsOf(environment)).toHaveLength(1);
  await limited.close();
});

test("a key that expired is free again, also for the same event", async () => {
  const { environment, call } = await triggered();
  const first = await send(call);
  await expire(environment);
  const second = await send(call);
  expect(second).toMatchObject({ status: 201, replay: undefined });
  expect(transactionOf(second)).not.toBe(transactionOf(first));
  await expire(environment);
  expect(await send({ ...call, body: { ...call.body, to: "bob" } })).toMatchObject({ status: 201, replay: undefined });
  expect(await eventsOf(environment)).toHaveLength(3);
});

test("an answer is kept for 24 hours, and then deleted by housekeeping", async () => {
  const { environment, call } = await triggered();
  const sentAt = Date.now();
  await send(call);
  const [row] = await rowsOf(environment);
  const kept = (row?.expireAt.getTime() ?? 0) - sentAt;
  expect(kept).toBeGreaterThanOrEqual(86_400 * SECONDS);
  expect(kept).toBeLessThan(86_400 * SECONDS + 10 * 60 * SECONDS);
  const logger = createLogger({ logLevel: "silent" });
  const clean = (now: number) => housekeep({ db, logger, clock: () => new Date(now) } as never)();
  await clean(sentAt + 86_400 * SECONDS);
  expect(await rowsOf(environment)).toHaveLength(1);
  await clean(sentAt + 86_400 * SECONDS + 10 * 60 * SECONDS);
  expect(await rowsOf(environment)).toEqual([]);
});

describe("the key is ignored", () => {
  test.each(["GET", "PUT", "DELETE"] as const)("on %s", async (method) => {
    const environment = await createTestEnvironment(db);
    const { headers } = environment;
    await send({ headers, url: "/v1/subscribers", body: { subscriberId: "ada" } });
    const body = method === "PUT" ? { body: { firstName: "Ada" } } : {};
    const call = { headers, method, key: "k".repeat(300), url: "/v1/subscribers/ada", ...body };
    expect(await send(call)).toMatchObject({ status: 200, echo: undefined });
    expect(await send(call)).toMatchObject({ replay: undefined });
    expect(await rowsOf(environment)).toEqual([]);
  });

  test.each([
    ["without a credential", "/v1/topics", {}, 401],
    ["with a wrong one", "/v1/topics", { authorization: "ApiKey wrong" }, 401],
    ["on routes for everybody", "/v1/widgets/session/initialize", {}, 400],
    ["on a path that is none", "/v1/nowhere", {}, 404],
  ])("%s", async (_, url, headers, status) => {
    expect(await send({ url, headers, key: "k".repeat(300), body: {} })).toMatchObject({ status, echo: undefined });
  });

  test("when it is empty", async () => {
    const environment = await createTestEnvironment(db);
    expect(await send({ headers: environment.headers, key: "" })).toMatchObject({ status: 201, echo: undefined });
    expect(await rowsOf(environment)).toEqual([]);
  });
});

test("a key of more than 255 characters is refused", async () => {
  const environment = await createTestEnvironment(db);
  const refused = await send({ headers: environment.headers, key: "k".repeat(256), body: {} });
  expect(refused).toMatchObject({ status: 400, echo: undefined });
  expect(JSON.parse(refused.text).message).toBe("Idempotency-Key must be at most 255 characters");
  expect(await rowsOf(environment)).toEqual([]);
  const longest = "k".repeat(255);
  expect(await send({ headers: environment.headers, key: longest })).toMatchObject({ status: 201, echo: longest });
});

test.each([
  ["is not valid JSON", "{", 400],
  ["is too large", `"${"x".repeat(3 * 1024 * 1024)}"`, 413],
])("a body that %s claims no key", async (_, body, status) => {
  const environment = await createTestEnvironment(db);
  const headers = { ...environment.headers, "content-type": "application/json" };
  expect(await send({ headers, key: "k", body })).toMatchObject({ status, echo: "k" });
  expect(await send({ headers, key: "k", body: "{}" })).toMatchObject({ status: 201, replay: undefined });
});

test("answers are encrypted where they are stored", async () => {
  const environment = await createTestEnvironment(db);
  const secret = randomUUID();
  const { text } = await send({
    headers: environment.headers,
    key: "k",
    url: "/v1/topics",
    body: { key: secret, name: "T" },
  });
  expect(text).toContain(secret);
  const [row] = await rowsOf(environment);
  expect(row?.body).toMatch(/^nvsk\./);
  expect(JSON.stringify(row)).not.toContain(secret);
});

test("an answer of more than 1 MiB is not kept, and its call is not processed again", async () => {
  const environment = await createTestEnvironment(db);
  const headers = { ...environment.headers, "content-type": "application/json" };
  const longest = { headers, url: "/v1/test/long", key: "longest", body: "1" };
  expect(await send(longest)).toMatchObject({ status: 200, type: "text/plain" });
  const repeated = await send(longest);
  expect(repeated).toMatchObject({ status: 200, type: "text/plain", replay: "true" });
  expect(repeated.text).toHaveLength(LONG + 1);

  const tooLong = { ...longest, key: "too long", body: "2" };
  expect(await send(tooLong)).toMatchObject({ status: 200 });
  const refused = await send(tooLong);
  expect(refused).toMatchObject({ status: 410, replay: undefined });
  expect(JSON.parse(refused.text).message).toMatch(/answered with status 200, and the answer was too long to be kept/);
  expect(runsOf(environment)).toBe(2);
});

test("the caller gets its answer also when that cannot be stored", async () => {
  const environment = await createTestEnvironment(db);
  const call = { headers: environment.headers, key: "k", body: {} };
  const constraint = `check (status is null or organization_id <> '${environment.organizationId}')`;
  await db.$client.unsafe(`alter table idempotency_keys add constraint refused_by_test ${constraint} not valid`);
  expect(await send(call)).toMatchObject({ status: 201 });
  await db.$client.unsafe("alter table idempotency_keys drop constraint refused_by_test");
  expect((await send(call)).status).toBe(409);
});

test("a call whose key cannot be stored is not processed", async () => {
  const environment = await createTestEnvironment(db);
  const call = { headers: environment.headers, key: "k", body: {} };
  const constraint = `check (organization_id <> '${environment.organizationId}')`;
  await db.$client.unsafe(`alter table idempotency_keys add constraint refused_by_test ${constraint} not valid`);
  expect(await send(call)).toMatchObject({ status: 503 });
  await db.$client.unsafe("alter table idempotency_keys drop constraint refused_by_test");
  expect(runsOf(environment)).toBe(0);
  expect(await send(call)).toMatchObject({ status: 201, replay: undefined });
});

describe("a process that dies", () => {
  /** An API process whose engine accepts events and never comes back to answer the caller. */
  async function dyingApp() {
    let end = (_: Error) => {};
    const died = new Promise<void>((_, reject) => {
      end = reject;
    });
    died.catch(() => undefined);
    const { engine } = fakeEngine({ startTrigger: () => died });
    const dying = await testApp({ db, engine });
    return { app: dying.app, end, close: dying.close };
  }

  test("holds its key no longer than its lease, and the repeated trigger makes no second event", async () => {
    const { environment, call } = await triggered();
    const dying = await dyingApp();
    const lost = send({ ...call, at: dying.app });
    await expect.poll(() => eventsOf(environment)).toHaveLength(1);
    expect(await send(call)).toMatchObject({ status: 409 });
    await endLeases(environment);
    const answered = await send(call);
    expect(answered).toMatchObject({ status: 201, replay: undefined });
    const [event] = await eventsOf(environment);
    expect(event?.transactionId).toBe(transactionOf(answered));
    expect(await eventsOf(environment)).toHaveLength(1);
    // It was not dead but slow: what it answers now is not what is kept.
    dying.end(new DomainError("unavailable", "Temporal does not respond"));
    expect((await lost).status).toBe(503);
    expect(await send(call)).toEqual({ ...answered, replay: "true" });
    await dying.close();
  });

  test("loses no item of a bulk and makes none twice", async () => {
    const { environment, call } = await triggered();
    const bulk = {
      ...call,
      url: "/v1/events/trigger/bulk",
      body: { events: [call.body, { name: "no-such-workflow", to: "ada" }, call.body] },
    };
    const dying = await dyingApp();
    const lost = send({ ...bulk, at: dying.app });
    await expect.poll(() => eventsOf(environment)).toHaveLength(1);
    await endLeases(environment);
    const answered = await send({ ...bulk, at: other.app });
    const items = JSON.parse(answered.text).data;
    expect(items.map(({ status }: { status: string }) => status)).toEqual(["processed", "error", "processed"]);
    const ids = (await eventsOf(environment)).map(({ transactionId }) => transactionId);
    expect(ids.sort()).toEqual([items[0].transactionId, items[2].transactionId].sort());
    dying.end(new DomainError("unavailable", "Temporal does not respond"));
    await lost;
    await dying.close();
  });

  test("leaves a key that is free for another call", async () => {
    const { environment, call } = await triggered();
    const dying = await dyingApp();
    const lost = send({ ...call, at: dying.app });
    await expect.poll(() => eventsOf(environment)).toHaveLength(1);
    await endLeases(environment);
    expect(await send({ ...call, body: { ...call.body, to: "bob" } })).toMatchObject({ status: 201 });
    expect(await eventsOf(environment)).toHaveLength(2);
    dying.end(new DomainError("unavailable", "Temporal does not respond"));
    await lost;
    await dying.close();
  });
});

test("a lease is renewed while a call takes long, for five minutes at most", async () => {
  const environment = await createTestEnvironment(db);
  const call = { ...environment.scope, method: "POST", path: "/", key: "k" };
  const result = await claimKey(db, call, "");
  if (result.state !== "claimed") throw new Error("The key was not free");
  expect(result.claim.id).toBe(idempotencyKeyIdOf(call));
  const held = holdClaims(db, createLogger({ logLevel: "silent" }));
  held.stop();
  const now = performance.now();
  held.add(result.claim);
  const renewedAfter = async (seconds: number) => {
    await endLeases(environment);
    await held.renew(now + seconds * SECONDS);
    const [row] = await rowsOf(environment);
    return (row?.leasedUntil.getTime() ?? 0) > Date.now() + 10 * SECONDS;
  };
  expect([await renewedAfter(1), await renewedAfter(10), await renewedAfter(270), await renewedAfter(290)]).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect((await claimKey(db, call, "")).state).toBe("claimed");
  expect((await claimKey(db, call, "")).state).toBe("running");
});
