import { createHmac, generateKeyPairSync, randomUUID, sign } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { closeDatabase, type Database, openDatabase } from "#db/client.ts";
import { reportToken } from "#providers/reports/report-url.ts";
import { createTestEnvironment, type TestEnvironment, testApp, testConfig } from "#test/support/environment.ts";
import { anAcceptedEvent, aStep, aWorkflow } from "#test/support/event.ts";
import { addIntegration } from "#test/support/integrations.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { createEventRunner, type EventRunner } from "#test/support/run-event.ts";

// Reports of vendors about messages that they have taken.

const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const signingKey = publicKey.export({ format: "der", type: "spki" }).toString("base64");

let db: Database;
let app: FastifyInstance;
let close: () => Promise<void>;
let runner: EventRunner;
let environment: TestEnvironment;
let sendgridId: string;
beforeAll(async () => {
  db = openDatabase(testDatabaseUrl(), { poolSize: 10 });
  ({ app, close } = await testApp({ db }));
  runner = createEventRunner(db);
});
beforeEach(async () => {
  environment = await createTestEnvironment(db);
  sendgridId = await addIntegration(db, environment.scope, {
    channel: "email",
    providerId: "sendgrid",
    identifier: `sendgrid-${randomUUID()}`,
    credentials: { apiKey: "k", from: "a@example.com", senderName: "A" },
  });
});
afterAll(async () => {
  await runner.close();
  await close();
  await closeDatabase(db);
});

const pathOf = (reference: string, { organizationId, environmentId } = environment, channel = "email") =>
  `/v1/webhooks/organizations/${organizationId}/environments/${environmentId}/${channel}/${reference}?token=${tokenOf(reference)}`;

const tokenOf = (reference: string) =>
  reportToken({ id: reference === "sendgrid" ? sendgridId : reference }, testConfig.encryptionKey);

async function report(url: string, body: unknown, headers: Record<string, string> = {}) {
  const payload = typeof body === "string" ? body : JSON.stringify(body);
  const reply = await app.inject({
    method: "POST",
    url,
    payload,
    headers: { "content-type": "application/json", ...headers },
  });
  return { status: reply.statusCode, body: reply.json() };
}

const eventOf = (id: string, event: string, more: object = {}) => ({
  id,
  event,
  email: "ada@example.com",
  timestamp: 1_700_000_000,
  sg_event_id: randomUUID(),
  ...more,
});

/** An email that the outbox has taken, by a workflow of these steps. The vendor's id of it is the message's own. */
async function sent(steps: object[] = [aStep("email", { contentType: "customHtml", content: "Hi", subject: "Hi" })]) {
  const workflow = await aWorkflow(db, environment, steps);
  const { ref } = await anAcceptedEvent(db, environment, workflow, {
    to: { subscriberId: "ada", email: "ada@example.com" },
  });
  const [cohort] = await runner.start(ref);
  const [message] = await db.$client<{ id: string }[]>`
    update messages set identifier = id::text where event_id = ${ref.eventId} and channel = 'email' returning id`;
  if (!message || !cohort) throw new Error("no email was sent");
  return { id: message.id, ref, cohort };
}

async function reportsOf(messageId: string) {
  const details = await db.$client<{ detail: string; status: string; webhookStatus: string; raw: string }[]>`
    select detail, status, webhook_status as "webhookStatus", raw from execution_details
    where message_id = ${messageId} and source = 'Webhook' order by detail`;
  const [message] = await db.$client<{ status: string; reports: object | null }[]>`
    select status, reports from messages where id = ${messageId}`;
  return { details: [...details], message };
}

test("a batch is taken by the provider's id and the integration's: known messages get a detail, unknown ones are passed over", async () => {
  const { id } = await sent();
  const response = "400 try again later";
  const { status, body } = await report(pathOf("sendgrid"), [
    eventOf(id, "delivered", { response }),
    eventOf("unknown", "delivered"),
    eventOf(id, "group_resubscribe"),
  ]);
  expect(status).toBe(200);
  expect(body).toMatchObject([
    { id, event: { status: "delivered", externalId: id, attempts: 1, response, date: "2023-11-14T22:13:20.000Z" } },
    { id: "unknown", event: { status: "delivered" } },
  ]);
  expect((await report(pathOf(sendgridId), eventOf(id, "bounce", { reason: "550 no" }))).status).toBe(200);
  const v2 = `/v2/inbound-webhooks/delivery-providers/${environment.environmentId}/${sendgridId}?token=${tokenOf(sendgridId)}`;
  expect((await report(v2, [eventOf(id, "deferred", { attempt: "3" })])).body).toMatchObject([
    { event: { attempts: 3 } },
  ]);
  const { details, message } = await reportsOf(id);
  expect(details.map(({ detail, status, webhookStatus }) => [detail, status, webhookStatus])).toEqual([
    ["(deferred)", "Pending", "deferred"],
    ["400 try again later - (delivered)", "Success", "delivered"],
    ["550 no - (bounced)", "Failed", "bounced"],
  ]);
  expect(JSON.parse(details[1]?.raw ?? "")).toMatchObject({ id, event: "delivered" });
  expect(message?.status).toBe("sent");
});

test("the history of the job shows what the vendor reported, in the activity feed and on its own", async () => {
  const { id, ref } = await sent();
  await report(pathOf("sendgrid"), [eventOf(id, "bounce", { reason: "550 no" })]);
  const read = async (url: string) => (await app.inject({ url, headers: environment.headers })).json().data;
  const [{ _id, jobs }] = await read(`/v1/notifications?transactionId=${ref.transactionId}`);
  const reported = {
    detail: "550 no - (bounced)",
    source: "Webhook",
    status: "Failed",
    webhookStatus: "bounced",
    _jobId: jobs[0]._id,
    isTest: false,
    isRetry: false,
    raw: expect.stringContaining('"event":"bounce"'),
  };
  expect(jobs[0].executionDetails.at(-1)).toMatchObject(reported);
  const details = await read(`/v1/execution-details?notificationId=${_id}&subscriberId=ada`);
  expect(details.at(-1)).toMatchObject({ ...reported, _messageId: id, channel: "email" });
});

test.each([
  ["open", {}, "opened", "Success"],
  ["click", {}, "clicked", "Success"],
  ["processed", {}, "sent", "Success"],
  ["bounce", { type: "blocked" }, "blocked", "Failed"],
  ["dropped", {}, "dropped", "Failed"],
  ["spamreport", {}, "spam", "Failed"],
  ["unsubscribe", {}, "unsubscribed", "Failed"],
])("SendGrid's %s %j is %s, and its detail is %s", async (event, more, status, detail) => {
  const { id } = await sent();
  await report(pathOf("sendgrid"), [eventOf(id, event, more)]);
  expect((await reportsOf(id)).details).toMatchObject([{ webhookStatus: status, status: detail }]);
});

test("an integration of another environment or organisation, of no reports, or without credentials takes nothing", async () => {
  const { id } = await sent();
  const other = await createTestEnvironment(db);
  const event = [eventOf(id, "delivered")];
  expect((await report(pathOf(sendgridId, other), event)).status).toBe(404);
  expect(
    (await report(pathOf(sendgridId, { ...environment, organizationId: other.organizationId }), event)).status,
  ).toBe(404);
  expect((await report(pathOf(randomUUID()), event)).status).toBe(404);
  expect((await report(pathOf(sendgridId, environment, "sms"), event)).status).toBe(404);
  const add = (providerId: string, credentials: object) =>
    addIntegration(db, environment.scope, { channel: "email", providerId, identifier: randomUUID(), credentials });
  const smtp = await add("nodemailer", { host: "127.0.0.1", port: 25, from: "a@example.com", senderName: "A" });
  expect((await report(pathOf(smtp), event)).status).toBe(404);
  const empty = await add("sendgrid", {});
  const refused = await report(pathOf(empty), event);
  expect([refused.status, refused.body.message]).toEqual([400, `Integration ${empty} doesn't have credentials set up`]);
  // Another environment's integration of the vendor says nothing about this one's messages.
  const theirs = await addIntegration(db, other.scope, {
    channel: "email",
    providerId: "sendgrid",
    identifier: randomUUID(),
    credentials: { apiKey: "k", from: "a@example.com", senderName: "A" },
  });
  expect((await report(pathOf("sendgrid", other), event)).status).toBe(401);
  expect((await report(pathOf(theirs, other), event)).status).toBe(200);
  expect((await reportsOf(id)).details).toEqual([]);
});

test("the same report counts once, also when it comes several times at once, and the first time of a status is kept", async () => {
  const { id } = await sent();
  const opened = eventOf(id, "open", { timestamp: 1_700_000_100 });
  const earlier = eventOf(id, "open", { timestamp: 1_700_000_050 });
  const delivered = eventOf(id, "delivered");
  const calls = [[opened, delivered], [delivered, opened, opened], [opened], [earlier], [earlier, delivered]];
  const replies = await Promise.all(calls.map((events) => report(pathOf("sendgrid"), events)));
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  const { details, message } = await reportsOf(id);
  expect(details.map(({ webhookStatus }) => webhookStatus).sort()).toEqual(["delivered", "opened", "opened"]);
  expect(message?.reports).toEqual({ delivered: "2023-11-14T22:13:20.000Z", opened: "2023-11-14T22:14:10.000Z" });
});

test("a report that comes before the send is recorded finds its message later", async () => {
  const { id } = await sent();
  await db.$client`update messages set identifier = null where id = ${id}`;
  await report(pathOf("sendgrid"), [eventOf(id, "open")]);
  expect((await reportsOf(id)).details).toEqual([]);
  await db.$client`update messages set identifier = ${id} where id = ${id}`;
  await Promise.all([runner.call(runner.activities.reconcile), runner.call(runner.activities.reconcile)]);
  expect((await reportsOf(id)).details).toMatchObject([{ webhookStatus: "opened" }]);
});

test("a condition on an earlier email sees that it was opened", async () => {
  const uuid = randomUUID();
  const mail = { contentType: "customHtml", content: "Hi", subject: "Hi" } as const;
  const onOpened = [{ on: "previousStep", step: uuid, stepType: "read" }];
  const { id, cohort, ref } = await sent([
    aStep("email", mail, { uuid }),
    { template: { type: "delay" }, metadata: { type: "regular", amount: 1, unit: "hours" } },
    aStep("in_app", {}, { filters: [{ value: "AND", children: onOpened }] } as object),
  ]);
  await report(pathOf("sendgrid"), [eventOf(id, "open")]);
  runner.skip(2 * 60 * 60 * 1000);
  await runner.untilItWaits(cohort);
  const jobs = await db.$client<{ type: string; status: string }[]>`
    select j.type, j.status from jobs j join runs r on r.id = j.run_id where r.event_id = ${ref.eventId} order by j.position`;
  expect(jobs.map(({ type, status }) => `${type} ${status}`)).toEqual([
    "email completed",
    "delay completed",
    "in_app completed",
  ]);
});

test("where SendGrid signs, a forged or changed call is refused and changes nothing", async () => {
  const { id } = await sent();
  const signedId = await addIntegration(db, environment.scope, {
    channel: "email",
    providerId: "sendgrid",
    identifier: randomUUID(),
    credentials: { apiKey: "k", webhookSigningKey: signingKey, from: "a@example.com", senderName: "A" },
  });
  const text = JSON.stringify([eventOf(id, "delivered")]);
  const timestamp = "1700000000";
  const signature = sign("sha256", Buffer.from(timestamp + text), privateKey).toString("base64");
  const headers = {
    "x-twilio-email-event-webhook-signature": signature,
    "x-twilio-email-event-webhook-timestamp": timestamp,
  };
  const path = pathOf(signedId);
  expect((await report(path, text)).status).toBe(401);
  expect((await report(path, text.replace("delivered", "dropped__"), headers)).status).toBe(401);
  expect(
    (await report(path, text, { ...headers, "x-twilio-email-event-webhook-timestamp": "1700000001" })).status,
  ).toBe(401);
  expect((await reportsOf(id)).details).toEqual([]);
  expect((await report(path, text, headers)).status).toBe(200);
  expect((await reportsOf(id)).details).toHaveLength(1);
});

test("an integration says when its vendor last reported, and why it was refused", async () => {
  const { id } = await sent();
  const stateOf = async () => {
    const reply = await app.inject({ url: "/v1/integrations/health", headers: environment.headers });
    return reply.json().data.find(({ _id }: { _id: string }) => _id === sendgridId).reports;
  };
  expect(await stateOf()).toEqual({ receivedAt: null, refused: null });
  const [path] = pathOf("sendgrid").split("?");
  expect((await report(`${path}?token=guess`, [eventOf(id, "delivered")])).status).toBe(401);
  const moment = expect.stringMatching(/^\d{4}-.*Z$/);
  const refused = { at: moment, message: expect.stringMatching(/^The address has no valid token/) };
  expect(await stateOf()).toEqual({ receivedAt: null, refused });
  // Of many calls at once each is taken, and one of them is noted.
  const calls = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      report(pathOf("sendgrid"), [eventOf(id, "open"), eventOf(`u${index}`, "open")]),
    ),
  );
  expect(calls.map(({ status }) => status)).toEqual(Array(8).fill(200));
  const before = await stateOf();
  expect(before).toEqual({ receivedAt: moment, refused });
  expect((await report(pathOf("sendgrid"), [eventOf(id, "click")])).status).toBe(200);
  expect(await stateOf()).toEqual(before);
  await db.$client`update integration_reports set received_at = received_at - interval '1 hour', refused_at = refused_at - interval '1 hour'
    where integration_id = ${sendgridId}`;
  expect((await report(pathOf("sendgrid"), [eventOf(id, "dropped")])).status).toBe(200);
  expect((await report(pathOf("sendgrid"), "{")).status).toBe(400);
  const after = await stateOf();
  expect(after.receivedAt >= before.receivedAt).toBe(true);
  expect(after.refused.message).not.toBe(before.refused.message);
});

test("Twilio's callbacks are taken when they are signed for the public address", async () => {
  const token = "twilio-token";
  const twilioId = await addIntegration(db, environment.scope, {
    channel: "sms",
    providerId: "twilio",
    identifier: randomUUID(),
    credentials: { accountSid: "AC1", token, from: "+1" },
  });
  const workflow = await aWorkflow(db, environment, [aStep("sms")]);
  const { ref } = await anAcceptedEvent(db, environment, workflow, { to: { subscriberId: "ada", phone: "+49" } });
  await runner.toEnd(ref);
  const sid = `SM${randomUUID()}`;
  const [message] = await db.$client<{ id: string }[]>`
    update messages set identifier = ${sid} where event_id = ${ref.eventId} returning id`;
  const path = pathOf(twilioId, environment, "sms");
  const fields = { To: "+49", MessageSid: sid, MessageStatus: "undelivered", ErrorCode: "30003" };
  const signed = `${testConfig.publicUrl}${path}ErrorCode30003MessageSid${sid}MessageStatusundeliveredTo+49`;
  const signature = createHmac("sha1", token).update(signed).digest("base64");
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const body = new URLSearchParams(fields).toString();
  expect((await report(path, body, { ...form, "x-twilio-signature": "AAAA" })).status).toBe(401);
  expect((await report(path, body, { ...form, "x-twilio-signature": signature })).status).toBe(200);
  expect((await reportsOf(message?.id ?? "")).details).toMatchObject([
    {
      detail: "The recipient's phone is switched off or out of reach (30003) - (undelivered)",
      status: "Failed",
      webhookStatus: "undelivered",
    },
  ]);
});

test("a thousand reports are one call, and what cannot be read is refused", async () => {
  const { id } = await sent();
  const many = Array.from({ length: 999 }, (_, index) => eventOf(`unknown-${index}`, "delivered"));
  const { status, body } = await report(pathOf("sendgrid"), [...many, eventOf(id, "delivered")]);
  expect([status, body.length]).toEqual([200, 1_000]);
  expect((await reportsOf(id)).details).toHaveLength(1);
  expect((await report(pathOf("sendgrid"), "{")).status).toBe(400);
  expect((await report(pathOf("sendgrid"), [null])).status).toBe(400);
  expect((await report(pathOf("sendgrid"), `[${"[".repeat(50_000)}${"]".repeat(50_000)}]`)).status).toBe(200);
  const deep = `{"id":"${id}","event":"open","x":${"[".repeat(50_000)}${"]".repeat(50_000)}}`;
  expect((await report(pathOf("sendgrid"), deep)).status).toBe(400);
  expect(
    (await report(pathOf("sendgrid"), [eventOf(id, "open", { reason: "\0", huge: "x".repeat(50_000) })])).status,
  ).toBe(200);
  expect((await report(pathOf("sendgrid"), "x".repeat(3_000_000))).status).toBe(413);
});

test("an endpoint is sent what vendors report", async () => {
  const { status } = await app
    .inject({
      method: "POST",
      url: "/v1/webhook-endpoints",
      headers: environment.headers,
      payload: { url: "https://example.com", eventTypes: ["message.opened", "message.bounced"] },
    })
    .then(({ statusCode }) => ({ status: statusCode }));
  expect(status).toBe(201);
  const { id, ref } = await sent();
  await report(pathOf("sendgrid"), [
    eventOf(id, "open"),
    eventOf(id, "dropped", { reason: "no" }),
    eventOf(id, "deferred"),
  ]);
  const stored = await db.$client<{ type: string; data: object }[]>`
    select type, data from webhook_messages where environment_id = ${environment.environmentId} order by type`;
  expect([...stored]).toMatchObject([
    { type: "message.bounced", data: { messageId: id, status: "dropped", response: "no" } },
    { type: "message.opened", data: { messageId: id, subscriberId: "ada", transactionId: ref.transactionId } },
  ]);
});

test("a report that names a fault of the account raises the integration, until a message has arrived", async () => {
  const whatsapp = await addIntegration(db, environment.scope, {
    channel: "chat",
    providerId: "whatsapp-business",
    identifier: `whatsapp-${randomUUID()}`,
    credentials: { apiToken: "k", phoneNumberIdentification: "1" },
  });
  const says = (status: string, more: object = {}) =>
    report(pathOf(whatsapp, environment, "chat"), {
      entry: [{ changes: [{ value: { statuses: [{ id: randomUUID(), status, timestamp: "1700000000", ...more }] } }] }],
    });
  const problems = () => db.$client`
    select error_class as "errorClass", message from integration_outages where integration_id = ${whatsapp}`;

  expect(await says("failed", { errors: [{ code: 131_026, title: "Undeliverable" }] })).toMatchObject({ status: 200 });
  expect(await problems()).toEqual([]);
  await says("failed", { errors: [{ code: 131_042, title: "Payment" }] });
  expect(await problems()).toEqual([
    { errorClass: "FUNDS", message: "The WhatsApp account has no valid means of payment (131042)" },
  ]);
  // Meta takes each message, which does not say that the account is mended.
  await says("sent");
  expect(await problems()).toHaveLength(1);
  await says("delivered");
  expect(await problems()).toEqual([]);
});
