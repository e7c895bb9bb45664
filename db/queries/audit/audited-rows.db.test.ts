import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { createTestEnvironment } from "#test/support/environment.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { closeDatabase, openDatabase } from "../../client.ts";
import { subscribers } from "../../schema/subscribers.ts";
import { topics } from "../../schema/topics.ts";
import { deleteTopic, insertTopic } from "../topics/topics.ts";
import { readAuditedEntity } from "./audited-entity.ts";
import { auditedSubscriber, auditedTopic } from "./audited-rows.ts";

async function anEnvironment() {
  const db = openDatabase(testDatabaseUrl());
  onTestFinished(() => closeDatabase(db));
  return { db, scope: (await createTestEnvironment(db)).scope };
}

test.for([
  { firstName: "Ada", lastName: "Lovelace", email: "ada@example.com", data: { plan: "pro", seats: [1, 2] } },
  { lastName: "Lovelace", timezone: "Europe/London", hours: { enabled: true }, locale: "en-GB" },
  { phone: "+441", avatar: "https://example.com/a.png", channels: [] },
])("the state of a subscriber is the same from its row as from the table: %j", async (fields) => {
  const { db, scope } = await anEnvironment();
  const [row] = await db
    .insert(subscribers)
    .values({ ...scope, subscriberId: "ada", ...(fields as object) })
    .returning();
  if (!row) throw new Error("No subscriber was stored");
  const read = await db.transaction((transaction) => readAuditedEntity(transaction, scope, "subscriber", "ada"));
  expect(auditedSubscriber(row)).toEqual(read);
});

test("the state of a topic is the same from its row as from the table", async () => {
  const { db, scope } = await anEnvironment();
  await db.insert(topics).values({ ...scope, key: "crew", name: "Crew", data: { floor: 3 } });
  const [row] = await db.select().from(topics).where(eq(topics.environmentId, scope.environmentId));
  if (!row) throw new Error("No topic was stored");
  const read = await db.transaction((transaction) => readAuditedEntity(transaction, scope, "topic", "crew"));
  expect(auditedTopic(row)).toEqual(read);
});

test("a topic that is changed while it is being deleted is read again: its entry tells how it was at the end", async () => {
  const { db, scope } = await anEnvironment();
  await insertTopic(db.$hot, scope, { key: "crew", name: "Crew" });
  const read: (string | null)[] = [];
  await deleteTopic(db, scope, "crew", async ({ id, name }) => {
    read.push(name);
    if (read.length === 1) await db.update(topics).set({ name: "Staff" }).where(eq(topics.id, id));
    return [];
  });
  expect(read).toEqual(["Crew", "Staff"]);
  expect(await db.select().from(topics).where(eq(topics.environmentId, scope.environmentId))).toEqual([]);
});
