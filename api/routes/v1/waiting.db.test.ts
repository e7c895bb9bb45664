import { afterAll, expect, test } from "vitest";
import { listOpenWindows } from "#db/queries/digests/digest-windows.ts";
import { listEvents } from "#db/queries/events/list-events.ts";
import { pastEvents } from "#db/queries/events/past-events.ts";
import { countWaiting, listWaiting } from "#db/queries/waiting/waiting.ts";
import { createTestEnvironment, type TestEnvironment, testApp } from "#test/support/environment.ts";
import { anAcceptedEvent, aStep, aWorkflow } from "#test/support/event.ts";
import { startFakeVendor } from "#test/support/fake-vendor.ts";
import { addSmtpServer } from "#test/support/integrations.ts";
import { startMailSink } from "#test/support/mail-sink.ts";
import { explainedBy } from "#test/support/prepared-plans.ts";
import { createEventRunner } from "#test/support/run-event.ts";

// What waits, and until when; and events that reached nobody.

const runUrl = (executionId: string) => `https://temporal.example/${encodeURIComponent(executionId)}`;
const { fakeEngine } = await import("#test/support/fake-engine.ts");
const api = await testApp({ engine: fakeEngine({ runUrl }).engine });
const { db, app } = api;
const runner = createEventRunner(db);
const mails = await startMailSink();
const webhook = await startFakeVendor();
afterAll(async () => {
  await runner.close();
  await mails.stop();
  webhook.close();
  await api.close();
});

const get = async ({ headers }: TestEnvironment, url: string) =>
  (await app.inject({ method: "GET", url: `/v1${url}`, headers })).json();

const delay = { ...aStep("delay"), metadata: { type: "regular", amount: 1, unit: "hours" } };
const digest = { ...aStep("digest"), metadata: { type: "regular", amount: 2, unit: "hours" } };

test("delays, digests, held runs and sends to be tried again are listed by when they are due, and counted", async () => {
  const environment = await createTestEnvironment(db);
  await addSmtpServer(db, environment.scope, mails.port);
  const started = async (steps: object[], to: unknown = "ada") => {
    const workflow = await aWorkflow(db, environment, steps);
    const { ref } = await anAcceptedEvent(db, environment, workflow, { to });
    await runner.start(ref);
    return { workflow, ref };
  };
  const delayed = await started([delay, aStep("in_app")], ["ada", "bob"]);
  const digested = await started([digest, aStep("in_app")]);
  webhook.answer = (_request, _text, response) => response.writeHead(500).end();
  const asks = [
    { value: "AND", children: [{ on: "webhook", webhookUrl: webhook.url, field: "x", operator: "EQUAL", value: "1" }] },
  ];
  const held = await started([aStep("in_app", {}, { filters: asks as never })]);
  mails.refuse("ada@example.com", { code: 450, message: "try later", times: 9 });
  const retried = await started([aStep("email", { subject: "Hi" })], { subscriberId: "ada", email: "ada@example.com" });

  const { data: all } = await get(environment, "/waiting");
  expect(all.map(({ kind }: { kind: string }) => kind).sort()).toEqual(["delay", "delay", "digest", "hold", "retry"]);
  const dueAts = all.map(({ dueAt }: { dueAt: string }) => dueAt);
  expect(dueAts).toEqual([...dueAts].sort());
  const of = (kind: string) => all.find((one: { kind: string }) => one.kind === kind);
  expect(of("delay")).toMatchObject({
    workflow: { _id: delayed.workflow.id },
    transactionId: delayed.ref.transactionId,
    step: { type: "delay" },
    engineUrl: expect.stringContaining("https://temporal.example/"),
  });
  expect(of("digest")).toMatchObject({ transactionId: digested.ref.transactionId, since: expect.any(String) });
  expect(of("hold")).toMatchObject({
    transactionId: held.ref.transactionId,
    attempts: 1,
    error: expect.stringMatching(/500/),
  });
  expect(of("retry")).toMatchObject({
    transactionId: retried.ref.transactionId,
    providerId: "nodemailer",
    channel: "email",
    attempts: 1,
    isTrying: false,
    error: expect.stringContaining("450"),
    step: { type: "email" },
  });

  for (const kind of ["delay", "digest", "hold", "retry", "wait"]) {
    const ids = all.filter((one: { kind: string }) => one.kind === kind).map(({ _id }: { _id: string }) => _id);
    const { data } = await get(environment, `/waiting?kind=${kind}`);
    expect(data.map(({ _id }: { _id: string }) => _id)).toEqual(ids);
  }
  const { data: ofKind } = await get(environment, `/waiting?kind=delay&transactionId=${held.ref.transactionId}`);
  expect(ofKind).toEqual([]);
  const { next: rest } = await get(environment, "/waiting?kind=delay&limit=1");
  expect((await get(environment, `/waiting?kind=delay&cursor=${rest}`)).data).toMatchObject([{ kind: "delay" }]);
  expect((await get(environment, "/waiting?kind=sleep")).message).toEqual([
    expect.stringMatching(/^kind must be one of/),
  ]);

  const paged = [];
  for (let next: string | null = ""; next !== null; ) {
    const page: { data: { _id: string }[]; next: string | null } = await get(
      environment,
      `/waiting?limit=1&cursor=${next}`,
    );
    paged.push(...page.data.map(({ _id }) => _id));
    next = page.next;
  }
  const ids = all.map(({ _id }: { _id: string }) => _id);
  expect(paged).toEqual(ids);

  // Backwards from the third page of two, and from the last of a kind.
  const backwards = [];
  const second = await get(environment, `/waiting?limit=2&cursor=${(await get(environment, "/waiting?limit=2")).next}`);
  const third = await get(environment, `/waiting?limit=2&cursor=${second.next}`);
  for (let page = third; ; ) {
    backwards.unshift(...page.data.map(({ _id }: { _id: string }) => _id));
    if (page.previous === null) break;
    page = await get(environment, `/waiting?limit=2&before=${page.previous}`);
    expect(page.next).toEqual(expect.any(String));
  }
  expect(backwards).toEqual(ids);
  const { previous: beforeRest } = await get(environment, `/waiting?kind=delay&limit=1&cursor=${rest}`);
  const { data: firstDelay, previous: none } = await get(environment, `/waiting?kind=delay&before=${beforeRest}`);
  expect([firstDelay, none]).toEqual([[of("delay")], null]);
  const ofDelayed = `/waiting?transactionId=${delayed.ref.transactionId}&limit=1`;
  const { next: lastOfEvent, previous: beforeFirst, data: firstOfEvent } = await get(environment, ofDelayed);
  expect(beforeFirst).toBeNull();
  const { previous: beforeLast } = await get(environment, `${ofDelayed}&cursor=${lastOfEvent}`);
  expect((await get(environment, `${ofDelayed}&before=${beforeLast}`)).data).toEqual(firstOfEvent);
  expect((await get(environment, `/waiting?cursor=${rest}&before=${rest}`)).message).toBe(
    "Send `cursor` or `before`, not both",
  );
  expect((await get(environment, `/waiting?transactionId=${delayed.ref.transactionId}`)).data).toHaveLength(2);
  expect((await get(environment, `/waiting?transactionId=${retried.ref.transactionId}`)).data).toMatchObject([
    { kind: "retry" },
  ]);
  expect((await get(environment, `/waiting?workflowId=${held.workflow.id}`)).data).toMatchObject([{ kind: "hold" }]);
  expect((await get(await createTestEnvironment(db), "/waiting")).data).toEqual([]);

  const { data: counts } = await get(environment, "/waiting/counts");
  const counted = counts.map(({ kind, workflow, count, isMore }: Record<string, never>) => [
    kind,
    workflow,
    count,
    isMore,
  ]);
  expect(counted).toHaveLength(4);
  expect(counted).toContainEqual(["delay", expect.objectContaining({ _id: delayed.workflow.id }), 2, false]);
  expect(counted).toContainEqual(["retry", expect.objectContaining({ _id: retried.workflow.id }), 1, false]);
  const { data: ofEvent } = await get(environment, `/waiting/counts?transactionId=${delayed.ref.transactionId}`);
  expect(ofEvent).toMatchObject([{ kind: "delay", count: 2 }]);
});

test("an event that reaches nobody is listed with the reason", async () => {
  const environment = await createTestEnvironment(db);
  const { headers } = environment;
  const workflow = await aWorkflow(db, environment, [aStep("in_app")]);
  await app.inject({ method: "POST", url: "/v1/topics", headers, payload: { key: "empty", name: "Empty" } });
  await app.inject({ method: "POST", url: "/v1/topics", headers, payload: { key: "own", name: "Own" } });
  await app.inject({ method: "POST", url: "/v1/subscribers", headers, payload: { subscriberId: "ada" } });
  await app.inject({ method: "POST", url: "/v1/topics/own/subscribers", headers, payload: { subscribers: ["ada"] } });
  const topic = (topicKey: string) => ({ type: "Topic", topicKey });
  const cases: [string, object, string[], RegExp][] = [
    ["empty", { to: topic("empty") }, ["topic_empty", "no_recipients"], /topics have no subscribers/],
    ["unknown", { to: topic("nowhere") }, ["topic_not_found", "no_recipients"], /topics have no subscribers/],
    ["actor", { to: topic("own"), actor: { subscriberId: "ada" } }, ["no_recipients"], /the actor ada/],
    [
      "bad",
      { to: { subscriberId: environment.environmentId } },
      ["recipient_invalid", "no_recipients"],
      /none of the recipients could be stored/,
    ],
  ];
  for (const [transactionId, event, kinds, message] of cases) {
    const { ref } = await anAcceptedEvent(db, environment, workflow, { transactionId, ...event });
    const body = { name: workflow.identifier, ...event };
    const explained = await app.inject({ method: "POST", url: "/v1/events/explain", headers, payload: body });
    await runner.start(ref);
    const { data } = await get(environment, `/events/trigger/${transactionId}`);
    expect(data).toMatchObject({ state: "completed", runs: 0 });
    const found = data.problems.map(({ kind }: { kind: string }) => kind);
    expect([...found].sort()).toEqual([...kinds].sort());
    expect(data.problems.find(({ kind }: { kind: string }) => kind === "no_recipients").message).toMatch(message);
    const byKind = (a: { kind: string }, b: { kind: string }) => (a.kind < b.kind ? -1 : 1);
    expect(explained.json().data.problems.sort(byKind)).toEqual([...data.problems].sort(byKind));
  }
  const { ref } = await anAcceptedEvent(db, environment, workflow, { transactionId: "served", to: "ada" });
  await runner.start(ref);
  const names = async (query: string) =>
    (await get(environment, `/events${query}`)).data.map((event: { transactionId: string }) => event.transactionId);
  expect(await names("")).toEqual(["served", "bad", "actor", "unknown", "empty"]);
  expect(await names("?problem=no_recipients")).toEqual(["bad", "actor", "unknown", "empty"]);
  expect(await names("?problem=topic_empty")).toEqual(["empty"]);
  const { next } = await get(environment, "/events?limit=2");
  expect(await names(`?limit=2&cursor=${next}`)).toEqual(["actor", "unknown"]);
  expect((await get(environment, "/events?problem=other")).message).toEqual([expect.stringMatching(/^problem /)]);
});

test("a broadcast in an environment without subscribers says so", async () => {
  const environment = await createTestEnvironment(db);
  const workflow = await aWorkflow(db, environment, [aStep("in_app")]);
  const { ref } = await anAcceptedEvent(db, environment, workflow, { audience: "broadcast" });
  await runner.start(ref);
  const { data } = await get(environment, `/events/trigger/${ref.transactionId}`);
  expect(data.problems).toEqual([
    { kind: "no_recipients", message: "Nobody was reached: the environment has no subscribers" },
  ]);
});

test("lists of what waits read a page by index among many rows", async () => {
  const environment = await createTestEnvironment(db);
  const { scope, environmentId, organizationId } = environment;
  const workflow = await aWorkflow(db, environment, [delay, aStep("email", { subject: "Hi" })]);
  const other = await aWorkflow(db, environment, [delay]);
  const { ref } = await anAcceptedEvent(db, environment, workflow, { to: ["ada", "bob"], transactionId: "one" });
  await runner.start(ref);
  const many = 20_000;
  const sql = db.$client;
  const run = { organizationId, environmentId, versionId: workflow.versionId };
  await sql`
    insert into events (id, organization_id, environment_id, transaction_id, workflow_id, workflow_version_id, execution_id, audience,
      created_at, expire_at, problems)
    select md5(n::text)::uuid, ${organizationId}, ${environmentId}, n::text, case when n % 2 = 0 then ${workflow.id}::uuid else ${other.id}::uuid end,
      ${run.versionId}, n::text, 'direct', now() - n * interval '1 second', now() + interval '30 days', '[]'
    from generate_series(1, ${many}) n`;
  await sql`
    insert into cohorts (id, organization_id, environment_id, event_id, number, execution_id, recipients_from, recipients_to, expire_at)
    select md5(n::text)::uuid, ${organizationId}, ${environmentId}, md5(n::text)::uuid, 0, n::text, 0, 1, now() + interval '30 days'
    from generate_series(1, ${many}) n`;
  await sql`
    insert into runs (id, organization_id, environment_id, event_id, cohort_id, workflow_id, workflow_version_id, subscriber_id,
      transaction_id, source, position, due_at, expire_at)
    select md5(n::text)::uuid, ${organizationId}, ${environmentId}, md5(n::text)::uuid, md5(n::text)::uuid,
      case when n % 2 = 0 then ${workflow.id}::uuid else ${other.id}::uuid end, ${run.versionId}, md5(n::text)::uuid, n::text, 'single', 0,
      now() + n * interval '1 second', now() + interval '30 days'
    from generate_series(1, ${many}) n`;
  await sql`
    insert into deliveries (id, organization_id, environment_id, event_id, cohort_id, run_id, job_id, message_id, message_expire_at,
      position, channel, integration_id, provider_id, state, due_at, error, bytes, is_only, is_last, expire_at)
    select md5(n::text)::uuid, ${organizationId}, ${environmentId}, md5(n::text)::uuid, md5(n::text)::uuid, md5(n::text)::uuid, md5(n::text)::uuid,
      md5(n::text)::uuid, now(), 0, 'email', md5(n::text)::uuid, 'nodemailer', 'open', now() + n * interval '1 second',
      '{"message": "busy"}', 2, true, true, now() + interval '30 days'
    from generate_series(1, ${many}) n`;
  await sql`
    insert into digest_windows (organization_id, environment_id, workflow_id, step_id, subscriber_id, digest_value, master_run_id,
      closes_at, expire_at)
    select ${organizationId}, ${environmentId}, case when n % 2 = 0 then ${workflow.id}::uuid else ${other.id}::uuid end, md5('step')::uuid,
      (select id from subscribers where environment_id = ${environmentId} limit 1), n::text, md5(n::text)::uuid,
      now() + n * interval '1 second', now() + interval '30 days'
    from generate_series(1, ${many}) n`;
  await sql`analyze`;
  const page = { after: null, limit: 25 };
  const middle = { at: new Date(Date.now() + (many / 2) * 1_000).toISOString(), id: workflow.id };
  const calls: Record<string, [rows: number, () => Promise<unknown>]> = {
    "what waits": [25, () => listWaiting(db, scope, page)],
    "what waits before a place": [25, () => listWaiting(db, scope, { ...page, before: middle })],
    "what waits of a kind before a place": [
      25,
      () => listWaiting(db, scope, { ...page, kind: "hold", before: middle }),
    ],
    "what of a workflow waits": [25, () => listWaiting(db, scope, { ...page, workflowId: other.id })],
    "what waits of a kind": [25, () => listWaiting(db, scope, { ...page, kind: "hold" })],
    "sends to be tried again": [25, () => listWaiting(db, scope, { ...page, kind: "retry" })],
    "what of an event waits": [2, () => listWaiting(db, scope, { ...page, transactionId: "one" })],
    // A thousand of each workflow, and of the deliveries.
    "the number of what waits": [3_000, () => countWaiting(db, scope, {})],
    "open digests": [25, () => listOpenWindows(db, scope, page)],
    events: [25, () => listEvents(db, scope, page)],
    "events that reached nobody": [1, () => listEvents(db, scope, { ...page, problem: "no_recipients" })],
    "earlier events": [
      25,
      () => pastEvents(db, scope, { workflowId: workflow.id, limit: 25, maxSize: 1_000_000, subscribers: 10 }),
    ],
  };
  for (const [name, [about, call]] of Object.entries(calls)) {
    const costs = await explainedBy(db, call);
    expect(costs.length).toBeGreaterThan(0);
    for (const { rows, used } of costs) {
      expect({ name, rows, used }).toEqual({
        name,
        used,
        rows: expect.toSatisfy((read: number) => read <= about * 25 + 200),
      });
    }
  }
});
