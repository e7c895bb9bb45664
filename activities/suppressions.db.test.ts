import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { SuppressionReason } from "#contract/constants/suppressions.ts";
import { type ReportToStore, storeReports } from "#db/queries/reports/store-reports.ts";
import { endBounces } from "#db/queries/suppressions/end-bounces.ts";
import { apiWithRunner } from "#test/support/api-with-runner.ts";
import { createTestEnvironment, type TestEnvironment } from "#test/support/environment.ts";
import { aStep, aWorkflow } from "#test/support/event.ts";
import { addSmtpServer } from "#test/support/integrations.ts";
import { type MailSink, startMailSink } from "#test/support/mail-sink.ts";

// Addresses to which nothing is sent any more.

const { api, runner } = await apiWithRunner();
const { app, db } = api;
let sink: MailSink;
let environment: TestEnvironment;
/** Part of the addresses of one test alone. */
let token: string;
beforeAll(async () => {
  sink = await startMailSink();
});
afterAll(() => sink.stop());
beforeEach(async () => {
  token = randomUUID().slice(0, 8);
  environment = await createTestEnvironment(db);
  await addSmtpServer(db, environment.scope, sink.port);
});

const call = async (method: "GET" | "POST" | "PUT", url: string, payload?: object) => {
  const { headers } = environment;
  const answer = await app.inject({ method, url: `/v1${url}`, headers, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.json() };
};
const suppress = (address: string, reason: SuppressionReason = "bounced", channel = "email") =>
  call("POST", "/suppressions", { channel, addresses: [address], reason });

/** Sends one mail, and returns what became of its step. */
async function send(email: string, overrides: object = {}, settings: object = {}) {
  const mail = aStep("email", { subject: "Hello", content: "Hello", contentType: "customHtml" });
  const { identifier: name } = await aWorkflow(db, environment, [mail], settings);
  return trigger({ name, to: { subscriberId: email.split("@", 1)[0], email }, overrides });
}

/** Triggers an event, and returns what became of its step. */
async function trigger(payload: object) {
  const { headers } = environment;
  const reply = await app.inject({ method: "POST", url: "/v1/events/trigger", headers, payload });
  const { transactionId } = reply.json().data;
  const ref = api.started.find(({ event }) => event.transactionId === transactionId)?.event;
  if (!ref) throw new Error(`The event was not started: ${reply.body}`);
  await runner.toEnd(ref);
  const [job] = await db.$client<{ status: string }[]>`
    select j.status from jobs j join runs r on r.id = j.run_id where r.event_id = ${ref.eventId}`;
  const messages = await db.$client<{ status: string; identifier: string | null }[]>`
    select status, identifier from messages where event_id = ${ref.eventId}`;
  const details = await db.$client<{ detail: string; raw: string | null }[]>`
    select d.detail, d.raw from execution_details d join runs r on r.id = d.run_id
    where r.event_id = ${ref.eventId} order by d.created_at`;
  return { status: job?.status, messages, details };
}

/** Has the provider report something about a message that it took. */
async function report(identifier: string | null | undefined, given: Partial<ReportToStore>) {
  const [row] = await db.$client<{ id: string }[]>`
    select id from integrations where environment_id = ${environment.environmentId} and provider_id = 'nodemailer'`;
  const integration = { ...environment.scope, id: row?.id ?? "", channel: "email" };
  const one = { identifier: identifier ?? "", status: "bounced" as const, at: new Date(), raw: {}, ...given };
  return storeReports(db, integration, [one], new Date());
}

const listed = async (query = "") => (await call("GET", `/suppressions${query}`)).body;

test("nothing is sent to a suppressed address, whatever its case, and the step is skipped with the entry", async () => {
  const email = `Ada-${token}@Example.com`;
  const { body } = await suppress(email.toUpperCase());
  expect(body.data).toEqual({ added: 1, unchanged: 0 });
  const [entry] = (await listed()).data;
  const { status, messages, details } = await send(email);
  expect(status).toBe("skipped");
  expect(messages).toMatchObject([{ status: "warning" }]);
  expect(sink.mailsTo(email)).toEqual([]);
  const fact = details.find(
    ({ detail }) => detail === "Step was skipped because nothing is sent to the address any more",
  );
  expect(JSON.parse(fact?.raw ?? "{}")).toEqual({
    suppressionId: entry._id,
    reason: "bounced",
    since: entry.createdAt,
  });
});

test("who unsubscribed at the provider gets what is critical, and an address that bounced does not", async () => {
  const [left, gone] = [`left-${token}@example.com`, `gone-${token}@example.com`];
  await suppress(left, "unsubscribed");
  await suppress(gone, "bounced");
  expect((await send(left)).status).toBe("skipped");
  expect((await send(left, {}, { critical: true })).status).toBe("completed");
  expect((await send(gone, {}, { critical: true })).status).toBe("skipped");
});

test("of a mail to several addresses, the suppressed ones are left out", async () => {
  const [ada, bob, eve, max] = ["ada", "bob", "eve", "max"].map((name) => `${name}-${token}@example.com`);
  await suppress(bob ?? "");
  await suppress(max ?? "");
  const overrides = { email: { to: [bob], cc: [bob, eve], bcc: [`Max <${max}>`] } };
  expect((await send(ada ?? "", overrides)).status).toBe("completed");
  expect(sink.mailsTo(ada ?? "")).toHaveLength(1);
  expect(sink.mailsTo(bob ?? "")).toHaveLength(0);
  expect(sink.mailsTo(max ?? "")).toHaveLength(0);
  expect(sink.mailsTo(eve ?? "")).toHaveLength(1);
});

test("a permanent bounce and a complaint suppress the address, other reports do not, and none twice", async () => {
  const email = `ada-${token}@example.com`;
  const { messages } = await send(email);
  const identifier = messages[0]?.identifier;
  await report(identifier, { eventId: "soft", response: "450 Full" });
  await report(identifier, { eventId: "maybe", isPermanent: false });
  await report(identifier, { status: "delivered" });
  expect(await listed()).toMatchObject({ data: [], totalCount: 0 });
  await report(identifier, { eventId: "gone", isPermanent: true, response: "550 No such user" });
  await report(identifier, { eventId: "gone", isPermanent: true, response: "550 No such user" });
  await report(identifier, { status: "complaint" });
  expect((await listed()).data).toMatchObject([
    { address: email, channel: "email", reason: "bounced", note: "550 No such user", providerId: "nodemailer" },
  ]);
  expect((await send(email)).status).toBe("skipped");
});

const rules = (given: object) => call("PUT", "/suppression-rules", given);
const days = (ago: number) => new Date(Date.now() - ago * 24 * 3_600_000);
/** Has so many mails to an address be sent, and returns the vendor's names of them. */
async function mailsTo(email: string, count: number) {
  const sent = [];
  for (let index = 0; index < count; index += 1) sent.push((await send(email)).messages[0]?.identifier);
  return sent;
}

test("an address that bounces softly as often as the rule says is suppressed for what is not critical", async () => {
  const email = `ada-${token}@example.com`;
  const [old, first, second, third] = await mailsTo(email, 4);
  expect((await call("GET", "/suppression-rules")).body.data).toEqual({ softBounces: null, bouncesKeptDays: null });
  await report(first, { eventId: "before the rule" });
  expect((await rules({ softBounces: { count: 3, days: 7 } })).status).toBe(200);
  await report(old, { at: days(8) });
  await report(first, { at: days(2) });
  await report(first, { eventId: "again", at: days(1) });
  await report(second, { at: days(1) });
  expect((await listed()).data).toEqual([]);
  // Of one message, in two calls at once.
  const response = "452 Mailbox full";
  await Promise.all([report(third, { response }), report(third, { eventId: "twice", response })]);
  const { data } = await listed("?stream=non_critical");
  expect(data).toMatchObject([
    { address: email, reason: "soft_bounced", note: "3 soft bounces within 7 days: 452 Mailbox full" },
  ]);
  expect((await listed("?stream=all")).data).toEqual([]);
  expect((await send(email)).status).toBe("skipped");
  expect((await send(email, {}, { critical: true })).status).toBe("completed");
  await call("POST", `/suppressions/${data[0]._id}/lift`, {});
  const [fourth] = await mailsTo(email, 1);
  await report(fourth, {});
  expect((await listed()).data).toEqual([]);
});

test("soft bounces that are reported at once count each, and a delivered mail sets the count back", async () => {
  const email = `ada-${token}@example.com`;
  await rules({ softBounces: { count: 2, days: 1 } });
  const [first, second, third, fourth] = await mailsTo(email, 4);
  await report(first, { at: days(0.3) });
  await report(second, { status: "delivered", at: days(0.2) });
  await report(third, { at: days(0.1) });
  // That the third one bounced was reported late: it came in the end.
  await report(fourth, { status: "delivered" });
  await report(fourth, { eventId: "late" });
  expect((await listed()).data).toEqual([]);
  await Promise.all([report(first, { eventId: "now" }), report(third, { eventId: "now" })]);
  expect((await listed()).data).toMatchObject([{ reason: "soft_bounced" }]);
});

test("a hard bounce takes the place of soft ones, and a caller says what an entry holds back", async () => {
  const email = `ada-${token}@example.com`;
  await rules({ softBounces: { count: 2, days: 7 } });
  const [first, second] = await mailsTo(email, 2);
  await report(first, {});
  await report(second, {});
  await report(second, { eventId: "gone", isPermanent: true });
  expect((await listed()).data).toMatchObject([{ reason: "bounced", stream: "all" }]);
  const bob = `bob-${token}@example.com`;
  const add = (more: object) => call("POST", "/suppressions", { channel: "email", addresses: [bob], ...more });
  const refused = await add({ reason: "complained", stream: "non_critical" });
  expect(refused.status).toBe(400);
  expect(JSON.stringify(refused.body)).toContain("stream must be all for the reason complained");
  expect((await add({ stream: "non_critical" })).body.data).toEqual({ added: 1, unchanged: 0 });
  expect((await send(bob, {}, { critical: true })).status).toBe("completed");
  expect((await add({})).body.data).toEqual({ added: 1, unchanged: 0 });
  expect((await send(bob, {}, { critical: true })).status).toBe("skipped");
});

test("entries of bounces end after the days of the environment, those of people do not", async () => {
  for (const reason of ["bounced", "soft_bounced", "complained", "unsubscribed", "added"] as const) {
    await suppress(`${reason}-${token}@example.com`, reason);
  }
  await db.$client`update suppressions set created_at = now() - interval '31 days'
    where environment_id = ${environment.environmentId} and address not like 'soft%'`;
  await endBounces(db, new Date());
  expect((await listed()).totalCount).toBe(5);
  expect((await rules({ bouncesKeptDays: 0 })).status).toBe(400);
  await rules({ bouncesKeptDays: 30 });
  await endBounces(db, new Date());
  const { data } = await listed();
  expect(data.map(({ reason }: { reason: string }) => reason).sort()).toEqual([
    "added",
    "complained",
    "soft_bounced",
    "unsubscribed",
  ]);
});

test("a stronger reason takes the place of a weaker one, and not the other way round", async () => {
  const email = `ada-${token}@example.com`;
  const { messages } = await send(email);
  const identifier = messages[0]?.identifier;
  await report(identifier, { status: "unsubscribed" });
  await report(identifier, { status: "spam" });
  await report(identifier, { status: "unsubscribed", eventId: "again" });
  expect((await listed()).data).toMatchObject([{ reason: "complained" }]);
  expect((await suppress(email, "unsubscribed")).body.data).toEqual({ added: 0, unchanged: 1 });
});

test("an address that is lifted is sent to again, and another environment's list says nothing", async () => {
  const email = `ada-${token}@example.com`;
  await suppress(email);
  const [entry] = (await listed()).data;
  const former = environment;
  environment = await createTestEnvironment(db);
  await addSmtpServer(db, environment.scope, sink.port);
  expect((await send(email)).status).toBe("completed");
  expect((await call("POST", `/suppressions/${entry._id}/lift`, {})).status).toBe(404);
  environment = former;
  const lifted = await call("POST", `/suppressions/${entry._id}/lift`, { reason: "It works again" });
  expect(lifted).toMatchObject({ status: 200, body: { data: { address: email } } });
  expect((await send(email)).status).toBe("completed");
  const audit = await db.$client<{ action: string }[]>`
    select action from audit_logs where environment_id = ${environment.environmentId} order by created_at`;
  const actions = audit.map(({ action }) => action);
  expect(actions).toEqual(expect.arrayContaining(["suppression.added", "suppression.lifted"]));
});

test("a file of addresses is imported, each once, and the export of it is a file that changes nothing", async () => {
  const imported = async (payload: string) => {
    const headers = { ...environment.headers, "content-type": "text/csv" };
    const reply = await app.inject({ method: "POST", url: "/v1/imports?kind=suppressions", headers, payload });
    const importId = reply.json().data._id;
    while ((await runner.call(runner.activities.advanceImport, { ...environment.scope, importId })).more) {}
    const { body } = await call("GET", `/imports/${importId}`);
    const { body: problems } = await call("GET", `/imports/${importId}/problems`);
    const { created, unchanged, failed } = body.data;
    return { created, unchanged, failed, problems: problems.data };
  };
  await suppress(`left-${token}@example.com`, "unsubscribed");
  const file = [
    "Address,Channel,Reason,Note",
    `Ada-${token}@example.com,,bounced,550 No such user`,
    `ada-${token}@Example.com,email,,`,
    `left-${token}@example.com,,complained,`,
    "+49 171 1234567,sms,,Asked by phone",
    "nobody,email,,",
    `eve-${token}@example.com,fax,,`,
  ].join("\n");
  const { problems, ...counts } = await imported(file);
  expect(counts).toEqual({ created: 3, unchanged: 1, failed: 2 });
  expect(problems).toMatchObject([
    { line: 6, field: "address", message: "must be an email" },
    { line: 7, field: "channel", message: "must be email or sms" },
  ]);
  const { headers } = environment;
  const exported = (await app.inject({ method: "GET", url: "/v1/exports/suppressions", headers })).body;
  expect(exported.split("\r\n")).toEqual([
    "address,channel,reason,stream,note",
    `left-${token}@example.com,email,complained,all,`,
    "'+491711234567,sms,added,all,Asked by phone",
    `ada-${token}@example.com,email,bounced,all,550 No such user`,
    "",
  ]);
  expect(await imported(exported)).toEqual({ created: 0, unchanged: 3, failed: 0, problems: [] });
});

test("an explanation and a dry run say who would be left out, since when and why, and what is critical goes through", async () => {
  const email = `ada-${token}@example.com`;
  await suppress(email);
  await suppress(`left-${token}@example.com`, "unsubscribed");
  const [entry] = (await listed("?reason=bounced")).data;
  const mail = aStep("email", { subject: "Hello", content: "Hello", contentType: "customHtml" });
  const { identifier: name } = await aWorkflow(db, environment, [mail]);
  const { identifier: critical } = await aWorkflow(db, environment, [mail], { critical: true });
  const explain = async (given: object) => (await call("POST", "/events/explain", given)).body.data.runs[0].steps[0];
  const to = { subscriberId: "ada", email };
  const text = expect.stringMatching(
    new RegExp(`^${email} has been on the list of suppressed addresses since \\d+ \\w+ \\d{4}: it bounced for good$`),
  );
  expect(await explain({ name, to })).toMatchObject({
    status: "skipped",
    reason: { code: "suppressed", text },
    suppression: { _id: entry._id, address: email },
  });
  const left = { subscriberId: "left", email: `left-${token}@example.com` };
  expect(await explain({ name, to: left })).toMatchObject({ reason: { code: "suppressed" } });
  expect(await explain({ name: critical, to: left })).toMatchObject({ reason: { code: "sent" } });
  const several = {
    name,
    to: { subscriberId: "bob", email: `bob-${token}@example.com` },
    overrides: { email: { to: [email] } },
  };
  expect((await explain(several)).messages).toMatchObject([{ email: `bob-${token}@example.com` }]);
  const dry = await trigger({ name, to, testMode: { dryRun: true } });
  expect(dry).toMatchObject({ status: "skipped", messages: [] });
  expect(dry.details.map(({ detail }) => detail)).not.toContain("Message would be sent, and is not in a dry run");
  const fact = dry.details.find(({ raw }) => raw?.includes("suppressionId"));
  expect(JSON.parse(fact?.raw ?? "{}")).toMatchObject({ suppressionId: entry._id, reason: "bounced", address: email });
  expect(await trigger({ name: critical, to: left, testMode: { dryRun: true } })).toMatchObject({
    status: "completed",
  });
});

test("while the environment is tested, it counts where a message would go to", async () => {
  const email = `ada-${token}@example.com`;
  await suppress(email);
  const mail = aStep("email", { subject: "Hello", content: "Hello", contentType: "customHtml" });
  const { identifier: name } = await aWorkflow(db, environment, [mail]);
  const explained = async () =>
    (await call("POST", "/events/explain", { name, to: { subscriberId: "ada", email } })).body.data.runs[0].steps[0];
  await call("PUT", "/test-delivery", { isOn: true, to: { email: `all-${token}@example.com` } });
  expect((await explained()).reason.code).toBe("sent");
  await suppress(`all-${token}@example.com`);
  expect((await explained()).reason.code).toBe("suppressed");
});
