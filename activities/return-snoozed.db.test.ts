import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { snooze } from "#api/services/inbox/change-notifications.ts";
import { closeDatabase, type Database, openDatabase } from "#db/client.ts";
import type { InboxEvent } from "#db/notify.ts";
import { createPartitions } from "#db/partitions.ts";
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
const DAY = 24 * HOUR;

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
  const inbox = { scope, subscriberId, contextKeys: null };
  const call = { scope, caller: { kind: "system" as const }, log: runner.deps.logger };
  return {
    ids,
    subscriberId,
    published,
    runner,
    snoozed: fake.snoozed,
    snooze: (index: number, hours: number) =>
      snooze({ db, engine: fake.engine }, call, inbox, ids[index] ?? "", new Date(Date.now() + hours * HOUR)),
    pass: () => runner.call(runner.activities.returnSnoozed),
    shown: async () => (await feedPage(db, inbox, { page: 0, limit: 100 })).messages,
    counts: async () => (await inboxCounts(db, scope, [inbox]))[0],
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

describe("a notification that would expire before it comes back", () => {
  // Each test begins with all partitions, of which housekeeping at a later time drops some.
  beforeEach(() => createPartitions(db.$client, new Date()));
  const inDays = (days: number) => new Date(Date.now() + days * DAY);

  /** A notification that expires, with the content of its event, in ten days. */
  async function expiring() {
    const inbox = await inboxWith({ expireAt: inDays(10), payload: { order: 7 } });
    const id = inbox.ids[0] ?? "";
    await db.$client`
      update event_contents set expire_at = ${inDays(10).toISOString()}
      where event_id = (select event_id from messages where id = ${id})`;
    const daysLeft = async () => {
      const rows = await db.$client<{ message: number; content: number }[]>`
        select round(extract(epoch from m.expire_at - clock_timestamp()) / 86400)::int as message,
          round(extract(epoch from c.expire_at - clock_timestamp()) / 86400)::int as content
        from messages m join event_contents c on c.event_id = m.event_id where m.id = ${id}`;
      return [...rows];
    };
    return { ...inbox, id, daysLeft };
  }

  test("comes back with the payload of its event, and is kept for a week more", async () => {
    const { id, daysLeft, runner, snooze, pass, shown } = await expiring();
    await snooze(0, 60 * 24);
    expect(await daysLeft()).toEqual([{ message: 67, content: 67 }]);
    runner.skip(60 * DAY);
    await runner.call(runner.activities.housekeep);
    await pass();
    expect(await shown()).toMatchObject([{ id, snoozedUntil: null, payload: { order: 7 } }]);
    runner.skip(40 * DAY);
    await runner.call(runner.activities.housekeep);
    expect(await shown()).toEqual([]);
  });

  test("expires when it would have, if it comes back a week before", async () => {
    const { daysLeft, snooze } = await expiring();
    await snooze(0, 24);
    expect(await daysLeft()).toEqual([{ message: 10, content: 10 }]);
  });

  test("is kept for the longest of snoozes at once, none of which fails", async () => {
    const { id, daysLeft, runner, snooze, pass, shown } = await expiring();
    const snoozes = await db.$client.begin(async (sql) => {
      await sql`select from messages where id = ${id} for update`;
      const calls = [60, 50, 70].map((days) => snooze(0, days * 24));
      await vi.waitFor(async () => {
        const [waiting] = await db.$client`select count(*)::int as calls from pg_locks where not granted`;
        expect(waiting?.calls).toBeGreaterThanOrEqual(calls.length);
      }, 5_000);
      // In an object: the transaction would wait for a promise, which waits for the transaction.
      return { calls };
    });
    await Promise.all(snoozes.calls);
    expect(await daysLeft()).toMatchObject([{ content: 77 }]);
    runner.skip(76 * DAY);
    await runner.call(runner.activities.housekeep);
    await pass();
    expect(await shown()).toMatchObject([{ id }]);
  });

  test("is not kept for longer by who it is not for", async () => {
    const { id, daysLeft } = await expiring();
    const other = await inboxWith({});
    other.ids[0] = id;
    await expect(other.snooze(0, 60 * 24)).rejects.toThrow(id);
    expect(await daysLeft()).toEqual([{ message: 10, content: 10 }]);
  });
});
