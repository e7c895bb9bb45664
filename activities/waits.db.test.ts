import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { closeDatabase, type Database, openDatabase } from "#db/client.ts";
import { markReopened } from "#db/queries/cohorts/reopen-cohort.ts";
import { cancelEventRow } from "#db/queries/events/cancel-event.ts";
import { findSubscriberId } from "#db/queries/subscribers/subscribers.ts";
import { insertSignal, wakeWaits } from "#db/queries/waits/send-signal.ts";
import { inHotTransaction } from "#db/transaction.ts";
import { createTestEnvironment, type TestEnvironment } from "#test/support/environment.ts";
import { type AcceptedEvent, anAcceptedEvent, aStep, aWorkflow } from "#test/support/event.ts";
import { fakeEngine } from "#test/support/fake-engine.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { createEventRunner, type EventRunner } from "#test/support/run-event.ts";

// Steps of the type wait_for_event.

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

let db: Database;
let environment: TestEnvironment;
const runners: EventRunner[] = [];
beforeAll(() => {
  db = openDatabase(testDatabaseUrl(), { poolSize: 10 });
});
// Each test has a clock of its own, and must not see signals from another one's future.
beforeEach(async () => {
  environment = await createTestEnvironment(db);
});
afterAll(async () => {
  for (const runner of runners) await runner.close();
  await closeDatabase(db);
});

const waiting = (metadata: object = {}) =>
  aStep(
    "wait_for_event",
    { content: "" },
    { uuid: "paid", metadata: { signal: "order.paid", amount: 2, unit: "hours", ...metadata } as never },
  );
const outcome = aStep("in_app", {
  content: "{% if steps.paid.received %}paid {{ steps.paid.payload.sum }}{% else %}reminder{% endif %}",
});
const onlyIf = (value: string) => [
  { value: "AND", children: [{ on: "stepResult", step: "paid", field: "received", operator: "EQUAL", value }] },
];

function aRunner() {
  const { engine, woken } = fakeEngine();
  const runner = createEventRunner(db, { engine });
  runners.push(runner);
  return { runner, woken };
}

async function anEvent(steps: object[], event: AcceptedEvent = {}) {
  const workflow = await aWorkflow(db, environment, steps);
  const { ref } = await anAcceptedEvent(db, environment, workflow, { to: "ada", ...event });
  return { workflow, ref, ...aRunner() };
}

/** Stores a signal as the API does, at a moment of the runner's clock. */
async function signal(
  { runner }: { runner: EventRunner },
  {
    name = "order.paid",
    subscriberId = "ada",
    payload = {},
  }: { name?: string; subscriberId?: string; payload?: Record<string, unknown> } = {},
) {
  const id = await findSubscriberId(db, environment.scope, subscriberId);
  if (id === undefined) throw new Error(`There is no subscriber ${subscriberId}`);
  const given = { subscriberId: id, name, payload, now: runner.deps.clock() };
  return inHotTransaction(db, async (sql) => {
    await insertSignal(sql, environment.scope, given);
    return wakeWaits(sql, environment.scope, given);
  });
}

const jobsOf = async (eventId: string) =>
  (
    await db.$client`select j.type, j.status from jobs j join runs r on r.id = j.run_id
    where r.event_id = ${eventId} order by r.created_at, r.id, j.position`
  ).map((job) => `${job.type} ${job.status}`);

const messagesOf = async (eventId: string) =>
  (await db.$client`select content from messages where event_id = ${eventId} order by created_at`).map(
    (m) => m.content,
  );

const detailsOf = async (eventId: string) =>
  (
    await db.$client`select d.detail, d.raw from execution_details d join runs r on r.id = d.run_id
    where r.event_id = ${eventId} order by d.created_at`
  ).map(({ detail, raw }) => ({ detail, raw: raw && JSON.parse(raw) }));

test("a signal ends the wait, and its payload is there for templates and conditions", async () => {
  const steps = [waiting(), outcome, aStep("in_app", { content: "thanks" }, { filters: onlyIf("true") as never })];
  const { ref, runner } = await anEvent(steps);
  await runner.start(ref);
  expect(await jobsOf(ref.eventId)).toEqual(["wait_for_event delayed", "in_app pending", "in_app pending"]);
  runner.skip(HOUR);
  const { runs, executionIds } = await signal({ runner }, { payload: { sum: 12 } });
  expect(runs).toBe(1);
  expect(executionIds).toHaveLength(1);
  await runner.untilItWaits({ event: ref, cohort: 0 });
  expect(await messagesOf(ref.eventId)).toEqual(["paid 12", "thanks"]);
  expect((await detailsOf(ref.eventId)).slice(0, 2)).toEqual([
    { detail: "Step waits for an event", raw: { until: expect.any(String), awaited: "signal:order.paid" } },
    { detail: "Event was received", raw: { receivedAt: expect.any(String) } },
  ]);
});

test("without one, the wait ends at its time, and later steps see that", async () => {
  const { ref, runner } = await anEvent([
    waiting(),
    outcome,
    aStep("in_app", {}, { filters: onlyIf("true") as never }),
  ]);
  const began = runner.deps.clock().getTime();
  // It looks once more soon after it began, and then at the end.
  expect(await runner.toEnd(ref)).toBe(2);
  expect(runner.deps.clock().getTime() - began).toBeGreaterThanOrEqual(2 * HOUR);
  expect(await messagesOf(ref.eventId)).toEqual(["reminder"]);
  expect(await jobsOf(ref.eventId)).toEqual(["wait_for_event completed", "in_app completed", "in_app canceled"]);
  expect((await detailsOf(ref.eventId)).map(({ detail }) => detail)).toContain("No event was received in time");
});

test("a signal of another name, of another subscriber, before the wait or after its end does not count", async () => {
  const pause = aStep("delay", { content: "" }, { metadata: { type: "regular", amount: 1, unit: "hours" } as never });
  const { ref, runner } = await anEvent([pause, waiting(), outcome], { to: ["ada", "bob"] });
  await runner.start(ref);
  expect((await signal({ runner })).runs).toBe(0);
  runner.skip(HOUR + 60 * SECOND);
  await runner.untilItWaits({ event: ref, cohort: 0 });
  expect((await signal({ runner }, { name: "order.opened" })).runs).toBe(0);
  expect((await signal({ runner }, { subscriberId: "bob", payload: { sum: 1 } })).runs).toBe(1);
  await runner.untilItWaits({ event: ref, cohort: 0 });
  expect(await messagesOf(ref.eventId)).toEqual(["paid 1"]);
  runner.skip(2 * HOUR + SECOND);
  expect((await signal({ runner })).runs).toBe(0);
  await runner.untilItWaits({ event: ref, cohort: 0 });
  expect((await messagesOf(ref.eventId)).sort()).toEqual(["paid 1", "reminder"]);
});

test("with a matchPath, only an event with the same value there counts", async () => {
  const { ref, runner } = await anEvent([waiting({ matchPath: "order.id" }), outcome], {
    payload: { order: { id: 9007199254740993n } },
  });
  await runner.start(ref);
  await signal({ runner }, { payload: { order: { id: "9007199254740993" }, sum: 1 } });
  await signal({ runner }, { payload: { order: { id: 9007199254740992n }, sum: 1 } });
  await signal({ runner }, { payload: { sum: 2 } });
  await runner.untilItWaits({ event: ref, cohort: 0 });
  expect(await jobsOf(ref.eventId)).toEqual(["wait_for_event delayed", "in_app pending"]);
  await signal({ runner }, { payload: { order: { id: 9007199254740993n }, sum: 3 } });
  await runner.untilItWaits({ event: ref, cohort: 0 });
  expect(await messagesOf(ref.eventId)).toEqual(["paid 3"]);
  const nothing = await anEvent([waiting({ matchPath: "order.id" }), outcome]);
  await nothing.runner.toEnd(nothing.ref);
  expect(await jobsOf(nothing.ref.eventId)).toEqual(["wait_for_event failed", "in_app completed"]);
});

test("another event of a workflow ends the wait of the same subscriber, and wakes its execution", async () => {
  const other = await aWorkflow(db, environment, [aStep("in_app", { content: "other" })]);
  const steps = [waiting({ signal: undefined, workflowIdentifier: other.identifier }), outcome];
  const { ref, runner, woken } = await anEvent(steps, { to: ["eve", "joe"] });
  await runner.start(ref);
  runner.skip(60 * SECOND);
  const trigger = await anAcceptedEvent(db, environment, other, { to: ["joe", "sue"], payload: { sum: 5 } });
  await runner.start(trigger.ref);
  expect(woken.map(({ event }) => event.eventId)).toEqual([ref.eventId]);
  await runner.untilItWaits({ event: ref, cohort: 0 });
  expect(await messagesOf(ref.eventId)).toEqual(["paid 5"]);
  expect(await runner.toEnd(ref)).toBe(1);
  expect((await messagesOf(ref.eventId)).sort()).toEqual(["paid 5", "reminder"]);
});

test("a payload that is too long for a result is left out, and the run goes on", async () => {
  const other = await aWorkflow(db, environment, [aStep("in_app")]);
  const { ref, runner } = await anEvent([
    waiting({ signal: undefined, workflowIdentifier: other.identifier }),
    outcome,
  ]);
  await runner.start(ref);
  const { ref: long } = await anAcceptedEvent(db, environment, other, {
    to: "ada",
    payload: { sum: "9".repeat(70_000) },
  });
  await runner.start(long);
  await runner.untilItWaits({ event: ref, cohort: 0 });
  expect(await messagesOf(ref.eventId)).toEqual(["paid "]);
});

test("an event between storing the wait and storing the slice is found at once, although the run is put to sleep then", async () => {
  const { ref, runner } = await anEvent([aStep("in_app", { content: "first" }), waiting(), outcome]);
  // As when the signal arrives while the slice is being stored: its transaction sees the wait, and the run as it was before.
  const { deps } = runner;
  const original = deps.db.$hot;
  let isSent = false;
  const racing = new Proxy(original, {
    apply(target, self, args: unknown[]) {
      const [texts] = args;
      const statement = Array.isArray(texts) ? texts.join("?") : "";
      const run = () => Reflect.apply(target, self, args);
      if (isSent || !statement.includes("moved_runs as") || !statement.includes("insert into cohorts")) return run();
      return signalIfWaiting().then(run);
    },
  });
  async function signalIfWaiting() {
    const [row] =
      await db.$client`select count(*)::int as n from event_waits w join runs r on r.id = w.run_id where r.event_id = ${ref.eventId}`;
    if (isSent || row?.n === 0) return;
    isSent = true;
    await signal({ runner }, { payload: { sum: 4 } });
  }
  const raced = createEventRunner(db, {
    db: Object.assign(Object.create(db), { $hot: racing }),
    engine: fakeEngine().engine,
  });
  runners.push(raced);
  await raced.start(ref);
  expect(isSent).toBe(true);
  expect(await messagesOf(ref.eventId)).toEqual(["first", "paid 4"]);
});

test("whenever signals come, each run that waited then has received one, and no other", async () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  const people = Array.from({ length: 12 }, (_, i) => `person-${i}`);
  for (let round = 0; round < 4; round++) {
    const { ref, runner, woken } = await anEvent([waiting(), outcome], { to: people });
    const signals: Promise<unknown>[] = [];
    const sendSome = async () => {
      for (let i = 0; i < 8; i++) {
        await new Promise((resolve) => setTimeout(resolve, random(12)));
        const subscriberId = people[random(people.length)] ?? "";
        // A subscriber that is not stored yet waits for nothing.
        signals.push(signal({ runner }, { subscriberId, payload: { sum: 1 } }).catch(() => {}));
      }
    };
    await Promise.all([runner.start(ref), sendSome(), sendSome()]);
    await Promise.all(signals);
    // The second look, without anybody having woken the execution.
    woken.length = 0;
    runner.skip(11 * SECOND);
    await runner.untilItWaits({ event: ref, cohort: 0 });
    const rows = await db.$client`
      select w.since, j.status, (j.output ->> 'received')::boolean as received,
        exists (select from signals s where s.subscriber_id = w.subscriber_id and s.created_at >= w.since and s.created_at < w.due_at) as came
      from event_waits w join runs r on r.id = w.run_id join jobs j on j.run_id = r.id and j.step_id = w.step_id
      where r.event_id = ${ref.eventId}`;
    expect(rows).toHaveLength(people.length);
    expect(rows.filter(({ came, received }) => came !== (received ?? false))).toEqual([]);
    await db.$client`delete from signals`;
  }
}, 60_000);

test("a cancel ends the wait, and a wait of a terminated execution goes on where it was", async () => {
  const cancelled = await anEvent([waiting(), outcome]);
  await cancelled.runner.start(cancelled.ref);
  await db.transaction((transaction) => cancelEventRow(transaction, environment.scope, cancelled.ref.transactionId));
  await cancelled.runner.untilItWaits({ event: cancelled.ref, cohort: 0 });
  expect(await jobsOf(cancelled.ref.eventId)).toEqual(["wait_for_event canceled", "in_app canceled"]);

  const { ref, runner } = await anEvent([waiting(), outcome]);
  await runner.start(ref);
  await runner.call(runner.activities.stopOwned, { event: ref, reason: "The execution was terminated by an operator" });
  expect(await jobsOf(ref.eventId)).toEqual(["wait_for_event failed", "in_app canceled"]);
  runner.skip(60 * SECOND);
  await signal({ runner }, { payload: { sum: 8 } });
  expect(await markReopened(db, environment.scope, ref.eventId)).toHaveLength(1);
  await runner.untilItWaits({ event: ref, cohort: 0 });
  // What came in between is found when the wait is looked at next.
  await runner.toEnd(ref, { again: true });
  expect(await messagesOf(ref.eventId)).toEqual(["paid 8"]);
});

test("a step of a branch that is not taken, and one whose conditions fail, do not wait", async () => {
  const filters = [{ value: "AND", children: [{ on: "payload", field: "wait", operator: "EQUAL", value: "yes" }] }];
  const step = aStep(
    "wait_for_event",
    { content: "" },
    { filters: filters as never, metadata: { signal: "x", amount: 1, unit: "hours" } as never },
  );
  const { ref, runner } = await anEvent([step, aStep("in_app", { content: "at once" })]);
  expect(await runner.toEnd(ref)).toBe(0);
  expect(await jobsOf(ref.eventId)).toEqual(["wait_for_event canceled", "in_app completed"]);
});
