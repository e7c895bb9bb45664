import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { resumeEvent } from "#api/services/events/resume-event.ts";
import { DETAILS } from "#contract/constants/details.ts";
import { TriggerOverrides } from "#contract/events.ts";
import { closeDatabase, type Database, openDatabase } from "#db/client.ts";
import { noteOutage } from "#db/queries/integrations/outages.ts";
import { insertLayout } from "#db/queries/layouts/layouts.ts";
import { insertResumption } from "#db/queries/resumptions/resumptions.ts";
import type { EventRef } from "#engine/refs.ts";
import { ProviderError } from "#providers/provider-error.ts";
import type { SessionCache } from "#providers/session-cache.ts";
import { createTestEnvironment, type TestEnvironment } from "#test/support/environment.ts";
import { type AcceptedEvent, anAcceptedEvent, aStep, aWorkflow } from "#test/support/event.ts";
import { fakeEngine } from "#test/support/fake-engine.ts";
import { addIntegration, addSmtpServer } from "#test/support/integrations.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { createEventRunner, type EventRunner } from "#test/support/run-event.ts";

// A message that one integration cannot send goes through the next one, and reaches its recipient once.

type Answer = "accepts" | "hangs" | ProviderError;
interface Call {
  integrationId: string;
  to: string;
  id: string;
  subject: unknown;
  payloadDetails: unknown;
}

const HOUR = 3_600_000;

let db: Database;
let environment: TestEnvironment;
let first: string;
let second: string;
let runners: EventRunner[] = [];
let calls: Call[] = [];
let answers: Map<string, (call: Call) => Answer>;
beforeAll(() => {
  db = openDatabase(testDatabaseUrl(), { poolSize: 5 });
});
beforeEach(async () => {
  environment = await createTestEnvironment(db);
  first = await addSmtpServer(db, environment.scope, 1);
  second = await anIntegration("second", 1);
  calls = [];
  answers = new Map();
});
afterEach(async () => {
  await Promise.all(runners.map((runner) => runner.close()));
  runners = [];
});
afterAll(() => closeDatabase(db));

async function anIntegration(identifier: string, priority: number, tenants: string[] = []): Promise<string> {
  const own = {
    channel: "email",
    providerId: "nodemailer",
    identifier: `${identifier}-${crypto.randomUUID()}`,
  } as const;
  const id = await addIntegration(db, environment.scope, own);
  const children = tenants.map((value) => ({ on: "tenant", field: "identifier", operator: "EQUAL", value }));
  const conditions = tenants.length > 0 ? JSON.stringify([{ value: "OR", children }]) : "[]";
  await db.$client`update integrations set priority = ${priority}, conditions = ${conditions}::text::jsonb where id = ${id}`;
  return id;
}

/** A worker of its own, whose vendor answers as the test says. */
function aWorker(): EventRunner {
  const send: SessionCache["send"] = async ({ id: integrationId }, request) => {
    const [subject, payloadDetails] = [Reflect.get(request, "subject"), Reflect.get(request, "payloadDetails")];
    const call = { integrationId, to: String(request.to), id: request.id, subject, payloadDetails };
    calls.push(call);
    const answer = answers.get(integrationId)?.(call) ?? "accepts";
    if (answer === "hangs") return new Promise(() => {});
    if (answer instanceof ProviderError) throw answer;
    return { id: `${integrationId}/${calls.length}`, date: new Date().toISOString() };
  };
  const runner = createEventRunner(db, { send });
  runners.push(runner);
  return runner;
}

const mail = aStep("email", { subject: "x", contentType: "customHtml", content: "<p>x</p>" });
const members = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ subscriberId: `m${i}`, firstName: `${i}`, email: `m${i}@example.com` }));

async function anEvent(to: unknown = members(1), event: AcceptedEvent = {}): Promise<EventRef> {
  const workflow = await aWorkflow(db, environment, [mail]);
  return (await anAcceptedEvent(db, environment, workflow, { to, ...event })).ref;
}

async function identifierOf(id: string): Promise<string | undefined> {
  const [row] = await db.$client<{ identifier: string }[]>`select identifier from integrations where id = ${id}`;
  return row?.identifier;
}

const messagesOf = ({ eventId }: EventRef) => db.$client<
  { status: string; providerId: string; identifier: string | null; errorText: string | null }[]
>`
  select status, provider_id as "providerId", identifier, error_text as "errorText" from messages where event_id = ${eventId}`;

async function detailsOf({ eventId }: EventRef) {
  const rows = await db.$client<{ detail: string; status: string; isRetry: boolean; raw: string | null }[]>`
    select d.detail, d.status, d.is_retry as "isRetry", d.raw
    from execution_details d join runs r on r.id = d.run_id where r.event_id = ${eventId} order by d.created_at`;
  return rows.map(({ raw, ...rest }) => ({ ...rest, raw: raw === null ? null : JSON.parse(raw) }));
}

const outagesOf = () => db.$client<{ integrationId: string; errorClass: string; probeUntil: string | null }[]>`
  select integration_id as "integrationId", error_class as "errorClass", probe_until as "probeUntil"
  from integration_outages where environment_id = ${environment.environmentId}`;

const refused = (errorClass: "CREDENTIAL" | "FUNDS" | "PERMANENT" | "RETRY", message = "refused", rest = {}) =>
  new ProviderError(errorClass, message, rest);
const sentBy = () => calls.map(({ integrationId }) => (integrationId === first ? "first" : "second"));

describe("the class of the error decides", () => {
  test.each(["CREDENTIAL", "FUNDS"] as const)(
    "%s: the next integration sends at once, and every attempt is in the history",
    async (errorClass) => {
      await db.$client`update integrations set provider_id = 'belfry-email' where id = ${first}`;
      answers.set(first, () => refused(errorClass, "the key was revoked", { status: 401 }));
      const event = await anEvent();
      expect(await aWorker().toEnd(event)).toBe(0);
      expect(sentBy()).toEqual(["first", "second"]);
      expect(new Set(calls.map(({ id }) => id)).size).toBe(1);
      expect(await messagesOf(event)).toMatchObject([
        { status: "sent", providerId: "nodemailer", identifier: `${second}/2`, errorText: null },
      ]);
      const details = await detailsOf(event);
      expect(details.find(({ detail }) => detail === DETAILS.providerFailedOver)).toMatchObject({
        status: "Pending",
        isRetry: true,
        raw: {
          class: errorClass,
          message: "the key was revoked",
          status: 401,
          attempt: 1,
          integration: { _id: first, providerId: "belfry-email" },
          next: { _id: second },
        },
      });
      expect(details.at(-1)).toMatchObject({
        detail: DETAILS.messageSent,
        raw: { integration: { _id: second, providerId: "nodemailer" } },
      });
      expect(details.some(({ status }) => status === "Failed")).toBe(false);
    },
  );

  test("PERMANENT, the recipient's fault: the next integration is not tried", async () => {
    answers.set(first, () => refused("PERMANENT", "no such mailbox"));
    const event = await anEvent();
    await aWorker().toEnd(event);
    expect(sentBy()).toEqual(["first"]);
    expect(await messagesOf(event)).toMatchObject([{ status: "error" }]);
  });

  test("RETRY: three attempts, then the next integration", async () => {
    answers.set(first, () => refused("RETRY", "busy", { status: 503 }));
    const event = await anEvent();
    expect(await aWorker().toEnd(event)).toBe(2);
    expect(sentBy()).toEqual(["first", "first", "first", "second"]);
    expect(await messagesOf(event)).toMatchObject([{ status: "sent" }]);
  });

  test("an integration that is away sends in the end when the one behind it cannot send at all", async () => {
    answers.set(first, () => (calls.length < 6 ? refused("RETRY", "busy", { status: 503 }) : "accepts"));
    answers.set(second, () => refused("CREDENTIAL", "wrong key"));
    const event = await anEvent();
    await aWorker().toEnd(event);
    expect(sentBy()).toEqual(["first", "first", "first", "second", "first", "first"]);
    expect(await messagesOf(event)).toMatchObject([{ status: "sent" }]);
  });

  test("when all fail, the message fails with the last reason, a day after it failed first", async () => {
    answers.set(first, () => refused("RETRY", "busy", { status: 503 }));
    answers.set(second, () => refused("RETRY", "busy, too", { status: 503 }));
    const event = await anEvent();
    const worker = aWorker();
    const begun = worker.deps.clock();
    await worker.toEnd(event);
    expect((worker.deps.clock().getTime() - begun.getTime()) / HOUR).toBeCloseTo(24, 0);
    // Waits grow up to an hour.
    expect(sentBy().filter((one) => one === "first").length).toBeLessThan(35);
    expect(sentBy().filter((one) => one === "second").length).toBeLessThan(35);
    expect(await messagesOf(event)).toMatchObject([{ status: "error" }]);
  });
});

describe("one message per recipient", () => {
  test("a message that the vendor may have taken goes through no other integration", async () => {
    answers.set(first, () =>
      calls.length === 1 ? refused("RETRY", "no answer", { retryLimit: 1 }) : refused("CREDENTIAL", "wrong key"),
    );
    const event = await anEvent();
    await aWorker().toEnd(event);
    expect(sentBy()).toEqual(["first", "first"]);
    expect(await messagesOf(event)).toMatchObject([{ status: "error", errorText: "wrong key" }]);
  });

  test("a resume sends what the last vendor may have taken through that one again, even if another comes first", async () => {
    answers.set(first, () => refused("CREDENTIAL", "wrong key"));
    answers.set(second, () => refused("RETRY", "no answer", { retryLimit: 0 }));
    const event = await anEvent();
    const worker = aWorker();
    await worker.toEnd(event);
    expect(await messagesOf(event)).toMatchObject([{ status: "error", errorText: "no answer" }]);
    answers.clear();
    const { engine } = fakeEngine();
    await resumeEvent({ db, engine }, { scope: event, caller: { kind: "system" } }, event.transactionId);
    await worker.toEnd(event, { again: true });
    expect(sentBy()).toEqual(["first", "second", "second"]);
    expect(await messagesOf(event)).toMatchObject([{ status: "sent" }]);
  });

  test("what a process that died may have sent goes through the same integration again, and no other", async () => {
    answers.set(first, () => (calls.length === 1 ? "hangs" : refused("CREDENTIAL", "wrong key")));
    const event = await anEvent();
    const dead = aWorker();
    void dead.start(event).catch(() => {});
    await expect.poll(() => calls.length).toBe(1);
    const worker = aWorker();
    worker.skip(60_000);
    await worker.toEnd(event, { again: true });
    expect(sentBy()).toEqual(["first", "first"]);
    expect(await messagesOf(event)).toMatchObject([{ status: "error", errorText: "wrong key" }]);
    const [delivery] = await db.$client`
      select state, is_bound as bound from deliveries where event_id = ${event.eventId}`;
    expect(delivery).toEqual({ state: "failed", bound: true });
    runners = runners.filter((one) => one !== dead);
  });

  test("two workers at once: 40 messages, each refused by the first integration, are sent once by the second", async () => {
    answers.set(first, () => refused("FUNDS", "no credit"));
    const event = await anEvent(members(40));
    const [one, another] = [aWorker(), aWorker()];
    await Promise.all([one.start(event), another.start(event)]);
    await one.toEnd(event, { again: true });
    const delivered = calls.filter(({ integrationId }) => integrationId === second).map(({ to }) => to);
    expect(delivered.sort()).toEqual(
      members(40)
        .map(({ email }) => email)
        .sort(),
    );
    expect(new Set((await messagesOf(event)).map(({ status }) => status))).toEqual(new Set(["sent"]));
  });

  test("a crash between the recorded failure and the next attempt: the next worker sends through the next one", async () => {
    answers.set(first, () => refused("CREDENTIAL", "wrong key"));
    answers.set(second, () => (calls.length <= 2 ? "hangs" : "accepts"));
    const event = await anEvent();
    const dead = aWorker();
    void dead.start(event).catch(() => {});
    await expect.poll(() => calls.length).toBe(2);
    const worker = aWorker();
    worker.skip(60_000);
    await worker.toEnd(event, { again: true });
    expect(sentBy()).toEqual(["first", "second", "second"]);
    expect(await messagesOf(event)).toMatchObject([{ status: "sent" }]);
    runners = runners.filter((one) => one !== dead);
  });
});

describe("a resumption through a chosen integration", () => {
  /** Resumes all runs of the environment that failed. */
  async function resume(worker: EventRunner, integrationId: string): Promise<void> {
    const integration = { _id: integrationId, name: "chosen", channel: "email" as const, providerId: "nodemailer" };
    const { id: resumptionId } = await db.transaction((transaction) =>
      insertResumption(transaction, environment.scope, { filter: {}, integration }),
    );
    await worker.call(worker.activities.advanceResumption, { ...environment.scope, resumptionId });
  }
  const only = () => db.$client`update integrations set active = false where id = ${second}`;

  test("sends what another one could not, also when it was added since, and through the usual order afterwards", async () => {
    await only();
    answers.set(first, () => refused("PERMANENT", "no such mailbox"));
    const event = await anEvent(members(3));
    const worker = aWorker();
    await worker.toEnd(event);
    const added = await anIntegration("added", 0);
    await resume(worker, added);
    await worker.toEnd(event, { again: true });
    const sent = calls.slice(3).map(({ integrationId, to }) => [integrationId, to]);
    expect(sent.sort()).toEqual(members(3).map(({ email }) => [added, email]));
    expect(new Set((await messagesOf(event)).map(({ status }) => status))).toEqual(new Set(["sent"]));
    calls = [];
    answers.clear();
    await worker.toEnd(await anEvent());
    expect(sentBy()).toEqual(["first"]);
  });

  test("sends what the event's own integration could not, and goes on with the others when it cannot send either", async () => {
    answers.set(first, () => refused("FUNDS"));
    const overrides = { email: { integrationIdentifier: await identifierOf(first) } };
    const event = await anEvent(members(1), { overrides });
    const worker = aWorker();
    await worker.toEnd(event);
    answers.clear();
    answers.set(second, () => refused("FUNDS"));
    await resume(worker, second);
    await worker.toEnd(event, { again: true });
    expect(sentBy()).toEqual(["first", "second", "first"]);
    expect(await messagesOf(event)).toMatchObject([{ status: "sent" }]);
  });

  test.each([
    ["gave no answer", 0],
    ["gave no answer, and refused it later", 1],
  ])("leaves a message with the only vendor, which may have taken it: it %s", async (_, retryLimit) => {
    await only();
    answers.set(first, () =>
      calls.length === 1 ? refused("RETRY", "no answer", { retryLimit }) : refused("CREDENTIAL", "wrong key"),
    );
    const event = await anEvent();
    const worker = aWorker();
    await worker.toEnd(event);
    const before = calls.length;
    answers.clear();
    await db.$client`update integrations set active = true where id = ${second}`;
    await resume(worker, second);
    await worker.toEnd(event, { again: true });
    expect(calls.slice(before).map(({ integrationId }) => integrationId)).toEqual([first]);
    expect(await messagesOf(event)).toMatchObject([{ status: "sent" }]);
  });

  test("goes by the usual order when the chosen one is switched off before a step of the run comes to it", async () => {
    await only();
    answers.set(first, () => refused("PERMANENT"));
    const event = await anEvent();
    const worker = aWorker();
    await worker.toEnd(event);
    answers.clear();
    const chosen = await anIntegration("chosen", 0);
    await resume(worker, chosen);
    await db.$client`update integrations set active = false where id = ${chosen}`;
    await worker.toEnd(event, { again: true });
    expect(sentBy()).toEqual(["first", "first"]);
  });
});

describe("which integrations may follow", () => {
  test("they follow in the order of their priority; switched off, deleted and demo ones never do", async () => {
    const third = await anIntegration("third", 5);
    for (const id of [first, third]) answers.set(id, () => refused("CREDENTIAL"));
    await aWorker().toEnd(await anEvent());
    expect(calls.map(({ integrationId }) => integrationId)).toEqual([first, third, second]);
    calls = [];
    await db.$client`update integrations set active = false where id = ${second}`;
    await db.$client`update integrations set deleted_at = now() where id = ${third}`;
    await aWorker().toEnd(await anEvent());
    expect(calls.map(({ integrationId }) => integrationId)).toEqual([first]);
  });

  test("one that is deleted after it was chosen is passed over, and the history says so", async () => {
    const third = await anIntegration("third", 0);
    answers.set(first, () => refused("RETRY", "busy", { status: 503 }));
    const event = await anEvent();
    const worker = aWorker();
    await worker.start(event);
    await db.$client`update integrations set deleted_at = now(), active = false where id = ${second}`;
    await worker.toEnd(event, { again: true });
    expect(calls.map(({ integrationId }) => integrationId)).toEqual([first, first, first, third]);
    const messages = (await detailsOf(event)).map(({ raw }) => raw?.message);
    expect(messages).toContain(`The integration ${(await nameOf(second)) ?? ""} was switched off before it could send`);
  });

  test("one with conditions follows for the tenants that meet them alone", async () => {
    const ofAcme = await anIntegration("acme", 9, ["acme"]);
    const another = await anIntegration("acme-2", 9, ["acme"]);
    await db.$client`insert into tenants (id, organization_id, environment_id, identifier)
      values (gen_random_uuid(), ${environment.scope.organizationId}, ${environment.environmentId}, 'acme')`;
    for (const id of [first, second, ofAcme, another]) answers.set(id, () => refused("FUNDS"));
    await aWorker().toEnd(await anEvent(members(1), { tenant: { identifier: "acme" } as never }));
    expect(calls.map(({ integrationId }) => integrationId)).toEqual([ofAcme, another, first, second]);
    calls = [];
    await aWorker().toEnd(await anEvent());
    expect(calls.map(({ integrationId }) => integrationId)).toEqual([first, second]);
  });

  test("an integration that the caller names is the only one", async () => {
    answers.set(first, () => refused("FUNDS"));
    const overrides = { email: { integrationIdentifier: await identifierOf(first) } };
    await aWorker().toEnd(await anEvent(members(1), { overrides }));
    expect(sentBy()).toEqual(["first"]);
  });

  describe("a step that names an integration", () => {
    async function sentThrough(integrationIdentifier: string, event: AcceptedEvent = {}): Promise<string[]> {
      const steps = [{ ...mail, integrationIdentifier }, mail];
      const workflow = await aWorkflow(db, environment, steps);
      calls = [];
      await aWorker().toEnd((await anAcceptedEvent(db, environment, workflow, { to: members(1), ...event })).ref);
      return calls.map(({ integrationId }) => integrationId);
    }

    test("sends through it, and other steps of the channel do not", async () => {
      expect(await sentThrough((await identifierOf(second)) ?? "")).toEqual([second, first]);
    });

    test("goes on through the others when it cannot send", async () => {
      answers.set(second, () => refused("FUNDS"));
      expect((await sentThrough((await identifierOf(second)) ?? "")).slice(0, 2)).toEqual([second, first]);
    });

    test("sends through the usual one where the environment has none of that name that is active", async () => {
      expect(await sentThrough("of-development")).toEqual([first, first]);
      const identifier = (await identifierOf(second)) ?? "";
      await db.$client`update integrations set active = false where id = ${second}`;
      expect(await sentThrough(identifier)).toEqual([first, first]);
    });

    test("gives way to what the caller names", async () => {
      const overrides = { email: { integrationIdentifier: await identifierOf(first) } };
      expect(await sentThrough((await identifierOf(second)) ?? "", { overrides })).toEqual([first, first]);
    });
  });

  test("each one sends what the caller's overrides for its provider say", async () => {
    await db.$client`update integrations set provider_id = 'belfry-email' where id = ${first}`;
    answers.set(first, () => refused("FUNDS"));
    const overrides = { "belfry-email": { subject: "of the first" }, nodemailer: { subject: "of the second" } };
    await aWorker().toEnd(await anEvent(members(1), { overrides }));
    expect(calls.map(({ subject }) => subject)).toEqual(["of the first", "of the second"]);
  });
});

describe("a provider that renders emails itself", () => {
  const template = {
    subject: "Hi {{ name }}",
    content: "<p>{{ name }}</p>",
    contentType: "customHtml" as const,
    preheader: "For {{ name }}",
    senderName: "{{ name }}'s shop",
  };
  const payload = { name: "Ada", attachments: [{ file: "aGk=", mime: "text/plain", name: "a.txt" }] };
  const isWebhook = (id: string) => db.$client`update integrations set provider_id = 'email-webhook' where id = ${id}`;
  async function sent(event: AcceptedEvent = {}, own: object = {}) {
    const workflow = await aWorkflow(db, environment, [aStep("email", { ...template, ...own })]);
    const { ref } = await anAcceptedEvent(db, environment, workflow, { to: members(1), payload, ...event });
    await aWorker().toEnd(ref);
    return calls;
  }

  test("gets the template as it was saved and the payload, also when it is tried again and when it is second", async () => {
    const payloadDetails = { ...template, payload: { name: "Ada" } };
    await isWebhook(first);
    answers.set(first, () => (calls.length === 1 ? refused("RETRY", "busy") : "accepts"));
    expect(await sent()).toEqual([
      expect.objectContaining({ integrationId: first, subject: "Hi Ada", payloadDetails }),
      expect.objectContaining({ integrationId: first, subject: "Hi Ada", payloadDetails }),
    ]);
    calls = [];
    await db.$client`update integrations set provider_id = 'nodemailer' where id = ${first}`;
    await isWebhook(second);
    answers.set(first, () => refused("FUNDS"));
    expect(await sent()).toEqual([
      expect.objectContaining({ integrationId: first, subject: "Hi Ada", payloadDetails: undefined }),
      expect.objectContaining({ integrationId: second, subject: "Hi Ada", payloadDetails }),
    ]);
  });

  test("gives way to one that gets the rendered mail alone, and is sent the layout's name", async () => {
    await isWebhook(first);
    answers.set(first, () => refused("FUNDS"));
    const { id: layoutId } = await db.transaction((transaction) =>
      insertLayout(transaction, environment.scope, {
        name: "Plain",
        identifier: "plain",
        description: null,
        isDefault: false,
        variables: [],
        content: "{{ body }}",
        creatorId: environment.userId,
      }),
    );
    const layouts = async (event: AcceptedEvent, own: object = {}) =>
      (await sent(event, own)).map(({ payloadDetails }) => payloadDetails);
    expect(await layouts({ overrides: TriggerOverrides.parse({ layoutIdentifier: "plain" }) })).toEqual([
      expect.objectContaining({ layoutId: "plain" }),
      undefined,
    ]);
    calls = [];
    expect(await layouts({}, { layoutId })).toEqual([expect.objectContaining({ layoutId }), undefined]);
  });
});

describe("an integration that fails repeatedly", () => {
  test("is left alone by every process, and probed with one message after its cooling time", async () => {
    answers.set(first, () => refused("FUNDS", "no credit"));
    await aWorker().toEnd(await anEvent(members(30)));
    expect(calls.filter(({ integrationId }) => integrationId === first).length).toBeLessThan(30);
    await expect.poll(outagesOf).toMatchObject([{ integrationId: first, errorClass: "FUNDS" }]);

    calls = [];
    await aWorker().toEnd(await anEvent(members(5)));
    expect(new Set(sentBy())).toEqual(new Set(["second"]));

    calls = [];
    const later = aWorker();
    later.skip(20_000);
    await later.toEnd(await anEvent(members(5)));
    expect(sentBy().filter((one) => one === "first")).toHaveLength(1);
    expect(sentBy().filter((one) => one === "second")).toHaveLength(5);

    calls = [];
    answers.clear();
    later.skip(60_000);
    await later.toEnd(await anEvent(members(5)));
    expect(sentBy().filter((one) => one === "first")).toHaveLength(1);
    await expect.poll(outagesOf).toEqual([]);
    calls = [];
    await later.toEnd(await anEvent(members(5)));
    expect(new Set(sentBy())).toEqual(new Set(["first"]));
  });

  test("two processes at once send one probe", async () => {
    const now = new Date();
    await noteOutage(db, first, {
      errorClass: "RETRY",
      message: "away",
      retryAt: now,
      now: new Date(now.getTime() - 1),
    });
    answers.set(first, () => refused("FUNDS"));
    const [one, another] = [await anEvent(), await anEvent()];
    await Promise.all([aWorker().toEnd(one), aWorker().toEnd(another)]);
    expect(sentBy().sort()).toEqual(["first", "second", "second"]);
  });

  test("is used at once by all when its credentials were corrected", async () => {
    const { app } = await import("#test/support/environment.ts").then(({ testApp }) => testApp({ db }));
    answers.set(first, () => refused("CREDENTIAL", "wrong key"));
    const worker = aWorker();
    await worker.toEnd(await anEvent(members(30)));
    await expect.poll(outagesOf).toHaveLength(1);
    const credentials = { host: "127.0.0.1", port: 2, from: "hello@belfry.example", senderName: "Belfry" };
    const { headers } = environment;
    const url = `/v1/integrations/${first}`;
    const reply = await app.inject({ method: "PUT", url, headers, payload: { credentials, check: false } });
    expect(reply.statusCode).toBe(200);
    expect(await outagesOf()).toEqual([]);
    answers.clear();
    calls = [];
    await worker.toEnd(await anEvent(members(5)));
    expect(new Set(sentBy())).toEqual(new Set(["first"]));
    await app.close();
  });
});

const nameOf = async (id: string) => {
  const [row] = await db.$client<{ name: string }[]>`select name from integrations where id = ${id}`;
  return row?.name;
};
