import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { StoredSafetyCaps } from "#contract/safety-caps.ts";
import { environments } from "#db/schema/accounts/environments.ts";
import { workflows } from "#db/schema/workflows/workflows.ts";
import { apiWithRunner } from "#test/support/api-with-runner.ts";
import { createTestEnvironment, type TestEnvironment } from "#test/support/environment.ts";
import { type AcceptedEvent, anAcceptedEvent, aStep, aWorkflow } from "#test/support/event.ts";
import { createEventRunner, type EventRunner } from "#test/support/run-event.ts";
import { storeSubscribers } from "#test/support/subscribers.ts";
import { createSafetyCaps } from "./safety-caps.ts";

const { api, runner } = await apiWithRunner();
const { db } = api;
const HOUR = 3_600_000;

/** Counts are of minutes and hours of the clock: none ends while a test is under way. */
const toStartOfHour = (worker: EventRunner) => {
  const now = worker.deps.clock().getTime();
  worker.skip(Math.ceil(now / HOUR) * HOUR - now + 1_000);
};

/** An environment with caps of its own, and a workflow of these steps. */
async function capped(caps: StoredSafetyCaps, { steps = [aStep("in_app")], settings = {} } = {}) {
  toStartOfHour(runner);
  const environment = await createTestEnvironment(db);
  await db.update(environments).set({ safetyCaps: caps }).where(eq(environments.id, environment.environmentId));
  const workflow = await aWorkflow(db, environment, steps, settings);
  return { environment, workflow };
}

/** Sends one event and carries it out until it waits. */
async function send(
  environment: TestEnvironment,
  workflow: Parameters<typeof anAcceptedEvent>[2],
  event: AcceptedEvent,
) {
  const { ref } = await anAcceptedEvent(db, environment, workflow, event);
  const cohorts = await runner.start(ref);
  await runner.deps.safetyCaps.settled();
  return { ref, cohorts };
}

const call = async (environment: TestEnvironment, method: "GET" | "POST" | "PUT", url: string, payload?: object) => {
  const reply = await api.app.inject({
    method,
    url: `/v1${url}`,
    headers: environment.headers,
    ...(payload && { payload }),
  });
  return { status: reply.statusCode, body: reply.json() };
};
const openPauses = async (environment: TestEnvironment) => (await call(environment, "GET", "/pauses")).body.data;

const statusesOf = async ({ environmentId }: TestEnvironment): Promise<string[]> => {
  const rows = await db.$client<{ status: string }[]>`
    select status from jobs where environment_id = ${environmentId} order by created_at, id`;
  return rows.map(({ status }) => status);
};
const messagesOf = async ({ environmentId }: TestEnvironment): Promise<number> => {
  const rows = await db.$client`select from messages where environment_id = ${environmentId}`;
  return rows.length;
};

describe("a workflow that is triggered too often", () => {
  const threeEvents = async () => {
    const { environment, workflow } = await capped({ eventsPerWorkflowPerMinute: 2 });
    const sent = [];
    for (let event = 0; event < 5; event++) sent.push(await send(environment, workflow, { to: `person-${event}` }));
    return { environment, workflow, sent };
  };

  test("is paused: what comes later waits, loses nothing, and says why", async () => {
    const { environment, workflow, sent } = await threeEvents();
    expect(await statusesOf(environment)).toEqual(["completed", "completed", "pending", "pending", "pending"]);
    const [pause, another] = await openPauses(environment);
    expect(another).toBeUndefined();
    expect(pause).toMatchObject({
      reason: "workflow_events",
      limit: 2,
      counted: 2,
      waiting: 3,
      state: "open",
      workflow: { _id: workflow.id, identifier: workflow.identifier },
    });
    const details = await db.$client`
      select d.detail, d.status from execution_details d join runs r on r.id = d.run_id
      where r.event_id = ${sent[4]?.ref.eventId ?? ""}`;
    expect([...details]).toEqual([{ detail: expect.stringMatching(/safety cap/), status: "Pending" }]);
    // Its execution sleeps: nobody asks in the meantime whether the pause is over.
    const cohort = sent[4]?.cohorts[0];
    if (!cohort) throw new Error("The event has no cohort");
    const { wake } = await runner.untilItWaits(cohort);
    expect(wake?.at).toBeGreaterThan(Date.now() + 20 * 86_400_000);
  });

  test("goes on by one call, and is not paused again for what waited", async () => {
    const { environment, workflow, sent } = await threeEvents();
    const [pause] = await openPauses(environment);
    expect(await call(environment, "POST", `/pauses/${pause._id}/continue`)).toMatchObject({ status: 200 });
    await runner.call(runner.activities.reconcile);
    for (const { cohorts } of sent) for (const cohort of cohorts) await runner.untilItWaits(cohort);
    await send(environment, workflow, { to: "person-6" });
    await send(environment, workflow, { to: "person-7" });
    expect(await statusesOf(environment)).toEqual(Array.from({ length: 7 }, () => "completed"));
    expect(await messagesOf(environment)).toBe(7);
    expect(await openPauses(environment)).toEqual([]);
    const held = await db.$client`select from held_runs where pause_id = ${pause._id}`;
    expect(held).toHaveLength(0);
    // The same call once more is the same; the other one comes too late.
    expect((await call(environment, "POST", `/pauses/${pause._id}/continue`)).status).toBe(200);
    expect((await call(environment, "POST", `/pauses/${pause._id}/discard`)).status).toBe(409);
  });

  test("loses what waits by one call, with the reason in the history", async () => {
    const { environment, sent } = await threeEvents();
    const [pause] = await openPauses(environment);
    await call(environment, "POST", `/pauses/${pause._id}/discard`);
    await runner.call(runner.activities.reconcile);
    for (const { cohorts } of sent) for (const cohort of cohorts) await runner.untilItWaits(cohort);
    expect(await statusesOf(environment)).toEqual(["completed", "completed", "canceled", "canceled", "canceled"]);
    expect(await messagesOf(environment)).toBe(2);
    const [reason] = await db.$client<{ detail: string }[]>`
      select detail from execution_details where environment_id = ${environment.environmentId} and detail like '%discarded what%' limit 1`;
    expect(reason).toBeDefined();
    const status = await call(environment, "GET", `/events/trigger/${sent[4]?.ref.transactionId}`);
    expect(status.body.data).toMatchObject({ state: "completed", jobs: { canceled: 1 } });
  });

  test("holds a run that was read before the pause ended until the next pass, and not for good", async () => {
    const { environment, sent } = await threeEvents();
    const [pause] = await openPauses(environment);
    await call(environment, "POST", `/pauses/${pause._id}/continue`);
    await runner.call(runner.activities.reconcile);
    // A slice that began before is stored only now.
    const cohort = sent[2]?.cohorts[0];
    if (!cohort) throw new Error("The event has no cohort");
    await db.$client`
      insert into held_runs (pause_id, run_id, cohort_id, expire_at)
      select ${pause._id}, id, cohort_id, expire_at from runs where event_id = ${sent[2]?.ref.eventId ?? ""}`;
    await db.$client`update runs set due_at = now() + interval '30 days' where event_id = ${sent[2]?.ref.eventId ?? ""}`;
    await runner.call(runner.activities.reconcile);
    await runner.untilItWaits(cohort);
    expect((await statusesOf(environment))[2]).toBe("completed");
  });

  test("lets what waits be cancelled, and a later continue changes nothing about that", async () => {
    const { environment, sent } = await threeEvents();
    const { ref, cohorts } = sent[3] ?? {};
    const [cohort] = cohorts ?? [];
    if (!ref || !cohort) throw new Error("The event has no cohort");
    await api.app.inject({
      method: "DELETE",
      url: `/v1/events/trigger/${ref.transactionId}`,
      headers: environment.headers,
    });
    await runner.untilItWaits(cohort);
    expect((await statusesOf(environment))[3]).toBe("canceled");
    const [pause] = await openPauses(environment);
    await call(environment, "POST", `/pauses/${pause._id}/continue`);
    await runner.call(runner.activities.reconcile);
    await runner.untilItWaits(cohort);
    expect((await statusesOf(environment))[3]).toBe("canceled");
  });
});

test("a broadcast that reaches the cap on messages stops on its way, and everybody has one message after it was continued", async () => {
  const { environment, workflow } = await capped({ messagesPerWorkflowPerMinute: 100 });
  const people = Array.from({ length: 1_000 }, (_, index) => ({ subscriberId: `person-${index}` }));
  await storeSubscribers(db, environment.scope, people);
  const { cohorts } = await send(environment, workflow, { audience: "broadcast" });
  const sent = await messagesOf(environment);
  expect(sent).toBeGreaterThanOrEqual(100);
  expect(sent).toBeLessThan(1_000);
  const [pause] = await openPauses(environment);
  expect(pause).toMatchObject({ reason: "workflow_messages", waiting: 1_000 - sent });
  await call(environment, "POST", `/pauses/${pause._id}/continue`);
  await runner.call(runner.activities.reconcile);
  for (const cohort of cohorts) await runner.untilItWaits(cohort);
  const [served] = await db.$client`
    select count(*)::int as messages, count(distinct subscriber_id)::int as people from messages
    where environment_id = ${environment.environmentId}`;
  expect(served).toEqual({ messages: 1_000, people: 1_000 });
});

test("a subscriber who gets too much is paused alone, and critical workflows reach them all the same", async () => {
  const { environment, workflow } = await capped({ messagesPerSubscriberPerHour: 4 });
  const critical = await aWorkflow(db, environment, [aStep("in_app")], { critical: true });
  for (let event = 0; event < 5; event++)
    await send(environment, workflow, { to: ["ada", "bob"].slice(0, 2 - (event % 2)) });
  const [pause, another] = await openPauses(environment);
  expect(another).toBeUndefined();
  expect(pause).toMatchObject({ reason: "subscriber_messages", subscriber: { subscriberId: "ada" }, waiting: 1 });
  await send(environment, critical, { to: "ada" });
  const rows = await db.$client<{ subscriber: string; count: number }[]>`
    select s.subscriber_id as subscriber, count(*)::int as count from messages m join subscribers s on s.id = m.subscriber_id
    where m.environment_id = ${environment.environmentId} group by 1 order by 1`;
  expect([...rows]).toEqual([
    { subscriber: "ada", count: 5 },
    { subscriber: "bob", count: 3 },
  ]);
});

test("a run that waits in a delay is held when it wakes, and one whose event a digest took in is sent after the pause", async () => {
  const wait = { type: "regular", amount: 1, unit: "hours" } as never;
  const steps = [aStep("digest", {}, { metadata: wait }), aStep("in_app", { content: "{{ step.total_count }}" })];
  const { environment, workflow } = await capped({}, { steps });
  const first = await send(environment, workflow, { to: "ada" });
  await send(environment, workflow, { to: "ada" });
  await db.$client`
    insert into pauses (organization_id, environment_id, reason, workflow_id, "limit", counted)
    values (${environment.organizationId}, ${environment.environmentId}, 'workflow_events', ${workflow.id}, 1, 1)`;
  const [cohort] = first.cohorts;
  if (!cohort) throw new Error("The event has no cohort");
  runner.skip(2 * HOUR);
  await runner.untilItWaits(cohort);
  expect(await messagesOf(environment)).toBe(0);
  const [pause] = await openPauses(environment);
  await call(environment, "POST", `/pauses/${pause._id}/continue`);
  await runner.call(runner.activities.reconcile);
  await runner.untilItWaits(cohort);
  const [message] = await db.$client`select content from messages where environment_id = ${environment.environmentId}`;
  expect(message).toEqual({ content: "2" });
});

test("a pause raises one alert, whichever worker notices it, by what it is about", async () => {
  const { environment, workflow } = await capped({ eventsPerWorkflowPerMinute: 2 });
  const alerts: object[] = [];
  const alerting = (): EventRunner => {
    const clock = () => runner.deps.clock();
    const onPaused = (pause: object) => void alerts.push(pause);
    return createEventRunner(db, {
      clock,
      safetyCaps: createSafetyCaps({ db, clock, onPaused, onError: expect.fail }),
    });
  };
  const workers = [alerting(), alerting()];
  for (let event = 0; event < 8; event++) {
    const { ref } = await anAcceptedEvent(db, environment, workflow, { to: `person-${event}` });
    const worker = workers[event % 2];
    await worker?.start(ref);
    await worker?.deps.safetyCaps.settled();
  }
  await Promise.all(workers.map((worker) => worker.close()));
  const [pause] = await openPauses(environment);
  expect(alerts).toEqual([
    expect.objectContaining({ id: pause._id, reason: "workflow_events", targetId: workflow.id }),
  ]);
});

test("two workers that each stay below a cap notice together that it is reached", async () => {
  const { environment, workflow } = await capped({ eventsPerWorkflowPerMinute: 20 });
  const [one, other] = [createEventRunner(db), createEventRunner(db)];
  for (const worker of [one, other]) toStartOfHour(worker);
  try {
    for (let event = 0; event < 24; event++) {
      const { ref } = await anAcceptedEvent(db, environment, workflow, { to: `person-${event}` });
      const worker = event % 2 === 0 ? one : other;
      // Reports are a second apart.
      one.skip(300);
      other.skip(300);
      await worker.start(ref);
      await worker.deps.safetyCaps.settled();
    }
    expect(await openPauses(environment)).toHaveLength(1);
  } finally {
    await one.close();
    await other.close();
  }
});

test("far below its caps a workflow costs no statement", async () => {
  const { environment, workflow } = await capped({});
  await send(environment, workflow, { to: "ada" });
  const [rate] = await db.$client`select from rates where target_id = ${workflow.id}`;
  expect(rate).toBeUndefined();
});

test("a workflow's own cap goes before its environment's, and null is no cap", async () => {
  const { environment, workflow } = await capped({ eventsPerWorkflowPerMinute: 2 });
  const url = `/safety-caps/workflows/${workflow.id}`;
  const changed = await call(environment, "PUT", url, { eventsPerWorkflowPerMinute: null });
  expect(changed.body.data).toEqual({
    messagesPerSubscriberPerHour: 2_000,
    eventsPerWorkflowPerMinute: null,
    messagesPerWorkflowPerMinute: 1_000_000,
  });
  for (let event = 0; event < 4; event++) await send(environment, workflow, { to: "ada" });
  expect(await openPauses(environment)).toEqual([]);
  await db.update(workflows).set({ safetyCaps: null }).where(eq(workflows.id, workflow.id));
  await send(environment, workflow, { to: "ada" });
  expect(await openPauses(environment)).toHaveLength(1);
});

test.each([
  { eventsPerWorkflowPerMinute: 0 },
  { eventsPerWorkflowPerMinute: "many" },
  { messagesPerSubscriberPerHour: 1.5 },
])("caps of %j are refused by name", async (caps) => {
  const { environment } = await capped({});
  const { status, body } = await call(environment, "PUT", "/safety-caps", caps);
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain(Object.keys(caps)[0]);
});
