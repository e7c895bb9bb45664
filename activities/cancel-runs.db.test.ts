import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Cancellation } from "#contract/activity/cancellations.ts";
import { DETAILS } from "#contract/constants/details.ts";
import { closeDatabase, type Database, openDatabase } from "#db/client.ts";
import { findResumption } from "#db/queries/resumptions/resumptions.ts";
import type { EventRef } from "#engine/refs.ts";
import { createTestEnvironment, type TestEnvironment, testApp } from "#test/support/environment.ts";
import { type AcceptedEvent, anAcceptedEvent, aStep, aWorkflow } from "#test/support/event.ts";
import { expectTrueCounters } from "#test/support/expect-true-counters.ts";
import { fakeEngine } from "#test/support/fake-engine.ts";
import { guardTransitions, unlistedTransitions } from "#test/support/guard-transitions.ts";
import { addSmtpServer } from "#test/support/integrations.ts";
import { type MailSink, startMailSink } from "#test/support/mail-sink.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { createEventRunner, type EventRunner } from "#test/support/run-event.ts";
import { advancePortion } from "./advance-resumption.ts";

// What of many runs has not begun is cancelled, what is sent stays sent, and each run is counted once.

let db: Database;
let sink: MailSink;
let api: Awaited<ReturnType<typeof testApp>>;
let environment: TestEnvironment;
let runners: EventRunner[] = [];
const engine = fakeEngine();
beforeAll(async () => {
  db = openDatabase(testDatabaseUrl(), { poolSize: 5 });
  sink = await startMailSink();
  await guardTransitions(db);
  api = await testApp({ db, engine: engine.engine });
});
beforeEach(async () => {
  sink.forget();
  environment = await createTestEnvironment(db);
  await addSmtpServer(db, environment.scope, sink.port);
});
afterEach(async () => {
  await Promise.all(runners.map((runner) => runner.close()));
  runners = [];
  expect(await unlistedTransitions(db)).toEqual([]);
});
afterAll(async () => {
  await sink.stop();
  await api.close();
  await closeDatabase(db);
});

function aWorker(): EventRunner {
  const runner = createEventRunner(db, { engine: engine.engine });
  runners.push(runner);
  return runner;
}

const mail = aStep("email", { subject: "x", contentType: "customHtml", content: "<p>x</p>" });
const delay = aStep("delay", {}, { metadata: { type: "regular", amount: 1, unit: "hours" } });
const members = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ subscriberId: `m${i}`, email: `m${i}@example.com` }));

async function anEvent(steps: object[], to: unknown = members(1), event: AcceptedEvent = {}) {
  const workflow = await aWorkflow(db, environment, steps);
  const { ref } = await anAcceptedEvent(db, environment, workflow, { to, ...event });
  return { workflow, event: ref };
}

async function call(method: "GET" | "POST" | "DELETE", path: string, body?: object) {
  const { headers } = environment;
  const reply = await api.app.inject({ method, url: `/v1${path}`, headers, ...(body && { payload: body }) });
  return { status: reply.statusCode, body: reply.json() };
}

async function asked(selection: object): Promise<Cancellation> {
  const { status, body } = await call("POST", "/notifications/cancellations", selection);
  expect(status, JSON.stringify(body)).toBe(202);
  return body.data;
}

async function carriedOut({ _id }: Cancellation, worker = aWorker()): Promise<Cancellation> {
  await worker.call(worker.activities.advanceResumption, { ...environment.scope, resumptionId: _id });
  return stateOf(_id);
}

const stateOf = async (id: string): Promise<Cancellation> =>
  (await call("GET", `/notifications/cancellations/${id}`)).body.data;

/** Takes the next portion, as one of several workers does. */
async function portion({ _id }: Cancellation, size: number, worker = aWorker()): Promise<void> {
  const row = await findResumption(db, environment.scope, _id);
  if (!row) throw new Error("The cancellation is not there");
  await advancePortion(worker.deps, row, size);
}

const jobsOf = async ({ eventId }: EventRef) => {
  const rows = await db.$client<{ job: string; count: number }[]>`
    select j.type || ' ' || j.status as job, count(*)::int as count from jobs j join runs r on r.id = j.run_id
    where r.event_id = ${eventId} group by 1 order by 1`;
  return Object.fromEntries(rows.map(({ job, count }) => [job, count]));
};

const mails = () => [...sink.counts().values()].reduce((sum, count) => sum + count, 0);

test("runs that match are previewed, cancelled, and end; others and what was sent stay", async () => {
  const { event, workflow } = await anEvent([mail, delay, mail], members(3));
  const { event: other } = await anEvent([delay, mail], [{ subscriberId: "other", email: "other@example.com" }]);
  const worker = aWorker();
  await worker.start(event);
  await worker.start(other);
  const selection = { name: "Wrong prices", filter: { templates: [workflow.id], channels: ["email"] } };
  const preview = await call("POST", "/notifications/cancellations/preview", selection);
  expect(preview.body.data).toEqual({
    runs: 3,
    isExact: true,
    byWorkflow: [{ _id: workflow.id, name: expect.any(String), runs: 3 }],
    byState: [{ state: "waiting", runs: 3 }],
    byStep: [
      { type: "delay", steps: 3 },
      { type: "email", steps: 3 },
    ],
  });
  expect(await carriedOut(await asked(selection))).toMatchObject({
    name: "Wrong prices",
    state: "completed",
    total: 3,
    done: 3,
    failed: 0,
    skipped: 0,
    createdBy: { name: expect.any(String), keyEnd: expect.any(String) },
  });
  expect(await jobsOf(event)).toEqual({ "email completed": 3, "delay canceled": 3, "email canceled": 3 });
  await expectTrueCounters(db, event);
  await worker.toEnd(event, { again: true });
  await worker.toEnd(other, { again: true });
  expect(mails()).toBe(4);
  expect(await jobsOf(other)).toEqual({ "delay completed": 1, "email completed": 1 });
  const [run] = await db.$client<{ id: string }[]>`select id from runs where event_id = ${event.eventId} limit 1`;
  const { body } = await call("GET", `/notifications/${run?.id}`);
  expect(body.data.jobs[1].reason).toMatchObject({ code: "canceled", text: expect.stringContaining("The run was") });
  expect((await call("GET", "/notifications/resumptions")).body.data).toEqual([]);
  expect((await call("GET", "/notifications/cancellations")).body.data).toHaveLength(1);
});

test("a run that has ended meanwhile is counted as ended, one that was cancelled with its event as such", async () => {
  const { event } = await anEvent([delay, mail], members(2));
  const { event: cancelled } = await anEvent([delay, mail]);
  const worker = aWorker();
  await worker.start(event);
  await worker.start(cancelled);
  const cancellation = await asked({ filter: {} });
  await portion(cancellation, 300);
  expect(await stateOf(cancellation._id)).toMatchObject({ state: "running", total: 3 });
  await worker.toEnd(event, { again: true });
  await call("DELETE", `/events/trigger/${cancelled.transactionId}`);
  const runs = await db.$client<
    { id: string }[]
  >`select id from runs where environment_id = ${environment.environmentId}`;
  expect(await carriedOut(await asked({ runIds: runs.map(({ id }) => id) }))).toMatchObject({
    total: 3,
    done: 0,
    skipped: 2,
    failed: 1,
    reasons: expect.arrayContaining([{ reason: "canceled", message: "The run was cancelled already", runs: 1 }]),
  });
  expect(await carriedOut(cancellation)).toMatchObject({ state: "completed", total: 3, done: 0, skipped: 3 });
  expect(mails()).toBe(2);
});

test("a run that moves on at the same instant either sends, or is cancelled", async () => {
  const { event } = await anEvent([delay, mail], members(40));
  const worker = aWorker();
  const [cohort] = await worker.start(event);
  if (!cohort) throw new Error("The event has no cohort");
  worker.skip(3_600_000);
  const cancellation = await asked({ filter: { transactionId: event.transactionId } });
  await portion(cancellation, 300);
  const cancelling = (async () => {
    for (let at = 0; at < 60; at += 1) await portion(cancellation, 1);
  })();
  await Promise.all([worker.untilItWaits(cohort), cancelling]);
  await worker.toEnd(event, { again: true });
  const { done, skipped, state } = await carriedOut(cancellation);
  const jobs = await jobsOf(event);
  expect(state).toBe("completed");
  expect(jobs["email canceled"] ?? 0).toBe(done);
  expect(mails()).toBe(40 - done);
  expect(skipped).toBe(40 - done);
  await expectTrueCounters(db, event);
});

test("a message on its way is sent, and what comes after it is cancelled", async () => {
  sink.refuse("m0@example.com", { code: 451, times: 1 });
  const { event } = await anEvent([mail, mail]);
  const worker = aWorker();
  await worker.start(event);
  expect(await jobsOf(event)).toEqual({ "email running": 1, "email pending": 1 });
  const preview = await call("POST", "/notifications/cancellations/preview", { filter: {} });
  expect(preview.body.data.byState).toEqual([{ state: "sending", runs: 1 }]);
  const { status, body } = await call("POST", `/notifications/${(await firstRun(event)).id}/cancel`);
  expect(status).toBe(202);
  expect(await carriedOut(body.data)).toMatchObject({ total: 1, done: 1 });
  await worker.toEnd(event, { again: true });
  expect(await jobsOf(event)).toEqual({ "email completed": 1, "email canceled": 1 });
  await expectTrueCounters(db, event);
});

const firstRun = async ({ eventId }: EventRef) => {
  const [run] = await db.$client<{ id: string }[]>`select id from runs where event_id = ${eventId} limit 1`;
  if (!run) throw new Error("The event has no run");
  return run;
};

test("two workers at once count each run once", async () => {
  const { event } = await anEvent([delay, mail], members(30));
  await aWorker().start(event);
  const cancellation = await asked({ filter: {} });
  await Promise.all([carriedOut(cancellation), carriedOut(cancellation)]);
  expect(await stateOf(cancellation._id)).toMatchObject({ state: "completed", total: 30, done: 30, skipped: 0 });
  await expectTrueCounters(db, event);
});

test("a process that dies between two statements leaves nothing half done, and the next one goes on", async () => {
  const { event } = await anEvent([delay, mail], members(4));
  await aWorker().start(event);
  const cancellation = await asked({ filter: {} });
  await portion(cancellation, 300);
  const worker = aWorker();
  const $client = new Proxy(db.$client, {
    get: (client, name) =>
      name === "begin"
        ? (work: (sql: unknown) => Promise<unknown>) =>
            client.begin(async (sql) => {
              await work(sql);
              throw new Error("The process dies before its commit");
            })
        : Reflect.get(client, name),
  });
  const dying = { ...worker.deps, db: Object.assign(Object.create(db), { $client }) };
  const row = await findResumption(db, environment.scope, cancellation._id);
  if (!row) throw new Error("The cancellation is not there");
  await expect(advancePortion(dying, row)).rejects.toThrow("dies before");
  expect(await jobsOf(event)).toEqual({ "delay delayed": 4, "email pending": 4 });
  expect(await stateOf(cancellation._id)).toMatchObject({ state: "running", done: 0 });
  expect(await carriedOut(cancellation)).toMatchObject({ state: "completed", done: 4 });
  await expectTrueCounters(db, event);
});

test("one that is aborted midway cancels nothing more, and says what it has done", async () => {
  const { event } = await anEvent([delay, mail], members(5));
  const worker = aWorker();
  await worker.start(event);
  const cancellation = await asked({ filter: {} });
  await portion(cancellation, 300);
  await portion(cancellation, 2);
  expect((await call("DELETE", `/notifications/cancellations/${cancellation._id}`)).body.data).toMatchObject({
    state: "canceled",
    total: 5,
    done: 2,
  });
  expect(await carriedOut(cancellation)).toMatchObject({ state: "canceled", done: 2 });
  await worker.toEnd(event, { again: true });
  expect(mails()).toBe(3);
});

test("a digest whose run is cancelled is handed over to the next one", async () => {
  const digest = aStep("digest", {}, { metadata: { type: "regular", amount: 1, unit: "hours" } });
  const { event: first, workflow } = await anEvent([digest, mail]);
  const { ref: second } = await anAcceptedEvent(db, environment, workflow, { to: members(1) });
  const worker = aWorker();
  await worker.start(first);
  await worker.start(second);
  expect(await jobsOf(second)).toMatchObject({ "digest merged": 1 });
  expect(await carriedOut(await asked({ runIds: [(await firstRun(second)).id] }))).toMatchObject({
    done: 0,
    reasons: [{ reason: "merged", message: expect.stringContaining("another run's digest"), runs: 1 }],
  });
  expect(await carriedOut(await asked({ runIds: [(await firstRun(first)).id] }))).toMatchObject({ done: 1 });
  await worker.toEnd(first, { again: true });
  await worker.toEnd(second, { again: true });
  expect(mails()).toBe(1);
  expect(await jobsOf(first)).toEqual({ "digest canceled": 1, "email canceled": 1 });
  expect(await jobsOf(second)).toEqual({ "digest completed": 1, "email completed": 1 });
});

test.each([
  ["both runIds and a filter", { runIds: [], filter: {} }, "runIds"],
  ["neither", {}, "runIds"],
  ["a filter of a resumption", { filter: { reasons: ["x"] } }, "reasons"],
  ["a run that is not there", { runIds: ["00000000-0000-4000-8000-000000000001"] }, "runIds"],
])("%s is refused, by the name of the field", async (_, body, field) => {
  const reply = await call("POST", "/notifications/cancellations", body);
  expect(reply.status).toBe(400);
  expect(JSON.stringify(reply.body)).toContain(field);
});

test("the history of a cancelled step names the cancellation", async () => {
  const { event } = await anEvent([delay, mail]);
  await aWorker().start(event);
  const { _id } = await carriedOut(await asked({ filter: {} }));
  const [detail] = await db.$client<{ raw: string }[]>`
    select d.raw from execution_details d join runs r on r.id = d.run_id
    where r.event_id = ${event.eventId} and d.detail = ${DETAILS.runCanceled} limit 1`;
  expect(JSON.parse(detail?.raw ?? "{}")).toMatchObject({ cancellationId: _id, name: expect.any(String) });
});
