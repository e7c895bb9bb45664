import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { createTestEnvironment } from "#test/support/environment.ts";
import { createTestSubscriber, storeMessages } from "#test/support/inbox.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { closeDatabase, type Database, openDatabase } from "../../client.ts";
import { deleteFromInbox, emptyInbox, markAllMessages, markMessages } from "./inbox.ts";
import type { Inbox } from "./notification-filter.ts";

/** Changes of an inbox with one message, and how many messages each has changed. */
const CHANGES: [string, (db: Database, inbox: Inbox, ids: readonly string[]) => Promise<number>][] = [
  ["a mark", async (db, inbox, ids) => (await markMessages(db, inbox, ids, "read")).messages.length],
  ["a mark of all", async (db, inbox) => (await markAllMessages(db, inbox, "seen")).count],
  ["a deletion", async (db, inbox, ids) => (await deleteFromInbox(db, inbox, ids)).messages.length],
  ["emptying", (db, inbox) => emptyInbox(db, inbox).then(() => 1)],
];

test.for(CHANGES)("%s that waited for a message which moved to another month finds it there", async ([, change]) => {
  const db = openDatabase(testDatabaseUrl());
  onTestFinished(() => closeDatabase(db));
  const { scope } = await createTestEnvironment(db);
  const { id: subscriberId } = await createTestSubscriber(db, scope);
  const ids = await storeMessages(db, scope, subscriberId, [{}]);
  const monthOf = async () => {
    const rows = await db.$client<{ month: string }[]>`
      select tableoid::regclass::text as month from messages where id = any(${ids}::uuid[])`;
    return rows[0]?.month;
  };
  const before = await monthOf();
  let changing: Promise<number> | undefined;
  await db.$client.begin(async (sql) => {
    await sql`update messages set expire_at = expire_at + interval '2 months' where id = any(${ids}::uuid[])`;
    changing = change(db, { scope, subscriberId, contextKeys: null }, ids);
    changing.catch(() => {});
    // Until the change waits for the row.
    await sleep(200);
  });
  expect(await changing).toBe(1);
  expect(await monthOf()).not.toBe(before);
  const [row] = await db.$client`
    select seen, deleted_at is not null as deleted from messages where id = any(${ids}::uuid[])`;
  expect(row?.seen || row?.deleted).toBe(true);
});
