import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { acceptReplies } from "#api/services/inbound-mail/accept-inbound-mail.ts";
import type { Erasure } from "#contract/imports.ts";
import { matchReports, storeReports } from "#db/queries/reports/store-reports.ts";
import { lockResumable } from "#db/queries/runs/lock-resumable.ts";
import { erasedIdentifier } from "#db/queries/subscribers/erasures/erased-identifier.ts";
import { inRareTransaction } from "#db/transaction.ts";
import { apiWithRunner } from "#test/support/api-with-runner.ts";
import { createTestEnvironment, type TestEnvironment } from "#test/support/environment.ts";
import { anAcceptedEvent, aStep, aWorkflow } from "#test/support/event.ts";
import { fakeEngine } from "#test/support/fake-engine.ts";
import { addSmtpServer } from "#test/support/integrations.ts";
import { type MailSink, startMailSink } from "#test/support/mail-sink.ts";

// Everything that is stored about one subscriber is exported as one object, and removed from all tables.

const { api, runner } = await apiWithRunner();
const { app, db } = api;
let sink: MailSink;
beforeAll(async () => {
  sink = await startMailSink();
});
afterAll(() => sink.stop());

/** Part of everything that identifies the person of a test, and of nothing else. */
let token: string;
let person: { firstName: string; lastName: string; email: string; phone: string };
let subscriberId: string;

let environment: TestEnvironment;
beforeEach(async () => {
  environment = await createTestEnvironment(db);
  token = `zq${randomUUID().slice(0, 13).replace("-", "x")}`;
  subscriberId = `person-${token}`;
  person = { firstName: `F${token}`, lastName: `L${token}`, email: `${token}@quux.example`, phone: `+49-${token}` };
  await addSmtpServer(db, environment.scope, sink.port);
  await db.$client`
    update environments set inbound_parse_domain = 'reply.example.com', mx_record_configured = true
    where id = ${environment.environmentId}`;
});

const call = (method: "GET" | "POST" | "PATCH" | "DELETE", url: string, payload?: object, headers: object = {}) =>
  app.inject({
    method,
    url: `/v1${url}`,
    headers: { ...environment.headers, ...headers },
    ...(payload && { payload }),
  });

/** Tables with a row that says something about the person. */
async function tablesNamingThePerson(): Promise<string[]> {
  const tables = await db.$client<{ name: string }[]>`
    select relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    where c.relkind in ('r', 'p') and not c.relispartition`;
  const found: string[] = [];
  for (const { name } of tables) {
    if ((await db.$client.unsafe(`select from ${name} t where t::text ilike $1 limit 1`, [`%${token}%`])).length > 0)
      found.push(name);
  }
  return found.sort();
}

/** The person with something in every table that can hold something about a subscriber. */
async function populated() {
  await call(
    "POST",
    "/subscribers",
    { subscriberId, ...person, data: { nick: token } },
    { "idempotency-key": randomUUID() },
  );
  await call("POST", "/webhook-endpoints", { url: "https://example.com/hook" });
  await call("POST", "/subscribers", { subscriberId: "bob", email: "bob@example.com" });
  await call("POST", "/topics/quuxers/subscribers", { subscribers: [subscriberId, "bob"] });
  await call("PATCH", `/subscribers/${subscriberId}/preferences`, {
    enabled: true,
    preferences: [{ type: "sms", enabled: false }],
  });
  const template = {
    contentType: "customHtml" as const,
    content: "Hi {{ subscriber.firstName }}",
    subject: "For {{ subscriber.lastName }}",
  };
  const email = aStep("email", template, { replyCallback: { active: true, url: "http://localhost:1/replies" } });
  const inApp = aStep("in_app", { content: "Hello {{ subscriber.firstName }} {{ payload.note }}" });
  const delay = { ...aStep("delay"), metadata: { type: "regular", amount: 2, unit: "days" } };
  const sent = await aWorkflow(db, environment, [inApp, email]);
  const waiting = await aWorkflow(db, environment, [inApp, delay, email]);
  const inline = { subscriberId, ...person };
  const payload = { note: `about ${token}` };
  const only = await anAcceptedEvent(db, environment, sent, { to: inline, payload, actor: inline });
  const shared = await anAcceptedEvent(db, environment, sent, { to: ["bob", inline], payload: { note: "for all" } });
  const held = await anAcceptedEvent(db, environment, waiting, { to: [inline, "bob"], payload: { note: "for all" } });
  const exclude = [subscriberId, "bob"];
  await anAcceptedEvent(db, environment, sent, { to: { type: "Topic", topicKey: "crew", exclude } });
  await runner.toEnd(only.ref);
  await runner.toEnd(shared.ref);
  await runner.start(held.ref);
  const reply = sink.mailsTo(person.email).at(-1)?.replyTo?.[0]?.address ?? "";
  const { engine } = fakeEngine();
  const mail = { from: [{ address: person.email }], to: [{ address: reply }], text: `I am ${token}` };
  await acceptReplies({ db, engine, logger: { warn: () => undefined } as never }, [{ address: reply, mail }]);
  await call("POST", "/schedules", {
    name: "Daily",
    workflow: sent.identifier,
    to: [subscriberId, "bob", { type: "Topic", topicKey: "crew", exclude: [subscriberId, "bob"] }],
    recurrence: { type: "cron", cronExpression: "0 9 * * *" },
    timezone: "UTC",
  });
  await app.inject({
    method: "POST",
    url: "/v1/imports?kind=subscribers",
    headers: { ...environment.headers, "content-type": "text/csv" },
    payload: `subscriberId,firstName\n${subscriberId},${token}\ncarl,Carl\n`,
  });
  await storeReports(db, await reporter(), (await identifiers(only.ref.eventId)).map(bounced), new Date());
  await call("GET", `/subscribers/${encodeURIComponent(person.email)}`);
  await app.requestLog.flush();
  return { only, shared, held };
}

/** The integration by which the mails of a test are sent. */
async function reporter() {
  const [row] = await db.$client<{ id: string }[]>`
    select id from integrations where environment_id = ${environment.environmentId} and provider_id = 'nodemailer'`;
  return { ...environment.scope, id: row?.id ?? "", channel: "email" };
}

/** The ids by which the vendor names the person's emails of an event, and one of an email that is not known. */
async function identifiers(eventId: string): Promise<string[]> {
  const rows = await db.$client<{ identifier: string }[]>`
    select m.identifier from messages m join subscribers s on s.id = m.subscriber_id
    where m.event_id = ${eventId} and m.channel = 'email' and s.subscriber_id = ${subscriberId}`;
  expect(rows).toHaveLength(1);
  return [...rows.map(({ identifier }) => identifier), randomUUID()];
}

/** A report as vendors write it, with the address in the vendor's words and in the event. */
const bounced = (identifier: string) => ({
  identifier,
  status: "bounced" as const,
  at: new Date(),
  eventId: randomUUID(),
  response: `550 no mailbox ${person.email}`,
  raw: { email: person.email },
});

async function erase(): Promise<Erasure> {
  const started = await call("POST", `/subscribers/${subscriberId}/erase`);
  expect([started.statusCode, started.json().data]).toEqual([
    202,
    expect.objectContaining({ state: "running", subscriberId }),
  ]);
  const { _id } = started.json().data;
  const ref = { ...environment.scope, erasureId: _id };
  while ((await runner.call(runner.activities.advanceErasure, ref)).more) {}
  return (await call("GET", `/erasures/${_id}`)).json().data;
}

test("a subscriber that is erased is in no row of any table, its runs end with the reason, and everybody else's data stays", async () => {
  const { held, shared } = await populated();
  expect(await tablesNamingThePerson()).toEqual(
    expect.arrayContaining([
      "api_requests",
      "delivery_reports",
      "event_contents",
      "execution_details",
      "import_portions",
      "inbound_mails",
      "messages",
      "subscribers",
      "webhook_events",
      "webhook_messages",
    ]),
  );
  const counted = async () => {
    const [row] = await db.$client`
      select (select count(*) from runs where environment_id = ${environment.environmentId})::int as runs,
        (select count(*) from jobs where environment_id = ${environment.environmentId})::int as jobs,
        (select count(*) from messages where environment_id = ${environment.environmentId})::int as messages`;
    return row;
  };
  const before = await counted();
  expect(await erase()).toMatchObject({ state: "completed", endedRuns: 1 });
  expect(await tablesNamingThePerson()).toEqual([]);
  expect(await counted()).toEqual(before);
  // Nothing of the person is begun again by a resume.
  await db.$client`
    update runs set stop_reason = 'execution_ended'
    where stop_reason = 'discarded' and environment_id = ${environment.environmentId}`;
  const [resumable] = await db.$client<{ id: string; expireAt: string }[]>`
    select id, expire_at as "expireAt" from runs
    where stop_reason = 'execution_ended' and environment_id = ${environment.environmentId}`;
  if (!resumable) throw new Error("The erasure ended no run");
  const [locked] = await inRareTransaction(db, (sql) =>
    lockResumable(sql, [{ id: resumable.id, expireAt: new Date(resumable.expireAt) }]),
  );
  expect(locked?.stopReason).toBe("discarded");

  const details = await db.$client`
    select detail from execution_details where environment_id = ${environment.environmentId} and detail like '%erased%'`;
  expect(details).toHaveLength(2);
  // The other recipient's run waits as before, and its messages are as they were.
  const cohort = { event: held.ref, cohort: 0 };
  const next = await runner.untilItWaits(cohort);
  expect(next.wake).not.toBeNull();
  const bobs = await db.$client`
    select m.content from messages m join subscribers s on s.id = m.subscriber_id
    where s.subscriber_id = 'bob' and m.environment_id = ${environment.environmentId} and m.event_id = ${shared.ref.eventId}`;
  expect(bobs.map(({ content }) => content)).toEqual(expect.arrayContaining([expect.stringContaining("for all")]));
  const [answer] = await db.$client`
    select body, is_omitted as "isOmitted" from idempotency_keys where environment_id = ${environment.environmentId}`;
  expect(answer).toEqual({ body: null, isOmitted: true });
  const [schedule] = (await call("GET", "/schedules")).json().data;
  expect(schedule).toMatchObject({
    to: ["bob", { type: "Topic", topicKey: "crew", exclude: ["bob"] }],
    status: "active",
  });
  expect((await call("GET", `/subscribers/${subscriberId}`)).statusCode).toBe(404);
  expect((await call("POST", `/subscribers/${subscriberId}/erase`)).statusCode).toBe(404);
});

test("a vendor's report about a message that was erased is not stored, however early or late it is known to be one", async () => {
  const { only, shared } = await populated();
  const [sent = ""] = await identifiers(only.ref.eventId);
  const [early = ""] = await identifiers(shared.ref.eventId);
  await db.$client`update messages set identifier = null where identifier = ${early}`;
  await storeReports(db, await reporter(), [{ ...bounced(early), response: "550", raw: { id: token } }], new Date());
  await db.$client`
    update messages set identifier = ${early} where event_id = ${shared.ref.eventId} and channel = 'email'
      and subscriber_id = (select subscriber_id from messages where identifier = ${sent})`;
  expect(await erase()).toMatchObject({ state: "completed" });
  const late = await storeReports(db, await reporter(), [bounced(sent), bounced(sent)], new Date());
  expect(late).toEqual({ applied: 0, webhooks: [] });
  expect(await matchReports(db, new Date())).toEqual({ applied: 0, webhooks: [] });
  expect(await tablesNamingThePerson()).toEqual([]);
});

test("a report that waits while its message is erased is not stored", async () => {
  const { only } = await populated();
  const [sent = ""] = await identifiers(only.ref.eventId);
  const { promise: late } = await db.$client.begin(async (sql) => {
    const [row] = await sql`
      update messages set identifier = ${sql.unsafe(erasedIdentifier("identifier"))} where identifier = ${sent} returning id`;
    expect(row).toBeDefined();
    const promise = storeReports(db, { ...(await reporter()), channel: "email" }, [bounced(sent)], new Date());
    await expect
      .poll(async () => (await sql`select from pg_locks where not granted`).length, { interval: 20 })
      .toBeGreaterThan(0);
    return { promise };
  });
  expect(await late).toEqual({ applied: 0, webhooks: [] });
  const rows = await db.$client`select status from delivery_reports where identifier = ${sent}`;
  expect(rows).toHaveLength(1);
});

test("asked for twice at once it is one erasure, and two attempts at once do the same as one", async () => {
  await populated();
  const [first, second] = await Promise.all([
    call("POST", `/subscribers/${subscriberId}/erase`),
    call("POST", `/subscribers/${subscriberId}/erase`),
  ]);
  expect(second.json().data._id).toBe(first.json().data._id);
  const ref = { ...environment.scope, erasureId: first.json().data._id };
  const attempt = async () => {
    while ((await runner.call(runner.activities.advanceErasure, ref)).more) {}
  };
  await Promise.all([attempt(), attempt()]);
  expect((await call("GET", `/erasures/${ref.erasureId}`)).json().data).toMatchObject({
    state: "completed",
    endedRuns: 1,
  });
  expect(await tablesNamingThePerson()).toEqual([]);
});

test("what a call stores about the subscriber while it is erased is erased, too, and a later one makes a new subscriber", async () => {
  await populated();
  const { _id } = (await call("POST", `/subscribers/${subscriberId}/erase`)).json().data;
  await call("POST", "/subscribers", { subscriberId, ...person });
  const ref = { ...environment.scope, erasureId: _id };
  while ((await runner.call(runner.activities.advanceErasure, ref)).more) {}
  expect(await tablesNamingThePerson()).toEqual([]);
  const made = await call("POST", "/subscribers", { subscriberId, firstName: "Another" });
  expect(made.json().data).toMatchObject({ subscriberId, firstName: "Another" });
  expect(made.json().data.email).toBeNull();
  expect(await erase()).toMatchObject({ state: "completed" });
});

test("a subscriber that was deleted before is erased as well, and an unknown one is not found", async () => {
  await call("POST", "/subscribers", { subscriberId, ...person });
  await call("DELETE", `/subscribers/${subscriberId}`);
  expect(await erase()).toMatchObject({ state: "completed" });
  expect(await tablesNamingThePerson()).toEqual([]);
  expect((await call("POST", "/subscribers/nobody/erase")).statusCode).toBe(404);
});

test("the export of a subscriber has its profile, choices, topics, runs and messages, and no other's; credentials are masked", async () => {
  await populated();
  await db.$client`
    update subscribers set channels = ${JSON.stringify([
      {
        integrationId: randomUUID(),
        providerId: "slack",
        credentials: { webhookUrl: "https://hooks.example/secret-1234" },
      },
    ])}::jsonb
    where environment_id = ${environment.environmentId} and subscriber_id = ${subscriberId}`;
  const answer = await call("GET", `/subscribers/${subscriberId}/export`);
  expect(answer.statusCode).toBe(200);
  expect(answer.body).not.toMatch(/secret-1234|bob@example/);
  const exported = JSON.parse(answer.body);
  expect(exported).toMatchObject({
    subscriber: { subscriberId, ...person, channels: [{ credentials: { webhookUrl: "nvsk.1234" } }] },
    topics: [{ key: "quuxers" }],
    preferences: [{ workflow: null, channels: { sms: false } }],
    replies: [{ mail: { text: `I am ${token}` } }],
  });
  expect(exported.runs).toHaveLength(3);
  expect(exported.runs[0].createdAt).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
  const contents = exported.runs.flatMap(({ messages }: { messages: { content: string }[] }) => messages);
  expect(contents.map(({ channel }: { channel: string }) => channel).sort()).toEqual([
    "email",
    "email",
    "in_app",
    "in_app",
    "in_app",
  ]);
  expect(exported.runs[0]).toMatchObject({ payload: { note: `about ${token}` }, recipient: { subscriberId } });
});

test("what was sent and answered is removed from recorded calls that name the person, or brought an event for it", async () => {
  const workflow = await aWorkflow(db, environment, [aStep("in_app", { content: "Hello" })]);
  await call("POST", "/subscribers", { subscriberId });
  await call("POST", "/topics", { key: "crew", name: "Crew" });
  await call("POST", "/topics/crew/subscribers", { subscribers: [subscriberId] });
  await anAcceptedEvent(db, environment, workflow, { to: "bob" });
  const to = { type: "Topic", topicKey: "crew" };
  const { ref } = await anAcceptedEvent(db, environment, workflow, { to: [to], payload: { note: "only for it" } });
  await runner.toEnd(ref);
  await call("POST", "/events/trigger", {
    name: workflow.identifier,
    to: [to],
    transactionId: ref.transactionId,
    payload: { note: "only for it" },
  });
  await call("POST", "/events/trigger", { name: workflow.identifier, to: "bob", payload: { note: "for bob" } });
  await call("GET", `/subscribers/${subscriberId}x`);
  await erase();
  await app.requestLog.flush();
  const rows = await db.$client<{ route: string; path: string; body: string | null }[]>`
    select route, path, body from api_requests where environment_id = ${environment.environmentId} order by created_at`;
  expect(rows.map(({ route, body, path }) => [route, path === route, body?.includes("note") ?? null])).toEqual([
    ["/v1/subscribers", true, null],
    ["/v1/topics", true, false],
    ["/v1/topics/:key/subscribers", true, null],
    ["/v1/events/trigger", true, null],
    ["/v1/events/trigger", true, true],
    ["/v1/subscribers/:subscriberId", false, null],
    ["/v1/subscribers/:subscriberId/erase", true, null],
  ]);
});

test("an erasure without an execution is begun by the reconciler, also after an operator ended it", async () => {
  await call("POST", "/subscribers", { subscriberId, ...person });
  const { _id } = (await call("POST", `/subscribers/${subscriberId}/erase`)).json().data;
  const started: string[] = [];
  const { createEventRunner } = await import("#test/support/run-event.ts");
  const engine = {
    ...runner.deps.engine,
    stateOf: async () => "failed" as const,
    startErasure: async ({ erasureId }: { erasureId: string }) => void started.push(erasureId),
  };
  const reconciler = createEventRunner(db, { engine });
  reconciler.skip(60_000);
  await reconciler.call(reconciler.activities.reconcile);
  expect(started).toContain(_id);
  await reconciler.close();
});

test("every table that names a subscriber is one that an erasure knows", async () => {
  const named = await db.$client<{ name: string }[]>`
    select c.table_name as name from information_schema.columns c join pg_class t on t.relname = c.table_name
    where c.column_name = 'subscriber_id' and c.table_schema = 'public' and not t.relispartition order by 1`;
  expect(named.map(({ name }) => name)).toEqual([
    "digest_arrivals",
    "digest_windows",
    "erasures",
    "event_waits",
    "failure_group_people",
    "messages",
    // Ids and figures alone.
    "pauses",
    "preferences",
    "presences",
    "runs",
    "signals",
    "subscribers",
    "throttle_windows",
    "topic_subscribers",
  ]);
});
