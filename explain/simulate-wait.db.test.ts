import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { StepMetadata } from "#contract/workflows/step-metadata.ts";
import { closeDatabase, type Database, openDatabase } from "#db/client.ts";
import { createTestEnvironment } from "#test/support/environment.ts";
import { aStep } from "#test/support/event.ts";
import { eventsOnOneClock } from "#test/support/events-on-one-clock.ts";
import { isExhaustive } from "#test/support/in-turn.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { simulatePastWaits } from "./simulate-past-waits.ts";
import type { SimulatedStep } from "./simulate-wait.ts";

// What a step would have done with earlier events is what it did with them.

/** Others each time. A failure names its seed and path. */
const RUNS = isExhaustive() ? 20 : 1;
const MINUTE = 60_000;

let db: Database;
beforeAll(() => {
  db = openDatabase(testDatabaseUrl(), { poolSize: 10 });
});
afterAll(() => closeDatabase(db));

interface Trigger {
  to: readonly string[];
  key: unknown;
  /** Until the next one. */
  minutes: number;
}

const triggers: fc.Arbitrary<Trigger[]> = fc.array(
  fc.record({
    to: fc.constantFrom(["ada"], ["bob"], ["ada", "bob"]),
    key: fc.constantFrom<unknown>("x", 7, { b: 1, a: 2 }, null),
    minutes: fc.constantFrom(0, 1, 4, 11),
  }),
  { minLength: isExhaustive() ? 1 : 6, maxLength: 12 },
);

async function happened(metadata: StepMetadata, given: readonly Trigger[]) {
  const type = metadata.type === "throttle" ? "throttle" : "digest";
  const steps = [{ ...aStep(type), metadata }, aStep("in_app", { content: "{{ step.total_count }}" })];
  const events = await eventsOnOneClock(db, steps);
  try {
    for (const [index, { to, key, minutes }] of given.entries()) {
      await events.trigger(`e${index}`, { to, payload: { post: { key } } });
      await events.skip(minutes * MINUTE);
    }
    for (let pass = 0; pass < 6; pass++) await events.skip(11 * MINUTE);
    const { scope, id: workflowId } = { scope: events.environment.scope, id: events.workflow.id };
    const step: SimulatedStep = { type, metadata, waitDays: null };
    const since = new Date(Date.now() - 7 * 24 * 60 * MINUTE);
    const simulated = await simulatePastWaits({ db }, { scope, workflowId, since, ...step });
    return { events, simulated };
  } finally {
    await events.runner.close();
  }
}

const windowsOf = (workflowId: string) =>
  db.$client<{ subscriberId: string; key: string; at: number; count: number }[]>`
    select w.subscriber_id as "subscriberId", w.digest_value as key,
      (extract(epoch from w.closes_at) * 1000)::float8 as at, count(m.run_id)::int as count
    from digest_windows w join digest_members m on m.window_id = w.id
    where w.workflow_id = ${workflowId} group by w.id order by w.closes_at, w.subscriber_id, w.digest_value`;

const inOrder = <T extends { subscriberId: string; key: string; at: number }>(rows: readonly T[]): T[] =>
  rows.toSorted((a, b) => a.at - b.at || (a.subscriberId + a.key < b.subscriberId + b.key ? -1 : 1));

test.each([
  ["regular", { type: "regular", amount: 10, unit: "minutes", digestKey: "post.key" }],
  ["regular without a key", { type: "regular", amount: 5, unit: "minutes" }],
  ["timed", { type: "timed", digestKey: "post.key", timed: { cronExpression: "*/7 * * * *" } }],
] as const)("the windows of a %s digest are those that its events had", async (_name, metadata) => {
  await fc.assert(
    fc.asyncProperty(triggers, async (given) => {
      const { events, simulated } = await happened(metadata, given);
      const real = await windowsOf(events.workflow.id);
      const rows = simulated.messages.map(({ at, ...rest }) => ({ ...rest, at: at.getTime() }));
      expect(inOrder(rows)).toEqual(inOrder([...real]));
      expect(simulated).toMatchObject({ events: given.length, isCut: false, failed: 0 });
    }),
    { numRuns: RUNS },
  );
});

test("events that a digest which looks back lets through are those that it did", async () => {
  const metadata = {
    type: "backoff",
    amount: 5,
    unit: "minutes",
    backoffAmount: 10,
    backoffUnit: "minutes",
    digestKey: "post.key",
  } as const;
  await fc.assert(
    fc.asyncProperty(triggers, async (given) => {
      const { events, simulated } = await happened(metadata, given);
      const real = await windowsOf(events.workflow.id);
      const [skipped] = await db.$client<{ count: number }[]>`
        select count(*)::int as count from digest_members m join events e on e.id = m.event_id
        where e.workflow_id = ${events.workflow.id} and m.decision = 'skipped'`;
      expect(simulated.letThrough).toBe(skipped?.count);
      const counts = (rows: readonly { subscriberId: string; count: number }[]) =>
        rows.map(({ subscriberId, count }) => `${subscriberId} ${count}`).sort();
      const through = simulated.messages.length - real.length;
      expect(through).toBe(skipped?.count);
      const collected = [...simulated.messages];
      for (const { subscriberId, count } of real) {
        const index = collected.findIndex((one) => one.subscriberId === subscriberId && one.count === count);
        collected.splice(index, index < 0 ? 0 : 1);
      }
      expect(counts(collected).every((text) => text.endsWith(" 1"))).toBe(true);
      expect(collected).toHaveLength(through);
    }),
    { numRuns: RUNS },
  );
});

test("the runs that a throttle drops are those that it ended", async () => {
  const metadata = { type: "throttle", limit: 2, amount: 10, unit: "minutes", throttleKey: "post.key" } as const;
  await fc.assert(
    fc.asyncProperty(triggers, async (given) => {
      const { events, simulated } = await happened(metadata, given);
      const [real] = await db.$client<{ passed: number; dropped: number }[]>`
        select count(*) filter (where c.passed)::int as passed, count(*) filter (where not c.passed)::int as dropped
        from throttle_claims c join runs r on r.id = c.run_id where r.workflow_id = ${events.workflow.id}`;
      expect({ passed: simulated.messages.length, dropped: simulated.dropped.length }).toEqual({ ...real });
    }),
    { numRuns: RUNS },
  );
});

interface Stored {
  events: number;
  recipients?: number;
  payload?: object;
  overrides?: object;
  /** Milliseconds between two events, the last of which was one minute ago. */
  every?: number;
}

/** Events of a workflow that exists as its id alone. */
async function stored({ events, recipients = 1, payload = {}, overrides = {}, every = 1_000 }: Stored) {
  const { scope } = await createTestEnvironment(db);
  const workflowId = crypto.randomUUID();
  const { organizationId, environmentId } = scope;
  await db.$client`
    with event as (
      insert into events (organization_id, environment_id, transaction_id, workflow_id, workflow_version_id, execution_id, audience,
        created_at, expire_at)
      select ${organizationId}, ${environmentId}, gen_random_uuid()::text, ${workflowId}, ${workflowId}, '', 'direct',
        now() - interval '1 minute' - make_interval(secs => n * ${every / 1000}::float8), now() + interval '30 days'
      from generate_series(0, ${events - 1}::int) n returning id, created_at, expire_at
    ), content as (
      insert into event_contents (event_id, organization_id, environment_id, payload, overrides, expire_at)
      select id, ${organizationId}, ${environmentId}, ${JSON.stringify(payload)}::text::jsonb, ${JSON.stringify(overrides)}::text::jsonb, expire_at
      from event
    )
    insert into runs (id, organization_id, environment_id, event_id, cohort_id, workflow_id, workflow_version_id, subscriber_id,
      transaction_id, source, position, created_at, expire_at)
    select gen_random_uuid(), ${organizationId}, ${environmentId}, event.id, ${workflowId}, ${workflowId}, ${workflowId},
      -- The same subscribers for each event.
      md5(n::text)::uuid, '', 'single', 0, created_at, expire_at
    from event, generate_series(1, ${recipients}::int) n`;
  const since = new Date(Date.now() - 7 * 24 * 60 * MINUTE);
  const step = {
    type: "digest",
    metadata: { type: "regular", amount: 1, unit: "hours", digestKey: "key" },
    waitDays: null,
  } as const;
  return (change: Partial<SimulatedStep> = {}) =>
    simulatePastWaits({ db }, { scope, workflowId, since, ...step, ...change });
}

test("at most 10,000 events are read, the newest first, and the answer says so", async () => {
  const simulate = await stored({ events: 10_001, every: 1_000 });
  const { events, runs, isCut, from, messages } = await simulate();
  expect({ events, runs: runs.length, isCut }).toEqual({ events: 10_000, runs: 10_000, isCut: true });
  expect(Date.now() - from.getTime()).toBeLessThan(10_000 * 1_000 + 10 * MINUTE);
  expect(messages.reduce((sum, { count }) => sum + count, 0)).toBe(10_000);
});

test("of events with many recipients, no more than 20,000 runs are read, and of none of them a part", async () => {
  const simulate = await stored({ events: 3, recipients: 9_000 });
  expect(await simulate()).toMatchObject({ events: 2, isCut: true, runs: { length: 18_000 } });
});

test("a single event with more recipients than are read counts by those that are", async () => {
  const simulate = await stored({ events: 1, recipients: 20_005 });
  expect(await simulate()).toMatchObject({ events: 1, isCut: true, runs: { length: 20_001 } });
});

test("payloads of 300 kB are not read into memory", async () => {
  const simulate = await stored({ events: 200, payload: { key: "x", text: "0123456789".repeat(30_000) } });
  const before = process.memoryUsage().heapUsed;
  const { messages, events } = await simulate();
  expect(events).toBe(200);
  expect(messages).toMatchObject([{ key: '"x"', count: 200 }]);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(30_000_000);
});

test("events whose long values are the same are collected together, without reading these into memory", async () => {
  const simulate = await stored({ events: 100, payload: { key: { text: "0123456789".repeat(30_000) } } });
  const before = process.memoryUsage().heapUsed;
  expect((await simulate()).messages).toMatchObject([{ count: 100 }]);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(20_000_000);
});

test("a run that starts by the clock of its subscriber reaches the step then", async () => {
  const at = new Date(Date.now() + 5 * 60 * MINUTE).toISOString().slice(0, 19);
  const events = await eventsOnOneClock(db, [
    { ...aStep("digest"), metadata: { type: "regular", amount: 1, unit: "hours" } },
    aStep("in_app"),
  ]);
  await events.trigger("one", { localStart: { at, timezone: "UTC" } });
  await events.runner.close();
  const metadata = { type: "regular", amount: 1, unit: "hours" } as const;
  const since = new Date(Date.now() - MINUTE);
  const input = { scope: events.environment.scope, workflowId: events.workflow.id, since, waitDays: null };
  const { messages } = await simulatePastWaits({ db }, { ...input, type: "digest", metadata });
  expect(messages.map((message) => message.at.toISOString())).toEqual([
    new Date(new Date(`${at}Z`).getTime() + 60 * MINUTE).toISOString(),
  ]);
});

test("a delay in the overrides of an event counts, and what is wrong with it does not", async () => {
  const simulate = await stored({ events: 2, every: MINUTE, overrides: { delay: { amount: 1, unit: "seconds" } } });
  expect(await simulate()).toMatchObject({ messages: [{ count: 1 }, { count: 1 }] });
  const other = await stored({ events: 2, every: MINUTE, overrides: { delay: { amount: 1, unit: "lightyears" } } });
  expect(await other()).toMatchObject({ messages: [{ count: 2 }] });
});

test("a delay until a moment in the payload fails where that is none, and says why", async () => {
  const simulate = await stored({ events: 2, payload: { at: "tomorrow" } });
  expect(await simulate({ type: "delay", metadata: { type: "scheduled", delayPath: "at" } })).toMatchObject({
    failed: 2,
    messages: [],
    problem: "Delay date at path at must be an ISO date such as 2030-01-31T09:30:00.000Z",
  });
});

test("a key that itself holds dots counts before the path that it spells", async () => {
  const simulate = await stored({ events: 1, payload: { "a.b": "dotted", a: { b: "nested" } } });
  expect(await simulate({ metadata: { type: "regular", amount: 1, unit: "hours", digestKey: "a.b" } })).toMatchObject({
    messages: [{ key: '"dotted"' }],
  });
});

test("a wait that is longer than the plan of the organisation fails", async () => {
  const simulate = await stored({ events: 1 });
  const metadata = { type: "regular", amount: 3, unit: "days" } as const;
  expect(await simulate({ metadata, waitDays: 2 })).toMatchObject({ failed: 1, messages: [] });
  expect(await simulate({ metadata, waitDays: 3 })).toMatchObject({ failed: 0, messages: { length: 1 } });
});

test("what waits until a set time is decided for 20,000 runs without holding up others", async () => {
  const simulate = await stored({ events: 2_000, recipients: 10, every: 5 * MINUTE });
  const timed = { atTime: "9:00", weekDays: ["monday" as const], timezone: "Europe/Berlin" };
  const metadata = { type: "timed", amount: 2, unit: "weeks", timed } as const;
  expect(await simulate({ type: "delay", metadata })).toMatchObject({ failed: 0, messages: { length: 20_000 } });
});
