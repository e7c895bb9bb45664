import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DETAILS } from "#contract/constants/details.ts";
import { apiWithRunner } from "#test/support/api-with-runner.ts";
import { createTestEnvironment, type TestEnvironment } from "#test/support/environment.ts";
import { aStep, aWorkflow } from "#test/support/event.ts";
import { addIntegration, addSmtpServer } from "#test/support/integrations.ts";
import { type MailSink, startMailSink } from "#test/support/mail-sink.ts";

// While an environment is tested, messages reach listed people and addresses only.

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
const address = (name: string) => `${name}-${token}@example.com`;
const switchOn = async (setting: object = {}) =>
  expect(await call("PUT", "/test-delivery", { isOn: true, ...setting })).toMatchObject({ status: 200 });
const switchOff = () => call("PUT", "/test-delivery", { isOn: false });

const mail = aStep("email", { subject: "Hello", content: "Hello", contentType: "customHtml" });

async function trigger(to: object, { steps = [mail], ...more }: { steps?: object[] } & Record<string, unknown> = {}) {
  const { identifier: name } = await aWorkflow(db, environment, steps);
  const reply = await call("POST", "/events/trigger", { name, to, ...more });
  const { transactionId } = reply.body.data;
  const ref = api.started.find(({ event }) => event.transactionId === transactionId)?.event;
  if (!ref) throw new Error(`The event was not started: ${JSON.stringify(reply.body)}`);
  await runner.toEnd(ref);
  return ref;
}

/** Returns the status, messages and history of an event's step. */
async function outcomeOf(eventId: string) {
  const [job] = await db.$client<{ status: string }[]>`
    select j.status from jobs j join runs r on r.id = j.run_id where r.event_id = ${eventId}`;
  const messages = await db.$client<{ channel: string; email: string | null }[]>`
    select channel, email from messages where event_id = ${eventId}`;
  const details = await db.$client<{ detail: string; raw: string | null }[]>`
    select d.detail, d.raw from execution_details d join runs r on r.id = d.run_id
    where r.event_id = ${eventId} order by d.created_at`;
  const rawOf = (detail: string) => JSON.parse(details.find((one) => one.detail === detail)?.raw ?? "null");
  return { status: job?.status, messages, details: details.map(({ detail }) => detail), rawOf };
}

const ada = () => ({ subscriberId: "ada", email: address("ada") });
const bob = () => ({ subscriberId: "bob", email: address("bob") });
const counts = (...names: string[]) => names.map((name) => sink.mailsTo(address(name)).length);

describe("messages", () => {
  test("reach a listed person and a listed address, and all else goes to one address, as the history says", async () => {
    await switchOn({
      allowed: { subscriberIds: ["ada"], addresses: [` ${address("QA").toUpperCase()} `] },
      to: { email: address("all") },
    });
    await trigger(ada());
    await trigger({ subscriberId: "carl", email: address("qa") });
    const { eventId } = await trigger(bob());
    expect(counts("ada", "qa", "bob", "all")).toEqual([1, 1, 0, 1]);
    const { status, messages, rawOf } = await outcomeOf(eventId);
    expect(status).toBe("completed");
    expect(messages).toEqual([{ channel: "email", email: address("all") }]);
    expect(rawOf(DETAILS.testDeliveryRedirected)).toEqual({ to: [address("all")], insteadOf: [address("bob")] });
    const { body } = await call("GET", "/notifications?test=test_delivery");
    const shown = body.data.map(({ subscriber }: { subscriber: { subscriberId: string } }) => subscriber.subscriberId);
    expect(shown).toEqual(["bob"]);
  });

  test("are rendered and not sent where all else has no address", async () => {
    await switchOn();
    const { eventId } = await trigger(bob());
    const { status, messages, details, rawOf } = await outcomeOf(eventId);
    expect(status).toBe("completed");
    expect(messages).toEqual([]);
    expect(counts("bob")).toEqual([0]);
    expect(details).toContain(DETAILS.testDeliveryRendered);
    expect(details).not.toContain(DETAILS.messageSent);
    expect(rawOf(DETAILS.wouldBeSent)).toMatchObject({ to: address("bob"), content: { subject: "Hello" } });
  });

  test("of a listed person do not go to addresses that the event gives for it, nor to copies", async () => {
    await switchOn({ allowed: { subscriberIds: ["ada"] } });
    const email = {
      to: [address("eve")],
      cc: [address("max")],
      bcc: [`Max <${address("mia")}>`],
      headers: { Bcc: address("eve") },
    };
    await trigger(ada(), { overrides: { email } });
    await trigger(ada(), { payload: { email: address("eve") } });
    await trigger(ada(), { overrides: { nodemailer: { to: [address("eve")] } } });
    expect(counts("ada", "eve", "max", "mia")).toEqual([2, 0, 0, 0]);
  });

  test("through an integration that takes over keep to the list, with overrides of its own as well", async () => {
    await addIntegration(db, environment.scope, {
      channel: "email",
      providerId: "email-webhook",
      identifier: "second",
    });
    const [first] = await db.$client<{ id: string }[]>`
      select id from integrations where environment_id = ${environment.environmentId} and provider_id = 'nodemailer'`;
    await switchOn({ to: { email: address("all") } });
    const overrides = { "email-webhook": { to: [address("eve")] } };
    const { eventId } = await trigger(bob(), { overrides });
    const stored = await db.$client<{ request: object; failover: object | null }[]>`
      select request, failover from deliveries where event_id = ${eventId}`;
    expect(first).toBeDefined();
    expect(JSON.stringify(stored)).not.toMatch(new RegExp(`(?:eve|bob)-${token}`));
    expect(counts("all", "bob", "eve")).toEqual([1, 0, 0]);
  });

  test("of inboxes are delivered as ever", async () => {
    await switchOn();
    const { eventId } = await trigger(bob(), { steps: [aStep("in_app", { content: "Hello" })] });
    expect(await outcomeOf(eventId)).toMatchObject({ status: "completed", messages: [{ channel: "in_app" }] });
  });

  test.each([
    ["push", "fcm", { deviceTokens: ["device"] }, { title: "Hi", content: "Hello" }],
    ["chat", "slack", { webhookUrl: "https://hooks.example.com/T/1" }, { content: "Hello" }],
  ] as const)(
    "by %s are rendered only for those who are not listed",
    async (channel, providerId, credentials, template) => {
      await addIntegration(db, environment.scope, { channel, providerId, identifier: providerId });
      await switchOn({ allowed: { addresses: ["another-device", "https://hooks.example.com/T/2"] } });
      await call("POST", "/subscribers", { subscriberId: "bob" });
      await call("PUT", "/subscribers/bob/credentials", { providerId, credentials });
      const { eventId } = await trigger({ subscriberId: "bob" }, { steps: [aStep(channel, template)] });
      const { status, messages, details } = await outcomeOf(eventId);
      expect([status, messages]).toEqual(["completed", []]);
      expect(details).toContain(DETAILS.testDeliveryRendered);
      const stored = await db.$client`select from deliveries where event_id = ${eventId}`;
      expect(stored).toHaveLength(0);
    },
  );

  test("that were written before are left out when a resume repeats them", async () => {
    sink.refuse(address("bob"), { code: 550 });
    const event = await trigger(bob());
    expect((await outcomeOf(event.eventId)).status).toBe("failed");
    const resume = async () => {
      expect((await call("POST", `/events/trigger/${event.transactionId}/resume`)).status).toBe(200);
      await runner.toEnd(event, { again: true });
      return outcomeOf(event.eventId);
    };
    await switchOn({ to: { email: address("all") } });
    const held = await resume();
    expect(held.details).toContain(DETAILS.testDeliveryChanged);
    expect(held.status).toBe("skipped");
    expect(counts("bob", "all")).toEqual([0, 0]);
  });

  test("that were redirected by an earlier setting are not sent by a later one", async () => {
    await switchOn({ to: { email: address("wrong") } });
    sink.refuse(address("wrong"), { code: 550 });
    const event = await trigger(bob());
    await switchOn({ to: { email: address("all") } });
    await call("POST", `/events/trigger/${event.transactionId}/resume`);
    await runner.toEnd(event, { again: true });
    expect((await outcomeOf(event.eventId)).details).toContain(DETAILS.testDeliveryChanged);
    expect(counts("wrong", "all", "bob")).toEqual([0, 0, 0]);
    await switchOff();
    await trigger(bob());
    expect(counts("bob")).toEqual([1]);
  });
});

describe("the setting", () => {
  test("is off at first, is read as it was set, and its environment says that it is on", async () => {
    const off = { isOn: false, allowed: { subscriberIds: [], addresses: [] }, to: {} };
    expect((await call("GET", "/test-delivery")).body.data).toEqual(off);
    await switchOn({ allowed: { subscriberIds: ["ada"] } });
    const on = { ...off, isOn: true, allowed: { subscriberIds: ["ada"], addresses: [] } };
    expect((await call("GET", "/test-delivery")).body.data).toEqual(on);
    expect((await call("GET", "/environments/me")).body.data).toMatchObject({ isTestDeliveryOn: true });
    await switchOff();
    expect((await call("GET", "/environments/me")).body.data).not.toHaveProperty("isTestDeliveryOn");
    const notes = await db.$client<{ action: string }[]>`
      select action from audit_logs where environment_id = ${environment.environmentId}`;
    expect(notes.map(({ action }) => action)).toContain("environment.updated");
  });

  test("cannot be on in Production, and can be prepared there", async () => {
    await db.$client`update environments set parent_id = gen_random_uuid() where id = ${environment.environmentId}`;
    const refused = await call("PUT", "/test-delivery", { isOn: true });
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      400,
      expect.stringContaining("isOn cannot be true in Production"),
    ]);
    expect((await call("PUT", "/test-delivery", { isOn: false, to: { email: "all@example.com" } })).status).toBe(200);
  });

  test.each<[object, string]>([
    [{}, "isOn"],
    [{ isOn: true, to: { email: "nobody" } }, "to.email must be an email"],
    [{ isOn: true, to: { sms: "call me" } }, "to.sms must be a phone number"],
    [
      { isOn: true, allowed: { addresses: Array.from({ length: 201 }, (_, index) => `a${index}@example.com`) } },
      "allowed.addresses",
    ],
  ])("is refused where it is wrong: %#", async (body, says) => {
    const answer = await call("PUT", "/test-delivery", body);
    expect([answer.status, JSON.stringify(answer.body.message)]).toEqual([400, expect.stringContaining(says)]);
  });
});
