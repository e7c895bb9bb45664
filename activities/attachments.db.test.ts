import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { EventRef } from "#engine/refs.ts";
import { createTestEnvironment, type TestEnvironment, testApp } from "#test/support/environment.ts";
import { aStep, aWorkflow } from "#test/support/event.ts";
import { isExhaustive } from "#test/support/in-turn.ts";
import { addSmtpServer } from "#test/support/integrations.ts";
import { type MailSink, startMailSink } from "#test/support/mail-sink.ts";
import { createEventRunner, type EventRunner } from "#test/support/run-event.ts";
import { storeSubscribers } from "#test/support/subscribers.ts";

// The bytes of attachments go into mails and nowhere else, and live until the last run of their event has ended.

const { app, db, started, close } = await testApp();
let sink: MailSink;
let runner: EventRunner;
let environment: TestEnvironment;
beforeAll(async () => {
  sink = await startMailSink();
});
beforeEach(async () => {
  environment = await createTestEnvironment(db);
  await addSmtpServer(db, environment.scope, sink.port);
  runner = createEventRunner(db);
  sink.forget();
});
afterAll(async () => {
  await sink.stop();
  await close();
});

const bytes = randomBytes(100_000);
const report = { name: "report.pdf", mime: "application/pdf", file: bytes.toString("base64") };
const mail = aStep("email", { contentType: "customHtml", content: "<p>Hi</p>", subject: "Report" });
const inbox = aStep("in_app", { content: "{{ payload.attachments[0].name }} {{ payload.attachments[0].file }}" });
const delay = { ...aStep("delay"), metadata: { type: "regular", amount: 2, unit: "hours" } };

/** Triggers a new workflow of these steps through the API. */
async function trigger(steps: object[], fields: { to?: unknown; payload?: object } = {}): Promise<EventRef> {
  const { identifier: name } = await aWorkflow(db, environment, steps);
  const ada = { subscriberId: "ada", email: "ada@example.com" };
  const payload = { name, to: ada, payload: { attachments: [report] }, ...fields };
  const reply = await app.inject({ method: "POST", url: "/v1/events/trigger", headers: environment.headers, payload });
  expect(reply.json()).toMatchObject({ data: { status: "processed" } });
  const event = started.at(-1)?.event;
  if (!event) throw new Error("No execution was started");
  return event;
}

const stored = async ({ eventId }: EventRef): Promise<number> => {
  const [row] = await db.$client<{ count: number }[]>`
    select count(*)::int from event_attachments where event_id = ${eventId}`;
  return row?.count ?? 0;
};

/** Runs the reconciler as long after now as it takes to look at the event again. */
async function reconcile(): Promise<void> {
  runner.skip(2 * 60 * 60 * 1000);
  await runner.call(runner.activities.reconcile);
}

describe("an attachment", () => {
  test("reaches the email as it is, with its name, type, content id and disposition", async () => {
    const logo = { ...report, name: "logo ü.png", mime: "image/png", cid: "logo@acme", disposition: "inline" };
    const attachments = [report, logo, { file: "aGk=" }, { ...report, channels: ["sms"] }];
    await runner.toEnd(await trigger([mail], { payload: { attachments } }));
    const [received] = sink.mailsTo("ada@example.com");
    expect(received?.attachments.map(({ filename, mimeType }) => [filename, mimeType])).toEqual(
      expect.arrayContaining([
        ["report.pdf", "application/pdf"],
        ["logo ü.png", "image/png"],
        [expect.anything(), "application/octet-stream"],
      ]),
    );
    expect(received?.attachments).toHaveLength(3);
    const found = received?.attachments.find(({ filename }) => filename === "report.pdf");
    expect(Buffer.from(found?.content as ArrayBuffer).equals(bytes)).toBe(true);
    const inline = received?.attachments.find(({ filename }) => filename === "logo ü.png");
    expect(inline).toMatchObject({ contentId: "<logo@acme>", disposition: "inline" });
  });

  test("is nowhere else: name, type and size alone stay in the event, and messages show nothing of it", async () => {
    const event = await trigger([inbox, mail, aStep("push")], { payload: { attachments: [report], a: 1 } });
    await runner.toEnd(event);
    const piece = report.file.slice(1_000, 1_100);
    for (const table of ["event_contents", "messages", "deliveries", "execution_details", "jobs"]) {
      const [row] = await db.$client`select from ${db.$client(table)} t where t::text like ${`%${piece}%`} limit 1`;
      expect([table, row]).toEqual([table, undefined]);
    }
    const headers = environment.headers;
    const { data } = (await app.inject({ url: "/v1/messages", headers })).json();
    expect(data.map(({ payload }: { payload: object }) => payload)).toEqual(data.map(() => ({ a: 1 })));
    expect(data.find(({ channel }: { channel: string }) => channel === "in_app").content.trim()).toBe("report.pdf");
    const [content] = await db.$client`select payload from event_contents where event_id = ${event.eventId}`;
    expect(content?.payload.attachments).toEqual([{ name: "report.pdf", mime: "application/pdf", size: bytes.length }]);
    const warned =
      await db.$client`select from execution_details where status = 'Warning' and environment_id = ${environment.environmentId}`;
    expect(warned).toHaveLength(0);
  });

  test("is refused with its name when it is none, and a refused trigger stores nothing", async () => {
    const { identifier: name } = await aWorkflow(db, environment, [mail]);
    const post = (url: string, payload: object) =>
      app.inject({ method: "POST", url, headers: environment.headers, payload });
    const wrong = { name, to: "ada", payload: { attachments: [{ ...report, file: "no base64!" }] } };
    const single = await post("/v1/events/trigger", wrong);
    expect([single.statusCode, single.json().message]).toEqual([
      400,
      [expect.stringMatching(/^payload\.attachments\.0\.file must be base64/)],
    ]);
    const bulk = await post("/v1/events/trigger/bulk", {
      events: [wrong, { ...wrong, payload: { attachments: [report] } }],
    });
    expect(bulk.json().data).toMatchObject([{ status: "error" }, { status: "processed" }]);
    await db.$client`update workflows set active = false where identifier = ${name}`;
    await post("/v1/events/trigger", { name, to: "ada", payload: { attachments: [report] } });
    const [row] = await db.$client`
      select count(*)::int from event_attachments where environment_id = ${environment.environmentId}`;
    expect(row?.count).toBe(1);
  });

  test("of the same transaction again is not stored again", async () => {
    const { identifier: name } = await aWorkflow(db, environment, [mail]);
    const payload = { name, to: "ada", transactionId: "t-1", payload: { attachments: [report] } };
    const call = () => app.inject({ method: "POST", url: "/v1/events/trigger", headers: environment.headers, payload });
    await Promise.all([call(), call(), call()]);
    const rows = await db.$client`select from event_attachments where environment_id = ${environment.environmentId}`;
    expect(rows).toHaveLength(1);
  });
});

describe("the bytes", () => {
  test.runIf(isExhaustive())("of 15 MB are taken by one call, and sent", async () => {
    const file = randomBytes(14_500_000);
    const attachments = [{ name: "film.bin", file: file.toString("base64") }];
    await runner.toEnd(await trigger([mail], { payload: { attachments } }));
    const [received] = sink.mailsTo("ada@example.com");
    expect(Buffer.from(received?.attachments[0]?.content as ArrayBuffer).equals(file)).toBe(true);
  });

  test("are read once for many recipients", async () => {
    const to = Array.from({ length: 200 }, (_, index) => ({
      subscriberId: `s-${index}`,
      email: `s-${index}@example.com`,
    }));
    const reads: string[] = [];
    const event = await trigger([mail], { to });
    db.$hot.options.debug = (_connection, query) => {
      if (query.includes("select number, file")) reads.push(query);
    };
    await runner.toEnd(event);
    expect(reads).toHaveLength(1);
    expect(sink.taken()).toBe(200);
    expect(sink.all().every(({ attachments }) => attachments.length === 1)).toBe(true);
  });

  test("are removed when the last run has ended, and not while another waits in a delay", async () => {
    const onlyBob = [
      { value: "AND", children: [{ on: "subscriber", field: "subscriberId", operator: "EQUAL", value: "bob" }] },
    ];
    const direct = await trigger([mail]);
    const waiting = await trigger([{ ...delay, filters: onlyBob }, mail], {
      to: ["ada", { subscriberId: "bob", email: "bob@example.com" }],
    });
    await runner.toEnd(direct);
    await runner.start(waiting);
    expect(sink.mailsTo("ada@example.com").map(({ attachments }) => attachments.length)).toEqual([1, 1]);
    expect([await stored(direct), await stored(waiting)]).toEqual([1, 1]);
    runner.skip(30 * 60 * 1000);
    await runner.call(runner.activities.reconcile);
    expect([await stored(direct), await stored(waiting)]).toEqual([0, 1]);
    await runner.toEnd(waiting);
    expect(sink.mailsTo("bob@example.com")[0]?.attachments).toHaveLength(1);
    await reconcile();
    expect(await stored(waiting)).toBe(0);
  });

  test("are kept while somebody's digest may still hand its event over", async () => {
    const digest = { ...aStep("digest"), metadata: { type: "regular", amount: 5, unit: "hours" } };
    const { identifier: name } = await aWorkflow(db, environment, [digest, mail]);
    const one = async (): Promise<EventRef> => {
      const payload = {
        name,
        to: { subscriberId: "ada", email: "ada@example.com" },
        payload: { attachments: [report] },
      };
      await app.inject({ method: "POST", url: "/v1/events/trigger", headers: environment.headers, payload });
      const event = started.at(-1)?.event;
      if (!event) throw new Error("No execution was started");
      await runner.start(event);
      return event;
    };
    const [master, follower] = [await one(), await one()];
    await reconcile();
    expect([await stored(master), await stored(follower)]).toEqual([1, 1]);
    await runner.toEnd(master);
    expect(sink.mailsTo("ada@example.com")).toHaveLength(1);
    await reconcile();
    expect([await stored(master), await stored(follower)]).toEqual([0, 0]);
  });

  test("of an event that nobody has started yet, or that was stopped, are kept until it expires", async () => {
    const fresh = await trigger([mail]);
    const stopped = await trigger([delay, mail]);
    await runner.start(stopped);
    await runner.call(runner.activities.stopOwned, { event: stopped, reason: "An operator terminated the execution" });
    await reconcile();
    expect([await stored(fresh), await stored(stopped)]).toEqual([1, 1]);
    await db.$client`update events set expire_at = now() - interval '1 day' where id = ${stopped.eventId}`;
    await db.$client`delete from events where id = ${fresh.eventId}`;
    await reconcile();
    expect([await stored(fresh), await stored(stopped)]).toEqual([0, 0]);
  });

  test("that are gone keep no mail back: it is sent without them, with a warning", async () => {
    const event = await trigger([delay, mail]);
    await runner.start(event);
    await db.$client`delete from event_attachments where event_id = ${event.eventId}`;
    await runner.toEnd(event);
    expect(sink.mailsTo("ada@example.com")[0]).toMatchObject({ subject: "Report", attachments: [] });
    const [detail] = await db.$client`
      select status, raw from execution_details
      where environment_id = ${environment.environmentId} and detail = 'Message sent'`;
    expect(detail).toMatchObject({ status: "Warning", raw: expect.stringContaining("Sent without report.pdf") });
  });

  test("of many events are looked at in turn, each pass a bounded number, and those that go on less and less often", async () => {
    await storeSubscribers(db, environment.scope, [{ subscriberId: "ada", email: "ada@example.com" }]);
    const event = await trigger([delay, mail]);
    await runner.start(event);
    const dueAt = async (): Promise<number> => {
      const [row] =
        await db.$client`select due_at from event_attachments where event_id = ${event.eventId} and number = 0`;
      return new Date(row?.due_at).getTime();
    };
    const first = await dueAt();
    runner.skip(80 * 60 * 1000);
    await runner.call(runner.activities.reconcile);
    const waits = (await dueAt()) - (first + 79 * 60 * 1000);
    expect(waits / 60_000).toBeGreaterThan(9);
    expect(waits / 60_000).toBeLessThan(12);
  });
});
