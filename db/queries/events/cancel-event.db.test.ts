import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestEnvironment } from "#test/support/environment.ts";
import { anAcceptedEvent, aStep, aWorkflow } from "#test/support/event.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { closeDatabase, type Database, openDatabase } from "../../client.ts";
import { cancelEventRow } from "./cancel-event.ts";
import { sharesEvent } from "./event-lock.ts";

let db: Database;
beforeAll(() => {
  db = openDatabase(testDatabaseUrl(), { poolSize: 10 });
});
afterAll(() => closeDatabase(db));

test("a cancel waits for the slices that are being stored, and not for those that come while it waits", async () => {
  const environment = await createTestEnvironment(db);
  const workflow = await aWorkflow(db, environment, [aStep("in_app")]);
  const { ref } = await anAcceptedEvent(db, environment, workflow, { to: "ada" });
  let isOver = false;
  let slices = 0;
  // As workers store the slices of a broadcast: there is always one under way.
  const store = async (begins: number) => {
    await sleep(begins);
    while (!isOver) {
      await db.$hot.begin(async (sql) => {
        await sql`select from events where id = ${ref.eventId} and ${sharesEvent(sql, ref.eventId)} for share`;
        await sleep(90);
      });
      slices += 1;
    }
  };
  const storing = Promise.all([store(0), store(30), store(60)]);
  await sleep(200);
  const before = slices;
  const cancel = db.transaction((transaction) => cancelEventRow(transaction, environment.scope, ref.transactionId));
  const outcome = await Promise.race([cancel, sleep(3_000, "still waits")]);
  const during = slices - before;
  isOver = true;
  await storing;
  await cancel;
  expect(outcome).toMatchObject({ id: ref.eventId });
  expect(during).toBeLessThanOrEqual(4);
});
