import { createHmac, randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DETAILS } from "#contract/constants/details.ts";
import { parseExactJson } from "#contract/constants/values/exact-json.ts";
import { createHttp } from "#providers/http/http.ts";
import { createLogger } from "#telemetry/logger.ts";
import { createTestEnvironment, type TestEnvironment, testApp } from "#test/support/environment.ts";
import { anAcceptedEvent, aStep, aWorkflow } from "#test/support/event.ts";
import { fakeEngine } from "#test/support/fake-engine.ts";
import { type FakeVendor, startFakeVendor } from "#test/support/fake-vendor.ts";
import { addSmtpServer } from "#test/support/integrations.ts";
import { type MailSink, startMailSink } from "#test/support/mail-sink.ts";
import { createEventRunner, type EventRunner } from "#test/support/run-event.ts";
import { acceptInboundMail } from "./accept-inbound-mail.ts";

// A reply to an email is stored, and passed on to the callback of the step that sent the email until the receiver takes it.

const { app, db, close } = await testApp();
const logger = createLogger({ logLevel: "silent" });
const { engine, inbound } = fakeEngine();

let sink: MailSink;
let vendor: FakeVendor;
let environment: TestEnvironment;
let runner: EventRunner;
/** The receiver's answers; the last one stays. */
let answers: number[];
let calls: { url: string; body: Record<string, unknown> }[];
beforeAll(async () => {
  sink = await startMailSink();
  vendor = await startFakeVendor();
  runner = createEventRunner(db);
});
beforeEach(async () => {
  // The execution serves all environments.
  await db.$client`delete from inbound_mails`;
  environment = await createTestEnvironment(db);
  await addSmtpServer(db, environment.scope, sink.port);
  await db.$client`
    update environments set inbound_parse_domain = 'reply.example.com', mx_record_configured = true
    where id = ${environment.environmentId}`;
  [answers, calls] = [[200], []];
  vendor.answer = ({ url = "" }, text, response) => {
    calls.push({ url, body: Object(parseExactJson(text)) });
    response.writeHead((answers.length > 1 ? answers.shift() : answers[0]) ?? 200).end("ok");
  };
});
afterAll(async () => {
  await runner.close();
  vendor.close();
  await sink.stop();
  await close();
});

/** Sends an email that asks for replies to two subscribers. Returns the addresses that their replies go to. */
async function sentTo(url = `${vendor.url}/replies/{{ payload.orderId }}?who={{ subscriber.firstName }}`) {
  const step = aStep(
    "email",
    { contentType: "customHtml", content: "Hi", subject: "Order" },
    { replyCallback: { active: true, url } },
  );
  const workflow = await aWorkflow(db, environment, [step]);
  const to = ["ada", "bob"].map((name) => ({ subscriberId: name, email: `${name}@example.com`, firstName: name }));
  const { ref } = await anAcceptedEvent(db, environment, workflow, {
    to,
    payload: { orderId: "A-1", id: 9007199254740993n },
    transactionId: randomUUID(),
  });
  sink.forget();
  await runner.toEnd(ref);
  const addressOf = (name: string) => sink.mailsTo(`${name}@example.com`)[0]?.replyTo?.[0]?.address ?? "";
  return { ref, workflow, ada: addressOf("ada"), bob: addressOf("bob") };
}

const receive = (to: string, fields: object = {}) =>
  acceptInboundMail(
    { db, engine, logger },
    { from: [{ address: "bob@example.com" }], to: [{ address: to }], text: "Thanks", ...fields },
  );

const passOn = () => runner.call(runner.activities.deliverInboundMails);
const left = () =>
  db.$client<
    { attempts: number }[]
  >`select attempts from inbound_mails where environment_id = ${environment.environmentId} and due_at is not null`;
const details = async () =>
  (
    await db.$client<{ detail: string; status: string; raw: string | null }[]>`
      select detail, status, raw from execution_details
      where environment_id = ${environment.environmentId} and detail like 'Inbound mail%'`
  ).map(({ detail, status, raw }) => ({ detail, status, raw: raw && JSON.parse(raw) }));

test("a reply reaches the callback of its own recipient, signed, with all that the receiver needs", async () => {
  const { ref, workflow, bob } = await sentTo();
  const woken = inbound.woken;
  await receive(bob, { subject: "Re: Order", spf: "pass", custom: "kept" });
  expect(inbound.woken).toBe(woken + 1);
  expect(await passOn()).toEqual({ nextDueAt: null });
  const [call] = calls;
  expect(call?.url).toBe("/replies/A-1?who=bob");
  const hmac = createHmac("sha256", environment.apiKey).update("reply-callback.bob").digest("hex");
  expect(call?.body).toMatchObject({
    hmac,
    transactionId: ref.transactionId,
    payload: { orderId: "A-1", id: 9007199254740993n },
    templateIdentifier: workflow.identifier,
    template: { _id: workflow.id, triggers: [{ identifier: workflow.identifier }] },
    notification: { transactionId: ref.transactionId, _templateId: workflow.id },
    message: { channel: "email", email: "bob@example.com", subject: "Order", content: "Hi" },
    mail: { subject: "Re: Order", text: "Thanks", spf: "pass", dkim: "failed", cc: [], custom: "kept" },
  });
  expect(await left()).toEqual([]);
  expect(await details()).toEqual([{ detail: DETAILS.replyPassedOn, status: "Success", raw: null }]);
});

test("the older address, which names the event, leads to the email of whoever replies", async () => {
  const { ref } = await sentTo();
  await receive(`parse+${ref.transactionId}-nv-e=${environment.environmentId}@reply.example.com`);
  await passOn();
  expect(calls.map(({ url }) => url)).toEqual(["/replies/A-1?who=bob"]);
});

test("a mail that is handed over twice is passed on once, also when the first one is through by then", async () => {
  const { bob } = await sentTo();
  const headers = { "message-id": "<1@example.com>" };
  await Promise.all([receive(bob, { headers }), receive(bob, { headers, text: "Thanks" }), receive(bob, { headers })]);
  await passOn();
  await receive(bob, { headers });
  await passOn();
  expect(calls).toHaveLength(1);
  const [kept] =
    await db.$client`select mail, bytes from inbound_mails where environment_id = ${environment.environmentId}`;
  expect(kept).toEqual({ mail: null, bytes: 0 });
});

describe("a mail that nobody asked for is refused", () => {
  test("without what names an email", async () => {
    await expect(receive("hello@reply.example.com")).rejects.toThrow(
      "Missing transactionId on address hello@reply.example.com",
    );
    await expect(receive("parse+t-nv-e=@reply.example.com")).rejects.toThrow("Missing environmentId on address");
    await expect(acceptInboundMail({ db, engine, logger }, { from: [], to: [] })).rejects.toThrow(
      "Missing transactionId",
    );
  });

  test("at another domain than the environment's", async () => {
    const { bob } = await sentTo();
    await expect(receive(bob.replace("reply.example.com", "evil.example.com"))).rejects.toThrow(
      "Domain is not in environment white list",
    );
    expect(await left()).toEqual([]);
  });

  test("for an email that does not exist, also in the environment that the address names", async () => {
    const { ref } = await sentTo();
    const elsewhere = await createTestEnvironment(db);
    const message = randomUUID().replaceAll("-", "");
    for (const local of [
      `parse+${message}-nv-m`,
      `parse+unknown-nv-e=${environment.environmentId}`,
      `parse+${ref.transactionId}-nv-e=${elsewhere.environmentId}`,
      `parse+${ref.transactionId}-nv-e=nowhere`,
    ]) {
      await expect(receive(`${local}@reply.example.com`)).rejects.toMatchObject({ code: "not_found" });
    }
  });
});

describe("a callback that does not take a reply", () => {
  test("is called again after 4, 8, 16 and 32 seconds, and then the history says why it is over", async () => {
    answers = [500];
    const { bob } = await sentTo();
    await receive(bob);
    const waits: number[] = [];
    for (;;) {
      const { nextDueAt } = await passOn();
      if (nextDueAt === null) break;
      const wait = nextDueAt - runner.deps.clock().getTime();
      waits.push(Math.round(wait / 1000));
      runner.skip(wait + 1);
    }
    expect(waits).toEqual([4, 8, 16, 32]);
    expect(calls).toHaveLength(5);
    expect(await left()).toEqual([]);
    expect(await details()).toEqual([
      {
        detail: DETAILS.replyNotPassedOn,
        status: "Warning",
        raw: { error: expect.stringContaining("500"), attempts: 5 },
      },
    ]);
  });

  test("once takes it at the next call", async () => {
    answers = [503, 200];
    const { ada, bob } = await sentTo();
    await receive(bob);
    await receive(ada, { text: "Hello" });
    await passOn();
    expect(await left()).toHaveLength(1);
    runner.skip(5_000);
    await passOn();
    expect([calls.length, await left()]).toEqual([3, []]);
  });

  test("is called by one of two workers", async () => {
    const { bob } = await sentTo();
    await receive(bob);
    await Promise.all([passOn(), passOn()]);
    expect(calls).toHaveLength(1);
  });

  test("is called again when the worker that called it died, and not a sixth time", async () => {
    const { bob } = await sentTo();
    await receive(bob);
    await db.$client`update inbound_mails set attempts = 5, due_at = now() - interval '1 second'`;
    await passOn();
    expect([calls.length, await left()]).toEqual([0, []]);
    expect(await details()).toMatchObject([{ detail: DETAILS.replyNotPassedOn }]);
  });

  test("because its address is none, or in a private network, says so", async () => {
    for (const url of ["{{ payload.none }}", "ftp://example.com/{{ payload.orderId }}", "/replies"]) {
      const { bob } = await sentTo(url);
      await receive(bob);
      await passOn();
    }
    const guarded = createEventRunner(db, { http: createHttp({ allowPrivateHosts: false }) });
    const { bob } = await sentTo();
    await receive(bob);
    for (let attempt = 1; attempt <= 5; attempt++) {
      await guarded.call(guarded.activities.deliverInboundMails);
      guarded.skip(60_000);
    }
    await guarded.close();
    expect(calls).toEqual([]);
    expect(await left()).toEqual([]);
    expect((await details()).map(({ raw }) => raw.error).sort()).toEqual([
      expect.stringContaining("is in a private network"),
      ...Array.from({ length: 3 }, () => expect.stringContaining("not an http or https address")),
    ]);
  });

  test("because the email is no longer stored is given up", async () => {
    const { bob } = await sentTo();
    await receive(bob);
    await db.$client`delete from messages where environment_id = ${environment.environmentId}`;
    expect(await passOn()).toEqual({ nextDueAt: null });
    expect(await left()).toEqual([]);
  });
});

test("a reply that no execution passes on is found by the reconciler", async () => {
  const reconciler = createEventRunner(db, { engine });
  const { bob } = await sentTo();
  await receive(bob);
  const woken = inbound.woken;
  await reconciler.call(reconciler.activities.reconcile);
  expect(inbound.woken).toBe(woken);
  reconciler.skip(60_000);
  await reconciler.call(reconciler.activities.reconcile);
  expect(inbound.woken).toBe(woken + 1);
  await reconciler.close();
});

test("a reply is stored also when Temporal is away", async () => {
  const { bob } = await sentTo();
  const away = { wakeInboundMail: () => Promise.reject(new Error("UNAVAILABLE")) };
  await acceptInboundMail({ db, engine: away, logger }, { from: [], to: [{ address: bob }] });
  expect(await left()).toHaveLength(1);
});

test("an environment says whether its domain's mail comes here, and stores what it found", async () => {
  const { mxStatus } = await import("./mx-status.ts");
  const isConfigured = async () => {
    const [row] =
      await db.$client`select mx_record_configured as mx from environments where id = ${environment.environmentId}`;
    return row?.mx;
  };
  const ask = async (servers: string[] | Error, mailHost: string | null = "mail.belfry.example") => {
    const status = await mxStatus(db, environment.scope, {
      mailHost,
      mailServersOf: async (domain) => {
        expect(domain).toBe("reply.example.com");
        if (servers instanceof Error) throw servers;
        return servers;
      },
    });
    expect(status.servers).toEqual(servers instanceof Error ? undefined : servers);
    return status.mxRecordConfigured;
  };
  expect([await ask(["other.example", "Mail.Belfry.Example."]), await isConfigured()]).toEqual([true, true]);
  expect([await ask(["other.example"]), await isConfigured()]).toEqual([false, false]);
  await ask(["mail.belfry.example"]);
  expect([await ask(new Error("ENOTFOUND")), await isConfigured()]).toEqual([false, false]);
  await expect(ask([], null)).rejects.toMatchObject({ code: "invalid_input" });

  const status = async () =>
    (await app.inject({ url: "/v1/inbound-parse/mx/status", headers: environment.headers })).json();
  expect(await status()).toMatchObject({ statusCode: 400, message: expect.stringContaining("BELFRY_MAIL_HOST") });
  environment = await createTestEnvironment(db);
  expect(await status()).toEqual({ data: { mxRecordConfigured: false } });
});

test("the settings say what became of the last reply", async () => {
  const read = async () =>
    (await app.inject({ url: "/v1/inbound-parse/settings", headers: environment.headers })).json().data;
  expect(await read()).toEqual({
    mailHost: null,
    isListening: false,
    domain: "reply.example.com",
    mxRecordConfigured: true,
    lastMail: null,
  });
  const { ada, bob } = await sentTo();
  await receive(ada);
  await receive(bob);
  const workflow = expect.any(String);
  expect((await read()).lastMail).toEqual({
    receivedAt: expect.stringMatching(/^\d{4}-/),
    from: "bob@example.com",
    state: "waiting",
    attempts: 0,
    runId: expect.any(String),
    workflow,
  });
  await passOn();
  expect((await read()).lastMail).toMatchObject({ state: "passed-on", attempts: 1, workflow });
  await receive(bob, { messageId: "<second@example.com>" });
  await db.$client`update inbound_mails set attempts = 5, due_at = now() - interval '1 second' where due_at is not null`;
  await passOn();
  expect((await read()).lastMail).toMatchObject({ state: "failed" });
  const other = await createTestEnvironment(db);
  const reply = await app.inject({ url: "/v1/inbound-parse/settings", headers: other.headers });
  expect(reply.json().data.lastMail).toBeNull();
});

test("the domain of an environment is set by its key, and has to be one; another domain has to be asked about again", async () => {
  const { environmentId, productionEnvironmentId, headers } = environment;
  const put = (id: string, payload: object) =>
    app.inject({ method: "PUT", url: `/v1/environments/${id}`, headers, payload });
  const changed = await put(environmentId, {
    name: "Dev",
    identifier: "",
    dns: { inboundParseDomain: "Mail.Example.com" },
  });
  expect(changed.json().data).toMatchObject({
    name: "Dev",
    identifier: environment.applicationIdentifier,
    matched: 1,
    modified: 1,
    dns: { inboundParseDomain: "mail.example.com", mxRecordConfigured: false },
  });
  expect((await put(environmentId, { dns: { inboundParseDomain: "not a domain" } })).json().message).toEqual([
    "dns.inboundParseDomain must be a domain, such as reply.example.com",
  ]);
  expect((await put(productionEnvironmentId, { name: "Mine" })).statusCode).toBe(403);
  expect((await put(environmentId, { identifier: environment.productionApplicationIdentifier })).statusCode).toBe(409);
});
