import { MockActivityEnvironment, TestWorkflowEnvironment } from "@temporalio/testing";
import { DefaultLogger, Runtime, Worker } from "@temporalio/worker";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Deps } from "#activities/deps.ts";
import { type Advanced, createActivities } from "#activities/index.ts";
import type { ResolveInput } from "#activities/resolve-audience.ts";
import { send } from "#activities/send.ts";
import { loadConfig } from "#config.ts";
import { closeDatabase, type Database, openDatabase } from "#db/client.ts";
import { findOverdueLanes } from "#db/queries/lanes/lane-queues.ts";
import { findTestServer } from "#scripts/servers/temporal-cli.ts";
import { testDeps } from "#test/support/activity-deps.ts";
import { createTestEnvironment, type TestEnvironment } from "#test/support/environment.ts";
import { type AcceptedEvent, anAcceptedEvent, aStep, aWorkflow } from "#test/support/event.ts";
import { fakeEngine } from "#test/support/fake-engine.ts";
import { printFigure } from "#test/support/figures.ts";
import { addSmtpServer } from "#test/support/integrations.ts";
import { type MailSink, startMailSink } from "#test/support/mail-sink.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { storeSubscribers } from "#test/support/subscribers.ts";
import { testWorkflowBundle } from "#test/support/test-workflow-bundle.ts";
import { lookAgainSignal } from "./messages.ts";
import { COHORT_RECIPIENTS } from "./policies.ts";
import type { CohortRef, EventRef } from "./refs.ts";

// History events follow the number of moments at which something is due, whatever the audience and however fates differ.
// The activities, Postgres and the mail server are real; the clock of Temporal jumps to the next timer.

// The test server is older than the SDK expects, which says nothing of a test.
Runtime.install({
  logger: new DefaultLogger("ERROR"),
  telemetryOptions: { logging: { forward: {}, filter: "ERROR" } },
});

const TASK_QUEUE = "history-size";

let env: TestWorkflowEnvironment;
let db: Database;
let sink: MailSink;
let environment: TestEnvironment;
beforeAll(async () => {
  const path = await findTestServer(loadConfig(), () => {});
  env = await TestWorkflowEnvironment.createTimeSkipping({
    server: { executable: { type: "existing-path", path } },
  });
  db = openDatabase(testDatabaseUrl(), { poolSize: 5 });
  sink = await startMailSink();
  environment = await createTestEnvironment(db);
  await addSmtpServer(db, environment.scope, sink.port);
  // The test server may have to be downloaded first.
}, 240_000);
afterEach(() => sink.forget());
afterAll(async () => {
  await env.teardown();
  await sink.stop();
  await closeDatabase(db);
});

function testService() {
  const service = env.connection.testService;
  if (!service) throw new Error("The server does not skip time");
  return service;
}

interface History {
  executionId: string;
  /** How many events of each type. */
  events: Map<string, number>;
}

/** Runs the event, or several like it at once, to the end in a worker. Returns the histories of all their executions. */
async function historiesOf(
  steps: object[],
  to: unknown,
  { of = environment, times = 1, ...given }: AcceptedEvent & { of?: TestEnvironment; times?: number } = {},
): Promise<{ eventIds: string[]; histories: History[] }> {
  let ahead = 0;
  const clock = () => new Date(Date.now() + ahead);
  /** Activities see the time of Temporal. */
  const watch = async () => {
    ahead = (await env.currentTimeMs()) - Date.now();
  };
  const wakes = createWakes();
  const lookAgain = async (ids: string[]) => {
    await wakes.whileNoneIsNear(() =>
      Promise.all(
        ids.map((id) =>
          env.client.workflow
            .getHandle(id)
            .signal(lookAgainSignal)
            .catch(() => {}),
        ),
      ),
    );
  };
  const deps = testDeps(db, { clock, engine: fakeEngine({ lookAgain }).engine });
  const { advance, resolveAudience, ...others } = createActivities(deps);
  const keyOf = (event: EventRef, cohort: number) => JSON.stringify({ event, cohort });
  const watched = {
    ...others,
    advance: (cohort: CohortRef) =>
      wakes.note(keyOf(cohort.event, cohort.cohort), async () => {
        const next = await advance(cohort);
        return [next, next];
      }),
    resolveAudience: (input: ResolveInput) =>
      wakes.note(keyOf(input.event, 0), async () => {
        const audience = await resolveAudience(input);
        return [audience, audience.first];
      }),
  };
  const activities = Object.fromEntries(
    Object.entries(watched).map(([name, activity]) => [
      name,
      async (...args: never[]) => {
        await watch();
        return (activity as (...args: never[]) => Promise<unknown>)(...args);
      },
    ]),
  );
  const workflow = await aWorkflow(db, of, steps);
  const refs: EventRef[] = [];
  for (let i = 0; i < times; i++) refs.push((await anAcceptedEvent(db, of, workflow, { to, ...given })).ref);
  const worker = await Worker.create({
    connection: env.nativeConnection,
    taskQueue: TASK_QUEUE,
    workflowBundle: await testWorkflowBundle(),
    activities,
  });
  const eventIds = refs.map(({ eventId }) => eventId);
  const events = await db.$client<{ id: string; executionId: string }[]>`
    select id, execution_id as "executionId" from events where id = any(${eventIds}::uuid[])`;
  const started = events.map(({ executionId }) => executionId);
  try {
    // All are there before the clock may jump to the first timer.
    const handles = await Promise.all(
      events.map(({ id, executionId: workflowId }) => {
        const event = refs.find(({ eventId }) => eventId === id);
        return env.client.workflow.start("triggerRun", { args: [{ event }], workflowId, taskQueue: TASK_QUEUE });
      }),
    );
    // The time-skipping server at times keeps the end of a child from its parent when two end at once, and the parent then ends by
    // its time-out. What was done is in the rows, which every test looks at.
    const ended = Promise.allSettled(handles.map((handle) => handle.result()));
    const givingUp = setTimeout(
      () => void Promise.allSettled(handles.map((handle) => handle.terminate("An execution stands still"))),
      STANDS_STILL_MS,
    );
    await worker.runUntil(Promise.all([ended, serveLanes(deps, ended, watch)])).finally(() => clearTimeout(givingUp));
  } finally {
    await deps.close();
  }
  const executionIds = await db.$client<{ id: string }[]>`
    select execution_id as id from cohorts where event_id = any(${eventIds}::uuid[])`;
  const histories: History[] = [];
  for (const executionId of new Set([...started, ...executionIds.map(({ id }) => id)])) {
    for (const events of await runsOf(executionId)) histories.push({ executionId, events });
  }
  return { eventIds, histories };
}

/** A signal is handled in less than this, but on the busiest of machines. */
const HANDLED_WITHIN_MS = 5_000;
/** By then an execution that goes on at all has ended. One that stands for ever, as `createWakes` describes, is given up, and its test repeated. */
const STANDS_STILL_MS = 120_000;

/**
 * Knows when executions wake by themselves, by what `advance` says. The time-skipping server refuses a workflow task that cancels a timer
 * which came due meanwhile (https://github.com/temporalio/sdk-java/issues/3088), and the execution then stands for ever. A real server
 * takes the timer back.
 */
function createWakes() {
  /** By the cohort (milliseconds since 1970); 0 while it looks, infinite when it has nothing to wait for. */
  const wakes = new Map<string, number>();
  return {
    /** `look` returns its result, and what of it says when the execution wakes. */
    async note<T>(cohort: string, look: () => Promise<[T, Advanced | null]>): Promise<T> {
      wakes.set(cohort, 0);
      let wakesAt = Number.POSITIVE_INFINITY;
      try {
        const [result, next] = await look();
        wakesAt = next?.wake?.at ?? wakesAt;
        return result;
      } finally {
        wakes.set(cohort, wakesAt);
      }
    },
    /** Signals once no execution looks or is about to wake, while the clock stands. */
    async whileNoneIsNear(signal: () => Promise<unknown>): Promise<void> {
      for (;;) {
        await testService().lockTimeSkipping({});
        try {
          const latest = (await env.currentTimeMs()) + HANDLED_WITHIN_MS;
          if (![...wakes.values()].some((at) => at < latest)) return void (await signal());
        } finally {
          await testService().unlockTimeSkipping({});
        }
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
  };
}

/**
 * Serves lanes until the events have ended. Not as an execution, which the time-skipping server would have end together with others; the
 * clock stands while anything is sent.
 */
async function serveLanes(deps: Deps, ended: Promise<unknown>, watch: () => Promise<void>): Promise<void> {
  let hasEnded = false;
  void ended.then(() => {
    hasEnded = true;
  });
  while (!hasEnded) {
    await testService().lockTimeSkipping({});
    await watch();
    for (const lane of await findOverdueLanes(db, deps.clock(), 10)) {
      await new MockActivityEnvironment().run(send(deps), lane);
    }
    await deps.dispatcher.settled();
    await testService().unlockTimeSkipping({});
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Of each run of the execution, the last one first: one that continued as new names the one before it. */
async function runsOf(executionId: string): Promise<Map<string, number>[]> {
  const runs: Map<string, number>[] = [];
  let runId: string | undefined;
  do {
    const history = await historyOf(executionId, runId);
    const types = new Map<string, number>();
    for (const event of history) {
      const type = Object.keys(event).find((key) => key.endsWith("EventAttributes") && event[key as never]) ?? "other";
      const name = type.replace("EventAttributes", "");
      types.set(name, (types.get(name) ?? 0) + 1);
    }
    runs.push(types);
    runId = history[0]?.workflowExecutionStartedEventAttributes?.continuedExecutionRunId || undefined;
  } while (runId);
  return runs;
}

async function historyOf(executionId: string, runId: string | undefined) {
  const { events } = await env.client.workflow.getHandle(executionId, runId).fetchHistory();
  return events ?? [];
}

const sizeOf = ({ events }: History): number => [...events.values()].reduce((sum, count) => sum + count, 0);
const timersOf = (histories: readonly History[]): number =>
  histories.reduce((sum, { events }) => sum + (events.get("timerStarted") ?? 0), 0);

/** Events that a hosted Temporal bills: executions, timers, signals, activities, and those beside the workflow by their markers. */
const BILLED = [
  "workflowExecutionStarted",
  "timerStarted",
  "workflowExecutionSignaled",
  "activityTaskScheduled",
  "markerRecorded",
];
const actionsOf = (histories: readonly History[]): number =>
  histories.reduce((sum, { events }) => sum + BILLED.reduce((own, type) => own + (events.get(type) ?? 0), 0), 0);

const mail = (subject: string) => aStep("email", { subject, contentType: "customHtml", content: "<p>x</p>" });
const delay = (amount: number, unit: string) =>
  aStep("delay", {}, { metadata: { type: "regular", amount, unit } as never });
const members = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, i) => ({ subscriberId: `${prefix}${i}`, email: `${prefix}${i}@example.com` }));

async function openJobs(eventIds: readonly string[]): Promise<Record<string, number>> {
  const rows = await db.$client<{ status: string; count: number }[]>`
    select j.status, count(*)::int as count from jobs j join runs r on r.id = j.run_id
    where r.event_id = any(${eventIds}::uuid[]) group by 1`;
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

test("100 members whose sends are retried at different times take fewer than 400 events, and everybody is sent one mail", async () => {
  const to = members(100, "retried");
  // Refused one to six times, each at a moment of its own.
  for (const [i, { email }] of to.entries())
    sink.refuse(email, { code: 451, times: 1 + (i % 6), afterMs: (i * 37) % 500 });
  const { eventIds, histories } = await historiesOf([mail("x"), aStep("in_app")], to);
  const [only] = histories;
  if (!only) throw new Error("The event has no history");
  printFigure(`100 members, 350 retries: ${sizeOf(only)} events, ${timersOf([only])} timers`);
  expect(histories).toHaveLength(1);
  expect(sizeOf(only)).toBeLessThan(400);
  expect(await openJobs(eventIds)).toEqual({ completed: 200 });
  expect([...sink.counts().values()]).toEqual(Array(100).fill(1));
}, 300_000);

test("groups that differ by a retry merge again: after a delay they wake together", async () => {
  const to = members(40, "merged");
  for (const { email } of to.slice(0, 20)) sink.refuse(email, { code: 451, times: 1 });
  const { eventIds, histories } = await historiesOf(
    [mail("first"), delay(2, "hours"), mail("second"), delay(2, "hours"), mail("third")],
    to,
  );
  // One wait for the retry; the delays of both groups then end within the minute to which such waits are rounded.
  printFigure(
    `40 members, half of them retried, two delays: ${histories.map(sizeOf)} events, ${timersOf(histories)} timers`,
  );
  // Two waits, and a timer for each look after outcomes of the lane.
  expect(timersOf(histories)).toBeLessThanOrEqual(12);
  expect(await openJobs(eventIds)).toEqual({ completed: 200 });
}, 300_000);

// Before those in which several executions end at once: of these the server may hold a task back for ever, and then skips no more time.
test.each([
  ["an in-app message", () => [aStep("in_app")], 2],
  ["a mail", () => [mail("x")], 2],
  ["a mail after a delay", () => [delay(1, "hours"), mail("x")], 4],
])(
  "a trigger with %s costs few actions of Temporal: docs/performance.md",
  async (what, steps, most) => {
    const { histories } = await historiesOf(steps(), { subscriberId: "billed", email: "billed@example.com" });
    printFigure(`${what}: ${actionsOf(histories)} actions`);
    expect(actionsOf(histories)).toBeLessThanOrEqual(most);
  },
  300_000,
);

test("2,500 members and more with a delay between two in-app messages take fewer than 600 events in all executions", async () => {
  const count = 2_600;
  const rows = members(count, "many");
  for (let from = 0; from < count; from += 500)
    await storeSubscribers(db, environment.scope, rows.slice(from, from + 500));
  const steps = [aStep("in_app", { content: "now" }), delay(1, "days"), aStep("in_app", { content: "tomorrow" })];
  const { eventIds, histories } = await historiesOf(steps, undefined, { audience: "broadcast" });
  const total = histories.reduce((sum, history) => sum + sizeOf(history), 0);
  printFigure(
    `${count} members, a delay: ${total} events in ${histories.length} executions, ${timersOf(histories)} timers, ${actionsOf(histories)} actions`,
  );
  expect(actionsOf(histories)).toBeLessThan(100);
  expect(histories.length).toBeGreaterThan(2);
  expect(total).toBeLessThan(600);
  const [sums] = await db.$client<{ runs: number; messages: number }[]>`
    select (select count(*)::int from runs where event_id = any(${eventIds}::uuid[])) as runs,
      (select count(*)::int from messages where event_id = any(${eventIds}::uuid[])) as messages`;
  expect(sums?.runs).toBeGreaterThanOrEqual(count);
  expect(sums?.messages).toBe(2 * (sums?.runs ?? 0));
}, 300_000);

const repeated = { retry: 1, timeout: 300_000 };
test(
  "two events of 5,000 recipients each, digested, need a handful of timers, and everybody has one message of both",
  repeated,
  async () => {
    const count = 5_000;
    const of = await createTestEnvironment(db);
    const rows = members(count, "digested");
    for (let from = 0; from < count; from += 500) await storeSubscribers(db, of.scope, rows.slice(from, from + 500));
    const digest = aStep("digest", {}, { metadata: { type: "regular", amount: 1, unit: "days" } as never });
    const content = "{{ step.total_count }} for {{ subscriber.subscriberId }}";
    const began = performance.now();
    const { eventIds, histories } = await historiesOf([digest, aStep("in_app", { content })], undefined, {
      audience: "broadcast",
      of,
      times: 2,
    });
    const tookMs = performance.now() - began;
    printFigure(
      `2 events of ${count} members, a digest: ${histories.map(sizeOf)} events, ${timersOf(histories)} timers`,
    );
    // Each audience is two cohorts, which are executions beside that of the event. Windows end on a grid of 33 seconds (a power
    // of two of milliseconds, a minute at most), of which the joining of a cohort's members touches two points at most where it
    // takes less than that, and another one for each time that a busy machine takes it more.
    const cohorts = 2 * (count / COHORT_RECIPIENTS);
    const points = 2 + Math.floor(tookMs / 2 ** 15);
    expect(histories).toHaveLength(2 + cohorts);
    expect(timersOf(histories)).toBeGreaterThan(0);
    expect(timersOf(histories)).toBeLessThanOrEqual(points * cohorts);
    // Whoever opened a window sends for both events; the other run ends as merged.
    expect(await openJobs(eventIds)).toEqual({ completed: 2 * count, merged: 2 * count });
    const sent = await db.$client<{ content: string }[]>`
    select content from messages where event_id = any(${eventIds}::uuid[])`;
    expect(sent.map((message) => message.content).sort()).toEqual(
      rows.map((row) => `2 for ${row.subscriberId}`).sort(),
    );
  },
);
