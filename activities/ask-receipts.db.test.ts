import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { DETAILS } from "#contract/constants/details.ts";
import { closeDatabase, type Database, openDatabase } from "#db/client.ts";
import { nextReceipt, settleReceipts, takeReceipts } from "#db/queries/messages/receipts/due-receipts.ts";
import { setCredentials } from "#db/queries/subscribers/change-subscriber.ts";
import { insertErasure } from "#db/queries/subscribers/erasures/erasures.ts";
import { findSubscriber } from "#db/queries/subscribers/subscribers.ts";
import type { EventRef } from "#engine/refs.ts";
import { createTestEnvironment, type TestEnvironment } from "#test/support/environment.ts";
import { anAcceptedEvent, aStep, aWorkflow } from "#test/support/event.ts";
import { fakeEngine } from "#test/support/fake-engine.ts";
import { addIntegration } from "#test/support/integrations.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { createEventRunner, type EventRunner } from "#test/support/run-event.ts";
import { storeSubscribers } from "#test/support/subscribers.ts";
import { type FakeVendors, startFakeVendors, type VendorAnswer } from "#test/support/vendor-exchanges.ts";

// Expo says of a push message only that it has taken it. It is asked later what became of it, on a clock that skips.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let db: Database;
let vendors: FakeVendors;
let environment: TestEnvironment;
let integrationId: string;
/** Expo's answers by ticket; a ticket without one has none yet. */
let receipts: Map<string, unknown>;
/** The ids of each call. */
let asked: string[][];
/** Its answer to every call, in place of receipts. */
let refusal: VendorAnswer | undefined;
let runner: EventRunner;
const fake = fakeEngine();

beforeAll(async () => {
  db = openDatabase(testDatabaseUrl(), { poolSize: 5 });
  vendors = await startFakeVendors();
});
beforeEach(async () => {
  // One execution serves all environments.
  await db.$client`update deliveries set receipt = null, receipt_due_at = null where receipt is not null`;
  environment = await createTestEnvironment(db);
  const expo = { channel: "push", providerId: "expo", identifier: "expo", credentials: { apiKey: "hush" } } as const;
  integrationId = await addIntegration(db, environment.scope, expo);
  receipts = new Map();
  asked = [];
  refusal = undefined;
  vendors.answer = ({ url, body }) => {
    const parsed = JSON.parse(body.toString("utf8"));
    if (url.endsWith("/send")) return { json: { data: [{ status: "ok", id: `ticket-${parsed[0].to[0]}` }] } };
    const ids: string[] = parsed.ids;
    asked.push(ids);
    const data = Object.fromEntries(ids.flatMap((id) => (receipts.has(id) ? [[id, receipts.get(id)]] : [])));
    return refusal ?? { json: { data } };
  };
  runner = createEventRunner(db, { baseUrls: vendors.baseUrls, engine: fake.engine });
});
afterEach(() => runner.close());
afterAll(async () => {
  vendors.close();
  await closeDatabase(db);
});

const ok = { status: "ok" };
const dead = { status: "error", message: "gone", details: { error: "DeviceNotRegistered" } };
const ticketOf = (token: string): string => `ticket-${token}`;

/** An event that was sent to these devices of ada. */
async function pushedTo(...deviceTokens: string[]): Promise<EventRef> {
  const { scope } = environment;
  await storeSubscribers(db, scope, [{ subscriberId: "ada" }]);
  const entry = { providerId: "expo", integrationIdentifier: "expo", credentials: { deviceTokens } };
  await db.transaction((transaction) => setCredentials(transaction, scope, "ada", entry, "set"));
  const workflow = await aWorkflow(db, environment, [aStep("push", { title: "T", content: "C" })]);
  const { ref } = await anAcceptedEvent(db, environment, workflow, { to: "ada" });
  await runner.toEnd(ref);
  return ref;
}

const pass = () => runner.call(runner.activities.askReceipts);

const tokens = async () =>
  (await findSubscriber(db, environment.scope, "ada"))?.channels.map(({ credentials }) => credentials.deviceTokens);

const detailsOf = async ({ eventId }: EventRef) =>
  (
    await db.$client<{ detail: string; status: string }[]>`
      select d.detail, d.status from execution_details d join runs r on r.id = d.run_id
      where r.event_id = ${eventId} order by d.created_at, d.detail`
  ).map(({ detail, status }) => `${detail} (${status})`);

const reportsOf = async ({ eventId }: EventRef) =>
  (await db.$client`select reports, status from messages where event_id = ${eventId}`).map(({ reports, status }) => [
    status,
    Object.keys(reports ?? {}).sort(),
  ]);

test("a vendor is asked a quarter of an hour after the send, once for all devices, and its answer is that of a report", async () => {
  const event = await pushedTo("t1", "t2");
  receipts = new Map([
    [ticketOf("t1"), ok],
    [ticketOf("t2"), ok],
  ]);
  runner.skip(14 * MINUTE);
  await pass();
  expect(asked).toEqual([]);
  runner.skip(2 * MINUTE);
  expect(await pass()).toEqual({ nextDueAt: null });
  expect(asked.map((ids) => ids.toSorted())).toEqual([[ticketOf("t1"), ticketOf("t2")]]);
  expect(await reportsOf(event)).toEqual([["sent", ["sent"]]]);
  expect((await detailsOf(event)).filter((detail) => detail === "(sent) (Success)")).toHaveLength(2);
  expect(await tokens()).toEqual([["t1", "t2"]]);
  await pass();
  expect(asked).toHaveLength(1);
});

test("a device that is dead only by its receipt is removed from the subscriber, and the other one stays", async () => {
  const event = await pushedTo("t1", "t2");
  receipts = new Map([
    [ticketOf("t1"), dead],
    [ticketOf("t2"), ok],
  ]);
  runner.skip(16 * MINUTE);
  await pass();
  expect(await tokens()).toEqual([["t2"]]);
  expect(await reportsOf(event)).toEqual([["sent", ["failed", "sent"]]]);
  const details = await detailsOf(event);
  expect(details).toContain(
    "The app was removed from the device, or gets no messages any more (DeviceNotRegistered): gone - (failed) (Failed)",
  );
  expect(details.filter((detail) => detail.startsWith(DETAILS.tokenRemoved))).toHaveLength(1);
});

const problems = () => db.$client<{ errorClass: string; message: string }[]>`
  select error_class as "errorClass", message from integration_outages where integration_id = ${integrationId}`;

test.each([["InvalidCredentials"], ["MismatchSenderId"]])(
  "a receipt of %s raises the integration and removes no token, until a message goes through",
  async (error) => {
    await pushedTo("t1", "t2");
    receipts = new Map<string, unknown>([
      [ticketOf("t1"), { status: "error", message: "no", details: { error } }],
      [ticketOf("t2"), ok],
    ]);
    runner.skip(16 * MINUTE);
    await pass();
    expect(await tokens()).toEqual([["t1", "t2"]]);
    expect(await problems()).toEqual([{ errorClass: "CREDENTIAL", message: expect.stringContaining(`(${error})`) }]);
    // Expo takes the next message all the same, which says nothing yet.
    await pushedTo("t1");
    runner.skip(5 * MINUTE);
    await pushedTo("t1");
    expect(await problems()).toHaveLength(1);
    receipts.set(ticketOf("t1"), ok);
    runner.skip(16 * MINUTE);
    await pass();
    expect(await problems()).toEqual([]);
  },
);

test("a vendor without an answer yet is asked again, less and less often, until it has forgotten the message", async () => {
  await pushedTo("t1");
  const sentAt = Date.now();
  const hours: number[] = [];
  for (let passes = 0; passes < 50; passes += 1) {
    const next = await nextReceipt(db);
    if (!next) break;
    runner.skip(next.getTime() - runner.deps.clock().getTime());
    hours.push(Math.round(((next.getTime() - sentAt) / HOUR) * 4) / 4);
    await pass();
  }
  expect(hours).toEqual([0.25, 0.5, 1, 2, 4, 8, 16, 24]);
  expect(asked).toHaveLength(8);
  expect(await tokens()).toEqual([["t1"]]);
});

test.each([
  ["is away", { status: 503 }],
  ["refuses the credentials", { status: 401, json: { errors: [{ code: "UNAUTHORIZED" }] } }],
  ["answers nonsense", { text: "<html>" }],
])("a vendor that %s is asked again later", async (_, answer) => {
  const event = await pushedTo("t1");
  receipts.set(ticketOf("t1"), ok);
  refusal = answer;
  runner.skip(16 * MINUTE);
  expect((await pass()).nextDueAt).toBeGreaterThan(runner.deps.clock().getTime() + 10 * MINUTE);
  expect(await reportsOf(event)).toEqual([["sent", []]]);
  refusal = undefined;
  runner.skip(17 * MINUTE);
  await pass();
  expect(await reportsOf(event)).toEqual([["sent", ["sent"]]]);
});

test("an integration that is switched off is not asked, and is when it is switched on again", async () => {
  await pushedTo("t1");
  receipts.set(ticketOf("t1"), ok);
  await db.$client`update integrations set active = false where id = ${integrationId}`;
  runner.skip(16 * MINUTE);
  await pass();
  expect(asked).toEqual([]);
  await db.$client`update integrations set active = true where id = ${integrationId}`;
  runner.skip(17 * MINUTE);
  expect(await pass()).toEqual({ nextDueAt: null });
  expect(asked).toEqual([[ticketOf("t1")]]);
});

test.each([
  ["a thousand receipts are asked for by one call", 1, [1_000, 201]],
  ["of passes at once each asks for others", 3, undefined],
])("%s, and each answer is stored", async (_, passes, calls) => {
  const event = await pushedTo("t1");
  await db.$client`
    insert into deliveries select (jsonb_populate_record(d, jsonb_build_object('id', gen_random_uuid(),
      'receipt', jsonb_build_object('id', 'ticket-' || n, 'deviceToken', null, 'sentAt', d.receipt ->> 'sentAt')))).*
    from deliveries d cross join generate_series(1, 1200) n where d.event_id = ${event.eventId}`;
  for (let n = 1; n <= 1_200; n += 1) receipts.set(ticketOf(String(n)), ok);
  receipts.set(ticketOf("t1"), ok);
  runner.skip(16 * MINUTE);
  await Promise.all(Array.from({ length: passes }, pass));
  if (calls) expect(asked.map((ids) => ids.length)).toEqual(calls);
  expect([asked.flat().length, new Set(asked.flat()).size]).toEqual([1_201, 1_201]);
  expect(await nextReceipt(db)).toBeNull();
  const [row] = await db.$client`
    select count(*)::int as count from delivery_reports where integration_id = ${integrationId}`;
  expect(row?.count).toBe(1_201);
});

test("what a worker took and did not store is asked again, and an answer that comes twice is stored once", async () => {
  const event = await pushedTo("t1");
  runner.skip(16 * MINUTE);
  const now = runner.deps.clock();
  const taken = await takeReceipts(db, { now, until: new Date(now.getTime() + 2 * MINUTE), limit: 10 });
  expect(taken).toHaveLength(1);
  await pass();
  expect(asked).toEqual([]);
  receipts.set(ticketOf("t1"), dead);
  runner.skip(3 * MINUTE);
  await pass();
  expect(asked).toHaveLength(1);
  // The device came back before the answer of the worker that was thought dead.
  const entry = { providerId: "expo", integrationIdentifier: "expo", credentials: { deviceTokens: ["t1"] } };
  await db.transaction((transaction) => setCredentials(transaction, environment.scope, "ada", entry, "set"));
  const late = taken.map((delivery) => ({
    delivery,
    status: "failed" as const,
    isDeviceUnknown: true as const,
    raw: {},
  }));
  await settleReceipts(db, late, now);
  expect(await tokens()).toEqual([["t1"]]);
  expect((await detailsOf(event)).filter((detail) => detail.endsWith("(failed) (Failed)"))).toHaveLength(1);
});

test("nobody is asked about an erased subscriber, and a late answer about one leaves nothing", async () => {
  const event = await pushedTo("t1");
  receipts.set(ticketOf("t1"), dead);
  const expireAt = new Date(Date.now() + 24 * HOUR);
  const { id: erasureId } = await db.transaction((transaction) =>
    insertErasure(transaction, environment.scope, "ada", { now: new Date(), expireAt }),
  );
  runner.skip(16 * MINUTE);
  const taken = await takeReceipts(db, { now: runner.deps.clock(), until: runner.deps.clock(), limit: 10 });
  const ref = { ...environment.scope, erasureId };
  while ((await runner.call(runner.activities.advanceErasure, ref)).more) {}
  await pass();
  expect(asked).toEqual([]);
  await settleReceipts(
    db,
    taken.map((delivery) => ({ delivery, status: "failed", raw: { token: "t1" } })),
    new Date(),
  );
  expect(await db.$client`select 1 from delivery_reports where integration_id = ${integrationId}`).toHaveLength(0);
  expect(await detailsOf(event)).not.toContain("(failed) (Failed)");
});

test("messages of vendors that cannot be asked are not waited for", async () => {
  await addIntegration(db, environment.scope, {
    channel: "push",
    providerId: "pusher-beams",
    identifier: "beams",
    credentials: { instanceId: "i-1", secretKey: "hush" },
  });
  vendors.answer = () => ({ json: { publishId: "pub-1" } });
  const { scope } = environment;
  await storeSubscribers(db, scope, [{ subscriberId: "ada" }]);
  const entry = { providerId: "pusher-beams", integrationIdentifier: "beams", credentials: { deviceTokens: ["u1"] } };
  await db.transaction((transaction) => setCredentials(transaction, scope, "ada", entry, "set"));
  const workflow = await aWorkflow(db, environment, [aStep("push", { title: "T", content: "C" })]);
  await runner.toEnd((await anAcceptedEvent(db, environment, workflow, { to: "ada" })).ref);
  expect(vendors.requests.some(({ url }) => url.includes("pushnotifications.pusher.com"))).toBe(true);
  expect(await nextReceipt(db)).toBeNull();
});

test("the reconciler starts the execution that asks when a receipt is due, and not before", async () => {
  await pushedTo("t1");
  const before = fake.receipts.woken;
  await runner.call(runner.activities.reconcile);
  expect(fake.receipts.woken).toBe(before);
  runner.skip(16 * MINUTE);
  await runner.call(runner.activities.reconcile);
  expect(fake.receipts.woken).toBe(before + 1);
});
