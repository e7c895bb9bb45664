import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { closeDatabase, type Database, openDatabase } from "#db/client.ts";
import { recordAttempts, takeWebhooks } from "#db/queries/webhooks/due-webhooks.ts";
import type { EnvironmentRef } from "#engine/refs.ts";
import { createHttp } from "#providers/http/http.ts";
import { createTestEnvironment, type TestEnvironment, testApp } from "#test/support/environment.ts";
import { anAcceptedEvent, aStep, aWorkflow } from "#test/support/event.ts";
import { fakeEngine } from "#test/support/fake-engine.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { createEventRunner, type EventRunner } from "#test/support/run-event.ts";
import { type ReceiverAnswer, startWebhookReceiver } from "#test/support/webhook-receiver.ts";
import { wakeUnsentWebhooks } from "./upkeep/unsent-webhooks.ts";

// Events that webhook endpoints are sent: docs/webhooks.md. The clock of the activities is the test's.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let db: Database;
let app: FastifyInstance;
let close: () => Promise<void>;
let environment: TestEnvironment;
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>;
let answers: Record<string, () => ReceiverAnswer | Promise<ReceiverAnswer>>;
let runner: EventRunner;
/** Environments whose execution somebody has woken. */
let woken: EnvironmentRef[];

beforeAll(async () => {
  db = openDatabase(testDatabaseUrl(), { poolSize: 10 });
  ({ app, close } = await testApp({ db }));
  receiver = await startWebhookReceiver(({ path }) => answers[path.slice(1)]?.() ?? { status: 200, text: "ok" });
});
beforeEach(async () => {
  environment = await createTestEnvironment(db);
  answers = {};
  receiver.received.length = 0;
  await runner?.close();
  const fake = fakeEngine();
  woken = fake.webhooks;
  runner = createEventRunner(db, { engine: fake.engine });
});
afterAll(async () => {
  await runner.close();
  await close();
  await receiver.close();
  await closeDatabase(db);
});

async function call(method: "GET" | "POST" | "PATCH" | "DELETE", path: string, payload?: object) {
  const url = `/v1/webhook-endpoints${path}`;
  const reply = await app.inject({ method, url, headers: environment.headers, ...(payload && { payload }) });
  return { status: reply.statusCode, body: reply.body === "" ? null : reply.json() };
}

/** An endpoint at the receiver, under a path of its own. */
async function anEndpoint(path: string, settings: object = {}): Promise<{ id: string; secret: string }> {
  const { status, body } = await call("POST", "", { url: receiver.urlOf(path), ...settings });
  expect(status).toBe(201);
  return body.data;
}

const pass = () => runner.call(runner.activities.sendWebhooks, environment.scope);

async function logOf(endpointId: string) {
  const { body } = await call("GET", `/${endpointId}/messages`);
  return body.data as { id: string; webhookId: string; type: string; status: string; attempts: number }[] &
    Record<string, unknown>[];
}

/** Triggers a workflow of these steps for a subscriber. */
async function trigger(steps: object[], to: object = { subscriberId: "ada", email: "ada@example.com" }) {
  const workflow = await aWorkflow(db, environment, steps);
  const { ref } = await anAcceptedEvent(db, environment, workflow, { to });
  await runner.toEnd(ref);
  return ref;
}

/** Events that wait for an endpoint, due in the millisecond that the clock of the activities shows, without the messages that they tell of. */
const store = (endpointId: string, many: number) => db.$client`
  insert into webhook_messages (organization_id, environment_id, endpoint_id, type, data, due_at, expire_at)
  select organization_id, environment_id, id, 'message.sent', jsonb_build_object('number', n),
    date_trunc('milliseconds', clock_timestamp()),
    clock_timestamp() + interval '30 days'
  from webhook_endpoints, generate_series(1, ${many}::int) as n where id = ${endpointId}`;

const email = { contentType: "customHtml", content: "Hi", subject: "Hi" } as const;

test("an endpoint is sent what became of messages, signed after Standard Webhooks, once for each", async () => {
  const all = await anEndpoint("all", { eventTypes: ["message.failed", "message.sent", "subscriber.created"] });
  const some = await anEndpoint("some", { eventTypes: ["message.failed"] });
  const ref = await trigger([aStep("email", email), aStep("in_app"), aStep("sms")]);
  expect(woken.map(({ environmentId }) => environmentId)).toContain(environment.environmentId);
  expect(await pass()).toEqual({ nextDueAt: null });
  const { organizationId, environmentId } = environment;
  const about = { subscriberId: "ada", transactionId: ref.transactionId, organizationId, environmentId };
  const received = receiver
    .verified("all", all.secret)
    .sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
  expect(received.map(({ type }) => type)).toEqual([
    "message.failed",
    "message.sent",
    "message.sent",
    "subscriber.created",
  ]);
  const of = (channel: string) => received.find(({ data }) => (data as { channel: string }).channel === channel);
  expect(of("email")).toMatchObject({ type: "message.sent", data: { ...about, providerId: "belfry-email" } });
  expect(of("in_app")).toMatchObject({ type: "message.sent", data: about });
  expect(of("sms")).toMatchObject({ type: "message.failed", data: about });
  expect(receiver.verified("some", some.secret)).toMatchObject([{ type: "message.failed" }]);
  expect(() => receiver.verified("some", all.secret)).toThrow();
  await pass();
  expect(receiver.received).toHaveLength(5);
  const log = await logOf(all.id);
  expect(log.map(({ status, attempts }) => [status, attempts])).toEqual([
    ["sent", 1],
    ["sent", 1],
    ["sent", 1],
    ["sent", 1],
  ]);
  expect(log[0]).toMatchObject({ responseStatus: 200, responseBody: "ok", nextAttemptAt: null, error: null });
  expect(receiver.received.map(({ headers }) => headers["webhook-id"])).toContain(log[0]?.webhookId);
});

test("a failed event is tried eight times with the waits of Standard Webhooks, and each time has the same id", async () => {
  answers.down = () => ({ status: 500, text: "x".repeat(5_000) });
  const { id } = await anEndpoint("down");
  await store(id, 1);
  const waits: number[] = [];
  for (let attempt = 1; attempt <= 8; attempt++) {
    const { nextDueAt } = await pass();
    if (nextDueAt === null) break;
    const wait = nextDueAt - runner.deps.clock().getTime();
    waits.push(wait);
    runner.skip(wait + 1);
  }
  const planned = [5_000, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR];
  expect(waits).toHaveLength(planned.length);
  for (const [index, wait] of waits.entries()) {
    const least = planned[index] ?? 0;
    expect(wait).toBeGreaterThan(least - 2_000);
    expect(wait).toBeLessThan(least * 1.1 + 1);
  }
  expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  expect(receiver.received).toHaveLength(8);
  const [failed] = await logOf(id);
  expect(failed).toMatchObject({ status: "failed", attempts: 8, responseStatus: 500, nextAttemptAt: null });
  expect(failed?.responseBody).toHaveLength(1_000);
});

test("Retry-After puts the next attempt off, and 410 switches the endpoint off and ends what waits", async () => {
  answers.busy = () => ({ status: 503, headers: { "retry-after": "3600" } });
  answers.gone = () => ({ status: 410 });
  const busy = await anEndpoint("busy");
  const gone = await anEndpoint("gone");
  await store(busy.id, 1);
  await store(gone.id, 30);
  const { nextDueAt } = await pass();
  expect((nextDueAt ?? 0) - runner.deps.clock().getTime()).toBeGreaterThan(HOUR - 5_000);
  const { body } = await call("GET", `/${gone.id}`);
  expect(body.data).toMatchObject({ active: false, disabledReason: "The endpoint answered 410 Gone" });
  expect(receiver.received.filter(({ path }) => path === "/gone")).toHaveLength(20);
  expect((await logOf(gone.id)).every(({ status }) => status === "failed")).toBe(true);
});

test("an endpoint that has failed for five days is switched off with a reason, and starts anew when it is switched on", async () => {
  answers.down = () => ({ status: 500 });
  const { id } = await anEndpoint("down");
  const state = async () => (await call("GET", `/${id}`)).body.data;
  await store(id, 1);
  await pass();
  expect(await state()).toMatchObject({ active: true });
  expect((await state()).failingSince).not.toBeNull();
  runner.skip(5 * DAY + MINUTE);
  await pass();
  expect(await state()).toMatchObject({ active: false, disabledReason: "Every attempt has failed for 5 days" });
  expect((await call("POST", `/${id}/test`)).status).toBe(409);
  expect((await call("PATCH", `/${id}`, { active: true })).body.data).toMatchObject({
    active: true,
    disabledReason: null,
    failingSince: null,
  });
});

test("an endpoint that is away is sent one event from time to time, and everything when it is back", async () => {
  answers.away = () => ({ status: 503 });
  const { id } = await anEndpoint("away");
  await store(id, 500);
  for (let round = 0; round < 4; round++) {
    await pass();
    runner.skip(31_000);
  }
  expect(receiver.received.length).toBeLessThan(40);
  answers = {};
  runner.skip(HOUR);
  expect(await pass()).toEqual({ nextDueAt: null });
  const log =
    await db.$client`select status, count(*)::int as many from webhook_messages where endpoint_id = ${id} group by 1`;
  expect([...log]).toEqual([{ status: "sent", many: 500 }]);
});

test("a slow endpoint delays only what is for itself", async () => {
  let release = () => {};
  const blocked = new Promise<ReceiverAnswer>((settle) => {
    release = () => settle({ status: 200 });
  });
  answers.slow = () => blocked;
  const slow = await anEndpoint("slow");
  const quick = await anEndpoint("quick");
  await store(slow.id, 1);
  await store(quick.id, 30);
  const passing = pass();
  await expect.poll(() => receiver.received.filter(({ path }) => path === "/quick").length).toBe(30);
  // What is stored meanwhile does not wait for the slow one either.
  await store(quick.id, 5);
  await expect.poll(() => receiver.received.filter(({ path }) => path === "/quick").length).toBe(35);
  release();
  await passing;
});

test("of attempts at once each takes others, and what was sent but not recorded is sent again with the same id", async () => {
  const { id } = await anEndpoint("twice");
  await store(id, 100);
  await Promise.all([pass(), pass(), pass()]);
  const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
  expect([ids.length, new Set(ids).size]).toEqual([100, 100]);
  // A process that took events, sent them and died.
  await store(id, 1);
  const now = runner.deps.clock();
  const until = new Date(now.getTime() + MINUTE);
  const taken = await takeWebhooks(db, id, { now, until, limit: 10, failuresToPause: 10 });
  const [lost] = taken?.webhooks ?? [];
  if (!lost) throw new Error("nothing was due");
  await pass();
  expect(receiver.received).toHaveLength(100);
  runner.skip(MINUTE + 1);
  await pass();
  expect(receiver.received.at(-1)?.headers["webhook-id"]).toBe(`msg_${lost.id}`);
  // What the first process records too late changes nothing.
  const failure = { status: "waiting", dueAt: now, responseStatus: 500, responseBody: null, error: "late" } as const;
  await recordAttempts(db, id, [{ webhook: lost, ...failure }], {
    now,
    isGone: false,
    failuresToPause: 10,
    pausedUntil: now,
  });
  expect((await logOf(id))[0]).toMatchObject({ status: "sent", attempts: 2, error: null });
});

test("a secret is shown when it is made and nowhere else; for a day after a rotation events carry both signatures", async () => {
  const { id, secret } = await anEndpoint("signed");
  const rotated = (await call("POST", `/${id}/rotate-secret`)).body.data;
  expect(rotated.secret).not.toBe(secret);
  await store(id, 1);
  await pass();
  expect(receiver.verified("signed", secret)).toHaveLength(1);
  expect(receiver.verified("signed", rotated.secret)).toHaveLength(1);
  runner.skip(DAY + MINUTE);
  await store(id, 1);
  await db.$client`update webhook_messages set due_at = clock_timestamp() where endpoint_id = ${id} and status = 'waiting'`;
  receiver.received.length = 0;
  await pass();
  expect(receiver.verified("signed", rotated.secret)).toHaveLength(1);
  expect(() => receiver.verified("signed", secret)).toThrow();
  const shown = JSON.stringify([await call("GET", ""), await call("GET", `/${id}`), await logOf(id)]);
  expect(shown).not.toContain("whsec_");
  const [row] = await db.$client`select row_to_json(e)::text as text from webhook_endpoints e where id = ${id}`;
  expect(row?.text).not.toContain("whsec_");
});

test("what waits for an endpoint that is deleted is not sent, and its secrets are gone", async () => {
  const { id } = await anEndpoint("deleted");
  await store(id, 50);
  expect((await call("DELETE", `/${id}`)).status).toBe(204);
  expect(await pass()).toEqual({ nextDueAt: null });
  expect(receiver.received).toEqual([]);
  expect((await call("GET", `/${id}/messages`)).status).toBe(404);
  const [row] = await db.$client`select secret, former_secret from webhook_endpoints where id = ${id}`;
  expect(row).toEqual({ secret: "", former_secret: null });
});

test("failed events are sent again, one by one or all since a moment, with the same id", async () => {
  answers.flaky = () => ({ status: 400 });
  const { id } = await anEndpoint("flaky");
  await store(id, 3);
  await db.$client`update webhook_messages set attempts = 7 where endpoint_id = ${id}`;
  await pass();
  const failed = await logOf(id);
  expect(failed.map(({ status }) => status)).toEqual(["failed", "failed", "failed"]);
  answers = {};
  const [first] = failed;
  expect((await call("POST", `/${id}/messages/${first?.id}/resend`)).body.data).toMatchObject({ status: "waiting" });
  expect((await call("POST", `/${id}/messages/${randomUUID()}/resend`)).status).toBe(404);
  await pass();
  expect(receiver.received.at(-1)?.headers["webhook-id"]).toBe(first?.webhookId);
  const later = new Date(Date.now() + HOUR).toISOString();
  const count = async (since: string) => (await call("GET", `/${id}/recoverable?since=${since}`)).body.data;
  const recover = async (since: string) => (await call("POST", `/${id}/recover`, { since, missed: false })).body.data;
  expect(await count(later)).toMatchObject({ failed: 0, missed: 0, isMore: false });
  expect(await recover(later)).toMatchObject({ recovered: 0, hasMore: false });
  const since = new Date(Date.now() - HOUR).toISOString();
  expect(await count(since)).toMatchObject({ failed: 2, isMore: false });
  expect(await recover(since)).toMatchObject({ recovered: 2, hasMore: false });
  expect(await count(since)).toMatchObject({ failed: 0, isMore: false });
  runner.skip(1_000);
  await pass();
  const { body } = await call("GET", `/${id}/messages?status=sent&limit=2`);
  expect(body.data).toHaveLength(2);
  const rest = await call("GET", `/${id}/messages?status=sent&limit=2&cursor=${body.next}`);
  expect([rest.body.data.length, rest.body.next]).toEqual([1, null]);
});

test("a test event is sent whatever the filter of the endpoint is", async () => {
  const { id, secret } = await anEndpoint("tested", { eventTypes: ["workflow.deleted"] });
  expect((await call("POST", `/${id}/test`)).status).toBe(201);
  await pass();
  expect(receiver.verified("tested", secret)).toMatchObject([{ type: "endpoint.test", data: { endpointId: id } }]);
});

test("addresses in private networks are refused", async () => {
  const http = createHttp({ allowPrivateHosts: false });
  const guarded = createEventRunner(db, { http });
  const { id } = await anEndpoint("private");
  await store(id, 1);
  await guarded.call(guarded.activities.sendWebhooks, environment.scope);
  expect(receiver.received).toEqual([]);
  expect((await logOf(id))[0]?.error).toContain("private network");
  await guarded.close();
  await http.close();
});

test("an environment has at most twenty endpoints, also when several are made at once", async () => {
  const replies = await Promise.all(
    Array.from({ length: 22 }, (_, index) => call("POST", "", { url: receiver.urlOf(`${index}`) })),
  );
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(20);
  expect(replies.filter(({ status }) => status === 409)).toHaveLength(2);
});

test("the reconciler, and each worker's look into Postgres, find what nobody sends", async () => {
  const { id } = await anEndpoint("lost");
  await store(id, 1);
  runner.skip(5_000);
  await wakeUnsentWebhooks(runner.deps);
  expect(woken.map(({ environmentId }) => environmentId)).toContain(environment.environmentId);
  woken.length = 0;
  runner.skip(MINUTE);
  await runner.call(runner.activities.reconcile);
  expect(woken.map(({ environmentId }) => environmentId)).toContain(environment.environmentId);
});
