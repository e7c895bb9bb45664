import fc from "fast-check";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { closeDatabase, type Database, openDatabase } from "#db/client.ts";
import { cancelEventRow } from "#db/queries/events/cancel-event.ts";
import type { EventRef } from "#engine/refs.ts";
import { createTestEnvironment } from "#test/support/environment.ts";
import { anAcceptedEvent, aStep, aWorkflow } from "#test/support/event.ts";
import { fakeEngine } from "#test/support/fake-engine.ts";
import { guardTransitions, unlistedTransitions } from "#test/support/guard-transitions.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { createEventRunner } from "#test/support/run-event.ts";

// Random events, cancels, operators and crashes, several at once, against what has to hold for digests whatever happens: each
// event that was not cancelled is sent exactly once to each of its recipients, and in the end nobody waits.

/** Raise it to search longer. A failure names its seed and path. */
const RUNS = 12;
const MINUTE = 60_000;
const PEOPLE = ["ada", "bob"] as const;

let db: Database;
beforeAll(async () => {
  db = openDatabase(testDatabaseUrl(), { poolSize: 20 });
  await guardTransitions(db);
  // As when the connection breaks in the middle of a statement that stores runs: events named by the setting break once.
  await db.$client`create table broken_events (event_id uuid primary key)`;
  await db.$client`
    create function break_off() returns trigger language plpgsql as $$
    begin
      if exists (select from broken_events where event_id = new.event_id) then
        raise exception 'broken off' using errcode = '57P01';
      end if;
      return new;
    end $$`;
  await db.$client`create trigger break_off before insert or update on runs for each row execute function break_off()`;
});
afterEach(async () => expect(await unlistedTransitions(db)).toEqual([]));
afterAll(() => closeDatabase(db));

type Action =
  | { kind: "trigger"; to: readonly string[]; key: string; breaks: boolean }
  | { kind: "cancel"; event: number }
  | { kind: "stop"; event: number }
  | { kind: "look"; event: number }
  | { kind: "reconcile" };

/** Actions of one batch happen at once; after it, time goes on. */
interface Batch {
  actions: Action[];
  minutes: number;
}

const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("trigger" as const),
      to: fc.constantFrom(["ada"], ["bob"], ["ada", "bob"]),
      key: fc.constantFrom("x", "y"),
      breaks: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("cancel" as const), event: fc.nat(11) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("stop" as const), event: fc.nat(11) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("look" as const), event: fc.nat(11) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("reconcile" as const) }) },
);
const batches: fc.Arbitrary<Batch[]> = fc.array(
  fc.record({ actions: fc.array(action, { minLength: 1, maxLength: 5 }), minutes: fc.constantFrom(0, 1, 4, 11) }),
  { minLength: 1, maxLength: 8 },
);

interface TriggeredEvent {
  name: string;
  to: readonly string[];
  ref: EventRef;
  isCanceled: boolean;
  isStopped: boolean;
}

async function run(scenario: readonly Batch[], metadata: object): Promise<void> {
  await db.$client`delete from cohorts`;
  await db.$client`delete from events`;
  await db.$client`delete from digest_windows`;
  await db.$client`delete from watermarks`;
  const environment = await createTestEnvironment(db);
  const workflow = await aWorkflow(db, environment, [
    { ...aStep("digest"), metadata: { ...metadata, digestKey: "key" } },
    aStep("in_app", { content: "{{ name }}{% for event in step.events %} {{ event.name }}{% endfor %}" }),
  ]);
  const { engine, woken } = fakeEngine();
  const runner = createEventRunner(db, { engine });
  const events: TriggeredEvent[] = [];

  const mayBreak = async (call: () => Promise<unknown>): Promise<void> => {
    await call().catch(async (error: unknown) => {
      if (!/broken off/.test(String(error instanceof Error ? (error.cause ?? error) : error))) throw error;
    });
  };
  const look = async ({ ref }: TriggeredEvent): Promise<void> => {
    const cohorts = await db.$client<{ number: number }[]>`select number from cohorts where event_id = ${ref.eventId}`;
    if (cohorts.length === 0) await mayBreak(() => runner.start(ref));
    for (const { number } of cohorts) await mayBreak(() => runner.untilItWaits({ event: ref, cohort: number }));
  };
  const perform = async (one: Action): Promise<void> => {
    if (one.kind === "reconcile") return void (await runner.call(runner.activities.reconcile));
    if (one.kind === "trigger") {
      const name = `e${events.length}`;
      const event: TriggeredEvent = { name, to: one.to, isCanceled: false, isStopped: false } as TriggeredEvent;
      events.push(event);
      const given = { to: one.to, payload: { name, key: one.key } };
      event.ref = (await anAcceptedEvent(db, environment, workflow, given)).ref;
      if (one.breaks) await db.$client`insert into broken_events values (${event.ref.eventId})`;
      await mayBreak(() => runner.start(event.ref));
      return;
    }
    const event = events[one.event];
    if (!event?.ref) return;
    if (one.kind === "look") return look(event);
    if (one.kind === "cancel") {
      const { transactionId } = event.ref;
      const canceled = await db.transaction((transaction) =>
        cancelEventRow(transaction, environment.scope, transactionId),
      );
      if (canceled) event.isCanceled = true;
      return;
    }
    event.isStopped = true;
    await mayBreak(() =>
      runner.call(runner.activities.stopOwned, { event: event.ref, reason: "An operator ended it" }),
    );
  };

  try {
    for (const { actions, minutes } of scenario) {
      await Promise.all(actions.map(perform));
      await db.$client`delete from broken_events`;
      runner.skip(minutes * MINUTE);
    }
    // All is repaired, and time goes on until nobody waits.
    for (let pass = 0; pass < 6; pass++) {
      for (const event of events) await look(event);
      runner.skip(12 * MINUTE);
      await runner.call(runner.activities.reconcile);
      woken.length = 0;
    }
    await check();
  } finally {
    await runner.close();
  }

  async function check(): Promise<void> {
    const open = await db.$client`
      select r.id, j.type, j.status from jobs j join runs r on r.id = j.run_id
      where r.environment_id = ${environment.environmentId} and j.status in ('pending', 'queued', 'running', 'delayed')`;
    expect(open).toEqual([]);
    const windows = await db.$client`
      select id from digest_windows where environment_id = ${environment.environmentId} and closed_at is null`;
    expect(windows).toEqual([]);
    const rows = await db.$client<{ person: string; content: string }[]>`
      select s.subscriber_id as person, m.content from messages m join subscribers s on s.id = m.subscriber_id
      where m.environment_id = ${environment.environmentId}`;
    for (const person of PEOPLE) {
      const sent = rows.filter((row) => row.person === person).map(({ content }) => content.split(" "));
      // The first word is the event that was let through or sent for all; the others are those that it collected.
      const names = sent.flatMap(([own, ...collected]) => (collected.length === 0 ? [own ?? ""] : collected));
      expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
      for (const { name, to, isCanceled, isStopped } of events) {
        if (!to.includes(person)) expect(names).not.toContain(name);
        else if (!isCanceled && !isStopped) expect(names).toContain(name);
      }
    }
  }
}

test.each([
  ["regular", { type: "regular", amount: 10, unit: "minutes" }],
  ["backoff", { type: "backoff", amount: 10, unit: "minutes", backoffAmount: 5, backoffUnit: "minutes" }],
])(
  "every event of a %s digest is sent once, whatever happens at the same time",
  async (_name, metadata) => {
    await fc.assert(
      fc.asyncProperty(batches, (scenario) => run(scenario, metadata)),
      { numRuns: RUNS, interruptAfterTimeLimit: 240_000, endOnFailure: false },
    );
  },
  600_000,
);
