import { afterAll, beforeAll, expect, test } from "vitest";
import { JOB_STATUSES } from "#contract/constants/statuses.ts";
import { closeDatabase, type Database, openDatabase } from "#db/client.ts";
import { cancelEventRow } from "#db/queries/events/cancel-event.ts";
import { findSubscriber } from "#db/queries/subscribers/subscribers.ts";
import { addTopicSubscribers } from "#db/queries/topics/topics.ts";
import { COHORT_RECIPIENTS, SLICE_SIZE } from "#engine/policies.ts";
import type { EventRef } from "#engine/refs.ts";
import { createTestEnvironment, type TestEnvironment } from "#test/support/environment.ts";
import { type AcceptedEvent, anAcceptedEvent, aStep, aWorkflow } from "#test/support/event.ts";
import { codeLogger } from "#test/support/logged-codes.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { createEventRunner, type EventRunner } from "#test/support/run-event.ts";
import { storeSubscribers } from "#test/support/subscribers.ts";

let db: Database;
let environment: TestEnvironment;
let runner: EventRunner;
beforeAll(async () => {
  db = openDatabase(testDatabaseUrl(), { poolSize: 5 });
  environment = await createTestEnvironment(db);
  runner = createEventRunner(db);
});
afterAll(async () => {
  await runner.close();
  await closeDatabase(db);
});

const inAppAndDelay = [aStep("in_app"), aStep("delay", {}, { metadata: { amount: 1, unit: "days" } as never })];

async function anEvent(to: unknown, event: AcceptedEvent = {}, steps: object[] = inAppAndDelay): Promise<EventRef> {
  const workflow = await aWorkflow(db, environment, steps);
  const { ref } = await anAcceptedEvent(db, environment, workflow, { to, ...event });
  return ref;
}

/** As the execution of the event asks for it. */
const resolve = (event: EventRef, again?: boolean) =>
  runner.call(runner.activities.resolveAudience, { event, ...(again && { again }) });

const named = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, i) => ({ subscriberId: `${prefix}-${i}` }));

const topic = (topicKey: string) => ({ type: "Topic", topicKey });

async function insertSubscribers({ scope }: TestEnvironment, count: number): Promise<void> {
  await db.$client`
    insert into subscribers (organization_id, environment_id, subscriber_id)
    select ${scope.organizationId}, ${scope.environmentId}, 's-' || n from generate_series(1, ${count}) n`;
}

async function recipientsOf({ eventId }: EventRef): Promise<string[]> {
  const rows = await db.$client<{ subscriber: string; source: string }[]>`
    select s.subscriber_id as subscriber, r.source from runs r join subscribers s on s.id = r.subscriber_id
    where r.event_id = ${eventId} order by 1`;
  return rows.map(({ subscriber, source }) => `${subscriber} ${source}`);
}

async function problemsOf({ eventId }: EventRef): Promise<unknown> {
  const [row] = await db.$client`select problems from events where id = ${eventId}`;
  return row?.problems;
}

/** How many messages there are, and for how many subscribers. */
async function messagesOf({ eventId }: EventRef) {
  const [counts] = await db.$client`
    select count(*)::int as messages, count(distinct subscriber_id)::int as subscribers
    from messages where event_id = ${eventId}`;
  return counts;
}

/** Runs and jobs by status: once as the event's cohorts have counted them, once as they are. */
async function countsOf({ eventId }: EventRef) {
  const sums = JOB_STATUSES.map((status) => `sum(${status})::int as ${status}`).join(", ");
  const [counted] = await db.$client.unsafe(
    `select sum(runs)::int as runs, ${sums} from cohorts where event_id = '${eventId}'`,
  );
  const actual = JOB_STATUSES.map((status) => `count(*) filter (where j.status = '${status}')::int as ${status}`);
  const [real] = await db.$client.unsafe(
    `select count(distinct r.id)::int as runs, ${actual.join(", ")}
     from runs r join jobs j on j.run_id = r.id where r.event_id = '${eventId}'`,
  );
  return { counted, real };
}

const cohortsOf = ({ eventId }: EventRef) =>
  db.$client`select number, execution_id, cursor, runs from cohorts where event_id = ${eventId} order by number`;

test("an unknown subscriber is created with the fields that the trigger gives, and its run has a job for each step", async () => {
  const event = await anEvent({ subscriberId: "ada", firstName: "Ada", data: { plan: "pro" } });
  expect(await resolve(event)).toMatchObject({ cohorts: 1, first: { more: false } });
  expect(await recipientsOf(event)).toEqual(["ada single"]);
  const [subscriber] = await db.$client`
    select first_name, data from subscribers
    where environment_id = ${environment.environmentId} and subscriber_id = 'ada'`;
  expect(subscriber).toEqual({ first_name: "Ada", data: { plan: "pro" } });
  const jobs = await db.$client`
    select j.type, j.status, j.position from jobs j join runs r on r.id = j.run_id
    where r.event_id = ${event.eventId} order by j.position`;
  expect([...jobs]).toEqual([
    { type: "in_app", status: "completed", position: 0 },
    { type: "delay", status: "delayed", position: 1 },
  ]);
});

test.each<[string, unknown, string[]]>([
  ["an id", "to-id", ["to-id single"]],
  ["an object", { subscriberId: "to-object", lastName: null }, ["to-object single"]],
  ["a topic", topic("to-topic"), ["to-member-0 topic", "to-member-1 topic"]],
  [
    "a list of all kinds",
    ["to-id", { subscriberId: "to-object" }, topic("to-topic"), "to-member-1"],
    ["to-id single", "to-member-0 topic", "to-member-1 single", "to-object single"],
  ],
  [
    "a list with nulls",
    [null, "to-id", undefined, null, { subscriberId: "to-object", data: null }],
    ["to-id single", "to-object single"],
  ],
  ["a list of nothing but a null", [null], []],
])("recipients that are given as %s have one run each", async (_, to, expected) => {
  await storeSubscribers(db, environment.scope, named(2, "to-member"));
  await db.transaction((transaction) =>
    addTopicSubscribers(transaction, environment.scope, "to-topic", ["to-member-0", "to-member-1"]),
  );
  const event = await anEvent(to);
  await resolve(event);
  expect(await recipientsOf(event)).toEqual(expected);
});

test("a subscriber who is named twice with different names has one run, and the last name", async () => {
  const event = await anEvent([
    { subscriberId: "named-twice", firstName: "Ann", lastName: "Lee" },
    "another",
    { subscriberId: "named-twice", firstName: "Anna" },
  ]);
  await resolve(event);
  expect(await recipientsOf(event)).toEqual(["another single", "named-twice single"]);
  const stored = await findSubscriber(db, environment.scope, "named-twice");
  expect(stored).toMatchObject({ firstName: "Anna", lastName: null });
});

test("a stored subscriber is changed in the fields that the trigger gives, and keeps the others", async () => {
  await storeSubscribers(db, environment.scope, [{ subscriberId: "eve", firstName: "Eve", lastName: "Moneypenny" }]);
  await resolve(await anEvent({ subscriberId: "eve", firstName: "Eva" }));
  const [subscriber] = await db.$client`
    select first_name, last_name from subscribers
    where environment_id = ${environment.environmentId} and subscriber_id = 'eve'`;
  expect(subscriber).toEqual({ first_name: "Eva", last_name: "Moneypenny" });
});

test("the actor is stored with the fields that the trigger gives", async () => {
  await resolve(await anEvent("served", { actor: { subscriberId: "acting", firstName: "Grace" } }));
  const [actor] = await db.$client`
    select first_name from subscribers
    where environment_id = ${environment.environmentId} and subscriber_id = 'acting'`;
  expect(actor).toEqual({ first_name: "Grace" });
});

test.each([
  ["again, as after a crash", async (event: EventRef) => [await resolve(event), await resolve(event, true)]],
  [
    "by a second execution that does not know of the first",
    async (event: EventRef) => [await resolve(event), await resolve(event)],
  ],
  [
    "by two attempts at the same time",
    (event: EventRef) => Promise.all([resolve(event), resolve(event), resolve(event, true)]),
  ],
])("an event that is divided twice, %s, has each run, job and message once", async (_, divide) => {
  const count = SLICE_SIZE + 10;
  const event = await anEvent(named(count, "twice"));
  for (const { cohorts } of await divide(event)) expect(cohorts).toBe(1);
  expect(await recipientsOf(event)).toHaveLength(count);
  expect(await cohortsOf(event)).toMatchObject([{ number: 0, cursor: null, runs: count }]);
  const { counted, real } = await countsOf(event);
  expect(counted).toEqual(real);
  expect(real).toMatchObject({ runs: count, completed: count, delayed: count });
  expect(await messagesOf(event)).toEqual({ messages: count, subscribers: count });
});

test("a subscriber gets one run, however often and through however many topics it is reached", async () => {
  await storeSubscribers(db, environment.scope, named(3, "member"));
  await db.transaction((transaction) =>
    addTopicSubscribers(transaction, environment.scope, "first", ["member-0", "member-1"]),
  );
  await db.transaction((transaction) =>
    addTopicSubscribers(transaction, environment.scope, "second", ["member-0", "member-1", "member-2"]),
  );
  const event = await anEvent([topic("first"), "member-0", topic("second"), "member-0", null]);
  await resolve(event);
  expect(await recipientsOf(event)).toEqual(["member-0 single", "member-1 topic", "member-2 topic"]);
});

test("a topic reaches all of its living members, also when they are more than a slice", async () => {
  const here = await createTestEnvironment(db);
  const count = SLICE_SIZE * 2 + 1;
  await insertSubscribers(here, count);
  const ids = Array.from({ length: count }, (_, i) => `s-${i + 1}`);
  await db.transaction((transaction) => addTopicSubscribers(transaction, here.scope, "all", ids));
  await db.transaction((transaction) => addTopicSubscribers(transaction, here.scope, "some", ids.slice(0, SLICE_SIZE)));
  await db.$client`
    update subscribers set deleted_at = now() where environment_id = ${here.environmentId} and subscriber_id = 's-1'`;
  const workflow = await aWorkflow(db, here, inAppAndDelay);
  const { ref } = await anAcceptedEvent(db, here, workflow, { to: [topic("all"), topic("some")] });
  await runner.start(ref);
  expect(await recipientsOf(ref)).toEqual(
    ids
      .slice(1)
      .map((id) => `${id} topic`)
      .sort(),
  );
});

test("the actor gets nothing through a topic, but does when named directly", async () => {
  await storeSubscribers(db, environment.scope, named(2, "actor"));
  await db.transaction((transaction) =>
    addTopicSubscribers(transaction, environment.scope, "actors", ["actor-0", "actor-1"]),
  );
  const actor = { subscriberId: "actor-0" };
  const through = await anEvent([topic("actors")], { actor });
  await resolve(through);
  expect(await recipientsOf(through)).toEqual(["actor-1 topic"]);
  const direct = await anEvent([topic("actors"), "actor-0"], { actor });
  await resolve(direct);
  expect(await recipientsOf(direct)).toEqual(["actor-0 single", "actor-1 topic"]);
});

test("a subscriber whom a topic excludes gets nothing through it, but does when another recipient names them", async () => {
  const here = await createTestEnvironment(db);
  const ids = named(SLICE_SIZE + 3, "x").map(({ subscriberId }) => subscriberId);
  await storeSubscribers(db, here.scope, named(SLICE_SIZE + 3, "x"));
  const [first = "", second = "", third = "", ...others] = ids;
  await db.transaction((transaction) => addTopicSubscribers(transaction, here.scope, "all", ids));
  await db.transaction((transaction) => addTopicSubscribers(transaction, here.scope, "few", [second]));
  const workflow = await aWorkflow(db, here, inAppAndDelay);
  const reached = async (to: unknown[]) => {
    const { ref } = await anAcceptedEvent(db, here, workflow, { to });
    await runner.start(ref);
    return { recipients: await recipientsOf(ref), problems: await problemsOf(ref) };
  };
  const all = { ...topic("all"), exclude: [first, second, third, "nobody"] };
  const ofTopic = (...members: string[]) => members.map((id) => `${id} topic`).sort();
  expect(await reached([all])).toEqual({ recipients: ofTopic(...others), problems: [] });
  const more = await reached([all, topic("few"), third]);
  expect(more.recipients).toEqual([...ofTopic(second, ...others), `${third} single`].sort());
  expect(await reached([{ ...topic("few"), exclude: [second] }])).toMatchObject({
    recipients: [],
    problems: [{ kind: "no_recipients", message: expect.stringContaining("whom the event excludes") }],
  });
});

test("a broadcast reaches its actor too", async () => {
  const here = await createTestEnvironment(db);
  await storeSubscribers(db, here.scope, named(2, "b"));
  const workflow = await aWorkflow(db, here, inAppAndDelay);
  const { ref } = await anAcceptedEvent(db, here, workflow, { audience: "broadcast", actor: { subscriberId: "b-0" } });
  await resolve(ref);
  expect(await recipientsOf(ref)).toEqual(["b-0 broadcast", "b-1 broadcast"]);
});

test("an unknown topic is noted once and the rest of the audience is served", async () => {
  await storeSubscribers(db, environment.scope, named(2, "known"));
  await db.transaction((transaction) =>
    addTopicSubscribers(transaction, environment.scope, "known", ["known-0", "known-1"]),
  );
  const event = await anEvent(["served", topic("nowhere"), topic("known")]);
  await resolve(event);
  await resolve(event, true);
  expect(await recipientsOf(event)).toEqual(["known-0 topic", "known-1 topic", "served single"]);
  expect(await problemsOf(event)).toEqual([
    { kind: "topic_not_found", subject: "nowhere", message: "No topic with key nowhere exists in this environment" },
  ]);
});

test("topics that reach nobody are logged with their codes", async () => {
  await db.transaction((transaction) => addTopicSubscribers(transaction, environment.scope, "empty", []));
  const { logger, takeCodes } = codeLogger();
  const logging = createEventRunner(db, { logger });
  const event = await anEvent(["served", topic("nowhere"), topic("empty")]);
  await logging.call(logging.activities.resolveAudience, { event });
  await logging.close();
  expect(takeCodes()).toEqual([4001, 4002]);
});

test("a topic of another environment is unknown, and its members are not reached", async () => {
  const other = await createTestEnvironment(db);
  await storeSubscribers(db, other.scope, named(1, "foreign"));
  await db.transaction((transaction) => addTopicSubscribers(transaction, other.scope, "foreign", ["foreign-0"]));
  const event = await anEvent([topic("foreign")]);
  expect(await resolve(event)).toMatchObject({ cohorts: 1, first: { wake: null, more: false } });
  expect(await recipientsOf(event)).toEqual([]);
  expect(await problemsOf(event)).toMatchObject([
    { kind: "topic_not_found", subject: "foreign" },
    { kind: "no_recipients" },
  ]);
  expect(await cohortsOf(event)).toMatchObject([{ cursor: null, runs: 0 }]);
});

test("a field of a recipient that is not what it should be is left out and noted, and the person is served", async () => {
  const bad = { subscriberId: "bad", firstName: "Ada", email: "not an address", timezone: "Moon", locale: "English" };
  const chat = { providerId: "slack", credentials: { webhookUrl: "hooks.example.org" } };
  const wide = {
    subscriberId: "wide",
    email: "r&d@xn--e1aybc.xn--p1ai",
    timezone: "US/Pacific",
    locale: "de_DE.UTF-8",
  };
  const event = await anEvent([{ ...bad, channels: [chat] }, wide]);
  await resolve(event);
  expect(await recipientsOf(event)).toEqual(["bad single", "wide single"]);
  const kind = "recipient_invalid";
  const problems = [
    { kind, subject: "bad", message: "email must be an email, and was left out" },
    { kind, subject: "bad", message: "locale must be a locale such as en or pt-BR, and was left out" },
    {
      kind,
      subject: "bad",
      message: "timezone must be the name of a time zone such as Europe/Berlin, or UTC, and was left out",
    },
    {
      kind,
      subject: "bad",
      message:
        "channels.0.credentials.webhookUrl must be an http or https address, such as https://example.com/webhook, and was left out",
    },
  ];
  expect(new Set((await problemsOf(event)) as object[])).toEqual(new Set(problems));
  const { scope } = environment;
  expect(await findSubscriber(db, scope, "bad")).toMatchObject({ firstName: "Ada", email: null, timezone: null });
  expect(await findSubscriber(db, scope, "wide")).toMatchObject({ email: wide.email, timezone: wide.timezone });
});

test("a recipient who is called as the environment is gets no run and is noted, and the others are served", async () => {
  const { environmentId } = environment.scope;
  const event = await anEvent([environmentId, "good"]);
  await resolve(event);
  expect(await recipientsOf(event)).toEqual(["good single"]);
  expect(await problemsOf(event)).toMatchObject([{ kind: "recipient_invalid", subject: environmentId }]);
});

test("a recipient whose channels no integration serves gets no run and is stored, and the others are served", async () => {
  const channels = [{ providerId: "slack", credentials: { webhookUrl: "https://hooks.example.com/1" } }];
  const event = await anEvent([{ subscriberId: "channelled", firstName: "Ada", channels }, "unchannelled"]);
  await resolve(event);
  expect(await recipientsOf(event)).toEqual(["unchannelled single"]);
  expect(await problemsOf(event)).toMatchObject([{ kind: "recipient_invalid", subject: "channelled" }]);
  const stored = await findSubscriber(db, environment.scope, "channelled");
  expect(stored).toMatchObject({ firstName: "Ada", channels: [] });
});

test("a large broadcast is divided into cohorts, and every living subscriber is reached exactly once", async () => {
  const here = await createTestEnvironment(db);
  const count = COHORT_RECIPIENTS * 2 + 200;
  await insertSubscribers(here, count);
  await db.$client`
    update subscribers set deleted_at = now() where environment_id = ${here.environmentId} and subscriber_id = 's-7'`;
  const workflow = await aWorkflow(db, here, inAppAndDelay);
  const { ref } = await anAcceptedEvent(db, here, workflow, { audience: "broadcast" });
  expect(await resolve(ref)).toEqual({ cohorts: 3, first: null });
  // Divided again after a crash, it is divided as before, however far the cohorts are.
  await runner.untilItWaits({ event: ref, cohort: 0 });
  expect(await resolve(ref)).toEqual({ cohorts: 3, first: null });
  expect(await resolve(ref, true)).toEqual({ cohorts: 3, first: null });
  await Promise.all([1, 2, 2].map((cohort) => runner.untilItWaits({ event: ref, cohort })));

  const [event] = await db.$client`select execution_id from events where id = ${ref.eventId}`;
  const cohorts = await cohortsOf(ref);
  expect(cohorts.map(({ number, execution_id }) => [number, execution_id])).toEqual(
    [0, 1, 2].map((number) => [number, `${event?.execution_id}/cohort-${number}`]),
  );
  for (const { runs, cursor } of cohorts) {
    expect(cursor).toBeNull();
    // Ids are random, so that the parts are of nearly the same size.
    expect(Math.abs(runs - count / 3)).toBeLessThan(300);
  }
  expect(new Set(await recipientsOf(ref)).size).toBe(count - 1);
  const { counted, real } = await countsOf(ref);
  expect(counted).toEqual(real);
  expect(real).toMatchObject({ runs: count - 1, completed: count - 1, delayed: count - 1 });
}, 60_000);

test("named recipients and members of topics share the cohorts of one event", async () => {
  const here = await createTestEnvironment(db);
  await insertSubscribers(here, COHORT_RECIPIENTS);
  await db.transaction((transaction) =>
    addTopicSubscribers(
      transaction,
      here.scope,
      "all",
      Array.from({ length: COHORT_RECIPIENTS }, (_, i) => `s-${i + 1}`),
    ),
  );
  const workflow = await aWorkflow(db, here, [aStep("in_app")]);
  const to = [topic("all"), "s-1", ...named(10, "direct")];
  const { ref } = await anAcceptedEvent(db, here, workflow, { to });
  expect(await runner.start(ref)).toHaveLength(2);
  const recipients = await recipientsOf(ref);
  expect(recipients).toHaveLength(COHORT_RECIPIENTS + 10);
  expect(recipients.filter((recipient) => recipient.endsWith(" single"))).toHaveLength(11);
  const { counted, real } = await countsOf(ref);
  expect(counted).toEqual(real);
}, 60_000);

test("an event that is cancelled before its audience is resolved reaches nobody", async () => {
  const event = await anEvent(["too-late"]);
  expect(
    await db.transaction((transaction) => cancelEventRow(transaction, environment.scope, event.transactionId)),
  ).toBeDefined();
  expect(await resolve(event)).toMatchObject({ cohorts: 1, first: { wake: null, more: false } });
  expect(await recipientsOf(event)).toEqual([]);
  expect(await cohortsOf(event)).toMatchObject([{ cursor: null, runs: 0 }]);
});

/** A runner whose renderer is disturbed at the given call. */
function disturbed(call: number, disturb: () => Promise<unknown>): EventRunner {
  const { renderer } = runner.deps;
  let calls = 0;
  return createEventRunner(db, {
    renderer: {
      ...renderer,
      async renderMessages(batch) {
        calls += 1;
        if (calls === call) await disturb();
        return renderer.renderMessages(batch);
      },
    },
  });
}

test("an activity that fails between two parts of an audience is continued by its repetition", async () => {
  const count = SLICE_SIZE * 2 + 10;
  const event = await anEvent(named(count, "continued"));
  const failing = disturbed(2, () => Promise.reject(Object.assign(new Error("reset"), { code: "ECONNRESET" })));
  await expect(failing.start(event)).rejects.toThrow("reset");
  await failing.deps.dispatcher.close();
  const before = await recipientsOf(event);
  expect(before.length).toBeGreaterThan(0);
  expect(before.length).toBeLessThan(count);
  // The reconciler finds it, should nobody repeat the activity.
  const [cohort] = await db.$client`select due_at, cursor from cohorts where event_id = ${event.eventId}`;
  expect(cohort).toEqual({ due_at: expect.any(String), cursor: expect.any(String) });

  await runner.start(event, { again: true });
  expect(await recipientsOf(event)).toHaveLength(count);
  const { counted, real } = await countsOf(event);
  expect(counted).toEqual(real);
  expect(await cohortsOf(event)).toMatchObject([{ cursor: null, runs: count }]);
});

test("a broadcast to 1,203 subscribers whose worker dies in its middle reaches each of them once", async () => {
  const here = await createTestEnvironment(db);
  await insertSubscribers(here, 1_203);
  const workflow = await aWorkflow(db, here, inAppAndDelay);
  const { ref } = await anAcceptedEvent(db, here, workflow, { audience: "broadcast" });
  const dying = disturbed(3, () => Promise.reject(Object.assign(new Error("reset"), { code: "ECONNRESET" })));
  await expect(dying.start(ref)).rejects.toThrow("reset");
  await dying.deps.dispatcher.close();
  const before = (await recipientsOf(ref)).length;
  expect(before).toBeGreaterThan(0);
  expect(before).toBeLessThan(1_203);

  // Two workers take it up: the one that Temporal asked again, and one that does not know of the first.
  const next = createEventRunner(db);
  await Promise.all([runner.start(ref, { again: true }), next.start(ref)]);
  await next.close();
  const recipients = await recipientsOf(ref);
  expect(recipients).toHaveLength(1_203);
  expect(new Set(recipients).size).toBe(1_203);
  expect(await messagesOf(ref)).toEqual({ messages: 1_203, subscribers: 1_203 });
  const { counted, real } = await countsOf(ref);
  expect(counted).toEqual(real);
}, 60_000);

test("an event whose worker dies before its first step is stored is served as a whole, and once", async () => {
  const event = await anEvent(named(20, "first-step"));
  const dying = disturbed(1, () => Promise.reject(Object.assign(new Error("reset"), { code: "ECONNRESET" })));
  await expect(dying.start(event)).rejects.toThrow("reset");
  await dying.deps.dispatcher.close();
  expect(await recipientsOf(event)).toEqual([]);

  const next = createEventRunner(db);
  await Promise.all([runner.start(event, { again: true }), next.start(event, { again: true })]);
  await next.close();
  expect(await messagesOf(event)).toEqual({ messages: 20, subscribers: 20 });
  const { counted, real } = await countsOf(event);
  expect(counted).toEqual(real);
  expect(real).toMatchObject({ runs: 20, completed: 20, delayed: 20 });
});

test("an event that is cancelled while a part of its audience is decided turns nobody further into a run", async () => {
  const event = await anEvent(named(SLICE_SIZE * 2 + 10, "meanwhile"));
  let before: string[] = [];
  const cancelling = disturbed(2, async () => {
    before = await recipientsOf(event);
    await db.transaction((transaction) => cancelEventRow(transaction, environment.scope, event.transactionId));
  });
  await cancelling.start(event);
  await cancelling.deps.dispatcher.close();
  expect(before.length).toBeGreaterThan(0);
  expect(await recipientsOf(event)).toEqual(before);
  const { counted, real } = await countsOf(event);
  expect(counted).toEqual(real);
  expect(real).toMatchObject({ completed: before.length, canceled: before.length, delayed: 0 });
  expect(await cohortsOf(event)).toMatchObject([{ cursor: null, runs: before.length }]);
});

test("an event that is cancelled between two cohorts turns nobody further into a run", async () => {
  const here = await createTestEnvironment(db);
  await insertSubscribers(here, COHORT_RECIPIENTS + 1);
  const workflow = await aWorkflow(db, here, inAppAndDelay);
  const { ref } = await anAcceptedEvent(db, here, workflow, { audience: "broadcast" });
  expect(await resolve(ref)).toEqual({ cohorts: 2, first: null });
  await runner.untilItWaits({ event: ref, cohort: 0 });
  const before = await recipientsOf(ref);
  expect(before.length).toBeGreaterThan(0);

  const canceled = await db.transaction((transaction) => cancelEventRow(transaction, here.scope, ref.transactionId));
  expect(canceled).toMatchObject({ id: ref.eventId });
  for (const cohort of [0, 1]) {
    expect(await runner.untilItWaits({ event: ref, cohort })).toMatchObject({ wake: null, more: false });
  }
  expect(await recipientsOf(ref)).toEqual(before);
  const { counted, real } = await countsOf(ref);
  expect(counted).toEqual(real);
  expect(real).toMatchObject({ completed: before.length, canceled: before.length, delayed: 0 });
  expect(await cohortsOf(ref)).toMatchObject([{ cursor: null }, { cursor: null, runs: 0 }]);
}, 60_000);
