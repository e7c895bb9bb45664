import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { createTestEnvironment } from "#test/support/environment.ts";
import { addIntegration } from "#test/support/integrations.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { storeSubscribers } from "#test/support/subscribers.ts";
import { closeDatabase, openDatabase } from "../../client.ts";
import { topicSubscribers } from "../../schema/topic-subscribers.ts";
import { addTopicSubscribers } from "../topics/topics.ts";
import { deleteSubscriber, findSubscriber } from "./subscribers.ts";

const db = openDatabase(testDatabaseUrl(), { poolSize: 8 });
afterAll(() => closeDatabase(db));

test("an unknown subscriber is created with the given fields, rows come in the order of the call", async () => {
  const { scope } = await createTestEnvironment(db);
  const { rows, failed, created } = await storeSubscribers(db, scope, [
    { subscriberId: "zoe", firstName: "Zoe", email: "zoe@example.com", locale: "pt-BR", data: { plan: { tier: 2 } } },
    { subscriberId: "adam" },
  ]);
  expect(failed).toEqual([]);
  expect([...created].sort()).toEqual(["adam", "zoe"]);
  expect(await findSubscriber(db, scope, "zoe")).toEqual(rows[0]);
  expect(rows).toMatchObject([
    { ...scope, subscriberId: "zoe", firstName: "Zoe", email: "zoe@example.com", data: { plan: { tier: 2 } } },
    { subscriberId: "adam", firstName: null, email: null, data: null, channels: [], isOnline: null },
  ]);
});

test("a known subscriber changes only in what is given, its data as a whole", async () => {
  const { scope } = await createTestEnvironment(db);
  const ada = { subscriberId: "ada", firstName: "Ada", email: "ada@example.com", data: { a: 1, b: 2 } };
  await storeSubscribers(db, scope, [ada]);
  const { rows, created } = await storeSubscribers(db, scope, [{ subscriberId: "ada", phone: "+1", data: { c: 3 } }]);
  expect(created.size).toBe(0);
  expect(rows).toMatchObject([{ ...ada, phone: "+1", data: { c: 3 } }]);
  expect(await findSubscriber(db, scope, "ada")).toEqual(rows[0]);
});

test("an empty address erases the stored one, an address that is not given keeps it", async () => {
  const { scope } = await createTestEnvironment(db);
  const emailAfter = async (given: { email?: string }) => {
    const { rows } = await storeSubscribers(db, scope, [{ subscriberId: "ada", ...given }]);
    return rows[0]?.email;
  };
  expect(await emailAfter({ email: "ada@example.com" })).toBe("ada@example.com");
  expect(await emailAfter({})).toBe("ada@example.com");
  expect(await emailAfter({ email: "" })).toBeNull();
});

test("nothing is written when nothing differs", async () => {
  const { scope } = await createTestEnvironment(db);
  const ada = { subscriberId: "ada", firstName: "Ada", data: { b: [1], a: "x" } };
  const first = await storeSubscribers(db, scope, [ada]);
  const second = await storeSubscribers(db, scope, [{ ...ada, data: { a: "x", b: [1] } }]);
  expect(second.rows).toEqual(first.rows);
});

test("an invalid address, locale or character fails that one subscriber only", async () => {
  const { scope } = await createTestEnvironment(db);
  const { rows, failed } = await storeSubscribers(db, scope, [
    { subscriberId: "a", email: "nowhere" },
    { subscriberId: "b", locale: "not a locale" },
    { subscriberId: "c", firstName: "C\u0000" },
    { subscriberId: "d", data: { half: "\ud800" } },
    { subscriberId: "e", firstName: "a literal \\u0000 is fine" },
  ]);
  expect(rows.map(({ subscriberId }) => subscriberId)).toEqual(["e"]);
  expect(failed).toEqual([
    { subscriberId: "a", message: "email must be an email" },
    { subscriberId: "b", message: expect.stringContaining("locale must be") },
    { subscriberId: "c", message: expect.stringContaining("NUL") },
    { subscriberId: "d", message: expect.stringContaining("Unicode") },
  ]);
  expect(await findSubscriber(db, scope, "a")).toBeUndefined();
});

test("a deleted subscriber is the same one again when it is named again, but in no topic", async () => {
  const { scope } = await createTestEnvironment(db);
  const { rows } = await storeSubscribers(db, scope, [{ subscriberId: "ada", firstName: "Ada" }]);
  await db.transaction((transaction) => addTopicSubscribers(transaction, scope, "everyone", ["ada"]));
  await db.transaction((transaction) => deleteSubscriber(transaction, scope, "ada"));
  expect(await findSubscriber(db, scope, "ada")).toBeUndefined();
  const again = await storeSubscribers(db, scope, [{ subscriberId: "ada" }]);
  expect(again.created.size).toBe(0);
  expect(again.rows).toMatchObject([{ id: rows[0]?.id, firstName: "Ada", deletedAt: null }]);
  const links = await db.select().from(topicSubscribers).where(eq(topicSubscribers.environmentId, scope.environmentId));
  expect(links).toEqual([]);
});

test("given channels are added to the newest active integration of their provider", async () => {
  const { scope } = await createTestEnvironment(db);
  await addIntegration(db, scope, { channel: "push", providerId: "fcm", identifier: "fcm-old" });
  const newest = await addIntegration(db, scope, { channel: "push", providerId: "fcm", identifier: "fcm-new" });
  await addIntegration(db, scope, { channel: "push", providerId: "fcm", identifier: "fcm-off", active: false });
  const tokens = (...deviceTokens: string[]) => [{ providerId: "fcm", credentials: { deviceTokens } }];
  await storeSubscribers(db, scope, [{ subscriberId: "ada", channels: tokens("a") }]);
  const { rows } = await storeSubscribers(db, scope, [{ subscriberId: "ada", channels: tokens("b", "a") }]);
  expect(rows[0]?.channels).toEqual([
    {
      integrationId: newest,
      integrationIdentifier: "fcm-new",
      providerId: "fcm",
      credentials: { deviceTokens: ["a", "b"] },
    },
  ]);
});

test("a channel without an active integration fails the subscriber, which is written all the same", async () => {
  const { scope, productionScope } = await createTestEnvironment(db);
  await addIntegration(db, productionScope, { channel: "chat", providerId: "slack", identifier: "slack" });
  const channels = [{ providerId: "slack", credentials: { webhookUrl: "https://hooks.example" } }];
  const { rows, failed } = await storeSubscribers(db, scope, [{ subscriberId: "ada", firstName: "Ada", channels }]);
  expect(rows).toEqual([]);
  expect(failed).toMatchObject([{ subscriberId: "ada", message: expect.stringContaining("no active") }]);
  expect(await findSubscriber(db, scope, "ada")).toMatchObject({ firstName: "Ada", channels: [] });
});

test("writers that name the same new and known subscribers at once all succeed, and no field is lost", async () => {
  const { scope } = await createTestEnvironment(db);
  const ids = Array.from({ length: 40 }, (_, n) => `s-${n}`);
  await storeSubscribers(
    db,
    scope,
    ids.slice(0, 20).map((subscriberId) => ({ subscriberId })),
  );
  const fields = ["firstName", "lastName", "phone", "avatar"] as const;
  const outcomes = await Promise.all(
    fields.map((field, writer) => {
      const order = writer % 2 === 0 ? ids : [...ids].reverse();
      return storeSubscribers(
        db,
        scope,
        order.map((subscriberId) => ({ subscriberId, [field]: field })),
      );
    }),
  );
  for (const { rows, failed } of outcomes) {
    expect(rows).toHaveLength(40);
    expect(failed).toEqual([]);
  }
  const { rows } = await storeSubscribers(
    db,
    scope,
    ids.map((subscriberId) => ({ subscriberId })),
  );
  expect(new Set(rows.map(({ id }) => id)).size).toBe(40);
  for (const row of rows) expect(row).toMatchObject(Object.fromEntries(fields.map((field) => [field, field])));
});

test("an environment's subscriber is unknown to the other environment", async () => {
  const { scope, productionScope } = await createTestEnvironment(db);
  const development = await storeSubscribers(db, scope, [{ subscriberId: "ada", firstName: "Ada" }]);
  const production = await storeSubscribers(db, productionScope, [{ subscriberId: "ada" }]);
  expect(production.rows[0]?.id).not.toBe(development.rows[0]?.id);
  expect(production.rows[0]?.firstName).toBeNull();
});
