import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestEnvironment } from "#test/support/environment.ts";
import { anAcceptedEvent, aStep, aWorkflow } from "#test/support/event.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { closeDatabase, type Database, openDatabase } from "../../client.ts";
import { inHotTransaction } from "../../transaction.ts";
import { cancelEventRow } from "./cancel-event.ts";
import { sharesEvent } from "./event-lock.ts";

let db: Database;
beforeAll(() => {
  db = openDatabase(testDatabaseUrl(), { poolSize: 10 });
});
afterAll(() => closeDatabase(db));

/** Whether somebody waits until no slice of an event is being stored. */
async function waitsForEvent(): Promise<boolean> {
  const waiting =
    await db.$client`select from pg_locks where locktype = 'advisory' and mode = 'ExclusiveLock' and not granted
    and database = (select oid from pg_database where datname = current_database())`;
  return waiting.length > 0;
}

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
      await inHotTransaction(db, async (sql) => {
        await sql`select from events where id = ${ref.eventId} and ${sharesEvent(sql, ref.eventId)} for share`;
        await sleep(90);
      });
      slices += 1;
    }
  };
  const storing = Promise.all([store(0), store(30), store(60)]);
  await sleep(200);
  let isCanceled = false;
  const cancel = db
    .transaction((transaction) => cancelEventRow(transaction, environment.scope, ref.transactionId))
    .finally(() => {
      isCanceled = true;
    });
  const outcome = Promise.race([cancel, sleep(3_000, "still waits")]);
  let before = slices;
  while (!isCanceled && !(await waitsForEvent())) {
    before = slices;
  }
  await outcome;
  const during = slices - before;
  isOver = true;
  await storing;
  await cancel;
  expect(await outcome).toMatchObject({ id: ref.eventId });
  expect(during).toBeLessThanOrEqual(4);
});

test("a cancel that waits for many digests is not one statement, which would time out", async () => {
  const environment = await createTestEnvironment(db);
  const workflow = await aWorkflow(db, environment, [aStep("in_app")]);
  const { ref } = await anAcceptedEvent(db, environment, workflow, { to: "ada" });
  const { organizationId, environmentId } = environment.scope;
  // As if each of 2,000 recipients had a window of its own, in the order of their ids.
  await db.$client`
    with windows as (
      insert into digest_windows (organization_id, environment_id, workflow_id, step_id, subscriber_id, digest_value, master_run_id,
        opened_at, closes_at, expire_at)
      select ${organizationId}, ${environmentId}, ${workflow.id}, ${workflow.id}, lpad(to_hex(n), 32, '0')::uuid, '',
        gen_random_uuid(), now(), now() + interval '1 hour', now() + interval '1 day'
      from generate_series(1, 2000) as n returning id, master_run_id)
    insert into digest_members (run_id, step_id, position, event_id, decision, window_id, expire_at)
    select master_run_id, ${workflow.id}, 0, ${ref.eventId}, 'joined', id, now() + interval '1 day' from windows`;
  /** Holds the window of one recipient for some time. */
  const hold = (recipient: number, milliseconds: number) =>
    new Promise<{ through: Promise<unknown> }>((resolve) => {
      const through = db.$client.begin(async (sql) => {
        await sql`select from digest_windows where environment_id = ${environmentId}
          and subscriber_id = lpad(to_hex(${recipient}::int), 32, '0')::uuid for update`;
        resolve({ through });
        await sleep(milliseconds);
      });
    });
  const impatient = openDatabase(testDatabaseUrl(), { poolSize: 1, statementTimeoutMs: 1_000 });
  const holds = [await hold(500, 650), await hold(1_500, 1_300)];
  const canceled = await impatient.transaction((transaction) =>
    cancelEventRow(transaction, environment.scope, ref.transactionId),
  );
  await Promise.all(holds.map(({ through }) => through));
  await closeDatabase(impatient);
  expect(canceled).toMatchObject({ id: ref.eventId });
});
