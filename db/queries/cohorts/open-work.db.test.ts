import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestEnvironment } from "#test/support/environment.ts";
import { anAcceptedEvent, aStep, aWorkflow } from "#test/support/event.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { createEventRunner } from "#test/support/run-event.ts";
import { closeDatabase, type Database, openDatabase } from "../../client.ts";
import { loadEvent } from "../events/load-event.ts";
import { findCohort } from "./find-cohort.ts";
import { readOpenWork } from "./open-work.ts";

let db: Database;
beforeAll(() => {
  db = openDatabase(testDatabaseUrl(), { poolSize: 5 });
});
afterAll(() => closeDatabase(db));

test.each([
  ["when nothing was due before", "due_at = now()"],
  ["when it was due earlier already", "due_at = least(due_at, now())"],
])("a run that becomes due while an execution looks keeps its cohort due, %s", async (what, mark) => {
  const environment = await createTestEnvironment(db);
  const delay = aStep("delay", {}, { metadata: { type: "regular", amount: 1, unit: "days" } as never });
  const workflow = await aWorkflow(db, environment, [delay, aStep("in_app")]);
  const { ref } = await anAcceptedEvent(db, environment, workflow, { to: "ada" });
  const runner = createEventRunner(db);
  await runner.start(ref);
  if (what.includes("earlier"))
    await db.$client`
    update cohorts set due_at = now() - interval '1 hour' where event_id = ${ref.eventId}`;
  const event = await loadEvent(db, ref);
  const cohort = await findCohort(db, event, 0);
  if (!cohort) throw new Error("The event has no cohort");
  let looking: Promise<unknown> = Promise.resolve();
  // As a cancel, a resume or an awaited event does: it makes runs due and marks their cohort.
  await db.$client.begin(async (sql) => {
    await sql`update runs set due_at = now() where event_id = ${ref.eventId}`;
    await sql`update cohorts set ${sql.unsafe(mark)} where event_id = ${ref.eventId}`;
    looking = readOpenWork(db, event, cohort, new Date());
    looking.catch(() => {});
    await sleep(300);
  });
  await looking;
  const [row] = await db.$client<{ isDue: boolean }[]>`
    select due_at <= now() as "isDue" from cohorts where event_id = ${ref.eventId}`;
  expect(row).toEqual({ isDue: true });
  await runner.close();
});
