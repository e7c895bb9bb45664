import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { closeDatabase, type Database, openDatabase } from "#db/client.ts";
import { cohortIdOf } from "#db/derived-ids.ts";
import { markStopped, stopRuns } from "#db/queries/cohorts/stop-cohort.ts";
import { openPause } from "#db/queries/pauses/open-pause.ts";
import { COHORT_RECIPIENTS } from "#engine/policies.ts";
import { ProviderError } from "#providers/provider-error.ts";
import { createTestEnvironment, type TestEnvironment, testApp } from "#test/support/environment.ts";
import { type AcceptedEvent, anAcceptedEvent, aStep, aWorkflow } from "#test/support/event.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { createEventRunner, type EventRunner } from "#test/support/run-event.ts";

// Events about runs, triggers and pauses, as the log of an environment has them: docs/webhooks.md.

let db: Database;
let app: FastifyInstance;
let close: () => Promise<void>;
let environment: TestEnvironment;
let runner: EventRunner;

beforeAll(async () => {
  db = openDatabase(testDatabaseUrl(), { poolSize: 10 });
  ({ app, close } = await testApp({ db }));
  runner = createEventRunner(db);
});
beforeEach(async () => {
  environment = await createTestEnvironment(db);
});
afterAll(async () => {
  await runner.close();
  await close();
  await closeDatabase(db);
});

async function call(method: "POST" | "PUT" | "PATCH", url: string, payload: object = {}) {
  const reply = await app.inject({ method, url: `/v1${url}`, headers: environment.headers, payload });
  expect([url, reply.statusCode < 300, reply.body]).toEqual([url, true, reply.body]);
  return reply.json().data;
}
const listen = (eventTypes: string[], settings: object = {}) =>
  call("POST", "/webhook-endpoints", { url: "https://example.com/events", eventTypes, ...settings });

async function logged() {
  const rows = await db.$client<{ type: string; data: Record<string, unknown> }[]>`
    select type, data from webhook_events where environment_id = ${environment.environmentId} order by stored_by, number`;
  return [...rows];
}

const email = aStep("email", { contentType: "customHtml", content: "Hi", subject: "Hi" });
/** Fails, as there is no integration for it; the run goes on. */
const sms = aStep("sms", { content: "Hi" });
const inApp = aStep("in_app");
const never = aStep("in_app", {}, {
  filters: [{ value: "AND", children: [{ on: "payload", field: "x", operator: "EQUAL", value: "y" }] }],
} as object);

async function anEvent(steps: object[], event: AcceptedEvent) {
  const workflow = await aWorkflow(db, environment, steps);
  const { ref } = await anAcceptedEvent(db, environment, workflow, event);
  return { workflow, ref };
}
const people = (...names: string[]) =>
  names.map((subscriberId) => ({ subscriberId, email: `${subscriberId}@example.com` }));

const RUNS = ["run.completed", "run.failed"];
const WITH_PROCESSED = [...RUNS, "event.processed"];

test("each run says once how it ended: at its last step in the slice, at its last send, and with a failed step", async () => {
  await listen(RUNS);
  for (const [steps, type] of [
    [[inApp], "run.completed"],
    [[inApp, email], "run.completed"],
    [[sms, email], "run.failed"],
    [[sms], "run.failed"],
    [[never], "run.completed"],
  ] as const) {
    const { workflow, ref } = await anEvent([...steps], { to: people("ada", "bob") });
    const before = (await logged()).length;
    await runner.toEnd(ref);
    await runner.toEnd(ref, { again: true });
    const said = (await logged()).slice(before);
    expect(said.map((event) => event.type)).toEqual([type, type]);
    const about = { workflow: workflow.identifier, transactionId: ref.transactionId, reason: null, resumedBy: null };
    expect(said.map(({ data }) => data)).toEqual(
      expect.arrayContaining([
        { ...about, runId: expect.any(String), subscriberId: "ada" },
        { ...about, runId: expect.any(String), subscriberId: "bob" },
      ]),
    );
  }
});

test("a run that fails at a step that ends it, or whose execution ends, has failed with the reason", async () => {
  await listen(RUNS);
  const stopping = aStep("sms", { content: "Hi" }, { shouldStopOnFail: true });
  const { ref } = await anEvent([stopping, inApp], { to: "ada" });
  await runner.toEnd(ref);
  const waiting = await anEvent(
    [aStep("delay" as "email", {}, { metadata: { type: "regular", amount: 1, unit: "days" } } as object), inApp],
    { to: "ada" },
  );
  await runner.start(waiting.ref);
  const cohort = { id: cohortIdOf(waiting.ref.eventId, 0), expireAt: await expiryOf(waiting.ref.eventId) };
  const stop = { reason: "lost", now: new Date() };
  await markStopped(db, cohort, stop);
  await stopRuns(db, cohort, { ...stop, limit: 10 });
  await stopRuns(db, cohort, { ...stop, limit: 10 });
  expect((await logged()).map(({ type, data }) => [type, data.reason])).toEqual([
    ["run.failed", "step_failed"],
    ["run.failed", "execution_ended"],
  ]);
});

async function expiryOf(eventId: string): Promise<Date> {
  const [row] = await db.$client<{ at: string }[]>`select expire_at::text as at from events where id = ${eventId}`;
  return new Date(row?.at ?? 0);
}

test("a run that is resumed says again how it ended, with the resumption", async () => {
  await listen(RUNS);
  const { ref } = await anEvent([inApp, sms], { to: "ada" });
  await runner.toEnd(ref);
  const [run] = await db.$client<{ id: string }[]>`select id from runs where event_id = ${ref.eventId}`;
  const { _id } = await call("POST", `/notifications/${run?.id}/resume`);
  await runner.call(runner.activities.advanceResumption, { ...environment.scope, resumptionId: _id });
  await runner.toEnd(ref, { again: true });
  expect((await logged()).map(({ type, data }) => [type, data.runId, data.resumedBy])).toEqual([
    ["run.failed", run?.id, null],
    ["run.failed", run?.id, _id],
  ]);
});

test("a failed send that is resumed after its run has gone on completes the run, and says so", async () => {
  await listen(RUNS);
  let isRefused = true;
  const refusal = new ProviderError("PERMANENT", "550 refused", { status: 550 });
  const sender = createEventRunner(db, {
    send: () => (isRefused ? Promise.reject(refusal) : Promise.resolve({ id: "1", date: new Date().toISOString() })),
  });
  const { ref } = await anEvent([email, inApp], { to: people("ada") });
  await sender.toEnd(ref);
  isRefused = false;
  const [run] = await db.$client<{ id: string }[]>`select id from runs where event_id = ${ref.eventId}`;
  const { _id } = await call("POST", `/notifications/${run?.id}/resume`);
  await sender.call(sender.activities.advanceResumption, { ...environment.scope, resumptionId: _id });
  await sender.toEnd(ref, { again: true });
  await sender.close();
  expect((await logged()).map(({ type, data }) => [type, data.resumedBy])).toEqual([
    ["run.failed", null],
    ["run.completed", _id],
  ]);
});

test("two workers that process the same event at once say everything once", async () => {
  await listen(WITH_PROCESSED);
  const other = createEventRunner(db);
  const names = Array.from({ length: 40 }, (_, index) => `p${index}`);
  const { ref } = await anEvent([inApp, email], { to: people(...names) });
  await Promise.all([runner.start(ref), other.start(ref, { again: true })]);
  await Promise.all([runner.toEnd(ref, { again: true }), other.toEnd(ref, { again: true })]);
  await other.close();
  const said = await logged();
  expect(said.filter(({ type }) => type === "event.processed").map(({ data }) => [data.runs, data.reached])).toEqual([
    [40, 40],
  ]);
  const ended = said.filter(({ type }) => type === "run.completed").map(({ data }) => data.subscriberId);
  expect([ended.length, new Set(ended).size]).toEqual([40, 40]);
});

test("a trigger says once how many it reached, skipped and failed", async () => {
  await listen(["event.processed"]);
  const some = aStep("in_app", {}, {
    filters: [{ value: "AND", children: [{ on: "subscriber", field: "firstName", operator: "EQUAL", value: "Ada" }] }],
  } as object);
  const { ref, workflow } = await anEvent([some], {
    to: [{ subscriberId: "ada", firstName: "Ada" }, { subscriberId: "bob" }, { subscriberId: "cy" }],
  });
  await runner.toEnd(ref);
  await runner.toEnd(ref, { again: true });
  const about = { transactionId: ref.transactionId, workflow: workflow.identifier };
  expect(await logged()).toEqual([
    { type: "event.processed", data: { ...about, runs: 3, reached: 1, skipped: 2, failed: 0, reason: null } },
  ]);
});

test("a trigger that reaches nobody says why: nobody is left, all are skipped or fail, or it is acknowledged alone", async () => {
  await listen(["event.processed"]);
  const reasons = async () => (await logged()).map(({ data }) => [data.runs, data.reason]);
  const topic = await anEvent([inApp], { to: { type: "Topic", topicKey: "nobody" } });
  await runner.toEnd(topic.ref);
  const skipped = await anEvent([never], { to: ["ada", "bob"] });
  await runner.toEnd(skipped.ref);
  const failed = await anEvent([sms], { to: "ada" });
  await runner.toEnd(failed.ref);
  const inactive = await aWorkflow(db, environment, [inApp], { active: false });
  const payload = { name: inactive.identifier, to: "ada", payload: { text: "x".repeat(300_000) }, transactionId: "t1" };
  expect(await call("POST", "/events/trigger", payload)).toMatchObject({ status: "trigger_not_active" });
  expect(await reasons()).toEqual([
    [0, "no_recipients"],
    [2, "skipped"],
    [1, "failed"],
    [0, "trigger_not_active"],
  ]);
  expect(JSON.stringify(await logged()).length).toBeLessThan(2_000);
});

test("an event of several cohorts is processed once, when the last of them is through", async () => {
  await listen(["event.processed"]);
  const many = COHORT_RECIPIENTS + 50;
  await db.$client`
    insert into subscribers (organization_id, environment_id, subscriber_id)
    select ${environment.organizationId}, ${environment.environmentId}, 's-' || n from generate_series(1, ${many}::int) as n`;
  const { ref } = await anEvent([inApp], { audience: "broadcast" });
  const { cohorts } = await runner.call(runner.activities.resolveAudience, { event: ref });
  expect(cohorts).toBe(2);
  await runner.untilItWaits({ event: ref, cohort: 0 });
  expect(await logged()).toEqual([]);
  await runner.untilItWaits({ event: ref, cohort: 1 });
  await Promise.all([0, 1].map((cohort) => runner.untilItWaits({ event: ref, cohort })));
  expect((await logged()).map(({ data }) => [data.runs, data.reached])).toEqual([[many, many]]);
});

test("nothing is written where nobody listens, and for a switched off endpoint the event alone", async () => {
  const { ref } = await anEvent([inApp, email], { to: people("ada", "bob") });
  await runner.toEnd(ref);
  await listen(["suppression.created"]);
  const other = await anEvent([inApp, email], { to: people("ada", "bob") });
  await runner.toEnd(other.ref);
  expect(await logged()).toEqual([]);
  await listen(WITH_PROCESSED, { active: false });
  const missed = await anEvent([inApp], { to: "ada" });
  await runner.toEnd(missed.ref);
  expect((await logged()).map(({ type }) => type).sort()).toEqual(["event.processed", "run.completed"]);
  const messages = await db.$client`
    select from webhook_messages where environment_id = ${environment.environmentId} and type <> 'subscriber.created'`;
  expect(messages).toHaveLength(0);
});

test("dry runs say nothing", async () => {
  await listen(WITH_PROCESSED);
  const workflow = await aWorkflow(db, environment, [inApp]);
  await call("POST", "/events/trigger", { name: workflow.identifier, to: "ada", testMode: { dryRun: true } });
  const [row] = await db.$client<{ id: string; transactionId: string }[]>`
    select id, transaction_id as "transactionId" from events where workflow_id = ${workflow.id}`;
  if (!row) throw new Error("no event");
  await runner.toEnd({ ...environment.scope, eventId: row.id, transactionId: row.transactionId });
  expect(await logged()).toEqual([]);
});

test("a pause is reported when it is set, and once when it is lifted", async () => {
  await listen(["pause.set", "pause.lifted"]);
  const workflow = await aWorkflow(db, environment, [inApp]);
  const target = {
    ...environment.scope,
    reason: "workflow_events",
    targetId: workflow.id,
    limit: 2,
    counted: 3,
  } as const;
  const [pauseId, again] = [await openPause(db, target, 10), await openPause(db, target, 10)];
  expect(again).toBeUndefined();
  await call("POST", `/pauses/${pauseId}/continue`);
  const data = {
    pauseId,
    reason: "workflow_events",
    workflow: workflow.identifier,
    subscriberId: null,
    limit: 2,
    counted: 3,
  };
  expect(await logged()).toEqual([
    { type: "pause.set", data },
    { type: "pause.lifted", data: { ...data, state: "continued" } },
  ]);
});
