import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, type Database, openDatabase } from "#db/client.ts";
import type { EventRef } from "#engine/refs.ts";
import { startCutProxy } from "#test/support/cut-proxy.ts";
import { createTestEnvironment } from "#test/support/environment.ts";
import { anAcceptedEvent, aStep, aWorkflow } from "#test/support/event.ts";
import { startFakeVendor } from "#test/support/fake-vendor.ts";
import { isExhaustive } from "#test/support/in-turn.ts";
import { addSmtpServer } from "#test/support/integrations.ts";
import { type MailSink, startMailSink } from "#test/support/mail-sink.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { createEventRunner } from "#test/support/run-event.ts";

// A worker that dies between two statements of a dry run: the next one neither sends nor says anything twice.

let db: Database;
let sink: MailSink;
const vendor = await startFakeVendor();
let called = 0;
vendor.answer = (_request, _body, response) => {
  called += 1;
  response.end("{}");
};
beforeAll(async () => {
  db = openDatabase(testDatabaseUrl(), { poolSize: 2 });
  sink = await startMailSink();
});
afterAll(async () => {
  vendor.close();
  await sink.stop();
  await closeDatabase(db);
});

const STEPS = [
  aStep("in_app", { content: "Hello {{ subscriber.firstName }}" }),
  { ...aStep("throttle"), metadata: { type: "throttle", amount: 1, unit: "hours", limit: 1 } },
  { ...aStep("digest"), metadata: { type: "regular", amount: 10, unit: "minutes" } },
  aStep("email", { subject: "About", contentType: "customHtml", content: "<p>{{ step.total_count }}</p>" }),
  { ...aStep("delay"), metadata: { type: "regular", amount: 2, unit: "hours" } },
  { ...aStep("http"), metadata: { type: "http", method: "POST", url: `${vendor.url}/hook` } },
  aStep("email", { subject: "Again", contentType: "customHtml", content: "<p>x</p>" }),
];

/** By day a worker dies before one of so many statements; the next one begins at the same stored facts before most of those between. */
const EVERY = 3;

/** Stands for a worker whose connections end before its statement of this number; Postgres takes back what it had not committed. */
async function dyingWorker(statement: number) {
  const address = new URL(testDatabaseUrl());
  const proxy = await startCutProxy(address.href);
  const { host } = new URL(proxy.url);
  address.host = host;
  const own = openDatabase(address.href, { poolSize: 2 });
  let sent = 0;
  let die = (): void => {};
  const death = new Promise<void>((resolve) => {
    die = resolve;
  });
  const pools = [own.$client, own.$hot];
  for (const pool of pools)
    pool.options.debug = (_connection, query) => {
      // The driver asks for the types of arrays when it connects.
      if (query.includes("pg_catalog.pg_type")) return;
      sent += 1;
      if (sent !== statement) return;
      proxy.cut();
      // Nobody connects again.
      for (const ended of pools) void ended.end({ timeout: 0 });
      die();
    };
  const runner = createEventRunner(own);
  return {
    /** Runs an event until the worker dies, or to its end. Returns whether it is through. */
    async run(event: EventRef): Promise<boolean> {
      const ended = runner.toEnd(event).then(
        () => true,
        () => false,
      );
      const isThrough = await Promise.race([ended, death.then(() => false)]);
      if (isThrough) await runner.close();
      if (isThrough) await closeDatabase(own);
      await proxy.close();
      return isThrough && sent < statement;
    },
  };
}

async function aDryRun(testMode: { dryRun: boolean; skipDelays?: boolean }) {
  const environment = await createTestEnvironment(db);
  await addSmtpServer(db, environment.scope, sink.port);
  const workflow = await aWorkflow(db, environment, STEPS);
  const to = [
    { subscriberId: "ada", email: "ada@example.com", firstName: "Ada" },
    { subscriberId: "bob", email: "bob@example.com", firstName: "Bob" },
  ];
  const { ref } = await anAcceptedEvent(db, environment, workflow, { to });
  await db.$client`
    update events set test_mode = ${JSON.stringify({ skipDelays: false, ...testMode })}::text::jsonb where id = ${ref.eventId}`;
  return ref;
}

/** Everything that the histories of the event's runs say, without moments and ids. */
async function factsOf({ eventId }: { eventId: string }) {
  const jobs = await db.$client<{ subscriber: string; job: string }[]>`
    select s.subscriber_id as subscriber, j.type || ' ' || j.status as job
    from jobs j join runs r on r.id = j.run_id join subscribers s on s.id = r.subscriber_id
    where r.event_id = ${eventId} order by s.subscriber_id, j.position`;
  const details = await db.$client<{ subscriber: string; detail: string; status: string }[]>`
    select s.subscriber_id as subscriber, d.detail, d.status
    from execution_details d join runs r on r.id = d.run_id join subscribers s on s.id = r.subscriber_id
    where r.event_id = ${eventId} order by 1, 2, 3`;
  return { jobs: [...jobs], details: [...details] };
}

const stored = async ({ eventId }: { eventId: string }) => {
  const [row] = await db.$client<{ messages: number; deliveries: number }[]>`
    select (select count(*)::int from messages where event_id = ${eventId}) as messages,
      (select count(*)::int from deliveries where event_id = ${eventId}) as deliveries`;
  return row;
};

test.each([
  ["whose waits are waited for", 1, { dryRun: true }],
  ["that skips its delays", 2, { dryRun: true, skipDelays: true }],
])("a dry run %s ends with the same facts, and sends nothing, wherever its worker dies", async (_, first, testMode) => {
  const whole = await aDryRun(testMode);
  const survivor = createEventRunner(db);
  await survivor.toEnd(whole);
  const expected = await factsOf(whole);
  expect(expected.jobs).toHaveLength(2 * STEPS.length);
  expect(
    expected.jobs.every(({ job }) => / (completed|skipped)$/.test(job)),
    JSON.stringify(expected.jobs),
  ).toBe(true);

  const [from, step] = isExhaustive() ? [1, 1] : [first, EVERY];
  let statement = from;
  for (; statement < 200; statement += step) {
    const event = await aDryRun(testMode);
    const worker = await dyingWorker(statement);
    const isThrough = await worker.run(event);
    const next = createEventRunner(db);
    // Another worker, whose clock goes on: what the first one waited for is over.
    next.skip(24 * 60 * 60 * 1000);
    await next.toEnd(event);
    await next.close();
    expect(await factsOf(event), `cut before statement ${statement}`).toEqual(expected);
    expect(await stored(event)).toEqual({ messages: 0, deliveries: 0 });
    if (isThrough) break;
  }
  // The loop ends when there is no statement left to die before.
  expect(statement).toBeGreaterThan(5);
  expect(statement).toBeLessThan(200);
  expect([sink.all(), called]).toEqual([[], 0]);
  await survivor.close();
});
