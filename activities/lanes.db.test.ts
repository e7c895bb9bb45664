import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { closeDatabase, type Database, openDatabase } from "#db/client.ts";
import { updateIntegration } from "#db/queries/integrations/save-integration.ts";
import { readPace } from "#db/queries/lanes/lane-pace.ts";
import type { EventRef } from "#engine/refs.ts";
import { ProviderError } from "#providers/provider-error.ts";
import type { SessionCache } from "#providers/session-cache.ts";
import type { TestDeps } from "#test/support/activity-deps.ts";
import { createTestEnvironment, type TestEnvironment } from "#test/support/environment.ts";
import { anAcceptedEvent, aStep, aWorkflow } from "#test/support/event.ts";
import { addIntegration } from "#test/support/integrations.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { createEventRunner, type EventRunner } from "#test/support/run-event.ts";

// What vendors refuse, and in which order they get what waits for them: docs/decisions/065-lanes.md.

let db: Database;
let environment: TestEnvironment;
let integrationId: string;
let runners: EventRunner[] = [];
beforeAll(() => {
  db = openDatabase(testDatabaseUrl(), { poolSize: 10 });
});
beforeEach(async () => {
  environment = await createTestEnvironment(db);
  // Belfry's own provider is not what this is about.
  await db.$client`update integrations set active = false, "primary" = false
    where environment_id = ${environment.environmentId} and channel = 'sms'`;
  integrationId = await addIntegration(db, environment.scope, {
    channel: "sms",
    providerId: "twilio",
    identifier: "texts",
    credentials: { accountSid: "AC", token: "t", from: "+15550000000" },
  });
  await db.$client`update integrations set "primary" = true where id = ${integrationId}`;
});
afterEach(async () => {
  await Promise.all(runners.map((runner) => runner.close()));
  runners = [];
});
afterAll(() => closeDatabase(db));

interface Call {
  to: string;
  at: number;
  accepted: boolean;
}

/** A vendor that takes each text as `refusalOf` says, which returns what it answers otherwise. */
function aVendor(refusalOf: (to: string, now: number) => ProviderError | undefined) {
  const calls: Call[] = [];
  const send: SessionCache["send"] = async (_integration, request) => {
    const to = String(Reflect.get(request, "to"));
    const refusal = refusalOf(to, Date.now());
    calls.push({ to, at: Date.now(), accepted: refusal === undefined });
    if (refusal) throw refusal;
    return { id: crypto.randomUUID(), date: new Date().toISOString() };
  };
  return { send, calls, accepted: () => calls.filter(({ accepted }) => accepted) };
}

const tooMany = (retryAfterSeconds: number) =>
  new ProviderError("RETRY", "Too many requests", { status: 429, retryAfterSeconds });

/** So many texts in each second of the clock. */
function perSecond(limit: number) {
  let second = 0;
  let count = 0;
  return (_to: string, now: number) => {
    const own = Math.floor(now / 1_000);
    if (own !== second) [second, count] = [own, 0];
    count += 1;
    return count > limit ? tooMany(1) : undefined;
  };
}

function aWorker(overrides: Partial<TestDeps>): EventRunner {
  const runner = createEventRunner(db, overrides);
  runners.push(runner);
  return runner;
}

const text = aStep("sms", { content: "Hello" });
const people = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => ({
    subscriberId: `m${from + index}`,
    phone: `+49151${String(10_000_000 + from + index)}`,
  }));

async function anEvent(to: object[], steps: object[] = [text], critical = false): Promise<EventRef> {
  const workflow = await aWorkflow(db, environment, steps, { critical });
  return (await anAcceptedEvent(db, environment, workflow, { to })).ref;
}

/** Serves lanes, as their executions do, until nothing is left to send or the time is over. */
async function serve(workers: readonly EventRunner[], until: () => boolean, seconds: number): Promise<void> {
  const deadline = Date.now() + seconds * 1_000;
  const work = async (worker: EventRunner) => {
    while (!until() && Date.now() < deadline) {
      await worker.serveLanes();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  await Promise.all(workers.map(work));
}

test("a vendor that takes 20 texts a second gets 200 from two workers at its pace, each once", async () => {
  const vendor = aVendor(perSecond(20));
  const workers = [aWorker({ send: vendor.send }), aWorker({ send: vendor.send })];
  const events = await Promise.all([anEvent(people(100)), anEvent(people(100, 1_000))]);
  const begun = Date.now();
  await Promise.all(events.map((event, index) => workers[index]?.start(event)));
  await serve(workers, () => vendor.accepted().length >= 200, 30);
  expect(new Set(vendor.accepted().map(({ to }) => to)).size).toBe(200);
  expect(vendor.accepted()).toHaveLength(200);
  // 10 s at its pace; a slow machine takes longer.
  expect(Date.now() - begun).toBeLessThan(25_000);
  const refused = vendor.calls.length - 200;
  expect(refused / vendor.calls.length).toBeLessThan(0.25);
  const [lane] = await db.$client<{ pace: { learned: { perSecond: number } } }[]>`
    select pace from lanes where integration_id = ${integrationId}`;
  expect(lane?.pace.learned.perSecond).toBeLessThan(40);
});

test("refusals that each concern one recipient delay that one alone", async () => {
  const seen = new Set<string>();
  const vendor = aVendor((to) => {
    if (seen.has(to)) return undefined;
    seen.add(to);
    return tooMany(1);
  });
  const worker = aWorker({ send: vendor.send });
  await worker.start(await anEvent(people(100)));
  await serve([worker], () => vendor.accepted().length >= 100, 25);
  expect(vendor.accepted()).toHaveLength(100);
});

test("a critical text overtakes those of a broadcast that wait for their vendor", async () => {
  const vendor = aVendor(() => undefined);
  await db.$client`update integrations set pace = '{"perSecond": 10}' where id = ${integrationId}`;
  const worker = aWorker({ send: vendor.send });
  const started = worker.start(await anEvent(people(60)));
  await serve([worker], () => vendor.accepted().length >= 5, 10);
  const urgent = await anEvent([{ subscriberId: "urgent", phone: "+4915199999999" }], [text], true);
  const before = vendor.calls.length;
  await Promise.all([
    worker.call(worker.activities.resolveAudience, { event: urgent }),
    serve([worker], () => vendor.calls.some(({ to }) => to === "+4915199999999"), 10),
  ]);
  const place = vendor.calls.findIndex(({ to }) => to === "+4915199999999") - before;
  expect(place).toBeGreaterThanOrEqual(0);
  // Its way to the lane takes a moment, in which others go out.
  expect(place).toBeLessThan(8);
  await started;
});

test("what does not wait for the vendor goes on while it takes nothing", async () => {
  const vendor = aVendor(() => tooMany(3_600));
  const worker = aWorker({ send: vendor.send });
  const event = await anEvent(people(30), [text]);
  const [bell] = await Promise.all([anEvent(people(30), [aStep("in_app", { content: "Hi" })]), worker.start(event)]);
  await worker.start(bell);
  const [row] = await db.$client<{ count: number }[]>`
    select count(*)::int as count from messages where event_id = ${bell.eventId} and channel = 'in_app' and status = 'sent'`;
  expect(row?.count).toBe(30);
  expect(vendor.calls.length).toBeLessThan(31);
});

test("Retry-After of an absurd length holds the lane back for a day at most, and ends when the integration is changed", async () => {
  const vendor = aVendor((_to, now) => (now < allowedFrom ? tooMany(Number("99999999999999999999")) : undefined));
  let allowedFrom = Number.POSITIVE_INFINITY;
  const worker = aWorker({ send: vendor.send });
  await worker.start(await anEvent(people(3)));
  const pace = await readPace(db, integrationId);
  const hours = ((pace?.pace.blockedUntil ?? 0) - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(23);
  expect(hours).toBeLessThanOrEqual(24.1);
  const calls = vendor.calls.length;
  await serve([worker], () => false, 2);
  expect(vendor.calls).toHaveLength(calls);

  allowedFrom = 0;
  await db.transaction((transaction) =>
    updateIntegration(transaction, environment.scope, integrationId, { pace: { perSecond: 50 } }),
  );
  await serve([worker], () => vendor.accepted().length === 3, 10);
  expect(vendor.accepted()).toHaveLength(3);
});
