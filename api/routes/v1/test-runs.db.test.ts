import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { countRuns } from "#activities/upkeep/count-runs.ts";
import { DEMO_EMAIL_PROVIDER } from "#contract/constants/provider-ids.ts";
import type { GivenTestMode } from "#contract/test-mode.ts";
import { preferences } from "#db/schema/preferences.ts";
import type { EventRef } from "#engine/refs.ts";
import { apiWithRunner } from "#test/support/api-with-runner.ts";
import { createTestEnvironment, type TestEnvironment } from "#test/support/environment.ts";
import { aStep, aWorkflow } from "#test/support/event.ts";
import { startFakeVendor } from "#test/support/fake-vendor.ts";
import { hoursFrom } from "#test/support/hours.ts";
import { addSmtpServer } from "#test/support/integrations.ts";
import { startMailSink } from "#test/support/mail-sink.ts";
import { aMember } from "#test/support/sign-in.ts";
import { storeSubscribers } from "#test/support/subscribers.ts";

// Test events: what a dry run leaves alone, what it says, and waits that end at once.

const { api, runner } = await apiWithRunner();
const { db } = api;
const sql = db.$client;
const sink = await startMailSink();
const receiver = await startFakeVendor();
const called: string[] = [];
receiver.answer = (request, _body, response) => {
  called.push(request.url ?? "");
  response.end("{}");
};
afterAll(async () => {
  receiver.close();
  await sink.stop();
});

let environment: TestEnvironment;
beforeEach(async () => {
  environment = await createTestEnvironment(db);
  await addSmtpServer(db, environment.scope, sink.port);
  sink.forget();
  called.length = 0;
});

const DRY = { dryRun: true };
const DRY_AT_ONCE = { dryRun: true, skipDelays: true };
const AT_ONCE = { skipDelays: true };
const ada = { subscriberId: "ada", email: "ada@example.com", firstName: "Ada" };

const inApp = aStep("in_app", { content: "Hello {{ subscriber.firstName }}: {{ name }}" });
const mail = aStep("email", { subject: "About {{ name }}", contentType: "customHtml", content: "<p>{{ name }}</p>" });
const delay = { ...aStep("delay"), metadata: { type: "regular", amount: 2, unit: "hours" } };
const digest = { ...aStep("digest"), metadata: { type: "regular", amount: 10, unit: "minutes" } };
const collected = aStep("in_app", {
  content: "{{ step.total_count }}{% for e in step.events %} {{ e.name }}{% endfor %}",
});
const throttle = { ...aStep("throttle"), metadata: { type: "throttle", amount: 1, unit: "hours", limit: 1 } };
const payloadIs = (field: string, value: unknown) =>
  [{ value: "AND", children: [{ on: "payload", field, operator: "EQUAL", value }] }] as never;

const call = (
  method: "GET" | "POST" | "DELETE",
  url: string,
  payload?: object,
  headers: object = environment.headers,
) => api.app.inject({ method, url: `/v1${url}`, headers: { ...headers }, ...(payload && { payload }) });

async function triggered(name: string, given: object = {}): Promise<EventRef> {
  const url = "to" in given && given.to === undefined ? "/events/trigger/broadcast" : "/events/trigger";
  const reply = await call("POST", url, { name, to: ada, payload: { name: "A-1" }, ...given });
  expect(reply.statusCode, reply.body).toBe(201);
  const { transactionId } = reply.json().data;
  const event = api.started.find((start) => start.event.transactionId === transactionId)?.event;
  if (!event) throw new Error(`Not started: ${reply.body}`);
  return event;
}

async function run(steps: object[], testMode: GivenTestMode, given: object = {}) {
  const workflow = await aWorkflow(db, environment, steps);
  const event = await triggered(workflow.identifier, { ...given, testMode });
  await runner.start(event);
  return { workflow, event, ...(await read(event)) };
}

/** The runs of an event as the run page reads them, with the jobs of the first one. */
async function read({ transactionId }: EventRef) {
  const listed = (await call("GET", `/notifications?transactionId=${transactionId}&limit=100`)).json().data;
  const first = listed[0] && (await call("GET", `/notifications/${listed[0]._id}`)).json().data;
  const jobs: { type: string; status: string; reason?: { code: string; text: string }; executionDetails: Detail[] }[] =
    first?.jobs ?? [];
  return { listed, first, jobs, steps: jobs.map(({ type, status }) => `${type} ${status}`) };
}

interface Detail {
  detail: string;
  raw?: string;
}

const rowsOf = async (table: string, { eventId }: EventRef) =>
  Number((await sql.unsafe(`select count(*) as count from ${table} where event_id = '${eventId}'`))[0]?.count);
const rawOf = ({ executionDetails }: { executionDetails: Detail[] }, detail: string) =>
  JSON.parse(executionDetails.find((one) => one.detail === detail)?.raw ?? "null");

const WOULD_BE_SENT = "Message would be sent, and is not in a dry run";

describe("a dry run", () => {
  test("says by which integration what would be sent to whom, and sends nothing", async () => {
    const { event, first, jobs, steps, listed } = await run([inApp, mail], DRY);
    expect(steps).toEqual(["in_app completed", "email completed"]);
    expect(jobs[0] && rawOf(jobs[0], WOULD_BE_SENT)).toMatchObject({
      channel: "in_app",
      content: { content: "Hello Ada: A-1" },
    });
    expect(jobs[1] && rawOf(jobs[1], WOULD_BE_SENT)).toMatchObject({
      channel: "email",
      integration: "SMTP",
      to: "ada@example.com",
      content: {
        subject: "About A-1",
        html: expect.stringContaining("<p>A-1</p>"),
        text: expect.stringContaining("A-1"),
      },
    });
    expect(jobs[1]?.reason).toEqual({
      code: "would_be_sent",
      text: "The message would be sent by SMTP to ada@example.com",
    });
    expect(first.testMode).toEqual({ dryRun: true, skipDelays: false });
    // A list says what would be sent, and leaves out the content.
    const inList = rawOf(listed[0].jobs[1], WOULD_BE_SENT);
    expect(inList).toMatchObject({ integration: "SMTP", to: "ada@example.com" });
    expect(inList).not.toHaveProperty("content");
    expect(await rowsOf("messages", event)).toBe(0);
    expect(await rowsOf("deliveries", event)).toBe(0);
    expect(sink.all()).toEqual([]);
    const messages = (await call("GET", "/messages")).json();
    expect(messages.data).toEqual([]);
  });

  test("is in no statistic, before runs are counted and after, and in the lists as what it is", async () => {
    const nobody = aStep("sms");
    const { workflow, event } = await run([inApp, nobody], DRY);
    const numbers = async () => {
      const [overview, stats, graph, failures] = await Promise.all([
        call("GET", "/overview?period=24h"),
        call("GET", "/notifications/stats"),
        call("GET", "/notifications/graph/stats"),
        call("GET", `/notifications/graph/workflows?ids=${workflow.id}`),
      ]);
      const { triggered: all, delivered, failed } = overview.json().data;
      const days: { runs: number; failures: number }[] = failures.json().data[0].days;
      return {
        overview: [all.count, delivered.count, failed.count],
        stats: stats.json().data,
        graph: graph.json().data,
        days: days.filter(({ runs, failures }) => runs + failures > 0),
      };
    };
    const none = { overview: [0, 0, 0], stats: { weeklySent: 0, monthlySent: 0 }, graph: [], days: [] };
    expect(await numbers()).toEqual(none);
    for (const column of ["runs set created_at = created_at", "jobs set finished_at = finished_at"]) {
      await sql.unsafe(
        `update ${column} - interval '20 minutes' where environment_id = '${environment.environmentId}'`,
      );
    }
    await countRuns({ db });
    expect(await numbers()).toEqual(none);
    const listed = async (query: string) => (await call("GET", `/notifications?${query}`)).json().data.length;
    expect(await listed("limit=10")).toBe(1);
    expect(await listed("dryRuns=exclude")).toBe(0);
    // Also by the spans that counting left, in which there is nothing but the dry run.
    expect(await listed(`templates=${workflow.id}`)).toBe(1);
    expect(await listed(`templates=${workflow.id}&dryRuns=exclude`)).toBe(0);
    const events = (await call("GET", "/events")).json().data;
    expect(events).toMatchObject([{ transactionId: event.transactionId, testMode: { dryRun: true } }]);
  });

  test("decides preferences, conditions and addresses as a real run", async () => {
    const { rows } = await storeSubscribers(db, environment.scope, [ada]);
    const workflow = await aWorkflow(db, environment, [
      mail,
      { ...inApp, filters: payloadIs("name", "other") },
      aStep("sms"),
    ]);
    await db.insert(preferences).values({
      ...environment.scope,
      type: "SUBSCRIBER_WORKFLOW",
      channels: { email: false },
      subscriberId: rows[0]?.id ?? "",
      workflowId: workflow.id,
    });
    const event = await triggered(workflow.identifier, { to: "ada", testMode: DRY });
    await runner.start(event);
    const { jobs } = await read(event);
    expect(jobs.map(({ reason }) => reason?.code)).toEqual(["preference_off", "conditions_not_met", "no_destination"]);
    // What says why a real step failed is a message, too.
    expect(await rowsOf("messages", event)).toBe(0);
  });

  test("leaves an open digest of real events as it is, and digests itself alone", async () => {
    const workflow = await aWorkflow(db, environment, [digest, collected]);
    const real = await triggered(workflow.identifier, { to: "ada", payload: { name: "real" } });
    const [cohort] = await runner.start(real);
    const windows = () => sql`
      select w.closes_at, w.closed_at, count(m.*)::int as members from digest_windows w
      join digest_members m on m.window_id = w.id where w.environment_id = ${environment.environmentId} group by w.id`;
    const before = await windows();
    const event = await triggered(workflow.identifier, { to: "ada", payload: { name: "dry" }, testMode: DRY_AT_ONCE });
    await runner.start(event);
    const { jobs, steps } = await read(event);
    expect(steps).toEqual(["digest completed", "in_app completed"]);
    expect(jobs[1] && rawOf(jobs[1], WOULD_BE_SENT).content.content).toBe("1 dry");
    expect(await windows()).toEqual(before);
    expect(before).toHaveLength(1);
    runner.skip(11 * 60_000);
    if (cohort) await runner.untilItWaits(cohort);
    const messages = await sql`select content from messages where environment_id = ${environment.environmentId}`;
    expect(messages.map(({ content }) => content)).toEqual(["1 real"]);
  });

  test("waits as long as a real run unless delays are skipped, in no list of what waits, and a later step has its event", async () => {
    const { event, steps } = await run([digest, delay, collected], DRY);
    expect(steps).toEqual(["digest delayed", "delay pending", "in_app pending"]);
    expect((await call("GET", "/waiting")).json().data).toEqual([]);
    await runner.toEnd(event, { again: true });
    const { jobs, steps: ended } = await read(event);
    expect(ended).toEqual(["digest completed", "delay completed", "in_app completed"]);
    expect(jobs[2] && rawOf(jobs[2], WOULD_BE_SENT).content.content).toBe("1 A-1");
  });

  test("calls no HTTP step, no webhook of a condition and starts no workflow, and says so", async () => {
    const other = await aWorkflow(db, environment, [inApp]);
    const asking = [
      {
        value: "AND",
        children: [{ on: "webhook", webhookUrl: receiver.url, field: "x", operator: "EQUAL", value: "1" }],
      },
    ];
    const { jobs, steps } = await run(
      [
        {
          ...aStep("http", { content: "" }),
          metadata: { method: "POST", url: `${receiver.url}/a?key=secret`, body: { n: "{{ name }}" } },
        },
        { ...inApp, filters: asking },
        { ...aStep("trigger", { content: "" }), metadata: { workflowId: other.identifier } },
        inApp,
      ],
      DRY,
    );
    expect(steps).toEqual(["http skipped", "in_app skipped", "trigger completed", "in_app completed"]);
    expect(jobs.map(({ reason }) => reason?.code)).toEqual([
      "request_not_sent",
      "webhook_not_asked",
      "would_be_sent",
      "would_be_sent",
    ]);
    expect(jobs[0]?.reason?.text).toContain(`POST ${new URL(receiver.url).host}`);
    expect(JSON.stringify(jobs[0]?.executionDetails)).not.toContain("secret");
    expect(called).toEqual([]);
    const [counted] =
      await sql`select count(*)::int as events from events where environment_id = ${environment.environmentId}`;
    expect(counted?.events).toBe(1);
  });

  test("asks a throttle without counting, and is not what a real run waits for", async () => {
    const workflow = await aWorkflow(db, environment, [throttle, inApp]);
    const dry = await triggered(workflow.identifier, { testMode: DRY });
    await runner.start(dry);
    expect((await read(dry)).steps).toEqual(["throttle completed", "in_app completed"]);
    const real = await triggered(workflow.identifier);
    await runner.start(real);
    expect((await read(real)).steps).toEqual(["throttle completed", "in_app completed"]);
    const again = await triggered(workflow.identifier, { testMode: DRY });
    await runner.start(again);
    expect((await read(again)).steps).toEqual(["throttle skipped", "in_app skipped"]);

    const waiting = await aWorkflow(db, environment, [
      {
        ...aStep("wait_for_event", { content: "" }),
        metadata: { workflowIdentifier: workflow.identifier, amount: 1, unit: "days" },
      },
      inApp,
    ]);
    const waits = await triggered(waiting.identifier);
    await runner.start(waits);
    await runner.start(await triggered(workflow.identifier, { testMode: DRY }));
    await runner.untilItWaits({ event: waits, cohort: 0 });
    expect((await read(waits)).steps).toEqual(["wait_for_event delayed", "in_app pending"]);
  });

  test("takes nothing of what demo providers send a month, and pauses nothing", async () => {
    const { environmentId: own } = environment;
    await sql`delete from integrations where environment_id = ${own} and name = 'SMTP'`;
    await sql`update integrations set "primary" = true where environment_id = ${own} and provider_id = ${DEMO_EMAIL_PROVIDER}`;
    await sql`update environments set safety_caps = ${JSON.stringify({ eventsPerWorkflowPerMinute: 1, messagesPerWorkflowPerMinute: 1 })}::text::jsonb
      where id = ${environment.environmentId}`;
    const {
      workflow,
      jobs: [sent],
    } = await run([mail], DRY);
    expect(sent?.status).toBe("completed");
    expect(sent && rawOf(sent, WOULD_BE_SENT).integration).not.toBe("SMTP");
    await runner.start(await triggered(workflow.identifier, { testMode: DRY }));
    await runner.deps.safetyCaps.settled();
    const rows = async (table: string) =>
      (await sql.unsafe(`select * from ${table} where environment_id = '${environment.environmentId}'`)).length;
    expect(await rows("demo_messages")).toBe(0);
    expect(await rows("pauses")).toBe(0);
    // A pause holds real runs; the dry run says that it would.
    const { organizationId, environmentId } = environment.scope;
    await sql`insert into pauses (organization_id, environment_id, reason, workflow_id, "limit", counted)
      values (${organizationId}, ${environmentId}, 'workflow_events', ${workflow.id}, 1, 1)`;
    const event = await triggered(workflow.identifier, { testMode: DRY });
    await runner.start(event);
    const { jobs, steps: held } = await read(event);
    expect(held).toEqual(["email completed"]);
    expect(jobs[0]?.executionDetails.map(({ detail }) => detail)).toContain(
      "A safety cap would hold the step back, and does not in a dry run",
    );
  });

  test("for everybody has a run for each, and stores each once when it is taken up twice", async () => {
    const people = Array.from({ length: 1_000 }, (_, index) => ({
      subscriberId: `p${index}`,
      email: `p${index}@example.com`,
    }));
    await storeSubscribers(db, environment.scope, people);
    const workflow = await aWorkflow(db, environment, [mail, inApp]);
    const event = await triggered(workflow.identifier, { to: undefined, testMode: DRY });
    await runner.start(event);
    await runner.start(event, { again: true });
    const status = (await call("GET", `/events/trigger/${event.transactionId}`)).json().data;
    expect(status).toMatchObject({ state: "completed", runs: 1_000, jobs: { completed: 2_000 } });
    expect(await rowsOf("messages", event)).toBe(0);
    expect(sink.all()).toEqual([]);
    const [details] = await sql`
      select count(*)::int as count from execution_details where environment_id = ${environment.environmentId}
        and detail = ${WOULD_BE_SENT}`;
    expect(details?.count).toBe(2_000);
  }, 60_000);

  test("can be cancelled while it waits", async () => {
    const { event } = await run([delay, inApp], DRY);
    expect((await call("DELETE", `/events/trigger/${event.transactionId}`)).json()).toEqual({ data: true });
    await runner.untilItWaits({ event, cohort: 0 });
    expect((await read(event)).steps).toEqual(["delay canceled", "in_app canceled"]);
  });

  test("is no earlier event that a simulation goes through, and a condition finds its message unseen", async () => {
    const seen = [{ value: "AND", children: [{ on: "previousStep", step: "first", stepType: "unread" }] }];
    const { workflow, event } = await run(
      [{ ...inApp, uuid: "first" }, delay, { ...mail, filters: seen }],
      DRY_AT_ONCE,
    );
    expect((await read(event)).steps).toEqual(["in_app completed", "delay completed", "email completed"]);
    const simulated = await call("POST", "/events/simulate", { name: workflow.identifier });
    expect(simulated.statusCode, simulated.body).toBeLessThan(300);
    expect(simulated.json().data.events).toEqual([]);
  });
});

describe("a test without delays", () => {
  test("ends digests, delays, throttles and waits at once, says for how long they would be, and sends", async () => {
    const wait = { ...aStep("wait_for_event", { content: "" }), metadata: { signal: "paid", amount: 1, unit: "days" } };
    const { event, jobs, steps } = await run([digest, delay, throttle, wait, collected, mail], AT_ONCE);
    expect(steps).toEqual([
      "digest completed",
      "delay completed",
      "throttle completed",
      "wait_for_event completed",
      "in_app completed",
      "email completed",
    ]);
    const waited = jobs.map((job) => rawOf(job, "Wait was skipped in a test")?.delay / 60_000);
    expect(waited.map(Math.round)).toEqual([10, 120, Number.NaN, 1_440, Number.NaN, Number.NaN]);
    expect(jobs.slice(0, 4).map(({ reason }) => reason?.code)).toEqual(Array(4).fill("wait_skipped"));
    expect(sink.all()).toHaveLength(1);
    const messages = await sql`select content from messages where event_id = ${event.eventId} and channel = 'in_app'`;
    expect(messages).toMatchObject([{ content: "1 A-1" }]);
    for (const table of ["digest_windows", "throttle_windows", "event_waits"]) {
      const rows = await sql.unsafe(`select * from ${table} where environment_id = '${environment.environmentId}'`);
      expect(rows, table).toHaveLength(0);
    }
  });

  test("does not wait for the subscriber's hours", async () => {
    const { hours } = hoursFrom(60);
    await storeSubscribers(db, environment.scope, [ada]);
    await sql`update subscribers set hours = ${JSON.stringify(hours)}::text::jsonb, timezone = 'UTC'
      where environment_id = ${environment.environmentId}`;
    const { jobs, steps } = await run([mail], AT_ONCE, { to: "ada" });
    expect(steps).toEqual(["email completed"]);
    expect(jobs[0]?.executionDetails.map(({ detail }) => detail)).toContain(
      "Message does not wait for the subscriber's hours in a test",
    );
  });

  test("hands its mode on to the workflows that it starts", async () => {
    const other = await aWorkflow(db, environment, [delay, inApp]);
    await run([{ ...aStep("trigger", { content: "" }), metadata: { workflowId: other.identifier } }], AT_ONCE);
    const modes = await sql`select test_mode from events where environment_id = ${environment.environmentId}`;
    expect(modes).toEqual(Array(2).fill({ test_mode: { dryRun: false, skipDelays: true } }));
  });
});

describe("the mode of a trigger", () => {
  test("is refused in Production, by each way to trigger, and accepted with a member's token in Development", async () => {
    const { productionScope: scope, productionEnvironmentId: environmentId, productionApiKey } = environment;
    const headers = { authorization: `ApiKey ${productionApiKey}` };
    const production = { ...environment, scope, environmentId, headers };
    const workflow = await aWorkflow(db, production, [inApp]);
    const body = { name: workflow.identifier, to: "ada", testMode: DRY };
    const message = "testMode cannot be used in Production: leave it out, or trigger the event in Development";
    const refused = await call("POST", "/events/trigger", body, production.headers);
    expect([refused.statusCode, refused.json().message]).toEqual([400, message]);
    const everybody = await call(
      "POST",
      "/events/trigger/broadcast",
      { name: body.name, testMode: AT_ONCE },
      production.headers,
    );
    expect(everybody.statusCode).toBe(400);
    const bulk = await call("POST", "/events/trigger/bulk", { events: [body] }, production.headers);
    expect(bulk.json().data).toMatchObject([{ status: "error", error: [message] }]);
    const off = await call("POST", "/events/trigger", { ...body, testMode: { dryRun: false } }, production.headers);
    expect(off.statusCode).toBe(201);
    const own = await aWorkflow(db, environment, [inApp]);
    const member = await call(
      "POST",
      "/events/trigger",
      { name: own.identifier, to: "ada", testMode: DRY },
      {
        ...(await aMember(db, environment.organizationId, "admin")).headers,
        "novu-environment-id": environment.environmentId,
      },
    );
    expect(member.statusCode).toBe(201);
  });

  test("leaves the transactionId to the real event, and takes up a repeated dry run once", async () => {
    const workflow = await aWorkflow(db, environment, [inApp]);
    const transactionId = randomUUID();
    const body = { name: workflow.identifier, to: "ada", transactionId };
    const answered = async (given: object) =>
      (await call("POST", "/events/trigger", { ...body, ...given })).json().data;
    for (let time = 0; time < 2; time++) {
      expect((await answered({ testMode: DRY })).transactionId).toBe(`dry-${transactionId}`);
    }
    expect((await answered({ testMode: DRY, transactionId: `dry-${transactionId}` })).transactionId).toBe(
      `dry-${transactionId}`,
    );
    expect((await answered({})).transactionId).toBe(transactionId);
    const events =
      await sql`select test_mode is null as real from events where workflow_id = ${workflow.id} order by created_at`;
    expect(events.map(({ real }) => real)).toEqual([false, true]);
  });

  test("is refused with the field that is wrong", async () => {
    const workflow = await aWorkflow(db, environment, [inApp]);
    const refused = async (given: object) =>
      (await call("POST", "/events/trigger", { name: workflow.identifier, to: "ada", ...given })).json().message;
    expect(await refused({ testMode: { dryRun: "yes" } })).toEqual(["testMode.dryRun must be true or false"]);
    expect(await refused({ testMode: "dry" })).toEqual(["testMode must be an object"]);
    const [tooLong] = await refused({ testMode: DRY, transactionId: "x".repeat(255) });
    expect(tooLong).toMatch(/^transactionId must be at most \d+ characters in a dry run/);
  });
});
