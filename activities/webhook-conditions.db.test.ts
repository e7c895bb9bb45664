import { createHmac, randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { closeDatabase, type Database, openDatabase } from "#db/client.ts";
import { cancelEventRow } from "#db/queries/events/cancel-event.ts";
import { createHttp } from "#providers/http/http.ts";
import { createTestEnvironment, type TestEnvironment } from "#test/support/environment.ts";
import { type AcceptedEvent, anAcceptedEvent, aStep, aWorkflow } from "#test/support/event.ts";
import { type FakeVendor, startFakeVendor } from "#test/support/fake-vendor.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { createEventRunner, type EventRunner } from "#test/support/run-event.ts";
import { createConditionWebhooks } from "./ahead/condition-webhooks.ts";
import type { Deps } from "./deps.ts";

interface Asked {
  subscriber: { subscriberId: string };
  payload: Record<string, unknown>;
  identifier: string;
  channel: string;
  providerId?: string;
}

let db: Database;
let environment: TestEnvironment;
let receiver: FakeVendor;
/** Bodies that the webhook was sent, in order. */
let asked: Asked[] = [];
const http = createHttp({ allowPrivateHosts: true });
const runners: EventRunner[] = [];
beforeAll(async () => {
  db = openDatabase(testDatabaseUrl(), { poolSize: 5 });
  receiver = await startFakeVendor();
  environment = await createTestEnvironment(db);
});
afterEach(async () => {
  asked = [];
  for (const runner of runners.splice(0)) await runner.close();
});
afterAll(async () => {
  receiver.close();
  await http.close();
  await closeDatabase(db);
});

/** Has the webhook answer with `respond`, which is told how often it was asked. */
function answering(respond: (response: ServerResponse, times: number, body: Asked) => void): void {
  receiver.answer = (_request, text, response) => {
    const body: Asked = JSON.parse(text);
    asked.push(body);
    respond(response, asked.length, body);
  };
}

const saying = (answer: object) => (response: ServerResponse) => response.end(JSON.stringify(answer));
const failing = (response: ServerResponse) => response.writeHead(500).end();

const webhook = () => ({ on: "webhook", webhookUrl: receiver.url, field: "send", operator: "EQUAL", value: "true" });
const asking = (...siblings: object[]) => [{ value: "AND", children: [webhook(), ...siblings] }] as never;

async function anEvent(steps: object[], event: AcceptedEvent, deps: Partial<Deps> = {}) {
  const workflow = await aWorkflow(db, environment, steps);
  const { ref } = await anAcceptedEvent(db, environment, workflow, event);
  const runner = createEventRunner(db, deps);
  runners.push(runner);
  return { ref, runner, workflow };
}

const jobsOf = async (eventId: string) =>
  (
    await db.$client`select j.type, j.status from jobs j join runs r on r.id = j.run_id
    where r.event_id = ${eventId} order by r.created_at, r.id, j.position`
  ).map((job) => `${job.type} ${job.status}`);

const detailsOf = async (eventId: string) =>
  (
    await db.$client`select d.detail, d.source, d.status, d.is_retry, d.raw from execution_details d
    join runs r on r.id = d.run_id where r.event_id = ${eventId} order by d.created_at`
  ).map(({ detail, source, status, is_retry, raw }) => ({
    detail,
    source,
    status,
    isRetry: is_retry,
    raw: raw && JSON.parse(raw),
  }));

const messagesOf = (eventId: string) =>
  db.$client`select content from messages where event_id = ${eventId} order by created_at`;

const host = () => new URL(receiver.url).host;

test("two failures and an answer: the message is sent once, after two retries that say why", async () => {
  const signatures: unknown[] = [];
  const { ref, runner, workflow } = await anEvent([aStep("in_app", {}, { filters: asking() })], {
    to: { subscriberId: "ada", firstName: "Ada" },
    payload: { order: 7 },
  });
  answering((response, times) => (times < 3 ? failing(response) : saying({ send: true })(response)));
  const { answer } = receiver;
  receiver.answer = (request, ...rest) => {
    signatures.push(request.headers["nv-hmac-256"]);
    answer(request, ...rest);
  };
  await runner.start(ref);
  expect(await jobsOf(ref.eventId)).toEqual(["in_app queued"]);
  expect(await runner.toEnd(ref)).toBe(2);
  expect(await jobsOf(ref.eventId)).toEqual(["in_app completed"]);
  expect(await messagesOf(ref.eventId)).toHaveLength(1);
  const retry = { detail: "Webhook filter failed, retry will be executed", source: "Webhook", status: "Pending" };
  const message = `POST ${host()} answered 500`;
  expect((await detailsOf(ref.eventId)).slice(0, 2)).toEqual([
    { ...retry, isRetry: true, raw: { message, attempt: 1 } },
    { ...retry, isRetry: true, raw: { message, attempt: 2 } },
  ]);
  expect(asked).toHaveLength(3);
  expect(asked[0]).toEqual({
    subscriber: expect.objectContaining({ subscriberId: "ada", firstName: "Ada" }),
    payload: { order: 7 },
    identifier: workflow.identifier,
    channel: "in_app",
    providerId: "belfry",
  });
  const hmac = createHmac("sha256", environment.apiKey).update(environment.environmentId).digest("hex");
  expect(signatures).toEqual([hmac, hmac, hmac]);
});

test("integers beyond 2^53 are sent with all their digits, and those of the answer are told apart", async () => {
  const bodies: string[] = [];
  receiver.answer = (_request, text, response) => {
    bodies.push(text);
    response.end('{"id":9007199254740993}');
  };
  const about = (value: string) => [{ value: "AND", children: [{ ...webhook(), field: "id", value }] }] as never;
  const { ref, runner } = await anEvent(
    ["9007199254740992", "9007199254740993"].map((value) => aStep("in_app", {}, { filters: about(value) })),
    { to: "ada", payload: { order: 9007199254740995n } },
  );
  await runner.toEnd(ref);
  expect(bodies[0]).toContain('"payload":{"order":9007199254740995}');
  expect(await jobsOf(ref.eventId)).toEqual(["in_app canceled", "in_app completed"]);
  const filtered = await db.$client`select d.raw from execution_details d join runs r on r.id = d.run_id
    where r.event_id = ${ref.eventId} and d.raw like '%"actual"%'`;
  expect(String(filtered[0]?.raw)).toContain('"actual":"9007199254740993"');
});

test("after the third failure the job fails and says so, and the run goes on, unless the step stops it", async () => {
  answering(failing);
  const step = (shouldStopOnFail: boolean) => aStep("in_app", {}, { filters: asking(), shouldStopOnFail });
  const going = await anEvent([step(false), aStep("in_app", { content: "next" })], { to: "ada" });
  expect(await going.runner.toEnd(going.ref)).toBe(2);
  expect(asked).toHaveLength(3);
  expect(await jobsOf(going.ref.eventId)).toEqual(["in_app failed", "in_app completed"]);
  expect(await messagesOf(going.ref.eventId)).toMatchObject([{ content: "next" }]);
  const message = `POST ${host()} answered 500`;
  expect((await detailsOf(going.ref.eventId)).slice(2, 4)).toEqual([
    {
      detail: "Failed to get response from remote webhook filter on last retry",
      source: "Webhook",
      status: "Pending",
      isRetry: true,
      raw: { message },
    },
    {
      detail: "Processing step filter failed",
      source: "Internal",
      status: "Failed",
      isRetry: false,
      raw: { error: message },
    },
  ]);
  const stopping = await anEvent([step(true), aStep("in_app")], { to: "ada" });
  await stopping.runner.toEnd(stopping.ref);
  expect(await jobsOf(stopping.ref.eventId)).toEqual(["in_app failed", "in_app canceled"]);
});

test("a webhook that says no filters the step, with its answer in the history", async () => {
  answering(saying({ send: "later" }));
  const { ref, runner } = await anEvent([aStep("in_app", {}, { filters: asking() })], { to: "ada" });
  expect(await runner.toEnd(ref)).toBe(0);
  expect(await jobsOf(ref.eventId)).toEqual(["in_app canceled"]);
  expect((await detailsOf(ref.eventId))[0]?.raw).toEqual({
    filter: {
      conditions: [
        { filter: "Webhook", field: "send", expected: "true", actual: "later", operator: "EQUAL", passed: false },
      ],
      passed: false,
    },
    preferences: { passed: true },
  });
});

test("a webhook is asked only for subscribers about whom no cheaper condition decides", async () => {
  answering(saying({ send: true }));
  const isAda = { on: "subscriber", field: "firstName", operator: "EQUAL", value: "Ada" };
  const to = [
    { subscriberId: "a", firstName: "Ada" },
    { subscriberId: "b", firstName: "Bob" },
  ];
  const all = await anEvent([aStep("in_app", {}, { filters: asking(isAda) })], { to });
  await all.runner.toEnd(all.ref);
  expect(asked.map(({ subscriber }) => subscriber.subscriberId)).toEqual(["a"]);
  expect((await jobsOf(all.ref.eventId)).sort()).toEqual(["in_app canceled", "in_app completed"]);
  asked = [];
  const either = [{ value: "OR", children: [webhook(), isAda] }] as never;
  const some = await anEvent([aStep("in_app", {}, { filters: either })], { to });
  await some.runner.toEnd(some.ref);
  expect(asked.map(({ subscriber }) => subscriber.subscriberId)).toEqual(["b"]);
  expect(await jobsOf(some.ref.eventId)).toEqual(["in_app completed", "in_app completed"]);
});

test("a webhook that fails for one subscriber delays nobody else, and earlier steps are not repeated", async () => {
  answering((response, _times, { subscriber }) =>
    subscriber.subscriberId === "sad" ? failing(response) : saying({ send: true })(response),
  );
  const { ref, runner } = await anEvent(
    [aStep("in_app", { content: "first" }), aStep("in_app", { content: "second" }, { filters: asking() })],
    { to: ["sad", "glad"] },
  );
  await runner.start(ref);
  expect((await messagesOf(ref.eventId)).map(({ content }) => content).sort()).toEqual(["first", "first", "second"]);
  await runner.toEnd(ref);
  expect((await messagesOf(ref.eventId)).map(({ content }) => content).sort()).toEqual(["first", "first", "second"]);
  expect(asked.map(({ subscriber }) => subscriber.subscriberId).sort()).toEqual(["glad", "sad", "sad", "sad"]);
});

test("an execution that takes the run again at the same time sends nothing twice", async () => {
  answering((response, times) => (times === 1 ? failing(response) : saying({ send: true })(response)));
  const { ref, runner } = await anEvent([aStep("in_app", {}, { filters: asking() })], { to: "ada" });
  await runner.start(ref);
  runner.skip(2_000);
  const cohort = { event: ref, cohort: 0 };
  await Promise.all([runner.untilItWaits(cohort), runner.untilItWaits(cohort), runner.untilItWaits(cohort)]);
  expect(await messagesOf(ref.eventId)).toHaveLength(1);
  expect(await jobsOf(ref.eventId)).toEqual(["in_app completed"]);
});

test("a cancel ends a run that waits for the next attempt", async () => {
  answering(failing);
  const { ref, runner } = await anEvent([aStep("in_app", {}, { filters: asking() })], { to: "ada" });
  await runner.start(ref);
  const canceled = await db.transaction((transaction) => cancelEventRow(transaction, ref, ref.transactionId));
  expect(canceled?.id).toBe(ref.eventId);
  await runner.toEnd(ref);
  expect(asked).toHaveLength(1);
  expect(await jobsOf(ref.eventId)).toEqual(["in_app canceled"]);
});

test("a delay asks when it begins and again when it ends, and keeps its length over a failure", async () => {
  answering((response, times) => (times === 2 ? failing(response) : saying({ send: times !== 3 })(response)));
  const metadata = { type: "regular", amount: 1, unit: "hours" } as never;
  const { ref, runner } = await anEvent([aStep("delay", {}, { metadata, filters: asking() }), aStep("in_app")], {
    to: "ada",
  });
  await runner.start(ref);
  expect(await jobsOf(ref.eventId)).toEqual(["delay delayed", "in_app pending"]);
  expect(asked).toHaveLength(1);
  runner.skip(3_601_000 + 60_000);
  await runner.untilItWaits({ event: ref, cohort: 0 });
  expect(await jobsOf(ref.eventId)).toEqual(["delay delayed", "in_app pending"]);
  await runner.toEnd(ref);
  // The second answer says no: the delay is filtered, and the run goes on.
  expect(asked).toHaveLength(3);
  expect(await jobsOf(ref.eventId)).toEqual(["delay canceled", "in_app completed"]);
});

test("variants are chosen by webhooks, and a variant's webhook that keeps failing fails the step", async () => {
  const variant = { name: "Long", filters: asking(), template: { type: "in_app", content: "long" } };
  const steps = [aStep("in_app", { content: "short" }, { variants: [variant] } as never)];
  answering(saying({ send: true }));
  const chosen = await anEvent(steps, { to: "ada" });
  await chosen.runner.toEnd(chosen.ref);
  expect(await messagesOf(chosen.ref.eventId)).toMatchObject([{ content: "long" }]);
  answering(saying({ send: false }));
  const root = await anEvent(steps, { to: "ada" });
  await root.runner.toEnd(root.ref);
  expect(await messagesOf(root.ref.eventId)).toMatchObject([{ content: "short" }]);
  answering(failing);
  const failed = await anEvent(steps, { to: "ada" });
  await failed.runner.toEnd(failed.ref);
  expect(await jobsOf(failed.ref.eventId)).toEqual(["in_app failed"]);
  expect(await messagesOf(failed.ref.eventId)).toHaveLength(0);
});

test("a broadcast asks for each subscriber once, in bounded parallel, and a slice ends in time", async () => {
  const crowd = await createTestEnvironment(db);
  await db.$client`
    insert into subscribers (organization_id, environment_id, subscriber_id)
    select ${crowd.organizationId}, ${crowd.environmentId}, 'member-' || g from generate_series(1, 500) as g`;
  const own = environment;
  environment = crowd;
  let open = 0;
  let most = 0;
  answering((response) => {
    open += 1;
    most = Math.max(most, open);
    setTimeout(() => {
      open -= 1;
      saying({ send: true })(response);
    }, 20);
  });
  const { ref, runner } = await anEvent([aStep("in_app", {}, { filters: asking() })], { audience: "broadcast" });
  environment = own;
  await runner.toEnd(ref);
  expect(new Set(await jobsOf(ref.eventId))).toEqual(new Set(["in_app completed"]));
  expect(await messagesOf(ref.eventId)).toHaveLength(500);
  expect(new Set(asked.map(({ subscriber }) => subscriber.subscriberId)).size).toBe(500);
  expect(asked).toHaveLength(500);
  expect(most).toBeLessThanOrEqual(20);
  expect(most).toBeGreaterThan(5);
});

test("a dead webhook holds up nobody who does not need it, and everybody's step fails in the end", async () => {
  const crowd = await createTestEnvironment(db);
  await db.$client`
    insert into subscribers (organization_id, environment_id, subscriber_id, first_name)
    select ${crowd.organizationId}, ${crowd.environmentId}, 'member-' || g, case when g % 2 = 0 then 'Ada' end
    from generate_series(1, 300) as g`;
  const own = environment;
  environment = crowd;
  answering(() => {});
  const isAda = { on: "subscriber", field: "firstName", operator: "EQUAL", value: "Ada" };
  const either = [{ value: "OR", children: [webhook(), isAda] }] as never;
  const { ref, runner } = await anEvent(
    [aStep("in_app", {}, { filters: either })],
    { audience: "broadcast" },
    {
      webhooks: createConditionWebhooks({ http, timeoutMs: 300 }),
    },
  );
  environment = own;
  const began = performance.now();
  await runner.start(ref);
  expect((await jobsOf(ref.eventId)).filter((job) => job === "in_app completed")).toHaveLength(150);
  await runner.toEnd(ref);
  const jobs = await jobsOf(ref.eventId);
  expect(jobs.filter((job) => job === "in_app failed")).toHaveLength(150);
  expect(jobs).toHaveLength(300);
  // Far fewer calls than attempts: a host without any answer is left alone for a while.
  expect(asked.length).toBeLessThan(450);
  expect(performance.now() - began).toBeLessThan(20_000);
});

test("without an API key to sign with, the attempts fail and say so", async () => {
  const bare = await createTestEnvironment(db);
  await db.$client`delete from api_keys where environment_id = ${bare.environmentId}`;
  answering(saying({ send: true }));
  const workflow = await aWorkflow(db, bare, [aStep("in_app", {}, { filters: asking() })]);
  const { ref } = await anAcceptedEvent(db, bare, workflow, { to: "ada", transactionId: randomUUID() });
  const runner = createEventRunner(db);
  runners.push(runner);
  await runner.toEnd(ref);
  expect(asked).toHaveLength(0);
  expect((await detailsOf(ref.eventId))[0]?.raw.message).toBe(
    "The environment has no API key to sign the request with: create one",
  );
});
