import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { snooze } from "#api/services/change-notifications.ts";
import { closeDatabase, type Database, openDatabase } from "#db/client.ts";
import type { InboxEvent } from "#db/notify.ts";
import { createPublisher } from "#db/publisher.ts";
import { feedPage } from "#db/queries/messages/inbox.ts";
import { inboxCounts } from "#db/queries/messages/inbox-counts.ts";
import { createTestEnvironment, type TestEnvironment } from "#test/support/environment.ts";
import { fakeEngine } from "#test/support/fake-engine.ts";
import { createTestSubscriber, storeMessages } from "#test/support/inbox.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { createEventRunner, type EventRunner } from "#test/support/run-event.ts";

// Snoozed notifications come back by a pass whose clock the test sets.

const HOUR = 60 * 60 * 1000;

let db: Database;
let environment: TestEnvironment;
const runners: EventRunner[] = [];
beforeAll(() => {
  db = openDatabase(testDatabaseUrl(), { poolSize: 10 });
});
beforeEach(async () => {
  // One execution serves all environments.
  await db.$client`update messages set snoozed_until = null where snoozed_until is not null`;
  environment = await createTestEnvironment(db);
});
afterAll(async () => {
  for (const runner of runners) await runner.close();
  await closeDatabase(db);
});

/** An inbox with messages, and a worker that brings them back. */
async function inboxWith(...messages: Parameters<typeof storeMessages>[3][number][]) {
  const { scope } = environment;
  const { id: subscriberId } = await createTestSubscriber(db, scope);
  const ids = await storeMessages(db, scope, subscriberId, messages);
  const published: InboxEvent[] = [];
  const fake = fakeEngine();
  const publisher = createPublisher(db, () => {});
  const runner = createEventRunner(db, {
    engine: fake.engine,
    publisher: {
      ...publisher,
      publish: (events) => {
        published.push(...events);
        publisher.publish(events);
      },
    },
  });
  runners.push(runner);
  const call = { scope, caller: { kind: "system" as const }, log: runner.deps.logger };
  return {
    ...{ ids, subscriberId, published, runner, snoozed: fake.snoozed },
    snooze: (index: number, hours: number) =>
      snooze({ db, engine: fake.engine }, call, subscriberId, ids[index] ?? "", new Date(Date.now() + hours * HOUR)),
    pass: () => runner.call(runner.activities.returnSnoozed),
    shown: async () => (await feedPage(db, { scope, subscriberId }, { page: 0, limit: 100 })).messages,
    counts: async () => (await inboxCounts(db, scope, [subscriberId])).get(subscriberId),
  };
}

test("a snoozed notification comes back unread, unseen and on top, says when, and open inboxes are notified", async () => {
  const inbox = await inboxWith({ read: true, seen: true, archived: true }, {}, {});
  const { ids, subscriberId, runner, snooze, pass, shown, counts, published } = inbox;
  await snooze(0, 1);
  const before = await pass();
  expect(before.nextDueAt).toBeGreaterThan(Date.now() + HOUR - 60_000);
  expect(published).toEqual([]);
  expect((await shown()).map(({ id }) => id)).toEqual([ids[2], ids[1]]);
  runner.skip(HOUR);
  expect(await pass()).toEqual({ nextDueAt: null });
  const [first, ...others] = await shown();
  expect(first).toMatchObject({ id: ids[0], seen: false, read: false, archived: false, snoozedUntil: null });
  expect(first?.deliveredAt).toHaveLength(2);
  expect(others.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
  expect((await counts())?.unread.count).toBe(3);
  const { environmentId } = environment;
  expect(published).toEqual([{ kind: "received", environmentId, subscriberId, messageId: ids[0] }]);
  await snooze(0, 3);
  runner.skip(3 * HOUR);
  await pass();
  expect((await shown())[0]?.deliveredAt).toHaveLength(3);
});

test("of passes at once each brings others back, and each notification is announced once", async () => {
  const { ids, runner, pass, counts, published } = await inboxWith(
    ...Array.from({ length: 1_000 }, () => ({ snoozedUntil: new Date(Date.now() + HOUR) })),
  );
  expect((await counts())?.unread.count).toBe(0);
  runner.skip(2 * HOUR);
  await Promise.all([pass(), pass(), pass()]);
  const announced = published.flatMap((event) => (event.kind === "received" ? [event.messageId] : []));
  expect(announced.sort()).toEqual([...ids].sort());
  const [row] = await db.$client`select count(*)::int as left from messages where snoozed_until is not null`;
  expect(row?.left).toBe(0);
});

test("a notification that was taken back or deleted does not come back, and one that has expired is not announced", async () => {
  const past = new Date(Date.now() - HOUR);
  const { runner, pass, shown, published } = await inboxWith(
    { snoozedUntil: new Date(Date.now() + HOUR), deletedAt: past },
    { snoozedUntil: new Date(Date.now() + HOUR), validUntil: past },
    {},
  );
  runner.skip(2 * HOUR);
  expect(await pass()).toEqual({ nextDueAt: null });
  expect(published).toEqual([]);
  expect(await shown()).toHaveLength(1);
});

test("the reconciler wakes the execution that is gone while a notification is overdue", async () => {
  const { runner, snooze, snoozed } = await inboxWith({});
  await snooze(0, 1);
  const before = snoozed.woken;
  await runner.call(runner.activities.reconcile);
  expect(snoozed.woken).toBe(before);
  runner.skip(HOUR + 60_000);
  await runner.call(runner.activities.reconcile);
  expect(snoozed.woken).toBe(before + 1);
});
