import fc from "fast-check";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { changeHours } from "#api/services/subscribers/change-subscriber.ts";
import { upsertSubscriber } from "#api/services/subscribers/upsert-subscribers.ts";
import type { SubscriberHours } from "#contract/schemas/subscriber-hours.ts";
import { closeDatabase, type Database, openDatabase } from "#db/client.ts";
import { cancelEventRow } from "#db/queries/events/cancel-event.ts";
import type { EventRef } from "#engine/refs.ts";
import { createTestEnvironment } from "#test/support/environment.ts";
import { anAcceptedEvent, aStep, aWorkflow } from "#test/support/event.ts";
import { fakeEngine } from "#test/support/fake-engine.ts";
import { guardTransitions, unlistedTransitions } from "#test/support/guard-transitions.ts";
import { hoursFrom } from "#test/support/hours.ts";
import { isExhaustive } from "#test/support/in-turn.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { createEventRunner } from "#test/support/run-event.ts";
import { silentLog } from "#test/support/silent-log.ts";

// Random events, cancels, operators and crashes, several at once, against what has to hold for digests, and for messages that are
// merged until the subscriber's hours open, whatever happens: each event that was not cancelled is sent exactly once to each of
// its recipients, and in the end nobody waits.

/** Others each time. A failure names its seed and path. */
const RUNS = isExhaustive() ? 20 : 2;
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
  | { kind: "hours"; of: string; minutes: number }
  | { kind: "reconcile" };

/** Actions of one batch happen at once; after it, time goes on. */
interface Batch {
  actions: Action[];
  minutes: number;
}

const eventActions: fc.WeightedArbitrary<Action>[] = [
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
];
const hoursAction: fc.WeightedArbitrary<Action> = {
  weight: 1,
  arbitrary: fc.record({
    kind: fc.constant("hours" as const),
    of: fc.constantFrom(...PEOPLE),
    minutes: fc.constantFrom(2, 15, 40),
  }),
};
const batchesOf = (actions: fc.WeightedArbitrary<Action>[]): fc.Arbitrary<Batch[]> =>
  fc.array(
    fc.record({
      actions: fc.array(fc.oneof(...actions), { minLength: 1, maxLength: 5 }),
      minutes: fc.constantFrom(0, 1, 4, 11),
    }),
    { minLength: 1, maxLength: 8 },
  );

const CONTENT = "{{ name }}{% for event in step.events %} {{ event.name }}{% endfor %}";

/** A workflow that collects events for one message, and what may happen meanwhile. */
interface Collecting {
  steps: object[];
  actions: fc.WeightedArbitrary<Action>[];
}

const digest = (metadata: object): Collecting => ({
  steps: [{ ...aStep("digest"), metadata: { ...metadata, digestKey: "key" } }, aStep("in_app", { content: CONTENT })],
  actions: eventActions,
});
const mergedUntilHours: Collecting = {
  steps: [aStep("email", { subject: "Hello", content: CONTENT, contentType: "customHtml" }, { outsideHours: "merge" })],
  actions: [...eventActions, hoursAction],
};

interface TriggeredEvent {
  name: string;
  to: readonly string[];
  ref: EventRef;
  isCanceled: boolean;
  isStopped: boolean;
}

async function run(scenario: readonly Batch[], { steps }: Collecting): Promise<void> {
  await db.$client`delete from cohorts`;
  await db.$client`delete from events`;
  await db.$client`delete from digest_windows`;
  await db.$client`delete from watermarks`;
  const environment = await createTestEnvironment(db);
  const workflow = await aWorkflow(db, environment, steps);
  const { engine, woken } = fakeEngine();
  const call = { scope: environment.scope, caller: { kind: "system" as const } };
  const setHours = (subscriberId: string, hours: SubscriberHours | null) =>
    changeHours({ db, engine, log: silentLog }, call, subscriberId, { hours });
  const openIn = (subscriberId: string, minutes: number) => setHours(subscriberId, hoursFrom(minutes, 20).hours);
  for (const subscriberId of PEOPLE) {
    await upsertSubscriber({ db, engine }, call, { subscriberId, email: `${subscriberId}@example.com` });
    await openIn(subscriberId, 10);
  }
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
    if (one.kind === "hours") return void (await openIn(one.of, one.minutes));
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
    // All is repaired, the hours are open, and time goes on until nobody waits.
    for (const subscriberId of PEOPLE) await setHours(subscriberId, null);
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
      const sent = rows.filter((row) => row.person === person).map(({ content }) => wordsOf(content));
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

/** Of a text, or of the body of a mail. */
const wordsOf = (content: string): string[] => (/[^<>]+(?=<\/body>)/.exec(content)?.[0] ?? content).trim().split(" ");

test.each([
  ["a regular digest", digest({ type: "regular", amount: 10, unit: "minutes" })],
  [
    "a backoff digest",
    digest({ type: "backoff", amount: 10, unit: "minutes", backoffAmount: 5, backoffUnit: "minutes" }),
  ],
  ["a step that merges until the subscriber's hours open", mergedUntilHours],
])(
  "every event of %s is sent once, whatever happens at the same time",
  async (_name, collecting) => {
    await fc.assert(
      fc.asyncProperty(batchesOf(collecting.actions), (scenario) => run(scenario, collecting)),
      { numRuns: RUNS, interruptAfterTimeLimit: 240_000, endOnFailure: false },
    );
  },
  600_000,
);

test("a window whose opener was lost before it was stored follows the hours that its next owner has then", async () => {
  const trigger = (to: readonly string[]): Action => ({ kind: "trigger", to, key: "x", breaks: true });
  const scenario: Batch[] = [
    { actions: [{ kind: "reconcile" }], minutes: 22 },
    { actions: [{ kind: "hours", of: "bob", minutes: 2 }], minutes: 0 },
    { actions: [trigger(["bob"])], minutes: 4 },
    { actions: [{ kind: "cancel", event: 0 }, trigger(["ada", "bob"]), { kind: "reconcile" }], minutes: 11 },
  ];
  await run(scenario, mergedUntilHours);
});
