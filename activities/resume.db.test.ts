import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DETAILS } from "#contract/constants/details.ts";
import type { Resumption } from "#contract/resumptions.ts";
import { closeDatabase, type Database, openDatabase } from "#db/client.ts";
import { markReopened, takeReopened } from "#db/queries/cohorts/reopen-cohort.ts";
import { cancelEventRow } from "#db/queries/events/cancel-event.ts";
import { inRareTransaction } from "#db/transaction.ts";
import type { EventRef } from "#engine/refs.ts";
import { countOnly } from "#test/support/count-resumption.ts";
import { createTestEnvironment, type TestEnvironment, testApp } from "#test/support/environment.ts";
import { type AcceptedEvent, anAcceptedEvent, aStep, aWorkflow } from "#test/support/event.ts";
import { expectTrueCounters } from "#test/support/expect-true-counters.ts";
import { fakeEngine } from "#test/support/fake-engine.ts";
import { guardTransitions, unlistedTransitions } from "#test/support/guard-transitions.ts";
import { addIntegration, addSmtpServer } from "#test/support/integrations.ts";
import { type MailSink, startMailSink } from "#test/support/mail-sink.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { createEventRunner, type EventRunner } from "#test/support/run-event.ts";
import { storeSubscribers } from "#test/support/subscribers.ts";

// What of a run failed or was not sent is executed again, what is done never is, and each run is counted once.

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
  engine.woken.length = 0;
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
const inApp = aStep("in_app");
const text = aStep("sms", { content: "x" });
const members = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ subscriberId: `m${i}`, firstName: `${i}`, email: `m${i}@example.com` }));

async function anEvent(steps: object[], to: unknown = members(1), event: AcceptedEvent = {}) {
  const workflow = await aWorkflow(db, environment, steps);
  const { ref } = await anAcceptedEvent(db, environment, workflow, { to, ...event });
  return { workflow, event: ref };
}

async function call(method: "GET" | "POST" | "PUT" | "DELETE", path: string, body?: object) {
  const { headers } = environment;
  const reply = await api.app.inject({ method, url: `/v1${path}`, headers, ...(body && { payload: body }) });
  return { status: reply.statusCode, body: reply.json() };
}

/** Asks for a resumption and carries it out. */
async function resumed(selection: object, worker = aWorker()): Promise<Resumption> {
  const { status, body } = await call("POST", "/notifications/resumptions", selection);
  expect(status, JSON.stringify(body)).toBe(202);
  return carriedOut(body.data, worker);
}

async function carriedOut({ _id }: Resumption, worker = aWorker()): Promise<Resumption> {
  await worker.call(worker.activities.advanceResumption, { ...environment.scope, resumptionId: _id });
  return (await call("GET", `/notifications/resumptions/${_id}`)).body.data;
}

async function runIdsOf({ eventId }: EventRef): Promise<string[]> {
  return (await db.$client<{ id: string }[]>`select id from runs where event_id = ${eventId} order by id`).map(
    (row) => row.id,
  );
}

const jobsOf = async ({ eventId }: EventRef, subscriberId = "m0") => {
  const rows = await db.$client<{ job: string }[]>`
    select j.type || ' ' || j.status as job from jobs j join runs r on r.id = j.run_id
    join subscribers s on s.id = r.subscriber_id
    where r.event_id = ${eventId} and s.subscriber_id = ${subscriberId} order by j.position`;
  return rows.map(({ job }) => job);
};

/** Gives the workflow another version. Steps that it has are named by their place. */
async function changeWorkflow(id: string, steps: (current: { _id: string }[]) => object[]): Promise<void> {
  const { body } = await call("GET", `/workflows/${id}`);
  const reply = await call("PUT", `/workflows/${id}`, { steps: steps(body.data.steps) });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
}

const addresses = () => Object.fromEntries(sink.counts());

describe("one run", () => {
  test("a failed send is repeated once, steps that are done are not, and the history says so", async () => {
    sink.refuse("m0@example.com", { code: 550 });
    const { event } = await anEvent([inApp, mail, inApp]);
    await aWorker().toEnd(event);
    expect(await jobsOf(event)).toEqual(["in_app completed", "email failed", "in_app completed"]);
    const [runId = ""] = await runIdsOf(event);
    const { status, body } = await call("POST", `/notifications/${runId}/resume`);
    expect([status, body.data]).toMatchObject([202, { state: "counting", version: "pinned", runIds: [runId] }]);
    expect(engine.resumptions.at(-1)).toMatchObject({ resumptionId: body.data._id });
    expect(await carriedOut(body.data)).toMatchObject({ state: "completed", total: 1, done: 1, failed: 0, skipped: 0 });
    expect(engine.woken.map(({ event: { eventId } }) => eventId)).toEqual([event.eventId]);
    await aWorker().toEnd(event, { again: true });
    expect(await jobsOf(event)).toEqual(["in_app completed", "email completed", "in_app completed"]);
    expect(addresses()).toEqual({ "m0@example.com": 1 });
    const messages = await db.$client`select status from messages where event_id = ${event.eventId}`;
    expect(messages.map(({ status }) => status)).toEqual(["sent", "sent", "sent"]);
    const details = (await call("GET", `/notifications/${runId}`)).body.data.jobs[1].executionDetails;
    expect(details.map(({ detail }: { detail: string }) => detail)).toContain(DETAILS.stepResumed);
    await expectTrueCounters(db, event);
  });

  test.each([
    [
      "whose address is suppressed by then",
      "suppressed",
      () => call("POST", "/suppressions", { channel: "email", addresses: ["m0@example.com"] }),
    ],
    [
      "of an environment that is tested by then",
      "testDeliveryChanged",
      () => call("PUT", "/test-delivery", { isOn: true }),
    ],
  ] as const)("a send %s is skipped behind the step where the run stands, too", async (_, reason, change) => {
    sink.refuse("m0@example.com", { code: 550 });
    const { event } = await anEvent([mail, inApp]);
    await aWorker().toEnd(event);
    expect(await jobsOf(event)).toEqual(["email failed", "in_app completed"]);
    expect((await change()).status).toBe(200);
    const [runId = ""] = await runIdsOf(event);
    const { body } = await call("POST", `/notifications/${runId}/resume`);
    expect(await carriedOut(body.data)).toMatchObject({ state: "completed", done: 1 });
    await aWorker().toEnd(event, { again: true });
    expect(await jobsOf(event)).toEqual(["email skipped", "in_app completed"]);
    const [job] = (await call("GET", `/notifications/${runId}`)).body.data.jobs;
    expect(job.executionDetails.map(({ detail }: { detail: string }) => detail)).toContain(DETAILS[reason]);
    expect(job.error).toBeUndefined();
    expect(addresses()).toEqual({});
    await expectTrueCounters(db, event);
  });

  test("a step that failed without a decision is executed, although the run has ended, and no other one", async () => {
    const { event } = await anEvent([inApp, mail, inApp], [{ subscriberId: "m0" }]);
    await aWorker().toEnd(event);
    expect(await jobsOf(event)).toEqual(["in_app completed", "email failed", "in_app completed"]);
    await storeSubscribers(db, environment.scope, members(1));
    await resumed({ runIds: await runIdsOf(event) });
    await aWorker().toEnd(event, { again: true });
    expect(await jobsOf(event)).toEqual(["in_app completed", "email completed", "in_app completed"]);
    expect(addresses()).toEqual({ "m0@example.com": 1 });
    const rows = await db.$client`select count(*)::int as count from messages where event_id = ${event.eventId}`;
    expect(rows[0]?.count).toBe(3);
    await expectTrueCounters(db, event);
  });

  test("a message whose integration was deleted goes through the one that is there now", async () => {
    const { event } = await anEvent([mail]);
    await db.$client`update integrations set deleted_at = now(), active = false
      where environment_id = ${environment.environmentId} and channel = 'email'`;
    const worker = aWorker();
    await worker.toEnd(event);
    expect(await jobsOf(event)).toEqual(["email failed"]);
    await addSmtpServer(db, environment.scope, sink.port);
    await resumed({ runIds: await runIdsOf(event) });
    await worker.toEnd(event, { again: true });
    expect(addresses()).toEqual({ "m0@example.com": 1 });
  });

  test("a run that waits in a delay executes the failed step before it, and goes on waiting", async () => {
    const aDay = aStep("delay", {}, { metadata: { type: "regular", amount: 1, unit: "days" } as never });
    const { event } = await anEvent([mail, aDay, inApp], [{ subscriberId: "m0" }]);
    const worker = aWorker();
    await worker.start(event);
    expect(await jobsOf(event)).toEqual(["email failed", "delay delayed", "in_app pending"]);
    await storeSubscribers(db, environment.scope, members(1));
    await resumed({ runIds: await runIdsOf(event) }, worker);
    const next = await worker.untilItWaits({ event, cohort: 0 });
    expect(await jobsOf(event)).toEqual(["email completed", "delay delayed", "in_app pending"]);
    expect((next.wake?.at ?? 0) - Date.now()).toBeGreaterThan(23 * 3_600_000);
    await expectTrueCounters(db, event);
    await worker.toEnd(event, { again: true });
    expect(await jobsOf(event)).toEqual(["email completed", "delay completed", "in_app completed"]);
    expect(addresses()).toEqual({ "m0@example.com": 1 });
    await expectTrueCounters(db, event);
  });

  describe("stopped while it waited for the time of day at its subscriber's", () => {
    const HOUR = 3_600_000;
    const DAY = 24 * HOUR;

    /** Two subscribers' runs, which start in two days at nine by the clock of each, and were stopped. */
    async function stopped() {
      await storeSubscribers(db, environment.scope, [
        { subscriberId: "m0", timezone: "Asia/Tokyo" },
        { subscriberId: "m1", timezone: "America/New_York" },
      ]);
      const nine = Math.ceil(Date.now() / DAY) * DAY + DAY + 9 * HOUR;
      const localStart = { at: new Date(nine).toISOString().slice(0, 19), timezone: "UTC" };
      const { event } = await anEvent([inApp], [{ subscriberId: "m0" }, { subscriberId: "m1" }], { localStart });
      const worker = aWorker();
      await worker.start(event);
      expect(await startsOf(event)).toMatchObject({ m0: nine - 9 * HOUR });
      await worker.call(worker.activities.stopOwned, { event, reason: "terminated" });
      expect(await jobsOf(event)).toEqual(["in_app failed"]);
      return { event, worker, nine };
    }

    const startsOf = async ({ eventId }: EventRef) => {
      const rows = await db.$client<{ id: string; dueAt: string | null }[]>`
        select s.subscriber_id as id, r.due_at as "dueAt" from runs r join subscribers s on s.id = r.subscriber_id
        where r.event_id = ${eventId}`;
      return Object.fromEntries(rows.map(({ id, dueAt }) => [id, dueAt && new Date(dueAt).getTime()]));
    };

    test("it waits until then again, by the zone of now, and a zone that changes moves it", async () => {
      const { event, worker, nine } = await stopped();
      expect((await call("PUT", "/subscribers/m1", { timezone: "Africa/Lagos" })).status).toBe(200);
      expect(await resumed({ runIds: await runIdsOf(event) }, worker)).toMatchObject({ done: 2 });
      const next = await worker.untilItWaits({ event, cohort: 0 });
      expect(await startsOf(event)).toEqual({ m0: nine - 9 * HOUR, m1: nine - HOUR });
      expect(next.wake?.at).toBe(nine - 9 * HOUR);
      expect(await jobsOf(event)).toEqual(["in_app pending"]);
      await call("PUT", "/subscribers/m1", { timezone: "Asia/Tokyo" });
      expect(await startsOf(event)).toEqual({ m0: nine - 9 * HOUR, m1: nine - 9 * HOUR });
      expect(await worker.toEnd(event, { again: true })).toBe(1);
      expect(await jobsOf(event, "m1")).toEqual(["in_app completed"]);
      await expectTrueCounters(db, event);
    });

    test("it starts at once when that has passed, and the others of its event wait", async () => {
      const { event, worker, nine } = await stopped();
      worker.skip(nine - 8 * HOUR - Date.now());
      expect((await call("POST", `/events/trigger/${event.transactionId}/resume`)).status).toBe(200);
      await worker.untilItWaits({ event, cohort: 0 });
      expect([await jobsOf(event, "m0"), await jobsOf(event, "m1")]).toEqual([
        ["in_app completed"],
        ["in_app pending"],
      ]);
      expect((await startsOf(event)).m1).toBeGreaterThanOrEqual(nine + 4 * HOUR);
      await expectTrueCounters(db, event);
    });

    test("a zone that changes during the resume is seen by it, or moves what it stored", async () => {
      const { event, worker, nine } = await stopped();
      const [subscriber] = await db.$client<{ id: string }[]>`
        select id from subscribers where environment_id = ${environment.environmentId} and subscriber_id = 'm1'`;
      let resuming: Promise<unknown> = Promise.resolve();
      await db.$client.begin(async (sql) => {
        await sql`update subscribers set timezone = 'Asia/Tokyo' where id = ${subscriber?.id ?? ""}`;
        resuming = resumed({ runIds: await runIdsOf(event) }, worker);
        await new Promise((resolve) => setTimeout(resolve, 300));
      });
      await resuming;
      expect(await startsOf(event)).toEqual({ m0: nine - 9 * HOUR, m1: nine - 9 * HOUR });
    });
  });

  test("a step before a digest is executed again, and what the digest has sent stays sent", async () => {
    const digest = aStep("digest", {}, { metadata: { type: "regular", amount: 1, unit: "hours" } as never });
    const failing = { ...mail, shouldStopOnFail: true };
    const { event, workflow } = await anEvent([mail, digest, inApp], [{ subscriberId: "m0" }]);
    const worker = aWorker();
    await worker.toEnd(event);
    expect(await jobsOf(event)).toEqual(["email failed", "digest completed", "in_app completed"]);
    // It fails again, and then the run stops before the digest.
    await changeWorkflow(workflow.id, ([first, second, third]) => [
      { ...failing, _id: first?._id },
      { ...digest, _id: second?._id },
      { ...inApp, _id: third?._id },
    ]);
    await resumed({ runIds: await runIdsOf(event), version: "current" }, worker);
    await worker.toEnd(event, { again: true });
    expect(await jobsOf(event)).toEqual(["email failed", "digest completed", "in_app completed"]);
    const windows = await db.$client`
      select closed_at is not null as closed, (select count(*)::int from digest_members m where m.window_id = w.id) as members
      from digest_windows w where environment_id = ${environment.environmentId}`;
    expect(windows).toMatchObject([{ closed: true, members: 1 }]);
    await expectTrueCounters(db, event);
  });

  test("refusals name the reason: nothing left, a cancelled event, an event without all its runs", async () => {
    const { event: done } = await anEvent([inApp]);
    await aWorker().toEnd(done);
    expect(await resumed({ runIds: await runIdsOf(done) })).toMatchObject({ done: 0, failed: 0, skipped: 1 });

    const { event: canceled } = await anEvent([mail], [{ subscriberId: "m9" }]);
    await aWorker().toEnd(canceled);
    await db.$client`update events set canceled_at = now() where id = ${canceled.eventId}`;
    const refused = await resumed({ runIds: await runIdsOf(canceled) });
    expect(refused).toMatchObject({ total: 1, done: 0, failed: 1, reasons: [{ reason: "canceled", runs: 1 }] });

    const { event: cut } = await anEvent([mail], [{ subscriberId: "m8" }]);
    await aWorker().toEnd(cut);
    await db.$client`update cohorts set cursor = 'named:0', stop_reason = 'terminated' where event_id = ${cut.eventId}`;
    expect(await resumed({ runIds: await runIdsOf(cut) })).toMatchObject({ reasons: [{ reason: "unresolved" }] });
  });
});

describe("exactly once", () => {
  test("two resumes of the same runs at once, by two workers: each run goes on once", async () => {
    for (const { email } of members(40)) sink.refuse(email, { code: 550 });
    const { event } = await anEvent([mail, inApp], members(40));
    await aWorker().toEnd(event);
    const runIds = await runIdsOf(event);
    const [one, two] = await Promise.all([
      resumed({ runIds }),
      resumed({ filter: { transactionId: event.transactionId } }),
    ]);
    expect(one.done + two.done).toBe(40);
    await Promise.all([aWorker().start(event, { again: true }), aWorker().start(event, { again: true })]);
    await aWorker().toEnd(event, { again: true });
    expect([...sink.counts().values()]).toEqual(Array(40).fill(1));
    await expectTrueCounters(db, event);
  });

  test("two executions of one resumption at once count each run once", async () => {
    for (const { email } of members(30)) sink.refuse(email, { code: 550 });
    const { event } = await anEvent([mail], members(30));
    await aWorker().toEnd(event);
    const { body } = await call("POST", "/notifications/resumptions", { filter: {} });
    const [first] = await Promise.all([carriedOut(body.data), carriedOut(body.data)]);
    expect(first).toBeDefined();
    expect((await call("GET", `/notifications/resumptions/${body.data._id}`)).body.data).toMatchObject({
      state: "completed",
      total: 30,
      done: 30,
      failed: 0,
      skipped: 0,
    });
  });

  test("a resume while the run is moving on leaves counters and steps true", async () => {
    for (const { email } of members(30)) sink.refuse(email, { code: 550 });
    const { event } = await anEvent([mail, inApp, mail, inApp], members(30));
    const worker = aWorker();
    const moving = worker.start(event);
    for (let i = 0; i < 5; i++) await resumed({ filter: { transactionId: event.transactionId } });
    await moving;
    await resumed({ filter: { transactionId: event.transactionId } });
    await worker.toEnd(event, { again: true });
    expect([...sink.counts().values()]).toEqual(Array(30).fill(2));
    for (const { subscriberId } of members(30)) {
      expect(await jobsOf(event, subscriberId)).toEqual([
        "email completed",
        "in_app completed",
        "email completed",
        "in_app completed",
      ]);
    }
    await expectTrueCounters(db, event);
  });

  test("a crash after a portion was stored: the cohorts are due, and the resumption is taken up where it stands", async () => {
    sink.refuse("m0@example.com", { code: 550 });
    const { event } = await anEvent([mail]);
    await aWorker().toEnd(event);
    const { body } = await call("POST", "/notifications/resumptions", { filter: {} });
    const dying = createEventRunner(db, {
      engine: { ...engine.engine, wake: () => Promise.reject(new Error("the process died")) },
    });
    runners.push(dying);
    expect(await carriedOut(body.data, dying)).toMatchObject({ done: 1 });
    const [cohort] = await db.$client`select due_at is not null as due from cohorts where event_id = ${event.eventId}`;
    expect(cohort?.due).toBe(true);
    const worker = aWorker();
    worker.skip(120_000);
    await worker.call(worker.activities.reconcile);
    expect(engine.woken.some(({ event: { eventId } }) => eventId === event.eventId)).toBe(true);
  });

  test("a resumption that nobody has begun is started by the reconciler; one that was terminated is ended", async () => {
    const { body } = await call("POST", "/notifications/resumptions", { filter: {} });
    const worker = aWorker();
    worker.skip(60_000);
    const before = engine.resumptions.length;
    await worker.call(worker.activities.reconcile);
    expect(engine.resumptions.slice(before).map(({ resumptionId }) => resumptionId)).toContain(body.data._id);
    const terminated = createEventRunner(db, { engine: { ...engine.engine, stateOf: async () => "failed" } });
    runners.push(terminated);
    terminated.skip(60_000);
    await terminated.call(terminated.activities.reconcile);
    expect((await call("GET", `/notifications/resumptions/${body.data._id}`)).body.data.state).toBe("canceled");
  });
});

describe("all runs that match a filter", () => {
  test("channel, reason, status, workflow, subscriber, integration, provider and period choose by one failed step", async () => {
    sink.refuse("m1@example.com", { code: 550, message: "mailbox unavailable" });
    const { event, workflow } = await anEvent([mail, text, inApp], [...members(2), { subscriberId: "m2" }]);
    const start = new Date(Date.now() - 60_000).toISOString();
    await aWorker().toEnd(event);
    const [smtp] = await db.$client<{ id: string }[]>`
      select id from integrations where environment_id = ${environment.environmentId} and provider_id = 'nodemailer'`;
    const matched = async (filter: object) => {
      const { body } = await call("POST", "/notifications/resumptions", { filter });
      expect(body.data, JSON.stringify(body)).toBeDefined();
      return countOnly(db, environment.scope, body.data._id);
    };
    expect(await matched({})).toBe(3);
    expect(await matched({ channels: ["sms"] })).toBe(3);
    expect(await matched({ channels: ["email"] })).toBe(2);
    expect(await matched({ channels: ["in_app"] })).toBe(0);
    expect(await matched({ reasons: [DETAILS.missingRecipient] })).toBe(3);
    expect(await matched({ channels: ["email"], reasons: [DETAILS.missingRecipient] })).toBe(1);
    expect(await matched({ reasons: [DETAILS.providerError] })).toBe(1);
    expect(await matched({ integrationIds: [smtp?.id] })).toBe(1);
    expect(await matched({ integrationIds: [smtp?.id], channels: ["sms"] })).toBe(0);
    expect(await matched({ providers: ["nodemailer"] })).toBe(1);
    expect(await matched({ subscriberIds: ["m1", "m2", "unknown"] })).toBe(2);
    expect(await matched({ templates: [workflow.id] })).toBe(3);
    expect(await matched({ templates: ["00000000-0000-4000-8000-000000000000"] })).toBe(0);
    expect(await matched({ statuses: ["stopped"] })).toBe(0);
    expect(await matched({ statuses: ["failed"] })).toBe(3);
    expect(await matched({ transactionId: event.transactionId })).toBe(3);
    expect(await matched({ transactionId: "another" })).toBe(0);
    expect(await matched({ from: start })).toBe(3);
    expect(await matched({ to: start })).toBe(0);
    expect(await matched({ failedAfter: start })).toBe(3);
    expect(await matched({ failedAfter: new Date(Date.now() + 60_000).toISOString() })).toBe(0);
    await db.$client`update runs set is_dry = true where id = ${(await runIdsOf(event))[0] ?? ""}`;
    expect(await matched({ dryRuns: "exclude" })).toBe(2);
    expect(await matched({ dryRuns: "include" })).toBe(3);
  });

  test("700 runs are counted and resumed in portions, and 300 that are done are left alone", async () => {
    const { event } = await anEvent(
      [mail],
      members(1_000).map(({ email: _email, ...rest }, i) => (i < 300 ? { ...rest, email: `m${i}@example.com` } : rest)),
    );
    await aWorker().toEnd(event);
    await storeSubscribers(db, environment.scope, members(1_000));
    const result = await resumed({ filter: { channels: ["email"] } });
    expect(result).toMatchObject({ state: "completed", total: 700, done: 700, failed: 0, skipped: 0 });
    await aWorker().toEnd(event, { again: true });
    expect(sink.counts().size).toBe(1_000);
    expect(new Set(sink.counts().values())).toEqual(new Set([1]));
    await expectTrueCounters(db, event);
  }, 60_000);

  test("one that is cancelled resumes nothing more, and says what it has done", async () => {
    const { event } = await anEvent([mail], [{ subscriberId: "m0" }]);
    await aWorker().toEnd(event);
    const { body } = await call("POST", "/notifications/resumptions", { filter: {} });
    const canceled = await call("DELETE", `/notifications/resumptions/${body.data._id}`);
    expect([canceled.status, canceled.body.data.state]).toEqual([200, "canceled"]);
    expect(await carriedOut(body.data)).toMatchObject({ state: "canceled", done: 0 });
    expect(await jobsOf(event)).toEqual(["email failed"]);
  });

  test("a run whose data Postgres refuses is counted as failed, and the others go on", async () => {
    const { event } = await anEvent(
      [mail],
      members(5).map(({ subscriberId }) => ({ subscriberId })),
    );
    await aWorker().toEnd(event);
    const [refused = ""] = await runIdsOf(event);
    await db.$client.unsafe(`
      create function refuse_run() returns trigger language plpgsql as $$
      begin
        if new.id = '${refused}' then raise exception 'refused by the test' using errcode = '23514'; end if;
        return new;
      end $$;
      create trigger refuse_run before update on runs for each row execute function refuse_run();`);
    try {
      expect(await resumed({ filter: {} })).toMatchObject({
        total: 5,
        done: 4,
        failed: 1,
        reasons: [{ reason: "not_stored", runs: 1 }],
      });
    } finally {
      await db.$client.unsafe("drop function refuse_run cascade");
    }
  });

  test("another environment's runs are never among them", async () => {
    const { event } = await anEvent([mail], [{ subscriberId: "m0" }]);
    await aWorker().toEnd(event);
    const [runId = ""] = await runIdsOf(event);
    environment = await createTestEnvironment(db);
    expect(await resumed({ filter: {} })).toMatchObject({ total: 0 });
    expect((await call("POST", `/notifications/${runId}/resume`)).status).toBe(404);
    const { status, body } = await call("POST", "/notifications/resumptions", { runIds: [runId] });
    expect([status, JSON.stringify(body.message)]).toEqual([400, expect.stringContaining(runId)]);
  });
});

describe("spread over a time", () => {
  const MINUTE = 60_000;

  async function failed(count: number): Promise<EventRef> {
    const { event } = await anEvent(
      [mail],
      members(count).map(({ subscriberId }) => ({ subscriberId })),
    );
    await aWorker().toEnd(event);
    await storeSubscribers(db, environment.scope, members(count));
    return event;
  }
  const nextLook = (worker: EventRunner, resumptionId: string) =>
    worker.call(worker.activities.advanceResumption, { ...environment.scope, resumptionId });
  const read = async (id: string): Promise<Resumption> =>
    (await call("GET", `/notifications/resumptions/${id}`)).body.data;

  test("runs go on one after the other, each at its turn", async () => {
    const event = await failed(4);
    const worker = aWorker();
    const { body } = await call("POST", "/notifications/resumptions", {
      name: "After the outage",
      filter: {},
      spreadSeconds: 240,
    });
    expect(body.data).toMatchObject({ name: "After the outage", spreadSeconds: 240 });
    const { _id } = body.data;
    const { waitMs = 0 } = await nextLook(worker, _id);
    expect(waitMs).toBeGreaterThan(59_000);
    expect(waitMs).toBeLessThanOrEqual(MINUTE);
    expect(await read(_id)).toMatchObject({ state: "running", total: 4, done: 1 });
    worker.skip(2 * MINUTE);
    await nextLook(worker, _id);
    expect(await read(_id)).toMatchObject({ state: "running", total: 4, done: 3 });
    worker.skip(MINUTE);
    expect(await nextLook(worker, _id)).toEqual({ more: false });
    expect(await read(_id)).toMatchObject({ state: "completed", total: 4, done: 4, failed: 0 });
    await worker.toEnd(event, { again: true });
    expect(Object.values(addresses())).toEqual([1, 1, 1, 1]);
  });

  test("one that is ended leaves the runs alone whose turn has not come", async () => {
    const event = await failed(3);
    const worker = aWorker();
    const { body } = await call("POST", "/notifications/resumptions", { filter: {}, spreadSeconds: 600 });
    await nextLook(worker, body.data._id);
    await call("DELETE", `/notifications/resumptions/${body.data._id}`);
    worker.skip(20 * MINUTE);
    expect(await nextLook(worker, body.data._id)).toEqual({ more: false });
    expect(await read(body.data._id)).toMatchObject({ state: "canceled", total: 3, done: 1 });
    await worker.toEnd(event, { again: true });
    expect(Object.values(addresses())).toEqual([1]);
  });
});

describe("a preview", () => {
  const preview = async (selection: object) => {
    const { status, body } = await call("POST", "/notifications/resumptions/preview", selection);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.data;
  };

  test("counts the runs, what would be sent again by channel, and why it failed", async () => {
    sink.refuse("m1@example.com", { code: 550, message: "mailbox unavailable" });
    const { event } = await anEvent([mail, text, inApp], [...members(2), { subscriberId: "m2" }]);
    await aWorker().toEnd(event);
    const all = await preview({ filter: { transactionId: event.transactionId } });
    expect(all).toMatchObject({
      runs: 3,
      isExact: true,
      byChannel: [
        { channel: "sms", steps: 3 },
        { channel: "email", steps: 2 },
      ],
    });
    expect(all.byReason[0]).toEqual({ reason: DETAILS.missingRecipient, runs: 3 });
    expect(all.byReason[1]).toEqual({ reason: expect.stringContaining("mailbox unavailable"), runs: 1 });
    // What would be executed is all that failed of these runs.
    expect(await preview({ filter: { channels: ["email"] } })).toMatchObject({
      runs: 2,
      byChannel: [
        { channel: "email", steps: 2 },
        { channel: "sms", steps: 2 },
      ],
    });
    expect(await jobsOf(event)).toEqual(["email completed", "sms failed", "in_app completed"]);
  });

  test("of named runs leaves out those that have nothing left to do, and runs of another environment", async () => {
    const { event: done } = await anEvent([inApp]);
    const { event } = await anEvent([mail], [{ subscriberId: "m9" }]);
    const worker = aWorker();
    await worker.toEnd(done);
    await worker.toEnd(event);
    const runIds = [...(await runIdsOf(done)), ...(await runIdsOf(event))];
    expect(await preview({ runIds })).toMatchObject({
      runs: 1,
      isExact: true,
      byChannel: [{ channel: "email", steps: 1 }],
    });
    const other = await createTestEnvironment(db);
    const reply = await api.app.inject({
      method: "POST",
      url: "/v1/notifications/resumptions/preview",
      headers: other.headers,
      payload: { runIds },
    });
    expect(reply.json().data).toEqual({ runs: 0, isExact: true, byChannel: [], byReason: [] });
  });
});

describe("on the current version", () => {
  test("a step that failed is decided by the workflow as it is now, for the subscriber as she is now", async () => {
    sink.refuse("m0@example.com", { code: 550 });
    const { event, workflow } = await anEvent([inApp, mail]);
    await aWorker().toEnd(event);
    await changeWorkflow(workflow.id, ([first, second]) => [
      { ...inApp, _id: first?._id },
      { ...aStep("email", { subject: "mended", contentType: "customHtml", content: "<p>y</p>" }), _id: second?._id },
    ]);
    await storeSubscribers(db, environment.scope, [{ subscriberId: "m0", firstName: "0", email: "new@example.com" }]);
    const runIds = await runIdsOf(event);
    expect(await resumed({ runIds, version: "current" })).toMatchObject({ done: 1 });
    await aWorker().toEnd(event, { again: true });
    expect(await jobsOf(event)).toEqual(["in_app completed", "email completed"]);
    expect(sink.all().map(({ subject }) => subject)).toEqual(["mended"]);
    expect(addresses()).toEqual({ "new@example.com": 1 });
    const rows =
      await db.$client`select subject, status, email from messages where event_id = ${event.eventId} and channel = 'email'`;
    expect(rows).toMatchObject([{ subject: "mended", status: "sent", email: "new@example.com" }]);
    expect((await call("GET", `/notifications/${runIds[0]}`)).body.data.version).toBe(2);
    await expectTrueCounters(db, event);
  });

  test("steps that were added after the failed one are executed, those before it and removed ones are not", async () => {
    const { event, workflow } = await anEvent(
      [inApp, { ...mail, shouldStopOnFail: true }, text],
      [{ subscriberId: "m0" }],
    );
    await aWorker().toEnd(event);
    expect(await jobsOf(event)).toEqual(["in_app completed", "email failed", "sms canceled"]);
    await storeSubscribers(db, environment.scope, members(1));
    await changeWorkflow(workflow.id, ([first, second]) => [
      aStep("in_app", { content: "added before" }),
      { ...mail, _id: second?._id },
      { ...inApp, _id: first?._id },
      aStep("in_app", { content: "added after" }),
    ]);
    expect(await resumed({ filter: {}, version: "current" })).toMatchObject({ total: 1, done: 1 });
    await aWorker().toEnd(event, { again: true });
    expect(await jobsOf(event)).toEqual([
      "in_app canceled",
      "email completed",
      "in_app completed",
      "in_app completed",
      "sms canceled",
    ]);
    const rows = await db.$client<{ content: string }[]>`
      select content from messages where event_id = ${event.eventId} and channel = 'in_app' order by created_at`;
    expect(rows.map(({ content }) => content)).toEqual(["in_app for ", "added after"]);
    await expectTrueCounters(db, event);
  });

  test("a run that waits keeps its version, and is named as such", async () => {
    const aDay = aStep("delay", {}, { metadata: { type: "regular", amount: 1, unit: "days" } as never });
    const { event, workflow } = await anEvent([mail, aDay, inApp], [{ subscriberId: "m0" }]);
    const worker = aWorker();
    await worker.start(event);
    await changeWorkflow(workflow.id, ([first]) => [{ ...mail, _id: first?._id }]);
    const runIds = await runIdsOf(event);
    expect(await resumed({ runIds, version: "current" })).toMatchObject({ reasons: [{ reason: "moving", runs: 1 }] });
    expect(await resumed({ runIds, version: "pinned" })).toMatchObject({ done: 1 });
  });

  test("runs of one event go on by two versions side by side, each waiting for its own delay", async () => {
    const wait = (amount: number) =>
      aStep("delay", {}, { metadata: { type: "regular", amount, unit: "days" } as never });
    const { event, workflow } = await anEvent([mail, wait(1), inApp], [{ subscriberId: "m0" }, ...members(2).slice(1)]);
    const worker = aWorker();
    const stop = { ...mail, shouldStopOnFail: true };
    const { event: other, workflow: stopping } = await anEvent(
      [stop, wait(1), inApp],
      [{ subscriberId: "m5" }, members(8)[6]],
    );
    await worker.start(event);
    await worker.start(other);
    expect(await jobsOf(other, "m5")).toEqual(["email failed", "delay canceled", "in_app canceled"]);
    expect(await jobsOf(other, "m6")).toEqual(["email completed", "delay delayed", "in_app pending"]);
    await storeSubscribers(db, environment.scope, [{ subscriberId: "m5", email: "m5@example.com" }]);
    await changeWorkflow(stopping.id, ([first, second, third]) => [
      { ...stop, _id: first?._id },
      { ...wait(3), _id: second?._id },
      { ...aStep("in_app", { content: "new" }), _id: third?._id },
    ]);
    expect(workflow.id).not.toBe(stopping.id);
    expect(await resumed({ filter: { templates: [stopping.id] }, version: "current" }, worker)).toMatchObject({
      done: 1,
    });
    await worker.toEnd(other, { again: true });
    expect(await jobsOf(other, "m5")).toEqual(["email completed", "delay completed", "in_app completed"]);
    const rows = await db.$client<{ content: string; days: number }[]>`
      select content, extract(day from now() - created_at)::int as days from messages
      where event_id = ${other.eventId} and channel = 'in_app' order by created_at`;
    expect(rows.map(({ content }) => content)).toEqual(["in_app for 6", "new"]);
    await expectTrueCounters(db, other);
  });

  test("a workflow that waits longer now than the run is kept is refused by that reason", async () => {
    const { event, workflow } = await anEvent([mail, inApp], [{ subscriberId: "m0" }]);
    await aWorker().toEnd(event);
    await changeWorkflow(workflow.id, ([first, second]) => [
      { ...mail, _id: first?._id },
      aStep("delay", {}, { metadata: { type: "regular", amount: 80, unit: "days" } as never }),
      { ...inApp, _id: second?._id },
    ]);
    const result = await resumed({ runIds: await runIdsOf(event), version: "current" });
    expect(result).toMatchObject({ failed: 1, reasons: [{ reason: "expires", runs: 1 }] });
  });
});

test("a change of state that is not among the listed transitions is recorded, for any of these tests to fail", async () => {
  const { event } = await anEvent([inApp]);
  await aWorker().toEnd(event);
  await db.$client`update jobs set status = 'pending' where run_id = any(${await runIdsOf(event)}::uuid[])`;
  await db.$client`update runs set stop_reason = 'discarded' where event_id = ${event.eventId}`;
  await db.$client`update runs set stop_reason = null where event_id = ${event.eventId}`;
  expect(await unlistedTransitions(db)).toEqual(["job: completed to pending", "run: discarded to open"]);
});

test("a cancelled event's runs are not resumed, whichever comes first", async () => {
  const { event } = await anEvent([mail], [{ subscriberId: "m0" }]);
  await aWorker().toEnd(event);
  const { body } = await call("POST", "/notifications/resumptions", { filter: {} });
  await db.transaction((transaction) => cancelEventRow(transaction, environment.scope, event.transactionId));
  await carriedOut(body.data);
  await aWorker().toEnd(event, { again: true });
  expect(sink.taken()).toBe(0);
});

test("a send that is repeated behind a failed step is concluded, also when the event is cancelled before that step", async () => {
  sink.refuse("m0@example.com", { code: 550 });
  const { event } = await anEvent([text, mail]);
  const worker = aWorker();
  await worker.toEnd(event);
  expect(await jobsOf(event)).toEqual(["sms failed", "email failed"]);
  await resumed({ runIds: await runIdsOf(event) }, worker);
  expect(await jobsOf(event)).toEqual(["sms pending", "email running"]);
  await db.transaction((transaction) => cancelEventRow(transaction, environment.scope, event.transactionId));
  await worker.toEnd(event, { again: true });
  expect(await jobsOf(event)).toEqual(["sms canceled", "email completed"]);
  expect(addresses()).toEqual({ "m0@example.com": 1 });
  await expectTrueCounters(db, event);
});

describe("bad input", () => {
  test.each([
    [{}, "send either runIds or filter"],
    [{ runIds: ["00000000-0000-4000-8000-000000000000"], filter: {} }, "send either runIds or filter"],
    [{ runIds: [] }, "runIds must contain at least 1 element"],
    [{ runIds: ["x"] }, "must be a UUID"],
    [{ runIds: Array(1_001).fill("00000000-0000-4000-8000-000000000000") }, "no more than 1000"],
    [{ filter: { channels: ["carrier pigeon"] } }, "filter.channels"],
    [{ filter: { channel: ["email"] } }, "channel"],
    [{ filter: { from: "yesterday" } }, "must be a moment in ISO 8601"],
    [{ filter: { reasons: ["x".repeat(2_000)] } }, "at most 1000"],
    [{ filter: { from: "0000-01-01T00:00:00Z" } }, "must be a moment in ISO 8601"],
    [{ filter: { reasons: ["\ud800"] } }, "must not contain half of a character"],
    [{ filter: { reasons: ["a\0b"] } }, "must not contain the NUL character"],
    [{ filter: {}, version: "latest" }, "must be pinned or current"],
    [{ filter: {}, name: " " }, "should not be empty"],
    [{ filter: {}, spreadSeconds: 86_401 }, "must be a whole number of seconds up to 86400"],
    [{ filter: {}, spreadSeconds: 0.5 }, "must be a whole number of seconds up to 86400"],
  ])("%o is refused: %s", async (body, message) => {
    const reply = await call("POST", "/notifications/resumptions", body);
    expect([reply.status, JSON.stringify(reply.body.message)]).toEqual([400, expect.stringContaining(message)]);
  });
});

describe("of an event with more failures than one call resumes", () => {
  /** Takes what is to be resumed, one run at a time, and has each fail again before the next one is taken. */
  async function takenOneByOne({ eventId }: EventRef, most: number): Promise<string[]> {
    const [cohort] = await db.$client<{ id: string; expireAt: string }[]>`
      select id, expire_at as "expireAt" from cohorts where event_id = ${eventId}`;
    if (!cohort) throw new Error("The event has no cohort");
    const taken: string[] = [];
    for (let call = 0; call < most; call++) {
      const key = { id: cohort.id, expireAt: new Date(cohort.expireAt) };
      const { keys, isLast } = await inRareTransaction(db, (sql) => takeReopened(sql, key, 1));
      taken.push(...keys.map(({ id }) => id));
      if (isLast) return taken;
    }
    throw new Error(`The resume goes on after ${most} calls`);
  }

  async function failed(count: number): Promise<EventRef> {
    for (const { email } of members(count)) sink.refuse(email, { code: 550, times: 1_000 });
    const { event } = await anEvent([mail], members(count));
    await aWorker().toEnd(event);
    await markReopened(db, environment.scope, event.eventId);
    return event;
  }

  test("each is taken once, also when it fails again meanwhile, and the resume ends", async () => {
    const event = await failed(3);
    expect(await takenOneByOne(event, 10)).toEqual(await runIdsOf(event));
    const [cohort] = await db.$client`select reopen, reopened_up_to from cohorts where event_id = ${event.eventId}`;
    expect(cohort).toEqual({ reopen: false, reopened_up_to: null });
    // Asked for again, it begins anew.
    await markReopened(db, environment.scope, event.eventId);
    expect(await takenOneByOne(event, 10)).toHaveLength(3);
  });

  test("runs that are not to be resumed do not end it before those behind them", async () => {
    const event = await failed(3);
    const [first, second, third] = await runIdsOf(event);
    await db.$client`update runs set stop_reason = 'canceled' where id = any(${[first ?? "", second ?? ""]})`;
    expect(await takenOneByOne(event, 10)).toEqual([third]);
  });
});

test("a run whose resume takes too long is refused by itself, and those beside it go on", async () => {
  for (const { email } of members(3)) sink.refuse(email, { code: 550, times: 1 });
  const { event } = await anEvent([mail], members(3));
  const worker = aWorker();
  await worker.toEnd(event);
  const [slow] = await runIdsOf(event);
  // As a statement that exceeds its time does.
  await db.$client.unsafe(`
    create function time_out() returns trigger language plpgsql as $$ begin raise exception using errcode = '57014'; end $$;
    create trigger time_out before update on runs for each row when (new.id = '${slow}') execute function time_out()`);
  const resumption = await resumed({ runIds: await runIdsOf(event) }, worker);
  await db.$client.unsafe("drop trigger time_out on runs; drop function time_out()");
  const reasons = [{ reason: "not_stored", runs: 1 }];
  expect(resumption).toMatchObject({ state: "completed", done: 2, failed: 1, reasons });
  await worker.toEnd(event, { again: true });
  expect(Object.values(addresses())).toEqual([1, 1]);
});

test("an integration that cannot send what failed is refused by name, for one run and for many", async () => {
  const { event } = await anEvent([mail]);
  await aWorker().toEnd(event);
  const [runId = ""] = await runIdsOf(event);
  const other = await createTestEnvironment(db);
  const { scope } = environment;
  const add = (channel: "email" | "chat", providerId: string, owner: typeof scope, active = true) =>
    addIntegration(db, owner, { channel, providerId, identifier: `own-${crypto.randomUUID()}`, active });
  const refusals: [string, string][] = [
    ["x", "integrationId must be"],
    [crypto.randomUUID(), "integrationId: no integration with id"],
    [await add("email", "nodemailer", other.scope), "integrationId: no integration with id"],
    [await add("email", "nodemailer", scope, false), "is switched off: activate it first"],
    [await add("chat", "slack", scope), "integrationId: must be an email or SMS integration"],
  ];
  for (const [integrationId, text] of refusals) {
    for (const [path, body] of [
      [`/notifications/${runId}/resume`, { integrationId }],
      ["/notifications/resumptions", { runIds: [runId], integrationId }],
    ] as const) {
      const reply = await call("POST", path, body);
      expect(reply.status, text).toBe(400);
      expect(JSON.stringify(reply.body)).toContain(text);
    }
  }
  const chosen = await add("email", "nodemailer", scope);
  const { body } = await call("POST", `/notifications/${runId}/resume`, { integrationId: chosen });
  expect(body.data.integration).toMatchObject({ _id: chosen, channel: "email", providerId: "nodemailer" });
});
