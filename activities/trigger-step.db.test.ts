import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { TRIGGER_DEPTH_MAX } from "#contract/constants/limits.ts";
import { closeDatabase, type Database, openDatabase } from "#db/client.ts";
import { cancelEventRow } from "#db/queries/events/cancel-event.ts";
import { saveWorkflowOverride } from "#db/queries/workflows/workflow-overrides.ts";
import { tenants } from "#db/schema/tenants.ts";
import { DomainError } from "#domain/errors.ts";
import type { EventRef } from "#engine/refs.ts";
import { createTestEnvironment, type TestEnvironment } from "#test/support/environment.ts";
import { type AcceptedEvent, anAcceptedEvent, aStep, aWorkflow } from "#test/support/event.ts";
import { fakeEngine } from "#test/support/fake-engine.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { createEventRunner, type EventRunner } from "#test/support/run-event.ts";
import { createSliceGate } from "./gate/slice-gate.ts";

let db: Database;
let environment: TestEnvironment;
let runner: EventRunner;
const fake = fakeEngine();
beforeAll(async () => {
  db = openDatabase(testDatabaseUrl(), { poolSize: 5 });
  environment = await createTestEnvironment(db);
  runner = createEventRunner(db, { engine: fake.engine });
});
afterEach(() => {
  fake.started.length = 0;
});
afterAll(async () => {
  await runner.close();
  await closeDatabase(db);
});

const starts = (workflowId: string, payload?: object, step: object = {}) =>
  aStep("trigger", { content: "" }, { metadata: { workflowId, ...(payload && { payload }) }, ...step } as never);

async function run(steps: object[], event: AcceptedEvent = {}): Promise<EventRef> {
  const workflow = await aWorkflow(db, environment, steps);
  const { ref } = await anAcceptedEvent(db, environment, workflow, { to: "ada", ...event });
  await runner.toEnd(ref);
  return ref;
}

const jobsOf = async ({ eventId }: EventRef) =>
  (
    await db.$client`select j.type, j.status from jobs j join runs r on r.id = j.run_id
      where r.event_id = ${eventId} order by r.subscriber_id, j.position`
  ).map(({ type, status }) => `${type} ${status}`);

const detailsOf = async ({ eventId }: EventRef) =>
  (
    await db.$client`select d.detail, d.status, d.raw from execution_details d join runs r on r.id = d.run_id
      where r.event_id = ${eventId} order by d.created_at`
  ).map(({ detail, status, raw }) => ({ detail, status, raw: raw && JSON.parse(raw) }));

/** Events of a workflow, oldest first. */
const eventsOf = (workflowId: string) =>
  db.$client`select e.id, e.transaction_id, c.payload, c.recipients, c.tenant, c.actor, c.depth
    from events e join event_contents c on c.event_id = e.id
    where e.workflow_id = ${workflowId} order by e.created_at`;

test("the workflow is started for the subscriber of the run, with the rendered payload, and the history names the event", async () => {
  const target = await aWorkflow(db, environment, [aStep("in_app", { content: "{{ text }} {{ items.length }}" })]);
  const payload = {
    text: "Hi {{ subscriber.firstName }}, {{ payload.order }}",
    items: "{{ payload.items }}",
    nested: { list: ["{{ order }}", 4, null], missing: "{{ payload.nothing }}" },
  };
  const ref = await run([starts(target.identifier, payload), aStep("in_app", { content: "after" })], {
    to: { subscriberId: "ada", firstName: "Ada" },
    payload: { order: 7, items: [{ a: 1 }, { a: 2 }] },
  });
  expect(await jobsOf(ref)).toEqual(["trigger completed", "in_app completed"]);
  const [event, ...others] = await eventsOf(target.id);
  expect(others).toEqual([]);
  expect(event).toMatchObject({
    payload: {
      text: "Hi Ada, 7",
      items: [{ a: 1 }, { a: 2 }],
      nested: { list: [7, 4, null], missing: null },
    },
    recipients: { subscribers: [{ subscriberId: "ada" }], topics: [] },
    depth: 1,
  });
  expect((await detailsOf(ref))[0]).toEqual({
    detail: "Another workflow was triggered",
    status: "Success",
    raw: { workflow: target.identifier, transactionId: event?.transaction_id },
  });
  expect(fake.started).toMatchObject([
    {
      event: { eventId: event?.id, transactionId: event?.transaction_id },
      workflow: target.identifier,
      subscriber: "ada",
    },
  ]);
  await runner.toEnd({ ...ref, eventId: event?.id, transactionId: event?.transaction_id });
  const [message] = await db.$client`select content from messages where event_id = ${event?.id}`;
  expect(message).toEqual({ content: "Hi Ada, 7 2" });
});

test("the identifier of the workflow may be a template, and one that is empty for the event fails the step", async () => {
  const target = await aWorkflow(db, environment, [aStep("in_app")]);
  const steps = [starts("{{ payload.next }}")];
  const ref = await run(steps, { payload: { next: target.identifier } });
  expect(await eventsOf(target.id)).toHaveLength(1);
  expect((await detailsOf(ref))[0]?.raw).toMatchObject({ workflow: target.identifier });
  const empty = await run(steps, { payload: {} });
  expect(await jobsOf(empty)).toEqual(["trigger failed"]);
  expect((await detailsOf(empty))[0]?.raw).toMatchObject({
    error: "The workflow {{ payload.next }} is empty for this event",
  });
});

test("attachments stay with the event that brought them: its bytes are gone once its own runs have ended", async () => {
  const target = await aWorkflow(db, environment, [aStep("in_app")]);
  const attachments = [{ name: "a.pdf", mime: "application/pdf", size: 3 }];
  await run([starts(target.identifier)], { payload: { order: 7, attachments } });
  expect((await eventsOf(target.id)).map(({ payload }) => payload)).toEqual([{ order: 7 }]);
});

test("without a payload of its own the step passes on that of the event, with its tenant and actor", async () => {
  const target = await aWorkflow(db, environment, [aStep("in_app")]);
  const [tenant] = await db
    .insert(tenants)
    .values({ ...environment.scope, identifier: "acme" })
    .returning();
  await run([starts(target.identifier)], {
    payload: { order: 7 },
    tenant: { identifier: "acme" },
    actor: { subscriberId: "grace" },
  });
  expect(await eventsOf(target.id)).toMatchObject([
    { payload: { order: 7 }, tenant: { identifier: "acme" }, actor: { subscriberId: "grace" } },
  ]);
  await db.transaction((transaction) =>
    saveWorkflowOverride(transaction, environment.scope, {
      workflowId: target.id,
      tenantId: tenant?.id ?? "",
      active: false,
      preferenceSettings: {},
    }),
  );
  const refused = await run([starts(target.identifier)], { tenant: { identifier: "acme" } });
  expect(await jobsOf(refused)).toEqual(["trigger failed"]);
});

test("each of many subscribers gets one event, also when two attempts of the activity overlap, and a third follows", async () => {
  const target = await aWorkflow(db, environment, [aStep("in_app")]);
  const workflow = await aWorkflow(db, environment, [starts(target.identifier)]);
  const to = Array.from({ length: 30 }, (_, index) => `many-${index}`);
  const { ref } = await anAcceptedEvent(db, environment, workflow, { to });
  const other = createEventRunner(db, { engine: fakeEngine().engine });
  await Promise.all([runner.start(ref), other.start(ref)]);
  await other.close();
  // As if the slice had not been stored: the runs stand at the step again.
  await db.$client`update jobs set status = 'pending' where run_id in (select id from runs where event_id = ${ref.eventId})`;
  await db.$client`update runs set position = 0, due_at = now() where event_id = ${ref.eventId}`;
  await runner.untilItWaits({ event: ref, cohort: 0 });
  expect(new Set(await jobsOf(ref))).toEqual(new Set(["trigger completed"]));
  const events = await eventsOf(target.id);
  expect(events).toHaveLength(30);
  expect(new Set(events.map(({ recipients }) => recipients.subscribers[0].subscriberId))).toEqual(new Set(to));
});

test("workflows that start each other in a circle end, with a detail that says so", async () => {
  const first = await aWorkflow(db, environment, [starts("the-second"), aStep("in_app")]);
  await db.$client`update workflows set identifier = 'the-second' where id = ${first.id}`;
  const { ref } = await anAcceptedEvent(db, environment, first, { to: "ada" });
  let last: EventRef = ref;
  for (let depth = 0; depth <= TRIGGER_DEPTH_MAX; depth++) {
    fake.started.length = 0;
    await runner.toEnd(last);
    const [next] = fake.started;
    if (depth < TRIGGER_DEPTH_MAX) last = next?.event ?? ref;
    else expect(next).toBeUndefined();
  }
  expect(await eventsOf(first.id)).toHaveLength(TRIGGER_DEPTH_MAX + 1);
  expect(await jobsOf(last)).toEqual(["trigger failed", "in_app completed"]);
  expect((await detailsOf(last))[0]).toMatchObject({
    detail: "Another workflow could not be triggered",
    status: "Failed",
    raw: { workflow: "the-second", error: expect.stringContaining("circle") },
  });
});

test("a workflow that cannot be started fails the step with the reason, and the run goes on unless the step stops it", async () => {
  const needing = await aWorkflow(db, environment, [
    aStep("in_app", { variables: [{ name: "order", type: "String", required: true }] }),
  ]);
  const inactive = await aWorkflow(db, environment, [aStep("in_app")], { active: false });
  const empty = await aWorkflow(db, environment, []);
  const reasonOf = async (step: object) => {
    const ref = await run([step, aStep("in_app")]);
    return [...(await jobsOf(ref)), (await detailsOf(ref))[0]?.raw.error];
  };
  const failed = (reason: string) => ["trigger failed", "in_app completed", expect.stringContaining(reason)];
  expect(await reasonOf(starts("unknown"))).toEqual(failed("has no workflow unknown"));
  expect(await reasonOf(starts(inactive.identifier))).toEqual(failed("is not active"));
  expect(await reasonOf(starts(empty.identifier))).toEqual(failed("has no active step"));
  expect(await reasonOf(starts(needing.identifier))).toEqual(failed("order (Value)"));
  const stopping = await run([starts("unknown", undefined, { shouldStopOnFail: true }), aStep("in_app")]);
  expect(await jobsOf(stopping)).toEqual(["trigger failed", "in_app canceled"]);
});

test("while Temporal is away the event is stored for the reconciler, and the step completes", async () => {
  const target = await aWorkflow(db, environment, [aStep("in_app")]);
  let asked = 0;
  const away = fakeEngine({
    startTrigger: async () => {
      asked += 1;
      throw new DomainError("unavailable", "Temporal does not respond");
    },
  });
  const lonely = createEventRunner(db, { engine: away.engine });
  const workflow = await aWorkflow(db, environment, [starts(target.identifier)]);
  const to = Array.from({ length: 40 }, (_, index) => `away-${index}`);
  const { ref } = await anAcceptedEvent(db, environment, workflow, { to });
  await lonely.toEnd(ref);
  await lonely.close();
  expect(new Set(await jobsOf(ref))).toEqual(new Set(["trigger completed"]));
  expect(await eventsOf(target.id)).toHaveLength(40);
  expect(asked).toBeLessThanOrEqual(3 * 10);
});

test("Temporal is asked when the slice has had its turn, in which others wait", async () => {
  const gate = createSliceGate();
  let inTurn = 0;
  const askedInTurn: number[] = [];
  const { engine } = fakeEngine({
    startTrigger: async () => {
      askedInTurn.push(inTurn);
    },
  });
  const counted: typeof gate = {
    ...gate,
    run: (turn, work) =>
      gate.run(turn, async (largest) => {
        inTurn += 1;
        return await work(largest).finally(() => {
          inTurn -= 1;
        });
      }),
  };
  const target = await aWorkflow(db, environment, [aStep("in_app")]);
  const worker = createEventRunner(db, { engine, gate: counted });
  const workflow = await aWorkflow(db, environment, [starts(target.identifier)]);
  const { ref } = await anAcceptedEvent(db, environment, workflow, { to: ["one", "two"] });
  await worker.toEnd(ref);
  await worker.close();
  expect(askedInTurn).toEqual([0, 0]);
});

test("an event that is cancelled before its step starts another starts none", async () => {
  const target = await aWorkflow(db, environment, [aStep("in_app")]);
  const delayed = aStep("delay", {}, { metadata: { type: "regular", amount: 1, unit: "hours" } });
  const workflow = await aWorkflow(db, environment, [delayed, starts(target.identifier)]);
  const { ref } = await anAcceptedEvent(db, environment, workflow, { to: "ada" });
  const [cohort] = await runner.start(ref);
  await db.transaction((transaction) => cancelEventRow(transaction, environment.scope, ref.transactionId));
  runner.skip(3_700_000);
  if (cohort) await runner.untilItWaits(cohort);
  expect(await jobsOf(ref)).toEqual(["delay canceled", "trigger canceled"]);
  expect(await eventsOf(target.id)).toEqual([]);
});

test("a step whose conditions fail starts nothing", async () => {
  const target = await aWorkflow(db, environment, [aStep("in_app")]);
  const children = [{ on: "payload", field: "vip", operator: "EQUAL", value: "true" }];
  const ref = await run([starts(target.identifier, {}, { filters: [{ value: "AND", children }] })], { payload: {} });
  expect(await jobsOf(ref)).toEqual(["trigger canceled"]);
  expect(await eventsOf(target.id)).toEqual([]);
});
