import { afterAll, expect, test } from "vitest";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { closeDatabase, openDatabase } from "./client.ts";

const db = openDatabase(testDatabaseUrl(), { poolSize: 1 });
afterAll(() => closeDatabase(db));

test("migrations hold what drizzle-kit cannot say: an unlogged table, files stored as they are, and fill factors", async () => {
  const [tables, columns] = [
    await db.$client`
      select relname as name, relpersistence as persistence, reloptions as options from pg_class
      where relname in ('rate_buckets', 'deliveries_default', 'events') order by relname`,
    await db.$client`
      select attstorage as storage from pg_attribute
      where attrelid = 'event_attachments'::regclass and attname = 'file'`,
  ];
  expect([...tables]).toEqual([
    { name: "deliveries_default", persistence: "p", options: ["fillfactor=60"] },
    { name: "events", persistence: "p", options: null },
    { name: "rate_buckets", persistence: "u", options: null },
  ]);
  expect([...columns]).toEqual([{ storage: "e" }]);
});
