import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { closeDatabase, type Database, openDatabase } from "#db/client.ts";
import { markReopened } from "#db/queries/cohorts/reopen-cohort.ts";
import { createHttp } from "#providers/http/http.ts";
import { createTestEnvironment, type TestEnvironment } from "#test/support/environment.ts";
import { type AcceptedEvent, anAcceptedEvent, aStep, aWorkflow } from "#test/support/event.ts";
import { fakeEngine } from "#test/support/fake-engine.ts";
import { type FakeVendor, startFakeVendor } from "#test/support/fake-vendor.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { createEventRunner, type EventRunner } from "#test/support/run-event.ts";
import { aTranslationGroup } from "#test/support/translations.ts";
import { createHttpRequests } from "./ahead/http-requests.ts";
import type { Deps } from "./deps.ts";

let db: Database;
let environment: TestEnvironment;
let receiver: FakeVendor;
let received: { method?: string; url?: string; headers: IncomingMessage["headers"]; body: string }[] = [];
const runners: EventRunner[] = [];
beforeAll(async () => {
  db = openDatabase(testDatabaseUrl(), { poolSize: 10 });
  receiver = await startFakeVendor();
  environment = await createTestEnvironment(db);
});
beforeEach(() => {
  received = [];
});
afterAll(async () => {
  for (const runner of runners) await runner.close();
  receiver.close();
  await closeDatabase(db);
});

function answering(respond: (response: ServerResponse, times: number) => void): void {
  receiver.answer = ({ method, url, headers }, body, response) => {
    received.push({ ...(method && { method }), ...(url && { url }), headers, body });
    respond(response, received.length);
  };
}

const request = (metadata: object = {}, step: object = {}) =>
  aStep(
    "http",
    { content: "" },
    { uuid: "lookup", metadata: { method: "POST", url: `${receiver.url}/orders`, ...metadata } as never, ...step },
  );

function aRunner(deps: Partial<Deps> = {}) {
  const { engine, woken } = fakeEngine();
  const runner = createEventRunner(db, { engine, ...deps });
  runners.push(runner);
  return { runner, woken };
}

async function anEvent(steps: object[], event: AcceptedEvent = {}, deps: Partial<Deps> = {}) {
  const workflow = await aWorkflow(db, environment, steps);
  const { ref } = await anAcceptedEvent(db, environment, workflow, { to: "ada", ...event });
  return { ref, workflow, ...aRunner(deps) };
}

const jobsOf = async (eventId: string) =>
  (
    await db.$client`select j.type, j.status from jobs j join runs r on r.id = j.run_id
    where r.event_id = ${eventId} order by r.created_at, r.id, j.position`
  ).map((job) => `${job.type} ${job.status}`);

const messagesOf = async (eventId: string) =>
  (await db.$client`select content from messages where event_id = ${eventId} order by created_at`).map(
    (m) => m.content,
  );

const detailsOf = async (eventId: string) =>
  (
    await db.$client`select d.detail, d.status, d.is_retry, d.raw from execution_details d
    join runs r on r.id = d.run_id where r.event_id = ${eventId} order by d.created_at`
  ).map(({ detail, status, is_retry, raw }) => ({ detail, status, isRetry: is_retry, raw: raw && JSON.parse(raw) }));

const host = () => new URL(receiver.url).host;

test("a request is made of templates, and its answer is there for later templates and conditions", async () => {
  answering((response) => response.end(JSON.stringify({ total: 12.5, state: "open" })));
  const filters = (value: string) => [
    {
      value: "AND",
      children: [{ on: "stepResult", step: "lookup", field: "response.body.state", operator: "EQUAL", value }],
    },
  ];
  const steps = [
    aStep("in_app", { content: "first" }),
    request({
      url: `${receiver.url}/orders/{{ orderId }}?by={{ subscriber.subscriberId }}`,
      headers: { authorization: "Bearer {{ payload.token }}", "x-list": "a" },
      body: { id: "{{ orderId }}", list: ["{{ subscriber.firstName }}", 3], flag: true },
    }),
    aStep("delay", { content: "" }, { metadata: { type: "regular", amount: 1, unit: "hours" } as never }),
    aStep(
      "in_app",
      { content: "{{ steps.lookup.response.status }}: {{ steps.lookup.response.body.total }}" },
      { filters: filters("open") as never },
    ),
    aStep("in_app", { content: "closed" }, { filters: filters("closed") as never }),
  ];
  const { ref, runner } = await anEvent(steps, {
    to: { subscriberId: "ada", firstName: 'Ada "A"' },
    payload: { orderId: 7, token: "s3cret" },
  });
  await runner.toEnd(ref);
  expect(received).toHaveLength(1);
  expect(received[0]).toMatchObject({ method: "POST", url: "/orders/7?by=ada" });
  expect(received[0]?.headers).toMatchObject({
    authorization: "Bearer s3cret",
    "x-list": "a",
    "content-type": "application/json",
  });
  expect(JSON.parse(received[0]?.body ?? "")).toEqual({ id: "7", list: ['Ada "A"', 3], flag: true });
  expect(await messagesOf(ref.eventId)).toEqual(["first", "200: 12.5"]);
  expect((await detailsOf(ref.eventId)).find(({ detail }) => detail === "HTTP request was answered")?.raw).toEqual({
    request: `POST ${host()}`,
    duration: expect.any(Number),
    attempt: 1,
    status: 200,
  });
  const everything = JSON.stringify([
    await db.$client`select * from execution_details`,
    await db.$client`select * from jobs`,
    await db.$client`select * from http_requests`,
  ]);
  expect(everything).not.toContain("s3cret");
});

test("what fails is sent again with growing waits and the same key, and the history says why", async () => {
  answering((response, times) => (times < 3 ? response.writeHead(503).end("no") : response.end("fine")));
  const { ref, runner } = await anEvent([request(), aStep("in_app", { content: "{{ steps.lookup.response.body }}" })]);
  const began = runner.deps.clock().getTime();
  expect(await runner.toEnd(ref)).toBe(2);
  expect(runner.deps.clock().getTime() - began).toBeGreaterThanOrEqual(6_000);
  expect(await messagesOf(ref.eventId)).toEqual(["fine"]);
  expect(received).toHaveLength(3);
  expect(new Set(received.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
  const retry = { detail: "HTTP request failed, it will be sent again", status: "Pending", isRetry: true };
  const raw = {
    request: `POST ${host()}`,
    duration: expect.any(Number),
    status: 503,
    error: `POST ${host()} answered 503`,
  };
  expect((await detailsOf(ref.eventId)).slice(0, 2)).toEqual([
    { ...retry, raw: { ...raw, attempt: 1 } },
    { ...retry, raw: { ...raw, attempt: 2 } },
  ]);
});

test("after the last attempt the step fails, and its run goes on or stops; a resume sends the request again", async () => {
  answering((response) => response.writeHead(500).end());
  const stopping = await anEvent([request({}, { shouldStopOnFail: true }), aStep("in_app", { content: "after" })]);
  await stopping.runner.toEnd(stopping.ref);
  expect(received).toHaveLength(5);
  expect(await jobsOf(stopping.ref.eventId)).toEqual(["http failed", "in_app canceled"]);
  answering((response) => response.end("{}"));
  expect(await markReopened(db, environment.scope, stopping.ref.eventId)).toHaveLength(1);
  await stopping.runner.toEnd(stopping.ref, { again: true });
  expect(await jobsOf(stopping.ref.eventId)).toEqual(["http completed", "in_app completed"]);
});

test("an answer that will not change is not asked for again, and later steps see it", async () => {
  answering((response) => response.writeHead(404).end(JSON.stringify({ reason: "gone" })));
  const content = "{{ steps.lookup.response.status }} {{ steps.lookup.response.body.reason }}";
  const { ref, runner } = await anEvent([request(), aStep("in_app", { content })]);
  expect(await runner.toEnd(ref)).toBe(0);
  expect(received).toHaveLength(1);
  expect(await jobsOf(ref.eventId)).toEqual(["http failed", "in_app completed"]);
  expect(await messagesOf(ref.eventId)).toEqual(["404 gone"]);
});

test("an answer that is too long or nested too deep, a redirect and a private address fail and say so", async () => {
  const failure = async (metadata: object = {}, deps: Partial<Deps> = {}) => {
    const { ref, runner } = await anEvent([request(metadata)], {}, deps);
    await runner.toEnd(ref);
    expect(await jobsOf(ref.eventId)).toEqual(["http failed"]);
    return (await detailsOf(ref.eventId)).at(-1)?.raw.error;
  };
  answering((response) => response.end(JSON.stringify("x".repeat(70_000))));
  expect(await failure()).toBe(`POST ${host()} answered more than 65536 characters`);
  answering((response) => response.end("[".repeat(1_000) + "]".repeat(1_000)));
  expect(await failure()).toContain("nested more than 50 levels");
  answering((response) => response.writeHead(302, { location: "http://example.com" }).end());
  expect(await failure()).toBe(`POST ${host()} answered 302`);
  answering((response) => response.end());
  const guarded = createHttp();
  received = [];
  expect(await failure({}, { requests: createHttpRequests({ http: guarded }) })).toMatch(
    /private|loopback|not allowed/i,
  );
  expect(received).toEqual([]);
  await guarded.close();
});

test("variables that make no address, header or JSON fail the step and name the field, without the value", async () => {
  answering((response) => response.end());
  const problem = async (metadata: object, payload: Record<string, unknown>) => {
    const { ref, runner } = await anEvent([request(metadata)], { payload });
    expect(await runner.toEnd(ref)).toBe(0);
    return (await detailsOf(ref.eventId)).at(-1)?.raw.error;
  };
  expect(await problem({ url: "{{ target }}" }, { target: "file:///etc/passwd" })).toBe(
    "metadata.url does not make an http or https address with this payload",
  );
  expect(await problem({ headers: { "x-note": "{{ note }}" } }, { note: "a\r\nx-evil: 1" })).toBe(
    "metadata.headers.x-note makes a value that no HTTP header may carry",
  );
  expect(await problem({ body: '{"a": {{ a }}}' }, { a: "text" })).toContain("metadata.body makes no JSON");
  expect(received).toEqual([]);
  await problem({ body: '{"a": {{ a }}}' }, { a: 3 });
  expect(JSON.parse(received[0]?.body ?? "")).toEqual({ a: 3 });
});

test("an answer that takes longer than a slice awaits it ends the step as soon as it is there, with one request", async () => {
  const asked: ServerResponse[] = [];
  answering((response) => void asked.push(response));
  const steps = [
    request({ timeoutSeconds: 30 }),
    aStep("in_app", { content: "{{ steps.lookup.response.body.late }}" }),
  ];
  const { ref, runner, woken } = await anEvent(steps);
  const [cohort] = await runner.start(ref);
  expect(await jobsOf(ref.eventId)).toEqual(["http pending", "in_app pending"]);
  for (const response of asked) response.end(JSON.stringify({ late: true }));
  await expect.poll(() => woken.length, { timeout: 10_000 }).toBeGreaterThan(0);
  expect(woken.map(({ event }) => event.eventId)).toEqual([ref.eventId]);
  if (cohort) await runner.untilItWaits(cohort);
  expect(await messagesOf(ref.eventId)).toEqual(["true"]);
  expect(received).toHaveLength(1);
}, 30_000);

test("a receiver that never answers is given up after the step's time, and the step fails in the end", async () => {
  answering(() => {});
  const { ref, runner } = await anEvent([request({ timeoutSeconds: 1 }), aStep("in_app")]);
  const began = performance.now();
  await runner.toEnd(ref);
  expect(performance.now() - began).toBeLessThan(15_000);
  expect(received.length).toBeGreaterThan(1);
  expect(await jobsOf(ref.eventId)).toEqual(["http failed", "in_app completed"]);
  const failed = (await detailsOf(ref.eventId)).find(({ detail }) => detail === "HTTP request failed");
  expect(failed).toMatchObject({ status: "Failed", raw: { error: expect.stringMatching(/time|second/i) } });
}, 30_000);

test("two workers at once send one request, and one whose process died is sent again when it counts as lost", async () => {
  answering((response) => void setTimeout(() => response.end("{}"), 300));
  const { ref, runner } = await anEvent([aStep("in_app"), request()]);
  const { runner: second } = aRunner();
  const { runner: third } = aRunner();
  await Promise.all([runner, second, third].map((one) => one.start(ref)));
  for (let i = 0; i < 100 && (await jobsOf(ref.eventId))[1] !== "http completed"; i++) {
    await sleep(100);
    await runner.untilItWaits({ event: ref, cohort: 0 });
  }
  expect(received).toHaveLength(1);

  const lost = await anEvent([request({ timeoutSeconds: 1 })]);
  const silent = createHttpRequests({ http: createHttp({ allowPrivateHosts: true }) });
  const dead = aRunner({ requests: { ...silent, send: () => new Promise(() => {}) } });
  await dead.runner.start(lost.ref);
  received = [];
  lost.runner.skip(20_000);
  await lost.runner.toEnd(lost.ref, { again: true });
  expect(await jobsOf(lost.ref.eventId)).toEqual(["http completed"]);
  expect(received).toHaveLength(1);
}, 30_000);

test("300 subscribers are asked for by 20 connections at a time, each once", async () => {
  let open = 0;
  let most = 0;
  answering((response) => {
    open += 1;
    most = Math.max(most, open);
    setTimeout(() => {
      open -= 1;
      response.end("{}");
    }, 10);
  });
  const to = Array.from({ length: 300 }, (_, i) => `crowd-${i}`);
  const { ref, runner } = await anEvent([request({ body: { id: "{{ subscriber.subscriberId }}" } })], { to });
  await runner.toEnd(ref);
  expect(new Set(await jobsOf(ref.eventId))).toEqual(new Set(["http completed"]));
  expect(new Set(received.map(({ body }) => body)).size).toBe(300);
  expect(received).toHaveLength(300);
  expect(most).toBeLessThanOrEqual(20);
}, 60_000);

test("a step that does not apply, or comes too late, sends nothing", async () => {
  answering((response) => response.end());
  const filters = [{ value: "AND", children: [{ on: "payload", field: "x", operator: "EQUAL", value: "1" }] }];
  const filtered = await anEvent([request({}, { filters })]);
  await filtered.runner.toEnd(filtered.ref);
  expect(await jobsOf(filtered.ref.eventId)).toEqual(["http canceled"]);
  const expired = await anEvent([request()], { validUntil: new Date(Date.now() - 1_000) });
  await expired.runner.toEnd(expired.ref);
  expect(await jobsOf(expired.ref.eventId)).toEqual(["http skipped"]);
  expect(received).toEqual([]);
});

test("a request has the translations of its subscriber", async () => {
  await aTranslationGroup(db, environment, "requests", { en: { hello: "Hello" }, de: { hello: "Hallo" } });
  answering((response) => response.end("{}"));
  const body = { text: "{{ 'requests.hello' | i18n }}" };
  const { ref, runner } = await anEvent([request({ body })], { to: { subscriberId: "hans", locale: "de" } });
  await runner.toEnd(ref);
  expect(received.map((one) => JSON.parse(one.body))).toEqual([{ text: "Hallo" }]);
});
