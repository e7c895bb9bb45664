import { workflow } from "@novu/framework";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startBridge } from "#test/support/bridge.ts";
import { createTestEnvironment, type TestEnvironment, testApp, testConfig } from "#test/support/environment.ts";
import { addIntegration, addSmtpServer } from "#test/support/integrations.ts";
import { type MailSink, startMailSink } from "#test/support/mail-sink.ts";
import { signedIn } from "#test/support/sign-in.ts";

// POST /v1/events/test/email.

const server = await testApp({ config: { ...testConfig, demoLimits: { email: 2, sms: 0 } } });
const { app, db } = server;
let sink: MailSink;
let environment: TestEnvironment;
beforeAll(async () => {
  sink = await startMailSink();
});
beforeEach(async () => {
  environment = await createTestEnvironment(db);
});
afterAll(async () => {
  await sink.stop();
  await server.close();
});

const email = {
  contentType: "customHtml",
  payload: { name: "Ada", subscriber: { firstName: "Grace" } },
  subject: "Hello {{name}}",
  content: "<p>{{name}} and {{subscriber.firstName}}</p>",
  to: "to@example.com",
};

async function send(given: object = {}, headers?: Record<string, string>) {
  const own = headers ?? {
    ...(await signedIn(db, environment.userId)),
    "novu-environment-id": environment.environmentId,
  };
  const payload = { ...email, ...given };
  const reply = await app.inject({ method: "POST", url: "/v1/events/test/email", headers: own, payload });
  return { status: reply.statusCode, body: reply.json() };
}

const outbox = async () => (await app.inject({ url: "/v1/outbox", headers: environment.headers })).json().data;

test("an email is rendered with the payload and sent at once by the primary integration, without a run", async () => {
  await addSmtpServer(db, environment.scope, sink.port);
  expect(await send({ preheader: "For {{name}}", content: `<html><body>${email.content}</body></html>` })).toEqual({
    status: 201,
    body: { data: {} },
  });
  const [mail] = sink.mailsTo("to@example.com").slice(-1);
  expect(mail).toMatchObject({ subject: "Hello Ada", from: { address: "hello@belfry.example" } });
  expect(mail?.html).toMatch(/For Ada[\s\S]*<p>Ada and Grace<\/p>/);
  const counted = await db.$client`
    select (select count(*) from events where environment_id = ${environment.environmentId})::int as events,
      (select count(*) from messages where environment_id = ${environment.environmentId})::int as messages`;
  expect([...counted]).toEqual([{ events: 0, messages: 0 }]);
});

test("the sender is that of the payload, the layout and the integration those that the call names", async () => {
  const chosen = `chosen-${environment.environmentId}`;
  const credentials = { host: "127.0.0.1", port: sink.port, from: "chosen@belfry.example", senderName: "Chosen" };
  const smtp = { channel: "email" as const, providerId: "nodemailer", identifier: chosen, credentials };
  await addIntegration(db, environment.scope, smtp);
  const layout = { name: "Frame", identifier: "frame", content: "<main>{{{body}}}</main>" };
  await app.inject({ method: "POST", url: "/v1/layouts", headers: environment.headers, payload: layout });
  const given = { integrationIdentifier: chosen, layoutId: "frame", to: ["a@example.com", "b@example.com"] };
  const payload = { ...email.payload, $sender_email: "sender@example.com" };
  expect(await send({ ...given, payload })).toMatchObject({ status: 201 });
  for (const address of given.to) {
    expect(sink.mailsTo(address).at(-1)).toMatchObject({
      from: { address: "sender@example.com" },
      html: expect.stringContaining("<main><p>Ada and Grace</p></main>"),
    });
  }
  expect(await outbox()).toEqual([]);
});

test("the demo provider takes as many as its month allows, then it is a conflict", async () => {
  expect((await send()).status).toBe(201);
  const blocks = [{ type: "text", content: "Hi {{name}}" }];
  expect((await send({ contentType: "editor", content: blocks })).status).toBe(201);
  expect(await send()).toMatchObject({
    status: 409,
    body: { message: "belfry-email sends at most 2 messages a month: connect a provider of your own" },
  });
  const kept = await outbox();
  expect(kept).toMatchObject([
    { to: ["to@example.com"], subject: "Hello Ada", html: expect.stringContaining("Hi Ada") },
    { to: ["to@example.com"], html: expect.stringContaining("<p>Ada and Grace</p>") },
  ]);
});

test("the content of a step at a bridge is what its code makes of the payload", async () => {
  const bridge = await startBridge(environment.apiKey, [
    workflow(
      "greeting",
      async ({ step, payload }) => {
        await step.email("mail", async () => ({ subject: `For ${payload.name}`, body: "<p>By code</p>" }));
      },
      {
        payloadSchema: {
          type: "object",
          properties: { name: { type: "string" } },
          additionalProperties: false,
        } as const,
      },
    ),
  ]);
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  const sync = { method: "POST", url: "/v1/bridge/sync", headers: environment.headers } as const;
  expect((await app.inject({ ...sync, payload: { bridgeUrl: bridge.url } })).statusCode).toBe(201);
  const coded = { bridge: true, workflowId: "greeting", stepId: "mail" };
  expect(await send(coded)).toMatchObject({ status: 201 });
  expect(await outbox()).toMatchObject([{ subject: "For Ada", html: "<p>By code</p>" }]);
  expect(await send({ ...coded, stepId: "other" })).toMatchObject({ status: 404 });
  log.mockRestore();
  await bridge.close();
});

test("what cannot be rendered or sent is refused with the reason, and a key is no member", async () => {
  const messageOf = async (given: object) => {
    const { status, body } = await send(given);
    return [status, String(body.message)];
  };
  const refusals: [object, RegExp][] = [
    [{ content: "{% if %}" }, /./],
    [{ layoutId: "none" }, /^layoutId none names no layout$/],
    [{ integrationIdentifier: "none" }, /no active email integration none/],
    [{ to: "nobody" }, /^to must be an email/],
    [{ payload: { $sender_email: "nobody" } }, /^payload\.\$sender_email must be an email/],
    [{ contentType: "other" }, /^contentType must be one of editor, customHtml/],
    [{ bridge: true }, /^workflowId should not be empty with bridge/],
  ];
  for (const [given, reason] of refusals) {
    expect(await messageOf(given), JSON.stringify(given)).toEqual([400, expect.stringMatching(reason)]);
  }
  await addSmtpServer(db, environment.scope, sink.port);
  sink.refuseOnce("refused@example.com", 550);
  expect(await messageOf({ to: "refused@example.com" })).toEqual([
    400,
    expect.stringMatching(/^SMTP could not send the email: /),
  ]);
  await db.$client`update integrations set active = false where environment_id = ${environment.environmentId}`;
  expect(await messageOf({})).toEqual([400, expect.stringMatching(/no active email integration/)]);
  expect(await outbox()).toEqual([]);
  expect((await send({}, environment.headers)).status).toBe(401);
});

test("links of a test email to preferences are those of nobody", async () => {
  await addSmtpServer(db, environment.scope, sink.port);
  await send({ content: "<p>{{subscriber.preferencesUrl}}</p>", to: "links@example.com" });
  const [mail] = sink.mailsTo("links@example.com");
  expect(mail?.html).toContain("<p>http://localhost:3000/v1/preferences-page/preview</p>");
  expect((await app.inject({ url: "/v1/preferences-page/preview" })).statusCode).toBe(404);
});

test("while the environment is tested, an email that a member sends goes to a listed address or nowhere", async () => {
  await addSmtpServer(db, environment.scope, sink.port);
  const payload = { isOn: true, allowed: { addresses: ["listed@example.com"] } };
  await app.inject({ method: "PUT", url: "/v1/test-delivery", headers: environment.headers, payload });
  const { status, body } = await send({ to: "unlisted@example.com" });
  expect([status, body.message]).toEqual([400, expect.stringContaining("Test delivery is on")]);
  expect((await send({ to: "listed@example.com" })).status).toBe(201);
  expect([sink.mailsTo("unlisted@example.com").length, sink.mailsTo("listed@example.com").length]).toEqual([0, 1]);
});
