import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { resumeEvent } from "#api/services/events/resume-event.ts";
import { DETAILS } from "#contract/constants/details.ts";
import { closeDatabase, type Database, openDatabase } from "#db/client.ts";
import { setCredentials } from "#db/queries/subscribers/change-subscriber.ts";
import type { EventRef } from "#engine/refs.ts";
import { ProviderError } from "#providers/provider-error.ts";
import type { SessionCache } from "#providers/session-cache.ts";
import { createTestEnvironment, type TestEnvironment, testConfig } from "#test/support/environment.ts";
import { anAcceptedEvent, aStep, aWorkflow } from "#test/support/event.ts";
import { fakeEngine } from "#test/support/fake-engine.ts";
import { isExhaustive } from "#test/support/in-turn.ts";
import { addIntegration, addSmtpServer } from "#test/support/integrations.ts";
import { type MailSink, startMailSink } from "#test/support/mail-sink.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { createEventRunner, type EventRunner } from "#test/support/run-event.ts";
import { storeSubscribers } from "#test/support/subscribers.ts";

// How often a message is handed to its vendor, and by which integration.

const HOUR = 3_600_000;

let db: Database;
let sink: MailSink;
let environment: TestEnvironment;
let runners: EventRunner[] = [];
beforeAll(async () => {
  db = openDatabase(testDatabaseUrl(), { poolSize: 5 });
  sink = await startMailSink();
});
beforeEach(async () => {
  environment = await createTestEnvironment(db);
  await addSmtpServer(db, environment.scope, sink.port);
  sink.forget();
});
afterEach(async () => {
  await Promise.all(runners.map((runner) => runner.close()));
  runners = [];
});
afterAll(async () => {
  await sink.stop();
  await closeDatabase(db);
});

const mail = aStep("email", { subject: "x", contentType: "customHtml", content: "<p>x</p>" });
const ada = { subscriberId: "ada", email: "ada@example.com" };

async function anEvent(steps: object[] = [mail]): Promise<EventRef> {
  const workflow = await aWorkflow(db, environment, steps);
  return (await anAcceptedEvent(db, environment, workflow, { to: ada })).ref;
}

const messagesOf = ({ eventId }: EventRef) => db.$client<{ id: string; status: string }[]>`
  select id, status from messages where event_id = ${eventId}`;

const jobsOf = async ({ eventId }: EventRef) =>
  (
    await db.$client`select j.type, j.status from jobs j join runs r on r.id = j.run_id
    where r.event_id = ${eventId} order by j.position`
  ).map(({ type, status }) => `${type} ${status}`);

const detailsOf = ({ eventId }: EventRef) => db.$client<{ detail: string; status: string; isRetry: boolean }[]>`
  select d.detail, d.status, d.is_retry as "isRetry" from execution_details d join runs r on r.id = d.run_id
  where r.event_id = ${eventId} order by d.created_at`;

describe("where the content of messages is not stored", () => {
  const config = { ...testConfig, storesContent: false };
  const template = {
    subject: "For {{ name }}",
    senderName: "S",
    contentType: "customHtml" as const,
    content: "<p>{{ name }}</p>",
  };
  const steps = [
    aStep("email", template),
    aStep("in_app", { content: "kept for {{ name }}" }),
    aStep("push", { title: "To {{ name }}", content: "pushed" }),
  ];
  const stored = ({ eventId }: EventRef) => db.$client`
    select channel, subject, title, content, blocks, email, device_tokens as tokens, status
    from messages where event_id = ${eventId} order by channel`;
  const created = async ({ eventId }: EventRef) =>
    (
      await db.$client<{ raw: string; channel: string }[]>`
        select d.raw, m.channel from execution_details d join messages m on m.id = d.message_id
        where m.event_id = ${eventId} and d.detail like 'Message created%' and m.channel <> 'in_app' order by m.channel`
    ).map(({ channel, raw }) => [channel, JSON.parse(raw)]);
  const none = { subject: null, title: null, content: null, blocks: null };

  test("they are sent with it, also on another attempt, by another integration and by a resume", async () => {
    await addSmtpServer(db, environment.scope, sink.port);
    await addIntegration(db, environment.scope, {
      channel: "push",
      providerId: "expo",
      identifier: "expo",
      credentials: { apiKey: "hush" },
    });
    await storeSubscribers(db, environment.scope, [{ subscriberId: "ada", email: "ada@example.com" }]);
    const tokens = { providerId: "expo", credentials: { deviceTokens: ["phone"] } };
    await db.transaction((transaction) => setCredentials(transaction, environment.scope, "ada", tokens, "set"));
    const calls: { id: string; providerId: string; subject: unknown; html: unknown; content: unknown }[] = [];
    const answers = ["busy", "busy", "busy", "refused"];
    const send: SessionCache["send"] = async ({ id, providerId }, request) => {
      const of = (name: string): unknown => Reflect.get(request, name);
      calls.push({ id, providerId, subject: of("subject"), html: of("html"), content: of("content") });
      const answer = providerId === "expo" ? undefined : answers.shift();
      if (answer) throw new ProviderError(answer === "busy" ? "RETRY" : "PERMANENT", answer, { status: 503 });
      return { id: crypto.randomUUID(), date: new Date().toISOString() };
    };
    const runner = createEventRunner(db, { send, config });
    runners.push(runner);
    const workflow = await aWorkflow(db, environment, steps);
    const { ref } = await anAcceptedEvent(db, environment, workflow, { to: ada, payload: { name: "Ada" } });
    await runner.toEnd(ref);
    expect((await stored(ref)).find(({ channel }) => channel === "email")).toMatchObject({ ...none, status: "error" });
    const { engine } = fakeEngine();
    await resumeEvent({ db, engine }, { scope: ref, caller: { kind: "system" } }, ref.transactionId);
    await runner.toEnd(ref, { again: true });
    const mails = calls.filter(({ providerId }) => providerId !== "expo");
    expect(mails).toHaveLength(5);
    expect(new Set(mails.map(({ id }) => id)).size).toBe(2);
    for (const sent of mails) {
      expect(sent).toMatchObject({ subject: "For Ada", html: expect.stringContaining("<p>Ada</p>") });
    }
    expect(calls.find(({ providerId }) => providerId === "expo")).toMatchObject({ content: "pushed" });
    expect(await stored(ref)).toEqual([
      { channel: "email", ...none, email: "ada@example.com", tokens: null, status: "sent" },
      { channel: "in_app", ...none, content: "kept for Ada", email: null, tokens: null, status: "sent" },
      { channel: "push", ...none, email: null, tokens: ["phone"], status: "sent" },
    ]);
    expect(await created(ref)).toEqual([
      ["email", {}],
      ["push", {}],
    ]);
    expect(await db.$client`select 1 from deliveries where event_id = ${ref.eventId} and request is not null`).toEqual(
      [],
    );
  });
});

/** A worker whose vendor does as the test says, and notes the ids of messages that it was handed. */
function aWorker(vendor: (messageId: string) => Promise<void>): EventRunner {
  const send: SessionCache["send"] = async (_integration, { id }) => {
    await vendor(id);
    return { id: `accepted-${id}`, date: new Date().toISOString() };
  };
  const runner = createEventRunner(db, { send });
  runners.push(runner);
  return runner;
}

describe("a message", () => {
  test("that its vendor refuses twice for the moment is sent once, by the third attempt, and the history has both retries", async () => {
    sink.refuse(ada.email, { code: 451, times: 2 });
    const event = await anEvent([mail, aStep("in_app")]);
    const runner = createEventRunner(db);
    runners.push(runner);
    await runner.start(event);
    expect(await jobsOf(event)).toEqual(["email running", "in_app pending"]);
    await runner.toEnd(event, { again: true });
    expect(await jobsOf(event)).toEqual(["email completed", "in_app completed"]);
    expect(sink.mailsTo(ada.email)).toHaveLength(1);
    expect((await messagesOf(event)).map(({ status }) => status)).toEqual(["sent", "sent"]);
    const retries = (await detailsOf(event)).filter(({ isRetry }) => isRetry);
    expect(retries).toEqual(Array(2).fill({ detail: DETAILS.providerRetry, status: "Pending", isRetry: true }));
    // When the vendor was called and for how long, of the refusals and of the send.
    const calls = await db.$client<{ begunAt: string; took: string }[]>`
      select raw::jsonb #>> '{call,begunAt}' as "begunAt", jsonb_typeof(raw::jsonb #> '{call,tookMs}') as took
      from execution_details d join runs r on r.id = d.run_id
      where r.event_id = ${event.eventId} and raw like '%tookMs%' order by d.created_at`;
    expect(calls).toEqual(Array(3).fill({ begunAt: expect.stringMatching(/Z$/), took: "number" }));
  });

  test("that the vendor refuses for its credentials is not tried again", async () => {
    const handed: string[] = [];
    const event = await anEvent();
    const worker = aWorker(async (id) => {
      handed.push(id);
      throw new ProviderError("CREDENTIAL", "The key was revoked", { status: 401 });
    });
    expect(await worker.toEnd(event)).toBe(0);
    expect(handed).toHaveLength(1);
    expect(await jobsOf(event)).toEqual(["email failed"]);
    const details = await detailsOf(event);
    expect(details.at(-1)).toEqual({ detail: DETAILS.providerError, status: "Failed", isRetry: false });
    expect(details.some(({ isRetry }) => isRetry)).toBe(false);
  });

  test("that the vendor took while the database was away is not handed over again: what became of it is kept", async () => {
    await db.$client`
      create function refuse_outcomes() returns trigger language plpgsql as $$
      begin raise exception 'away' using errcode = '57P01'; end $$`;
    await db.$client`
      create trigger refuse_outcomes before update on deliveries for each row
      when (new.state = 'sent') execute function refuse_outcomes()`;
    const handed: string[] = [];
    const event = await anEvent();
    const worker = aWorker(async (id) => void handed.push(id));
    const started = worker.start(event);
    await expect.poll(() => handed.length).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect((await messagesOf(event)).map(({ id }) => id)).toEqual(handed);
    await db.$client`drop function refuse_outcomes cascade`;
    await started;
    await worker.toEnd(event, { again: true });
    expect(handed).toHaveLength(1);
    expect(await jobsOf(event)).toEqual(["email completed"]);
  });

  test("whose worker died after the vendor took it keeps its id, by which a vendor knows it again", async () => {
    const handed: string[] = [];
    const event = await anEvent();
    const dying = aWorker((id) => {
      handed.push(id);
      // It never learns that the vendor has taken it.
      return new Promise(() => {});
    });
    void dying.start(event).catch(() => {});
    await expect.poll(() => handed.length).toBe(1);
    const next = aWorker(async (id) => void handed.push(id));
    // While the lease lasts, nobody else sends it.
    await next.start(event, { again: true });
    expect(handed).toHaveLength(1);
    next.skip(60_000);
    await next.toEnd(event, { again: true });
    const [message] = await messagesOf(event);
    expect(handed).toEqual([message?.id, message?.id]);
    expect(await messagesOf(event)).toHaveLength(1);
    runners = runners.filter((one) => one !== dying);
  });
});

test("while the database takes long to store outcomes, no more is sent than there are slots: a crash would repeat it", async () => {
  const workflow = await aWorkflow(db, environment, [mail]);
  const to = Array.from({ length: 200 }, (_, n) => ({ subscriberId: `s${n}`, email: `s${n}@example.com` }));
  const { ref: event } = await anAcceptedEvent(db, environment, workflow, { to });
  await db.$client`
    create function delay_outcomes() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock_shared(7); return new; end $$`;
  await db.$client`
    create trigger delay_outcomes before update on deliveries for each row
    when (new.state = 'sent') execute function delay_outcomes()`;
  const held = await db.$client.reserve();
  await held`select pg_advisory_lock(7)`;
  const handed: string[] = [];
  const worker = aWorker(async (id) => void handed.push(id));
  const started = worker.start(event);
  await expect.poll(() => handed.length, { timeout: 10_000 }).toBeGreaterThan(0);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const meanwhile = handed.length;
  await held`select pg_advisory_unlock(7)`;
  held.release();
  await started;
  await worker.toEnd(event, { again: true });
  // Nothing is stored any more that would hold the table.
  await db.$client`drop function delay_outcomes cascade`;
  expect(meanwhile).toBeLessThanOrEqual(20);
  expect(handed).toHaveLength(200);
  expect(new Set(handed).size).toBe(200);
});

test("every attempt is given the moment of the first one, also by another worker; another integration begins anew", async () => {
  const attempts: { integrationId: string; at: number; firstSentAt: number }[] = [];
  const other = await addSmtpServer(db, environment.scope, sink.port);
  const event = await anEvent();
  const refusing = () => {
    const runner: EventRunner = createEventRunner(db, {
      send: async ({ id: integrationId }, { id }, { firstSentAt }) => {
        const at = runner.deps.clock().getTime();
        attempts.push({ integrationId, at, firstSentAt: firstSentAt?.getTime() ?? 0 });
        if (attempts.length === 5) return { id };
        throw new ProviderError("RETRY", "Come back later", { status: 503 });
      },
    });
    runners.push(runner);
    return runner;
  };
  await refusing().start(event);
  await refusing().toEnd(event, { again: true });
  expect(await jobsOf(event)).toEqual(["email completed"]);
  const of = (isOther: boolean) => attempts.filter(({ integrationId }) => (integrationId === other) === isOther);
  for (const own of [of(true), of(false)]) {
    const [first] = own;
    expect(own.length).toBeGreaterThan(1);
    expect(new Set(own.map(({ firstSentAt }) => firstSentAt)).size).toBe(1);
    expect(Math.abs((first?.at ?? 0) - (first?.firstSentAt ?? 0))).toBeLessThan(5_000);
  }
  expect(of(true)[0]?.firstSentAt).not.toBe(of(false)[0]?.firstSentAt);
});

test("an integration that becomes primary during a delay sends what comes after it", async () => {
  const other = await startMailSink();
  try {
    const delay = { ...aStep("delay"), metadata: { type: "regular", amount: 1, unit: "hours" } };
    const event = await anEvent([mail, delay, mail]);
    const runner = createEventRunner(db);
    runners.push(runner);
    await runner.start(event);
    await addSmtpServer(db, environment.scope, other.port);
    runner.skip(2 * HOUR);
    await runner.untilItWaits({ event, cohort: 0 });
    expect([sink.taken(), other.taken()]).toEqual([1, 1]);
    expect(await jobsOf(event)).toEqual(["email completed", "delay completed", "email completed"]);
  } finally {
    await other.stop();
  }
});

describe("a send that has no answer when its process ends", () => {
  async function stopWhileSending(retryInDoubt: boolean) {
    await db.$client`update integrations set retry_in_doubt = ${retryInDoubt}
      where environment_id = ${environment.environmentId} and channel = 'email'`;
    const runner = createEventRunner(db, { send: () => new Promise(() => {}), stopMs: 200 });
    const event = await anEvent();
    const started = runner.call(runner.activities.resolveAudience, { event });
    await started;
    await runner.close();
    const [delivery] = await db.$client<{ state: string; text: string }[]>`
      select state, error ->> 'errorText' as text from deliveries where event_id = ${event.eventId}`;
    return delivery;
  }

  test("is noted as in doubt, with the id by which the mail server's log says what became of it, and tried once more", async () => {
    const delivery = await stopWhileSending(true);
    expect(delivery?.state).toBe("open");
    expect(delivery?.text).toMatch(/may have taken the message \(Message-ID <.+@.+>\)/);
  });

  test("is left as it is where the integration rather loses a message than doubles it", async () => {
    const delivery = await stopWhileSending(false);
    expect(delivery?.state).toBe("failed");
    expect(delivery?.text).toContain("may have taken the message");
  });
});

test("a process that ends leaves its lanes to others, without asking again and again whether there is room", async () => {
  const runner = aWorker(async () => {});
  await runner.deps.dispatcher.close();
  const lane = { ...environment.scope, integrationId: randomUUID(), channel: "email" } as const;
  expect(runner.deps.dispatcher.nextTurn(lane.integrationId)).toEqual({ kind: "later", at: expect.any(Date) });
  const began = performance.now();
  expect(await runner.call(runner.activities.sendEmail, lane)).toMatchObject({ nextDueAt: null });
  expect(performance.now() - began).toBeLessThan(5_000);
});

test.runIf(isExhaustive())("large messages of events for one are sent as far as there is memory for them", async () => {
  const MESSAGE = 900_000;
  const workflow = await aWorkflow(db, environment, [
    { ...mail, template: { ...mail.template, content: "<p>{{ text }}</p>" } },
  ]);
  const payload = { text: "x".repeat(MESSAGE) };
  const servers = ["a", "b", "c", "d"];
  for (const identifier of servers) {
    await addIntegration(db, environment.scope, { channel: "email", providerId: "nodemailer", identifier });
  }
  const handed = new Set<string>();
  const underWay: (() => void)[] = [];
  let most = 0;
  let quiet: NodeJS.Timeout | undefined;
  /** The vendor answers when it has not been called for a second. */
  const worker = aWorker(async (id) => {
    handed.add(id);
    await new Promise<void>((resolve) => {
      underWay.push(resolve);
      most = Math.max(most, underWay.length);
      clearTimeout(quiet);
      quiet = setTimeout(() => {
        for (const answer of underWay.splice(0)) answer();
      }, 1_000);
    });
  });
  const events = await Promise.all(
    Array.from({ length: 24 }, (_, index) => {
      const overrides = { email: { integrationIdentifier: servers[index % servers.length] } };
      return anAcceptedEvent(db, environment, workflow, { to: ada, payload, overrides });
    }),
  );
  await Promise.all(events.map(({ ref }) => worker.start(ref)));
  // 8 MB, and one or two of each lane.
  expect(most).toBeLessThanOrEqual(16);
  const sent = await Promise.all(events.map(({ ref }) => messagesOf(ref)));
  expect(sent.flat().filter(({ id }) => handed.has(id))).toHaveLength(24);
});
