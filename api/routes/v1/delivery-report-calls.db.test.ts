import { createHmac, randomUUID, sign } from "node:crypto";
import type { FastifyInstance, InjectOptions } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Channel } from "#contract/constants/channels.ts";
import { closeDatabase, type Database, openDatabase } from "#db/client.ts";
import { createHttp } from "#providers/http/http.ts";
import { reportUrlOf } from "#providers/reports/report-url.ts";
import { createTestEnvironment, type TestEnvironment, testApp, testConfig } from "#test/support/environment.ts";
import { anAcceptedEvent, aStep, aWorkflow } from "#test/support/event.ts";
import { addIntegration } from "#test/support/integrations.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { createEventRunner, type EventRunner } from "#test/support/run-event.ts";
import { TEST_CERTIFICATE, TEST_KEY } from "#test/support/tls-certificate.ts";
import { type FakeVendors, startFakeVendors, type VendorAnswer } from "#test/support/vendor-exchanges.ts";

// The ways in which vendors call, at the address that they are told with a message.

const PUBLIC_URL = "https://belfry.example.com";

let db: Database;
let vendors: FakeVendors;
let app: FastifyInstance;
let close: () => Promise<void>;
let runner: EventRunner;
let environment: TestEnvironment;
beforeAll(async () => {
  db = openDatabase(testDatabaseUrl(), { poolSize: 10 });
  vendors = await startFakeVendors();
  const http = createHttp({ baseUrls: vendors.baseUrls, allowPrivateHosts: true });
  ({ app, close } = await testApp({ db, http, config: { ...testConfig, publicUrl: PUBLIC_URL } }));
  runner = createEventRunner(db, { baseUrls: vendors.baseUrls, reportsUrl: PUBLIC_URL });
});
beforeEach(async () => {
  environment = await createTestEnvironment(db);
  vendors.reset();
});
afterAll(async () => {
  await runner.close();
  await close();
  vendors.close();
  await closeDatabase(db);
});

const add = (channel: Channel, providerId: string, credentials: object) =>
  addIntegration(db, environment.scope, { channel, providerId, identifier: randomUUID(), credentials });

const pathOf = (integrationId: string) =>
  `/v2/inbound-webhooks/delivery-providers/${environment.environmentId}/${integrationId}`;

/** The same with the secret of the integration, as the API shows it. */
const addressOf = (integrationId: string) => {
  const { environmentId } = environment;
  const { encryptionKey } = testConfig;
  return reportUrlOf({ reportsUrl: PUBLIC_URL, encryptionKey }, { environmentId, id: integrationId });
};

/** A call of a vendor at a public address, which only its proxy knows. */
function call(url: string, options: InjectOptions) {
  const { origin, pathname, search } = new URL(url, PUBLIC_URL);
  expect(origin).toBe(PUBLIC_URL);
  return app.inject({ ...options, url: pathname + search });
}

/** Sends a text by the vendor. Returns the body of its request, and the message's id. */
async function aTextBy(providerId: string, credentials: object, answer: VendorAnswer, by = runner) {
  await db.$client`
    update integrations set active = false, "primary" = false
    where environment_id = ${environment.environmentId} and channel = 'sms'`;
  const integrationId = await add("sms", providerId, credentials);
  await db.$client`update integrations set "primary" = true, priority = 1 where id = ${integrationId}`;
  vendors.answer = () => answer;
  const workflow = await aWorkflow(db, environment, [aStep("sms")]);
  const to = { subscriberId: "ada", phone: "+491700000000" };
  const { ref } = await anAcceptedEvent(db, environment, workflow, { to });
  await by.toEnd(ref);
  const [message] = await db.$client<{ id: string }[]>`select id from messages where event_id = ${ref.eventId}`;
  const [request] = vendors.requests;
  if (!message || !request) throw new Error("nothing was sent");
  return { integrationId, messageId: message.id, body: request.body.toString("utf8") };
}

async function reportsOf(messageId: string) {
  const details = await db.$client<{ status: string; webhookStatus: string }[]>`
    select status, webhook_status as "webhookStatus" from execution_details
    where message_id = ${messageId} and source = 'Webhook'`;
  const [message] = await db.$client<{ reports: object | null }[]>`
    select reports from messages where id = ${messageId}`;
  return { details: [...details], statuses: Object.keys(message?.reports ?? {}) };
}

const twilio = { accountSid: "AC1", token: "twilio-token", from: "+15005550006" };
const taken = (sid: string): VendorAnswer => ({ status: 201, json: { sid, status: "queued" } });

test("Twilio reports a text at the address that it is told, signed for this very address", async () => {
  const sid = `SM${randomUUID()}`;
  const { integrationId, messageId, body } = await aTextBy("twilio", twilio, taken(sid));
  const url = new URLSearchParams(body).get("StatusCallback") ?? "";
  expect(url).toBe(addressOf(integrationId));
  const report = (token: string) =>
    call(url, {
      method: "POST",
      payload: `MessageSid=${sid}&MessageStatus=delivered`,
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        "x-twilio-signature": createHmac("sha1", token)
          .update(`${url}MessageSid${sid}MessageStatusdelivered`)
          .digest("base64"),
      },
    });
  expect((await report("another-token")).statusCode).toBe(401);
  expect(await reportsOf(messageId)).toEqual({ details: [], statuses: [] });
  expect((await report(twilio.token)).statusCode).toBe(200);
  expect(await reportsOf(messageId)).toEqual({
    details: [{ status: "Success", webhookStatus: "delivered" }],
    statuses: ["delivered"],
  });
});

test("an installation that no vendor reaches tells none an address, which Twilio would refuse", async () => {
  const local = createEventRunner(db, { baseUrls: vendors.baseUrls, reportsUrl: "http://localhost:3000" });
  try {
    const { body } = await aTextBy("twilio", twilio, taken("SM1"), local);
    expect([...new URLSearchParams(body).keys()]).toEqual(["To", "From", "Body"]);
  } finally {
    await local.close();
  }
});

test("MessageBird reports by GET, in the query of the address that it is told", async () => {
  const id = randomUUID();
  const { messageId, body } = await aTextBy("messagebird", { accessKey: "k", from: "Team" }, { json: { id } });
  const { reportUrl } = JSON.parse(body);
  const stranger = new URL(reportUrl).pathname;
  expect((await call(`${stranger}?id=${id}&status=delivered`, { method: "GET" })).statusCode).toBe(401);
  expect((await call(`${stranger}?token=guess&id=${id}&status=delivered`, { method: "GET" })).statusCode).toBe(401);
  expect(await reportsOf(messageId)).toEqual({ details: [], statuses: [] });
  // Behind a second question mark, as from a vendor that does not look at the address.
  for (const separator of ["?", "&"]) {
    const url = `${reportUrl}${separator}id=${id}&status=delivery_failed&statusErrorCode=5`;
    const reply = await call(url, { method: "GET" });
    expect(reply.json()).toMatchObject([{ id, event: { status: "failed", response: "error 5" } }]);
    expect(reply.body).not.toContain(new URL(reportUrl).searchParams.get("token"));
  }
  expect(await reportsOf(messageId)).toMatchObject({ details: [{ status: "Failed", webhookStatus: "failed" }] });
});

test("Meta's set-up call has its text echoed as plain text where it names the verify token, and only there", async () => {
  const path = pathOf(
    await add("chat", "whatsapp-business", {
      apiToken: "t",
      phoneNumberIdentification: "1",
      webhookVerifyToken: "verify",
      webhookSigningKey: "secret",
    }),
  );
  const asked = (token: string) =>
    call(`${path}?hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=${token}`, { method: "GET" });
  const { statusCode, headers, body } = await asked("verify");
  expect([statusCode, body]).toEqual([200, "1158201444"]);
  expect(headers["content-type"]).toMatch(/^text\/plain\b/);
  expect((await asked("guessed")).statusCode).toBe(401);
  const headersOf = { "content-type": "application/json", "x-hub-signature-256": `sha256=${"0".repeat(64)}` };
  const forged = await call(path, { method: "POST", payload: '{"entry":[]}', headers: headersOf });
  expect(forged.statusCode).toBe(401);
});

test("Azure's set-up event has its code returned as JSON", async () => {
  const id = await add("sms", "azure-sms", { accessKey: "endpoint=https://a.b/;accesskey=aw==", from: "+1" });
  const payload = [
    { eventType: "Microsoft.EventGrid.SubscriptionValidationEvent", data: { validationCode: "code-1" } },
  ];
  expect((await call(pathOf(id), { method: "POST", payload })).statusCode).toBe(401);
  const { statusCode, headers, body } = await call(addressOf(id), { method: "POST", payload });
  expect([statusCode, body]).toEqual([200, '{"validationResponse":"code-1"}']);
  expect(headers["content-type"]).toMatch(/^application\/json\b/);
});

test("RingCentral's set-up call has its token sent back in a header", async () => {
  const path = pathOf(
    await add("sms", "ring-central", {
      clientId: "c",
      secretKey: "s",
      token: "jwt",
      from: "+1",
      webhookSigningKey: "v",
    }),
  );
  const { statusCode, headers, body } = await call(path, {
    method: "POST",
    headers: { "validation-token": "token-1" },
  });
  expect([statusCode, headers["validation-token"], body]).toEqual([200, "token-1", ""]);
});

test("a vendor that only looks whether the address is there finds it, also where it signs its reports", async () => {
  const look = async (path: string) => (await call(path, { method: "HEAD" })).statusCode;
  expect(await look(pathOf(await add("sms", "twilio", twilio)))).toBe(200);
  expect(await look(pathOf(randomUUID()))).toBe(404);
});

test("the JSON of Amazon SNS is read although it comes as plain text, and its signature counts", async () => {
  const path = pathOf(
    await add("email", "ses", {
      apiKey: "k",
      secretKey: "s",
      region: "eu-west-1",
      topicArn: "arn:aws:sns:eu-west-1:1:t",
      from: "a@example.com",
      senderName: "A",
    }),
  );
  let keyServer: VendorAnswer | "close" = "close";
  vendors.answer = () => keyServer;
  const fields = {
    Message: JSON.stringify({ eventType: "Delivery", mail: { messageId: "ses-1" }, delivery: {} }),
    MessageId: "sns-1",
    Timestamp: "2026-05-05T10:00:01.000Z",
    TopicArn: "arn:aws:sns:eu-west-1:1:t",
    Type: "Notification",
  };
  const signed = Object.entries(fields).map(([name, value]) => `${name}\n${value}\n`);
  const notification = {
    ...fields,
    SignatureVersion: "2",
    SigningCertURL: "https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-calls.pem",
    Signature: sign("sha256", Buffer.from(signed.join("")), TEST_KEY).toString("base64"),
  };
  const post = (payload: string) =>
    call(path, { method: "POST", payload, headers: { "content-type": "text/plain; charset=UTF-8" } });
  const text = JSON.stringify(notification);
  // As long as Amazon's certificate cannot be read, Amazon is to send the report again.
  for (keyServer of ["close", { status: 503 }] as const) {
    const unverified = await post(text);
    expect([unverified.statusCode, unverified.json().message]).toEqual([503, expect.stringContaining("Send it again")]);
  }
  keyServer = { text: TEST_CERTIFICATE };
  expect((await post(text)).json()).toMatchObject([{ id: "ses-1", event: { status: "delivered" } }]);
  expect((await post(text.replace("ses-1", "ses-2"))).statusCode).toBe(401);
});

test("a refused call is answered without the secrets in its query", async () => {
  const whatsapp = { apiToken: "t", phoneNumberIdentification: "1", webhookVerifyToken: "verify-me" };
  const path = pathOf(await add("chat", "whatsapp-business", whatsapp));
  for (const [address, shown] of [
    [`${path}?hub.mode=subscribe&hub.verify_token=hunter2`, `${path}?hub.mode=subscribe&hub.verify_token=[secret]`],
    [`${pathOf(randomUUID())}?token=hunter2`, expect.stringMatching(/\?token=\[secret\]$/)],
    ["/v1/nowhere?token=hunter2", "/v1/nowhere?token=[secret]"],
  ]) {
    const refused = await app.inject({ method: "GET", url: String(address) });
    expect(refused.statusCode).toBeGreaterThanOrEqual(400);
    expect(refused.json().path).toEqual(shown);
    expect(refused.body).not.toContain("hunter2");
  }
});
