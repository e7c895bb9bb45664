import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, type Database, openDatabase } from "#db/client.ts";
import { saveWorkflowOverride } from "#db/queries/workflows/workflow-overrides.ts";
import { integrations } from "#db/schema/integrations.ts";
import { preferences } from "#db/schema/preferences.ts";
import { tenants } from "#db/schema/tenants.ts";
import type { Scope } from "#db/scope.ts";
import { parseRecipients } from "#domain/recipients.ts";
import { createTestEnvironment, type TestEnvironment, testConfig } from "#test/support/environment.ts";
import { type AcceptedEvent, anAcceptedEvent, aStep, aWorkflow } from "#test/support/event.ts";
import { type MailSink, startMailSink } from "#test/support/mail-sink.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { createEventRunner, type EventRunner } from "#test/support/run-event.ts";
import type { Deps } from "./deps.ts";

let db: Database;
let sink: MailSink;
const runners: EventRunner[] = [];
beforeAll(async () => {
  db = openDatabase(testDatabaseUrl(), { poolSize: 5 });
  sink = await startMailSink();
});
afterAll(async () => {
  for (const runner of runners) await runner.close();
  await sink.stop();
  await closeDatabase(db);
});

/** An environment whose mail goes to the local sink. */
async function environmentWithSmtp(): Promise<TestEnvironment> {
  const environment = await createTestEnvironment(db);
  await db.$client`update integrations set "primary" = false where environment_id = ${environment.environmentId} and channel = 'email'`;
  await db.insert(integrations).values({
    ...environment.scope,
    providerId: "nodemailer",
    channel: "email",
    name: "SMTP",
    identifier: `smtp-${environment.environmentId}`,
    credentials: { host: "127.0.0.1", port: sink.port, from: "hello@belfry.example", senderName: "Belfry" },
    active: true,
    primary: true,
    priority: 2,
  });
  return environment;
}

interface Given {
  environment: TestEnvironment;
  steps: object[];
  to: unknown;
  event?: AcceptedEvent;
  workflow?: object;
  config?: Partial<Deps["config"]>;
}

/** An accepted event; `run` moves it on until it waits or is through. Runs come in the order of the recipients. */
async function anEvent({ environment, steps, to, event = {}, workflow: settings = {}, config = {} }: Given) {
  const workflow = await aWorkflow(db, environment, steps, settings);
  const { ref } = await anAcceptedEvent(db, environment, workflow, { to, ...event });
  const runner = createEventRunner(db, { config: { ...testConfig, ...config } });
  runners.push(runner);
  const recipients = parseRecipients(to).subscribers.map(({ subscriberId }) => subscriberId);
  const run = async (): Promise<string[]> => {
    await runner.start(ref);
    const rows = await db.$client<{ id: string; subscriber: string }[]>`
      select r.id, s.subscriber_id as subscriber from runs r join subscribers s on s.id = r.subscriber_id
      where r.event_id = ${ref.eventId}`;
    const ids = new Map(rows.map(({ id, subscriber }) => [subscriber, id]));
    return recipients.flatMap((subscriber) => ids.get(subscriber) ?? []);
  };
  return { ref, runner, run };
}

/** Ids of subscribers that are created where they are unknown, by the customer's id. */
async function upserted(
  { organizationId, environmentId }: Scope,
  names: readonly string[],
): Promise<[string, string][]> {
  await db.$client`
    insert into subscribers (organization_id, environment_id, subscriber_id)
    select ${organizationId}, ${environmentId}, unnest(${[...names]}::text[]) on conflict do nothing`;
  const rows = await db.$client<{ name: string; id: string }[]>`
    select subscriber_id as name, id from subscribers
    where environment_id = ${environmentId} and subscriber_id = any(${[...names]}::text[])`;
  return rows.map(({ name, id }) => [name, id]);
}

const jobsOf = async (runId = "") =>
  (await db.$client`select type, status from jobs where run_id = ${runId} order by position`).map(
    (job) => `${job.type} ${job.status}`,
  );

const detailsOf = async (runId = "") =>
  (await db.$client`select detail, status from execution_details where run_id = ${runId} order by created_at`).map(
    (row) => `${row.detail} (${row.status})`,
  );

const messagesOf = (runId = "") => db.$client`select * from messages where run_id = ${runId} order by created_at`;

test("an in-app step stores one message and completes its job", async () => {
  const environment = await createTestEnvironment(db);
  const { run } = await anEvent({
    environment,
    steps: [aStep("in_app", { content: "Hello {{ subscriber.firstName }}, {{ product }} & more" })],
    to: { subscriberId: "ada", firstName: "<b>Ada</b>" },
    event: { payload: { product: "Belfry" } },
  });
  const runIds = await run();
  expect(await jobsOf(runIds[0])).toEqual(["in_app completed"]);
  expect(await messagesOf(runIds[0])).toMatchObject([
    {
      channel: "in_app",
      content: "Hello &lt;b&gt;Ada&lt;/b&gt;, Belfry & more",
      seen: false,
      read: false,
      status: "sent",
      provider_id: "belfry",
    },
  ]);
  expect(await detailsOf(runIds[0])).toEqual(["Message created (Pending)", "Message sent (Success)"]);
});

test("an event moved on again after a crash writes nothing twice", async () => {
  const environment = await createTestEnvironment(db);
  const { run, runner, ref } = await anEvent({ environment, steps: [aStep("in_app")], to: ["a", "b"] });
  const runIds = await run();
  await runner.start(ref);
  await runner.untilItWaits({ event: ref, cohort: 0 });
  for (const runId of runIds) {
    expect(await messagesOf(runId)).toHaveLength(1);
    expect(await detailsOf(runId)).toHaveLength(2);
  }
});

test("what a slice decides to send is sent from memory, and not read back from the database", async () => {
  const environment = await environmentWithSmtp();
  const to = Array.from({ length: 60 }, (_, index) => ({
    subscriberId: `memory-${index}`,
    email: `memory-${index}@example.com`,
  }));
  const { run } = await anEvent({ environment, steps: [aStep("email", { content: "Hello" })], to });
  const read: unknown[] = [];
  const { debug } = db.$hot.options;
  db.$hot.options.debug = (_connection, query) => {
    if (query.includes("d.attempt, d.request, d.bytes")) read.push(query);
  };
  const runIds = await run();
  db.$hot.options.debug = debug;
  for (const { email } of to) expect(sink.counts().get(email)).toBe(1);
  expect(await jobsOf(runIds[59])).toEqual(["email completed"]);
  // The first part of a new version is small and the task queue looks once whether anything is left.
  expect(read.length).toBeLessThanOrEqual(1);
});

test("an email is rendered for each subscriber, escaped in its html, and sent by the primary integration", async () => {
  const environment = await environmentWithSmtp();
  const { run } = await anEvent({
    environment,
    steps: [
      aStep("email", {
        contentType: "customHtml",
        subject: "Hi {{ subscriber.firstName }}",
        content: "<p>{{ greeting }}</p>",
      }),
    ],
    to: [
      { subscriberId: "ada", firstName: "Ada", email: "ada@example.com" },
      { subscriberId: "bob", firstName: "Bob", email: "bob@example.com" },
    ],
    event: { payload: { greeting: "Fish & Ann's chips" } },
  });
  const runIds = await run();
  const mails = sink.mailsTo("ada@example.com");
  expect(mails).toHaveLength(1);
  expect(mails[0]).toMatchObject({ subject: "Hi Ada", from: { address: "hello@belfry.example", name: "Belfry" } });
  expect(mails[0]?.html).toContain("<p>Fish &amp; Ann&#39;s chips</p>");
  expect(sink.mailsTo("bob@example.com")).toHaveLength(1);
  expect(await jobsOf(runIds[0])).toEqual(["email completed"]);
  expect(await detailsOf(runIds[0])).toEqual([
    "Integration instance selected (Pending)",
    "Message created (Pending)",
    "Message sent (Success)",
  ]);
  const [message] = await messagesOf(runIds[0]);
  expect(message).toMatchObject({
    email: "ada@example.com",
    subject: "Hi Ada",
    status: "sent",
    identifier: mails[0]?.messageId,
  });
});

test("a subscriber without an address fails alone, leaves a warning message, and the run goes on", async () => {
  const environment = await environmentWithSmtp();
  const { run } = await anEvent({
    environment,
    steps: [aStep("email", { subject: "x" }), aStep("in_app")],
    to: ["nobody", { subscriberId: "cy", email: "cy@example.com" }],
  });
  const runIds = await run();
  expect(await jobsOf(runIds[0])).toEqual(["email failed", "in_app completed"]);
  expect(await jobsOf(runIds[1])).toEqual(["email completed", "in_app completed"]);
  expect(await messagesOf(runIds[0])).toMatchObject([
    { channel: "email", status: "warning", error_id: "mail_unexpected_error" },
    { channel: "in_app", status: "sent", error_id: null },
  ]);
  expect(await detailsOf(runIds[0])).toEqual([
    "Subscriber missing recipient details (Failed)",
    "Message created (Pending)",
    "Message sent (Success)",
  ]);
  expect(sink.mailsTo("cy@example.com")).toHaveLength(1);
});

test.each([
  { shouldStopOnFail: false, following: "completed", texts: ["+491", "+492"] },
  { shouldStopOnFail: true, following: "canceled", texts: ["+492"] },
])(
  "after an email that fails for lack of an address, shouldStopOnFail $shouldStopOnFail, the text message and what follows are $following",
  async ({ shouldStopOnFail, following, texts }) => {
    const environment = await environmentWithSmtp();
    const { run } = await anEvent({
      environment,
      steps: [aStep("email", { subject: "x" }, { shouldStopOnFail }), aStep("sms"), aStep("in_app")],
      to: [
        { subscriberId: "nobody", phone: "+491" },
        { subscriberId: "di", phone: "+492", email: "di@example.com" },
      ],
    });
    const runIds = await run();
    expect(await jobsOf(runIds[0])).toEqual(["email failed", `sms ${following}`, `in_app ${following}`]);
    expect(await jobsOf(runIds[1])).toEqual(["email completed", "sms completed", "in_app completed"]);
    const sent = await db.$client<{ to: string }[]>`
      select "to"[1] as "to" from outbox_messages where environment_id = ${environment.environmentId} order by 1`;
    expect(sent.map(({ to }) => to)).toEqual(texts);
  },
);

test("a refusal that may pass is retried for that subscriber only, under the same message id", async () => {
  const environment = await environmentWithSmtp();
  sink.refuseOnce("later@example.com", 451);
  const { run, runner, ref } = await anEvent({
    environment,
    steps: [aStep("email", { subject: "x" })],
    to: [
      { subscriberId: "now", email: "now@example.com" },
      { subscriberId: "later", email: "later@example.com" },
    ],
  });
  const runIds = await run();
  expect(await jobsOf(runIds[1])).toEqual(["email running"]);
  expect(await runner.toEnd(ref)).toBe(1);
  expect(await jobsOf(runIds[1])).toEqual(["email completed"]);
  expect(await messagesOf(runIds[1])).toHaveLength(1);
  expect(sink.mailsTo("later@example.com")).toHaveLength(1);
  expect(sink.mailsTo("now@example.com")).toHaveLength(1);
});

test("a refusal for good fails the job and keeps the provider's words", async () => {
  const environment = await environmentWithSmtp();
  sink.refuseOnce("gone@example.com", 550);
  const { run } = await anEvent({
    environment,
    steps: [aStep("email", { subject: "x" })],
    to: { subscriberId: "gone", email: "gone@example.com" },
  });
  const runIds = await run();
  expect(await jobsOf(runIds[0])).toEqual(["email failed"]);
  expect(await messagesOf(runIds[0])).toMatchObject([{ status: "error", error_id: "mail_unexpected_error" }]);
  expect((await detailsOf(runIds[0])).at(-1)).toBe("Unexpected provider error (Failed)");
});

test("overrides and payload change the address and content of one event only", async () => {
  const environment = await environmentWithSmtp();
  const { run } = await anEvent({
    environment,
    steps: [aStep("email", { subject: "stored", contentType: "customHtml", content: "<p>stored</p>" })],
    to: { subscriberId: "eve", email: "eve@example.com" },
    event: {
      payload: { email: "payload@example.com" },
      overrides: {
        email: {
          to: ["extra@example.com", "payload@example.com"],
          subject: "over",
          text: "plain",
          replyTo: "r@example.com",
        },
      },
    },
  });
  await run();
  expect(sink.mailsTo("eve@example.com")).toHaveLength(0);
  const [mail] = sink.mailsTo("extra@example.com");
  expect(mail).toMatchObject({ subject: "over" });
  expect(mail?.to?.map(({ address }) => address)).toEqual(["payload@example.com", "extra@example.com"]);
});

test("a step whose conditions fail is cancelled for that subscriber and says why", async () => {
  const environment = await createTestEnvironment(db);
  const filters = [
    { value: "AND", children: [{ on: "subscriber", field: "firstName", operator: "EQUAL", value: "Ada" }] },
  ];
  const { run } = await anEvent({
    environment,
    steps: [aStep("in_app", {}, { filters: filters as never })],
    to: [
      { subscriberId: "ada", firstName: "Ada" },
      { subscriberId: "bob", firstName: "Bob" },
    ],
  });
  const runIds = await run();
  expect(await jobsOf(runIds[0])).toEqual(["in_app completed"]);
  expect(await jobsOf(runIds[1])).toEqual(["in_app canceled"]);
  expect(await detailsOf(runIds[1])).toEqual(["Step was filtered based on steps filters (Success)"]);
});

test("a channel that the workflow switched off sends nothing, unless the workflow is critical", async () => {
  const environment = await createTestEnvironment(db);
  const off = { preferenceSettings: { in_app: false } };
  const quiet = await anEvent({ environment, steps: [aStep("in_app")], to: "ada", workflow: off });
  const [quietRun] = await quiet.run();
  expect(await detailsOf(quietRun)).toEqual([
    "Step filtered by workflow preferences (Success)",
    "Step was filtered based on steps filters (Success)",
  ]);
  const loud = await anEvent({
    environment,
    steps: [aStep("in_app")],
    to: "ada",
    workflow: { ...off, critical: true },
  });
  const [loudRun] = await loud.run();
  expect(await jobsOf(loudRun)).toEqual(["in_app completed"]);
});

test("the tenant's override stands between the workflow and its subscribers, and beside a read-only workflow", async () => {
  const environment = await createTestEnvironment(db);
  const { scope } = environment;
  const [acme] = await db
    .insert(tenants)
    .values({ ...scope, identifier: "acme" })
    .returning();
  const chosen = async (workflowSettings: object, override: { in_app: boolean }, readOnly: boolean) => {
    const workflow = await aWorkflow(db, environment, [aStep("in_app")], workflowSettings);
    const workflowId = workflow.id;
    const settings = { workflowId, tenantId: acme?.id ?? "", active: true, preferenceSettings: override };
    await db.transaction((transaction) => saveWorkflowOverride(transaction, scope, settings));
    if (readOnly) await db.insert(preferences).values({ ...scope, type: "USER_WORKFLOW", workflowId, readOnly });
    const outcomes: unknown[] = [];
    for (const tenant of [{ identifier: "acme" }, null]) {
      const { ref } = await anAcceptedEvent(db, environment, workflow, { to: ["unset", "on", "off"], tenant });
      const runner = createEventRunner(db);
      runners.push(runner);
      const subscribers = await upserted(scope, ["on", "off"]);
      for (const [name, subscriberId] of subscribers) {
        await db
          .insert(preferences)
          .values({
            ...scope,
            type: "SUBSCRIBER_WORKFLOW",
            workflowId,
            subscriberId,
            channels: { in_app: name === "on" },
          })
          .onConflictDoNothing();
      }
      await runner.start(ref);
      const rows = await db.$client<{ subscriber: string; status: string; details: string[] }[]>`
        select s.subscriber_id as subscriber, j.status, array(
          select detail || coalesce(': ' || (raw::jsonb ->> 'decidedBy'), '') from execution_details d
          where d.run_id = r.id and d.detail like 'Step filtered by%') as details
        from runs r join subscribers s on s.id = r.subscriber_id join jobs j on j.run_id = r.id
        where r.event_id = ${ref.eventId}`;
      outcomes.push(Object.fromEntries(rows.map((row) => [row.subscriber, row.details[0] ?? row.status])));
    }
    return outcomes;
  };
  const bySubscriber = "Step filtered by subscriber workflow preferences: SUBSCRIBER_WORKFLOW";
  const byOverride = "Step filtered by workflow preferences: workflowOverride";
  expect(await chosen({}, { in_app: false }, false)).toEqual([
    { unset: byOverride, on: "completed", off: bySubscriber },
    { unset: "completed", on: "completed", off: bySubscriber },
  ]);
  expect(await chosen({ preferenceSettings: { in_app: false } }, { in_app: true }, false)).toEqual([
    { unset: "completed", on: "completed", off: bySubscriber },
    { unset: "Step filtered by workflow preferences: WORKFLOW_RESOURCE", on: "completed", off: bySubscriber },
  ]);
  expect(await chosen({}, { in_app: false }, true)).toEqual([
    { unset: byOverride, on: byOverride, off: byOverride },
    { unset: "completed", on: "completed", off: "completed" },
  ]);
});

test("an event's tenant chooses the integration whose conditions it meets, and the primary one otherwise", async () => {
  const environment = await environmentWithSmtp();
  await db.insert(tenants).values([
    { ...environment.scope, identifier: "acme" },
    { ...environment.scope, identifier: "other" },
  ]);
  await db.insert(integrations).values({
    ...environment.scope,
    providerId: "nodemailer",
    channel: "email",
    name: "Acme's SMTP",
    identifier: `acme-${environment.environmentId}`,
    credentials: { host: "127.0.0.1", port: sink.port, from: "acme@belfry.example", senderName: "Acme" },
    active: true,
    conditions: [{ value: "AND", children: [{ on: "tenant", field: "identifier", operator: "EQUAL", value: "acme" }] }],
  });
  for (const [tenant, address, from] of [
    ["acme", "t1@example.com", "acme@belfry.example"],
    ["other", "t2@example.com", "hello@belfry.example"],
  ] as const) {
    const { run } = await anEvent({
      environment,
      steps: [aStep("email", { subject: "x" })],
      to: { subscriberId: tenant, email: address },
      event: { tenant: { identifier: tenant } },
    });
    await run();
    expect(sink.mailsTo(address)).toMatchObject([{ from: { address: from } }]);
  }
});

test("without an active integration the step fails before a message exists", async () => {
  const environment = await createTestEnvironment(db);
  await db.$client`update integrations set active = false where environment_id = ${environment.environmentId} and channel = 'email'`;
  const { run } = await anEvent({
    environment,
    steps: [aStep("email", { subject: "x" })],
    to: { subscriberId: "ada", email: "ada@example.com" },
  });
  const runIds = await run();
  expect(await detailsOf(runIds[0])).toEqual(["Subscriber does not have an active integration (Failed)"]);
  expect(await messagesOf(runIds[0])).toHaveLength(0);
});

test("the demo providers deliver into the local outbox until their monthly limit", async () => {
  const environment = await createTestEnvironment(db);
  const { run } = await anEvent({
    environment,
    steps: [aStep("sms", { content: "Code {{ code }}" })],
    to: [
      { subscriberId: "a", phone: "+491" },
      { subscriberId: "b", phone: "+492" },
    ],
    event: { payload: { code: 17 } },
    config: { demoLimits: { email: 300, sms: 1 } },
  });
  const runIds = await run();
  expect(await jobsOf(runIds[0])).toEqual(["sms completed"]);
  expect(await jobsOf(runIds[1])).toEqual(["sms failed"]);
  expect(await detailsOf(runIds[1])).toEqual(["Belfry's provider limit has been reached (Failed)"]);
  const outbox =
    await db.$client`select channel, "to", text from outbox_messages where environment_id = ${environment.environmentId}`;
  expect([...outbox]).toEqual([{ channel: "sms", to: ["+491"], text: "Code 17" }]);
});

test.each([
  ["that never ends", "{% for x in (1..100000000) %}{{ x }}{% endfor %}", "took longer than|limit exceeded|memory"],
  // As an older release may have stored it: saving refuses it now.
  ["with a syntax error", "{% if name %}Hi", "not closed"],
])("a template %s fails the step with the reason, and the run goes on", async (_, content, reason) => {
  const environment = await createTestEnvironment(db);
  const steps = [aStep("in_app", { content: "to be replaced" }), aStep("in_app", { content: "next" })];
  const workflow = await aWorkflow(db, environment, steps);
  await db.$client`
    update workflow_steps set template = jsonb_set(template, '{content}', to_jsonb(${content}::text))
    where position = 0 and version_id = ${workflow.versionId}`;
  const { ref } = await anAcceptedEvent(db, environment, workflow, { to: "ada" });
  const runner = createEventRunner(db);
  runners.push(runner);
  await runner.start(ref);
  const [row] = await db.$client<{ id: string }[]>`select id from runs where event_id = ${ref.eventId}`;
  const runId = row?.id;
  expect(await jobsOf(runId)).toEqual(["in_app failed", "in_app completed"]);
  expect((await detailsOf(runId))[0]).toBe("Message content could not be generated (Failed)");
  const [failed, next] = await messagesOf(runId);
  expect(failed).toMatchObject({ status: "error", error_text: expect.stringMatching(reason) });
  expect(next).toMatchObject({ status: "sent", content: "next" });
});
