import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, type Database, openDatabase } from "#db/client.ts";
import { findEventsNotStarted, findOverdueCohorts } from "#db/queries/cohorts/overdue.ts";
import { markEnvironmentDeleted } from "#db/queries/environments/delete-environment.ts";
import { createTestEnvironment, type TestEnvironment } from "#test/support/environment.ts";
import { anAcceptedEvent, aStep, aWorkflow } from "#test/support/event.ts";
import { fakeEngine } from "#test/support/fake-engine.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { createEventRunner, type EventRunner } from "#test/support/run-event.ts";

// What the reconciler finds when very much is lost, or one part of its work fails.

const MINUTE = 60_000;

let db: Database;
const runners: EventRunner[] = [];
beforeAll(() => {
  db = openDatabase(testDatabaseUrl(), { poolSize: 10 });
});
afterAll(async () => {
  for (const runner of runners) await runner.close();
  await closeDatabase(db);
});

function aReconciler() {
  const fake = fakeEngine();
  const runner = createEventRunner(db, { engine: fake.engine });
  runners.push(runner);
  runner.skip(MINUTE);
  return { ...fake, reconcile: () => runner.call(runner.activities.reconcile) };
}

/** So many copies of an accepted event, which nothing has taken up. */
async function storeEvents(environment: TestEnvironment, count: number): Promise<void> {
  const workflow = await aWorkflow(db, environment, [aStep("in_app")]);
  const { ref } = await anAcceptedEvent(db, environment, workflow, { to: "ada" });
  await db.$client`
    insert into events (id, organization_id, environment_id, transaction_id, workflow_id, workflow_version_id, execution_id, audience,
      created_at, expire_at)
    select gen_random_uuid(), organization_id, environment_id, 'copy-' || n, workflow_id, workflow_version_id, 'copy-' || n || id,
      audience, created_at, expire_at
    from events, generate_series(2, ${count}::int) n where id = ${ref.eventId}`;
}

/** So many cohorts that are overdue, each of an event of its own. */
async function storeOverdue(environment: TestEnvironment, count: number): Promise<void> {
  await storeEvents(environment, count);
  await db.$client`
    insert into cohorts (id, organization_id, environment_id, event_id, number, execution_id, recipients_from, recipients_to, due_at,
      delayed, runs, expire_at)
    select gen_random_uuid(), organization_id, environment_id, id, 0, execution_id, 0, 1, now() - interval '1 hour', 1, 1, expire_at
    from events where environment_id = ${environment.environmentId}`;
}

test("all that has waited for an execution has one after one look, and not a few hundred", async () => {
  const environment = await createTestEnvironment(db);
  await storeEvents(environment, 1_300);
  const waiting = await createTestEnvironment(db);
  await storeOverdue(waiting, 1_300);
  const { reconcile, woken } = aReconciler();
  expect(await reconcile()).toMatchObject({ started: 2_600, stopped: 0 });
  const of = ({ environmentId }: TestEnvironment) =>
    woken.filter(({ event }) => event.environmentId === environmentId).length;
  expect([of(environment), of(waiting)]).toEqual([1_300, 1_300]);
});

test("an organisation with very much that is lost leaves others their share", async () => {
  const [many, few] = [await createTestEnvironment(db), await createTestEnvironment(db)];
  await storeOverdue(many, 400);
  await storeOverdue(few, 1);
  await db.$client`
    update cohorts set due_at = now() - interval '1 minute' where environment_id = ${few.environmentId}`;
  const own = ({ environmentId }: { environmentId: string }) =>
    environmentId === few.environmentId || environmentId === many.environmentId;
  const cohorts = await findOverdueCohorts(db, new Date(), { after: new Map(), share: 3, limit: 500 });
  expect(cohorts.filter(own)).toHaveLength(4);
  // The next portion goes on behind it.
  const after = new Map(cohorts.map(({ place }) => [place.share, place]));
  const next = await findOverdueCohorts(db, new Date(), { after, share: 3, limit: 500 });
  expect(next.filter(own)).toHaveLength(3);
  expect(next.map(({ eventId }) => eventId)).not.toContain(cohorts.find(own)?.eventId);

  await db.$client`delete from cohorts where environment_id = any(${[many.environmentId, few.environmentId]})`;
  const span = { after: new Date(Date.now() - 10 * MINUTE), before: new Date() };
  const events = await findEventsNotStarted(db, span, { after: new Map(), share: 5, limit: 500 });
  expect(events.filter(own)).toHaveLength(6);
});

test("a deleted environment whose events cannot be cancelled keeps nothing else back", async () => {
  const [deleted, other] = [await createTestEnvironment(db), await createTestEnvironment(db)];
  await storeEvents(deleted, 3);
  await storeEvents(other, 2);
  await db.transaction((transaction) => markEnvironmentDeleted(transaction, deleted.scope));
  // As a statement that times out does.
  const name = `refuse_${randomUUID().slice(0, 8)}`;
  await db.$client.unsafe(`
    create function ${name}() returns trigger language plpgsql as $$
      begin raise exception using errcode = '57014'; end $$;
    create trigger ${name} before update on events for each row when (new.environment_id = '${deleted.environmentId}')
      execute function ${name}()`);
  const { reconcile, woken } = aReconciler();
  await reconcile();
  await db.$client.unsafe(`drop trigger ${name} on events; drop function ${name}()`);
  expect(woken.filter(({ event }) => event.environmentId === other.environmentId)).toHaveLength(2);
  // Once it can be, it is.
  await reconcile();
  const [left] = await db.$client`
    select count(*)::int as events from events where environment_id = ${deleted.environmentId} and canceled_at is null`;
  expect(left).toEqual({ events: 0 });
});
