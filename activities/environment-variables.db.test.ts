import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { apiWithRunner } from "#test/support/api-with-runner.ts";
import { createTestEnvironment, type TestEnvironment } from "#test/support/environment.ts";
import { aStep, aWorkflow } from "#test/support/event.ts";
import { type FakeVendor, startFakeVendor } from "#test/support/fake-vendor.ts";
import { addSmtpServer } from "#test/support/integrations.ts";
import { type MailSink, startMailSink } from "#test/support/mail-sink.ts";

// Templates, requests and conditions read variables of the environment. Vendors get secrets, and nothing that is stored has them.

const { api, runner } = await apiWithRunner();
const { app, db } = api;
let sink: MailSink;
let receiver: FakeVendor;
let environment: TestEnvironment;
let address: string;
beforeAll(async () => {
  sink = await startMailSink();
  receiver = await startFakeVendor();
});
afterAll(async () => {
  receiver.close();
  await sink.stop();
});
beforeEach(async () => {
  address = `ada-${randomUUID().slice(0, 8)}@example.com`;
  environment = await createTestEnvironment(db);
});

const SECRET = "s3cr3t-<value>-1234";

async function call(method: "POST" | "PATCH" | "DELETE" | "GET", url: string, payload?: object) {
  const { organizationHeaders: headers } = environment;
  const answer = await app.inject({ method, url: `/v1${url}`, headers, ...(payload && { payload }) });
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer.body === "" ? undefined : answer.json().data;
}
const inDevelopment = (value: string) => [{ _environmentId: environment.environmentId, value }];
const variable = (key: string, value: string, isSecret = false) =>
  call("POST", "/environment-variables", { key, isSecret, values: inDevelopment(value) });
const change = (key: string, value: string) =>
  call("PATCH", `/environment-variables/${key}`, { values: inDevelopment(value) });

async function send(steps: object[], { toEnd = true, ...more }: { toEnd?: boolean } & Record<string, unknown> = {}) {
  const { identifier: name } = await aWorkflow(db, environment, steps);
  const to = { subscriberId: "ada", firstName: "Ada", email: address };
  const { transactionId } = await call("POST", "/events/trigger", { name, to, ...more });
  const ref = api.started.find(({ event }) => event.transactionId === transactionId)?.event;
  if (!ref) throw new Error("The event was not started");
  if (toEnd) await runner.toEnd(ref);
  return ref;
}

const messagesOf = async (eventId: string) => {
  const rows = await db.$client<{ subject: string | null; content: string | null }[]>`
    select subject, content from messages where event_id = ${eventId} order by created_at`;
  return rows.map(({ subject, content }) => [subject, content].filter(Boolean).join(": "));
};

/** Everything that is stored and may be looked at, as text. */
async function stored(): Promise<string> {
  const { environmentId } = environment;
  return JSON.stringify([
    await db.$client`select * from messages where environment_id = ${environmentId}`,
    await db.$client`select * from deliveries where environment_id = ${environmentId}`,
    await db.$client`select * from execution_details where environment_id = ${environmentId}`,
    await db.$client`select * from jobs where environment_id = ${environmentId}`,
    await db.$client`select * from http_requests where run_id in (select id from runs where environment_id = ${environmentId})`,
    await db.$client`select * from event_contents where environment_id = ${environmentId}`,
    await db.$client`select * from events where environment_id = ${environmentId}`,
    await db.$client`select * from outbox_messages where environment_id = ${environmentId}`,
    await db.$client`select * from audit_logs where organization_id = ${environment.organizationId}`,
    await db.$client`select * from environment_variable_values where environment_id = ${environmentId}`,
  ]);
}

const mail = (content: string, subject = "Hello") => aStep("email", { subject, content, contentType: "customHtml" });

test("a mail has the values of its environment, escaped as other variables, and never rendered again", async () => {
  await addSmtpServer(db, environment.scope, sink.port);
  await variable("shopUrl", "https://dev.example.com");
  await variable("html", "<b>{{ subscriber.firstName }}</b>");
  const template =
    "{{ env.shopUrl }}|{{ env.html }}|{{ env.none }}|{{ env['shopUrl'] }}|{{ env.constructor }}|{{ env.__proto__ }}";
  const { eventId } = await send([mail(template, "At {{ env.shopUrl }}")]);
  const shown = "https://dev.example.com|&lt;b&gt;{{ subscriber.firstName }}&lt;/b&gt;||https://dev.example.com||";
  expect(sink.mailsTo(address)).toMatchObject([
    { subject: "At https://dev.example.com", html: expect.stringContaining(shown) },
  ]);
  expect(await messagesOf(eventId)).toEqual([`At https://dev.example.com: ${shown}`]);
});

test("a change takes effect with the next message, and a deleted variable is empty", async () => {
  const text = aStep("in_app", { content: "At {{ env.shopUrl }}." });
  expect(await messagesOf((await send([text], { payload: { env: { shopUrl: "payload" } } })).eventId)).toEqual([
    "At payload.",
  ]);
  await variable("shopUrl", "one");
  expect(await messagesOf((await send([text])).eventId)).toEqual(["At one."]);
  await change("shopUrl", "two");
  expect(await messagesOf((await send([text])).eventId)).toEqual(["At two."]);
  await variable("other", "x");
  const waiting = await send(
    [aStep("delay", { content: "" }, { metadata: { type: "regular", amount: 1, unit: "hours" } as never }), text],
    { toEnd: false },
  );
  await call("DELETE", "/environment-variables/shopUrl");
  await runner.toEnd(waiting);
  expect(await messagesOf(waiting.eventId)).toEqual(["At ."]);
});

test("a secret is in what its vendor gets, and nowhere else, also when the mail is sent a second time", async () => {
  await addSmtpServer(db, environment.scope, sink.port);
  await variable("token", SECRET, true);
  await variable("letter", "a", true);
  sink.refuseOnce(address, 451);
  const content = "<p>Ada: a {{ env.token }}, {{ env.token | url_encode }}, {{ env.letter }}</p>";
  const ref = await send([mail(content, "Token {{ env.token }}")]);
  const [sent] = sink.mailsTo(address);
  expect(sent?.subject).toBe(`Token ${SECRET}`);
  const escaped = SECRET.replace("<", "&lt;").replace(">", "&gt;");
  expect(sent?.html).toContain(`<p>Ada: a ${escaped}, ${encodeURIComponent(SECRET)}, a</p>`);
  expect(sent?.text).toContain(`a ${SECRET}, `);
  expect(await messagesOf(ref.eventId)).toEqual([expect.stringContaining("Token ••••: <p>Ada: a ••••, ")]);
  const all = await stored();
  for (const form of [SECRET, escaped, encodeURIComponent(SECRET)]) expect(all).not.toContain(form);
});

test("what waits for a retry has its secrets encrypted, and is sent as it was decided", async () => {
  await addSmtpServer(db, environment.scope, sink.port);
  await variable("token", SECRET, true);
  sink.refuse(address, { code: 451, times: 1 });
  const ref = await send([mail("<p>{{ env.token }}</p>")], { toEnd: false });
  await runner.start(ref);
  const [delivery] = await db.$client<{ request: Record<string, unknown> }[]>`
    select request from deliveries where event_id = ${ref.eventId}`;
  expect(delivery?.request).toMatchObject({
    html: expect.stringContaining("••••"),
    sealed: expect.stringMatching(/^nvsk\./),
  });
  expect(await stored()).not.toContain("s3cr3t");
  await call("DELETE", "/environment-variables/token");
  await runner.toEnd(ref);
  expect(sink.mailsTo(address)[0]?.html).toContain("s3cr3t");
});

test("inboxes, the outbox, dry runs and events that steps trigger have masks in the place of secrets", async () => {
  await variable("token", SECRET, true);
  const { identifier } = await aWorkflow(db, environment, [aStep("in_app", { content: "Child {{ token }}" })]);
  const child = aStep(
    "trigger",
    { content: "" },
    { metadata: { type: "trigger", workflowId: identifier, payload: { token: "{{ env.token }}" } } as never },
  );
  await send([
    aStep("in_app", { content: "{{ env.token }}", cta: { data: { url: "/{{ env.token }}" } } as never }),
    mail("{{ env.token }}"),
    child,
  ]);
  await send([mail("{{ env.token }}")], { testMode: { dryRun: true } });
  const all = await stored();
  expect(all).not.toContain("s3cr3t");
  expect(all).toContain('"token":"••••"');
  const [outbox] = await db.$client<{ html: string }[]>`
    select html from outbox_messages where environment_id = ${environment.environmentId}`;
  expect(outbox?.html).toContain("••••");
});

test("an HTTP request carries secrets, and its answer is kept without them", async () => {
  const received: string[] = [];
  receiver.answer = ({ url, headers }, body, response) => {
    received.push(`${url} ${headers.authorization} ${body}`);
    response.end(JSON.stringify({ echo: headers.authorization, letter: "a" }));
  };
  await variable("base", receiver.url);
  await variable("token", SECRET, true);
  await variable("letter", "a", true);
  const metadata = {
    method: "POST",
    url: "{{ env.base }}/x?t={{ env.token | url_encode }}",
    headers: { authorization: "Bearer {{ env.token }}" },
    body: { letter: "{{ env.letter }}" },
  };
  const http = aStep("http", { content: "" }, { uuid: "call", metadata: metadata as never });
  const ref = await send([
    aStep("in_app", { content: "first" }),
    http,
    aStep("in_app", { content: "{{ steps.call.response.body.echo }} {{ steps.call.response.body.letter }}" }),
  ]);
  expect(received).toEqual([`/x?t=${encodeURIComponent(SECRET)} Bearer ${SECRET} {"letter":"a"}`]);
  expect(await messagesOf(ref.eventId)).toEqual(["first", "Bearer •••• a"]);
  expect(await stored()).not.toContain("s3cr3t");
});

test("conditions compare variables by their values, and say nothing of secrets", async () => {
  await variable("region", "eu");
  await variable("token", SECRET, true);
  const filters = (field: string, value: string) =>
    [{ value: "AND", children: [{ on: "env", field, operator: "EQUAL", value }] }] as never;
  const ref = await send([
    aStep("in_app", { content: "eu" }, { filters: filters("region", "eu") }),
    aStep("in_app", { content: "us" }, { filters: filters("region", "us") }),
    aStep("in_app", { content: "same" }, { filters: filters("token", "{{ env.token }}") }),
    aStep("in_app", { content: "other" }, { filters: filters("token", "x{{ env.token }}") }),
    aStep("in_app", { content: "none" }, { filters: filters("none", "x") }),
  ]);
  expect(await messagesOf(ref.eventId)).toEqual(["eu", "same"]);
  const all = await stored();
  expect(all).not.toContain("s3cr3t");
  expect(all).toContain("Environment variable");
  expect(all).toContain("x••••");
});

test("a thousand variables cost a message only those that it names", async () => {
  const { organizationId, environmentId } = environment;
  await variable("v0", "zero");
  await db.$client`
    with made as (
      insert into environment_variables (organization_id, key, is_secret)
      select ${organizationId}, 'v' || n, false from generate_series(1, 999) as n returning id
    )
    insert into environment_variable_values (variable_id, organization_id, environment_id, value, set_at)
    select id, ${organizationId}, ${environmentId}, repeat('x', 4096), now() from made`;
  const { eventId } = await send([aStep("in_app", { content: "{{ env.v0 }} {{ env.v999 | size }}" })]);
  expect(await messagesOf(eventId)).toEqual(["zero 4096"]);
});

test("the address of a condition's webhook has variables, secret ones as well, and nothing that is stored does", async () => {
  await variable("hooks", receiver.url);
  await variable("token", SECRET, true);
  const asked: string[] = [];
  receiver.answer = ({ url = "" }, _text, response) => {
    asked.push(decodeURIComponent(url));
    response.writeHead(200, { "content-type": "application/json" }).end('{"send":"yes"}');
  };
  const webhook = { on: "webhook", field: "send", operator: "EQUAL", value: "yes" };
  const asking = (webhookUrl: string) => ({
    filters: [{ value: "AND", children: [{ ...webhook, webhookUrl }] }],
  });
  const own = aStep(
    "in_app",
    { content: "passed" },
    asking("{{ env.hooks }}/ask?token={{ env.token | url_encode }}") as never,
  );
  const { eventId } = await send([own]);
  expect(asked).toEqual([`/ask?token=${SECRET}`]);
  expect(await messagesOf(eventId)).toEqual(["passed"]);
  expect(await stored()).not.toContain(SECRET);
  expect((await call("GET", "/environment-variables/token/usage")).workflows).toHaveLength(1);

  const broken = await send([aStep("in_app", { content: "no" }, asking("{{ env.hooks | nope }}") as never)]);
  expect(await messagesOf(broken.eventId)).toEqual([]);

  // The compared answer and the name of the host stand in histories.
  receiver.answer = (_request, _text, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ send: `no, ${SECRET}` }));
  };
  await send([
    aStep("in_app", { content: "echoed" }, asking("{{ env.hooks }}/?t={{ env.token | url_encode }}") as never),
  ]);
  await variable("tenantOfHooks", "secret-tenant-of-hooks", true);
  await send([aStep("in_app", { content: "no" }, asking("https://{{ env.tenantOfHooks }}.example.com/") as never)]);
  expect(await stored()).not.toContain(SECRET);
  expect(await stored()).not.toContain("secret-tenant-of-hooks");
  expect(await stored()).toContain("webhookUrl has a secret variable in its host");
});
