import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { resumeEvent } from "#api/services/events/resume-event.ts";
import { activityView } from "#api/views/activity/activity.ts";
import { closeDatabase, type Database, openDatabase } from "#db/client.ts";
import { listActivity } from "#db/queries/activity/activity.ts";
import { markReopened } from "#db/queries/cohorts/reopen-cohort.ts";
import { cancelEventRow } from "#db/queries/events/cancel-event.ts";
import { setCredentials } from "#db/queries/subscribers/change-subscriber.ts";
import { addTopicSubscribers } from "#db/queries/topics/topics.ts";
import type { EventRef } from "#engine/refs.ts";
import type { TestDeps } from "#test/support/activity-deps.ts";
import { aStep } from "#test/support/event.ts";
import { eventsOnOneClock } from "#test/support/events-on-one-clock.ts";
import { fakeEngine } from "#test/support/fake-engine.ts";
import { startFakeVendor } from "#test/support/fake-vendor.ts";
import { addIntegration } from "#test/support/integrations.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import type { EventRunner } from "#test/support/run-event.ts";
import { storeSubscribers } from "#test/support/subscribers.ts";
import { createDigestMemory } from "./slice/digest-memory.ts";

// Digests: who joins which window, what is sent at its end, and who takes over.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let db: Database;
const runners: EventRunner[] = [];
beforeAll(async () => {
  db = openDatabase(testDatabaseUrl(), { poolSize: 10 });
  // As when the connection breaks in the middle of storing a slice.
  await db.$client`
    create function break_off() returns trigger language plpgsql as $$
    begin raise exception 'broken off' using errcode = '57P01'; end $$`;
});
afterAll(async () => {
  for (const runner of runners) await runner.close();
  await closeDatabase(db);
});

/** Calls while no run can be stored. */
async function whileBreaking(call: () => Promise<unknown>): Promise<void> {
  await db.$client`create trigger break_off before insert or update on runs for each row execute function break_off()`;
  await expect(call()).rejects.toThrow();
  await db.$client`drop trigger break_off on runs`;
}

const collected = "{{ step.total_count }} of {{ name }}:{% for event in step.events %} {{ event.name }}{% endfor %}";

/** A workflow of these steps, and its events on one clock. Woken executions are run when `settle` is called. */
async function aDigest(steps: object[], deps: Partial<TestDeps> = {}) {
  const events = await eventsOnOneClock(db, steps, deps);
  runners.push(events.runner);
  return events;
}

const regular = { type: "regular", amount: 10, unit: "minutes" };
const aDigestStep = (metadata: object = regular, step: object = {}) => ({ ...aStep("digest"), metadata, ...step });

test("one event is sent alone when its window ends", async () => {
  const { trigger, skip, messages, jobs, details } = await aDigest([
    aDigestStep(),
    aStep("in_app", { content: collected }),
  ]);
  await trigger("a");
  expect(await jobs("a")).toEqual(["digest delayed", "in_app pending"]);
  await skip(9 * MINUTE);
  expect(await messages()).toEqual([]);
  await skip(2 * MINUTE);
  expect(await messages()).toEqual(["1 of a: a"]);
  expect(await jobs("a")).toEqual(["digest completed", "in_app completed"]);
  expect(await details("a")).toEqual([
    "Step digested (Pending)",
    "Digest triggered events (Success)",
    "Message created (Pending)",
    "Message sent (Success)",
  ]);
});

test("later events merge into the window, which they do not extend, and are sent with the first", async () => {
  const { trigger, skip, messages, jobs, details } = await aDigest([
    aStep("in_app", { content: "at once: {{ name }}" }),
    aDigestStep(),
    aStep("in_app", { content: collected }),
  ]);
  await trigger("a");
  await skip(6 * MINUTE);
  await trigger("b");
  await skip(3 * MINUTE);
  await trigger("c");
  expect(await jobs("c")).toEqual(["in_app completed", "digest merged", "in_app merged"]);
  await skip(2 * MINUTE);
  expect(await messages()).toEqual(["at once: a", "at once: b", "at once: c", "3 of a: a b c"]);
  expect(await jobs("b")).toEqual(["in_app completed", "digest merged", "in_app merged"]);
  expect(await details("b")).toContain("Digest was merged with other digest (Success)");
  await trigger("d");
  await skip(11 * MINUTE);
  expect((await messages()).at(-1)).toBe("1 of d: d");
});

const keyed = (digestKey: string) => aDigestStep({ ...regular, digestKey });

test("events of different keys have windows of their own, and those without a key share one", async () => {
  const { trigger, skip, messages } = await aDigest([keyed("order.id"), aStep("in_app", { content: collected })]);
  const order = (id?: unknown) => ({ payload: { order: id === undefined ? {} : { id } } });
  await trigger("none", order());
  await trigger("a", order("a"));
  await trigger("null", order(null));
  await trigger("a2", order("a"));
  await trigger("false", order(false));
  await trigger("0", order(0));
  await trigger("text 0", order("0"));
  await trigger("object", order({ x: 1, y: [2] }));
  await trigger("same object", order({ y: [2], x: 1 }));
  await trigger("long", order("x".repeat(5_000)));
  await trigger("long too", order("x".repeat(5_000)));
  await skip(11 * MINUTE);
  expect((await messages()).sort()).toEqual([
    "1 of 0: 0",
    "1 of false: false",
    "1 of text 0: text 0",
    "2 of a: a a2",
    "2 of long: long long too",
    "2 of none: none null",
    "2 of object: object same object",
  ]);
});

test("each member of a topic has a window of its own", async () => {
  const { environment, trigger, skip, messages } = await aDigest([
    aDigestStep(),
    aStep("in_app", { content: collected }),
  ]);
  const crowd = Array.from({ length: 60 }, (_, index) => `member-${index}`);
  await storeSubscribers(
    db,
    environment.scope,
    crowd.map((subscriberId) => ({ subscriberId })),
  );
  await db.transaction((transaction) => addTopicSubscribers(transaction, environment.scope, "crowd", crowd));
  await trigger("all", { to: { type: "Topic", topicKey: "crowd" } });
  await trigger("some", { to: crowd.slice(0, 30) });
  await skip(11 * MINUTE);
  for (const [index, member] of crowd.entries()) {
    expect(await messages(member)).toEqual([index < 30 ? "2 of all: all some" : "1 of all: all"]);
  }
});

test("of a hundred first events at once, exactly one opens the window and nothing is lost", async () => {
  const { accept, runner, skip, messages, jobs } = await aDigest([
    aDigestStep(),
    aStep("in_app", { content: "{{ step.total_count }}" }),
  ]);
  const names = Array.from({ length: 100 }, (_, index) => `event ${index}`);
  const refs = [];
  for (const name of names) refs.push(await accept(name));
  await Promise.all(refs.map((ref) => runner.start(ref)));
  const states = (await Promise.all(names.map(jobs))).map(([digest]) => digest);
  expect(states.filter((state) => state === "digest delayed")).toHaveLength(1);
  expect(states.filter((state) => state === "digest merged")).toHaveLength(99);
  await skip(11 * MINUTE);
  expect(await messages()).toEqual(["100"]);
});

test("an event that two workers take up at once is in one window once", async () => {
  const { accept, runner, skip, messages, jobs } = await aDigest([
    aDigestStep(),
    aStep("in_app", { content: collected }),
  ]);
  const [first, second] = [await accept("a"), await accept("b")];
  await Promise.all([first, first, second, second, first, second].map((ref) => runner.start(ref)));
  const states = [...(await jobs("a")), ...(await jobs("b"))].sort();
  expect(states).toEqual(["digest delayed", "digest merged", "in_app merged", "in_app pending"]);
  await skip(11 * MINUTE);
  expect((await messages()).map((text) => text.slice(0, 2))).toEqual(["2 "]);
});

test("two digests of one workflow collect apart, and the second replaces the events of the first", async () => {
  const { trigger, skip, messages } = await aDigest([
    aDigestStep(),
    aStep("in_app", { content: `first ${collected}` }),
    aDigestStep({ type: "regular", amount: 1, unit: "hours" }),
    aStep("in_app", { content: `second ${collected}` }),
  ]);
  await trigger("a");
  await trigger("b");
  await skip(11 * MINUTE);
  await trigger("c");
  await skip(11 * MINUTE);
  expect(await messages()).toEqual(["first 2 of a: a b", "first 1 of c: c"]);
  await skip(HOUR);
  expect((await messages()).slice(2)).toEqual(["second 2 of a: a c"]);
});

test("the events are there for steps after a later delay, too", async () => {
  const { trigger, skip, messages } = await aDigest([
    aDigestStep(),
    { ...aStep("delay"), metadata: { type: "regular", amount: 1, unit: "hours" } },
    aStep("in_app", { content: collected }),
  ]);
  await trigger("a");
  await trigger("b");
  await skip(11 * MINUTE);
  await skip(2 * HOUR);
  expect(await messages()).toEqual(["2 of a: a b"]);
});

const onlyWhen = (value: string) => [
  { value: "AND", children: [{ on: "payload", field: "kind", operator: "EQUAL", value }] },
];

test("an event that the conditions exclude goes on at once and alone", async () => {
  const { trigger, skip, messages, jobs, details } = await aDigest([
    aDigestStep(regular, { filters: onlyWhen("digest") }),
    aStep("in_app", { content: collected }),
  ]);
  await trigger("a", { payload: { kind: "digest" } });
  await trigger("other", { payload: { kind: "urgent" } });
  await trigger("b", { payload: { kind: "digest" } });
  expect(await messages()).toEqual(["0 of other:"]);
  expect(await jobs("other")).toEqual(["digest skipped", "in_app completed"]);
  expect(await details("other")).toContain("Step was filtered based on steps filters (Success)");
  await skip(11 * MINUTE);
  expect((await messages()).at(-1)).toBe("2 of a: a b");
});

const backoff = { type: "backoff", amount: 10, unit: "minutes", backoffAmount: 5, backoffUnit: "minutes" };

test("a backoff digest lets the first event through, collects what follows soon, and again after a quiet time", async () => {
  const { trigger, skip, messages, jobs, details } = await aDigest([
    aDigestStep(backoff),
    aStep("in_app", { content: collected }),
  ]);
  await trigger("a");
  expect(await messages()).toEqual(["0 of a:"]);
  expect(await jobs("a")).toEqual(["digest skipped", "in_app completed"]);
  expect(await details("a")).toContain("Digest was skipped, first backoff event (Success)");
  await skip(MINUTE);
  await trigger("b");
  await skip(MINUTE);
  await trigger("c");
  await skip(10 * MINUTE);
  expect(await messages()).toEqual(["0 of a:", "2 of b: b c"]);
  await skip(6 * MINUTE);
  await trigger("d");
  expect(await messages()).toEqual(["0 of a:", "2 of b: b c", "0 of d:"]);
});

test("of two first events at the same time, a backoff digest lets one through, however often they are taken up", async () => {
  const { accept, runner, skip, messages } = await aDigest([
    aDigestStep(backoff),
    aStep("in_app", { content: "{{ step.total_count }}" }),
  ]);
  const refs = [await accept("a"), await accept("b")];
  await Promise.all([...refs, ...refs, ...refs].map((ref) => runner.start(ref)));
  expect(await messages()).toEqual(["0"]);
  await skip(11 * MINUTE);
  expect(await messages()).toEqual(["0", "1"]);
});

test("overrides.delay of the first event is the length of the window", async () => {
  const { trigger, skip, messages } = await aDigest([aDigestStep(), aStep("in_app", { content: collected })]);
  await trigger("a", { overrides: { delay: { amount: 2, unit: "hours" } } });
  await skip(HOUR);
  expect(await messages()).toEqual([]);
  await skip(HOUR + 2 * MINUTE);
  expect(await messages()).toEqual(["1 of a: a"]);
});

const sending = [aDigestStep(), aStep("in_app", { content: collected })];

test("a cancelled member leaves, and the others are sent", async () => {
  const { trigger, skip, cancel, messages, jobs } = await aDigest(sending);
  for (const name of ["a", "b", "c"]) await trigger(name);
  expect(await cancel("b")).toBe(true);
  expect(await jobs("b")).toEqual(["digest canceled", "in_app canceled"]);
  expect(await cancel("b")).toBe(false);
  await skip(11 * MINUTE);
  expect(await messages()).toEqual(["2 of a: a c"]);
  expect(await cancel("c")).toBe(false);
  expect(await jobs("c")).toEqual(["digest merged", "in_app merged"]);
});

test("a cancelled member ends as cancelled, also when its execution looks only after the window has closed", async () => {
  const { environment, trigger, skip, messages, jobs } = await aDigest(sending);
  await trigger("a");
  const { transactionId } = await trigger("b");
  await trigger("c");
  const canceled = await db.transaction((transaction) => cancelEventRow(transaction, environment.scope, transactionId));
  expect(canceled?.mergedCohortIds).toHaveLength(1);
  await skip(11 * MINUTE);
  expect(await messages()).toEqual(["2 of a: a c"]);
  expect(await jobs("b")).toEqual(["digest canceled", "in_app canceled"]);
  expect(await jobs("c")).toEqual(["digest merged", "in_app merged"]);
});

test("a digest that closes while one of its events is being cancelled is sent without it", async () => {
  const { environment, trigger, skip, messages, jobs } = await aDigest(sending);
  await trigger("a");
  const { transactionId } = await trigger("b");
  let closing: Promise<void> | undefined;
  await db.transaction(async (transaction) => {
    expect(await cancelEventRow(transaction, environment.scope, transactionId)).toBeDefined();
    closing = skip(11 * MINUTE);
    await sleep(500);
    expect(await messages()).toEqual([]);
  });
  await closing;
  expect(await messages()).toEqual(["1 of a: a"]);
  expect(await jobs("b")).toEqual(["digest canceled", "in_app canceled"]);
});

test("when the first event is cancelled, the oldest one takes over, and the end of the window stays", async () => {
  const { trigger, skip, cancel, messages, jobs, details } = await aDigest(sending);
  for (const name of ["a", "b", "c"]) {
    await trigger(name);
    await skip(2 * MINUTE);
  }
  expect(await cancel("a")).toBe(true);
  expect(await jobs("a")).toEqual(["digest canceled", "in_app canceled"]);
  expect(await jobs("b")).toEqual(["digest delayed", "in_app pending"]);
  expect(await jobs("c")).toEqual(["digest merged", "in_app merged"]);
  expect(await details("b")).toContain("Step digested (Pending)");
  await trigger("d");
  await skip(3 * MINUTE);
  expect(await messages()).toEqual([]);
  await skip(2 * MINUTE);
  expect(await messages()).toEqual(["3 of b: b c d"]);
});

test("the window is handed over again and again; with nobody left, nothing is sent and the next event opens a new one", async () => {
  const { trigger, skip, cancel, messages, jobs } = await aDigest(sending);
  for (const name of ["a", "b", "c", "d"]) await trigger(name);
  expect(await cancel("a")).toBe(true);
  expect(await cancel("d")).toBe(true);
  expect(await cancel("b")).toBe(true);
  expect(await jobs("c")).toEqual(["digest delayed", "in_app pending"]);
  expect(await cancel("c")).toBe(true);
  await skip(8 * MINUTE);
  await trigger("e");
  await skip(8 * MINUTE);
  expect(await messages()).toEqual([]);
  await skip(3 * MINUTE);
  expect(await messages()).toEqual(["1 of e: e"]);
});

test("an event that opened the window of one recipient and joined that of another leaves both", async () => {
  const { trigger, skip, cancel, messages } = await aDigest(sending);
  await trigger("a", { to: ["ada"] });
  await trigger("both", { to: ["ada", "bob"] });
  await trigger("b", { to: ["bob", "ada"] });
  expect(await cancel("both")).toBe(true);
  await skip(11 * MINUTE);
  expect(await messages("ada")).toEqual(["2 of a: a b"]);
  expect(await messages("bob")).toEqual(["1 of b: b"]);
});

test("cancelled at the same time, members and masters leave nothing behind that waits", async () => {
  const { trigger, skip, cancel, messages, jobs } = await aDigest(sending);
  const names = ["a", "b", "c", "d", "e", "f"];
  for (const name of names) await trigger(name);
  await Promise.all(["a", "b", "c", "d", "e"].map(cancel));
  await skip(11 * MINUTE);
  expect(await messages()).toEqual(["1 of f: f"]);
  for (const name of names.slice(0, 5)) expect(await jobs(name)).toEqual(["digest canceled", "in_app canceled"]);
});

test("an operator who ends the execution of the first event leaves the window to the next one", async () => {
  const { trigger, runner, skip, settle, messages, jobs } = await aDigest(sending);
  const first = await trigger("a");
  await trigger("b");
  await runner.call(runner.activities.stopOwned, { event: first, reason: "An operator terminated it" });
  await settle();
  expect(await jobs("a")).toEqual(["digest failed", "in_app canceled"]);
  expect(await jobs("b")).toEqual(["digest delayed", "in_app pending"]);
  await skip(11 * MINUTE);
  expect(await messages()).toEqual(["1 of b: b"]);
});

test("a worker that dies after it joined, and before it stored, finds its place again", async () => {
  const { accept, trigger, runner, skip, messages, jobs } = await aDigest(sending);
  const first = await accept("a");
  await whileBreaking(() => runner.start(first));
  await trigger("b");
  expect(await jobs("b")).toEqual(["digest merged", "in_app merged"]);
  await runner.start(first);
  expect(await jobs("a")).toEqual(["digest delayed", "in_app pending"]);
  await skip(11 * MINUTE);
  expect(await messages()).toEqual(["2 of a: a b"]);
});

test("an event that is cancelled between joining and storing hands the window over", async () => {
  const { accept, trigger, runner, skip, cancel, messages, jobs } = await aDigest(sending);
  const first = await accept("a");
  await whileBreaking(() => runner.start(first));
  await trigger("b");
  await trigger("c");
  expect(await cancel("a")).toBe(true);
  await runner.start(first);
  expect(await jobs("a")).toEqual([]);
  expect(await jobs("b")).toEqual(["digest delayed", "in_app pending"]);
  await skip(11 * MINUTE);
  expect(await messages()).toEqual(["2 of b: b c"]);
});

test("a window whose end was stored by nobody is found by the reconciler", async () => {
  const { trigger, runner, skip, settle, messages } = await aDigest(sending);
  const first = await trigger("a");
  await trigger("b");
  // As a crash leaves it between the end of the first run and the hand-over.
  await db.$client`update events set canceled_at = clock_timestamp() where id = ${first.eventId}`;
  await db.$client`update runs set stop_reason = 'canceled', due_at = null where event_id = ${first.eventId}`;
  await skip(12 * MINUTE);
  expect(await messages()).toEqual([]);
  await runner.call(runner.activities.reconcile);
  await settle();
  expect(await messages()).toEqual(["1 of b: b"]);
});

test("conditions count again at the end: what no longer applies is dropped, and the run goes on without events", async () => {
  const filters = [
    { value: "AND", children: [{ on: "subscriber", field: "firstName", operator: "EQUAL", value: "Ada" }] },
  ];
  const { trigger, skip, environment, messages, jobs } = await aDigest([
    aDigestStep(regular, { filters }),
    aStep("in_app", { content: collected }),
  ]);
  await trigger("a", { to: { subscriberId: "ada", firstName: "Ada" } });
  await trigger("b", { to: { subscriberId: "ada" } });
  await db.$client`update subscribers set first_name = 'Grace' where environment_id = ${environment.environmentId}`;
  await skip(11 * MINUTE);
  expect(await jobs("a")).toEqual(["digest canceled", "in_app completed"]);
  expect(await messages()).toEqual(["0 of a:"]);
});

test("events that come while the window closes are in exactly one message", async () => {
  const { accept, trigger, runner, skip, messages } = await aDigest([
    aDigestStep(),
    aStep("in_app", { content: "{% for event in step.events %}{{ event.name }} {% endfor %}" }),
  ]);
  const first = await trigger("a");
  const refs = [];
  for (let index = 0; index < 40; index++) refs.push(await accept(`event-${index}`));
  runner.skip(11 * MINUTE);
  const closing = async () => {
    await new Promise((resolve) => setTimeout(resolve, 60));
    await runner.untilItWaits({ event: first, cohort: 0 });
  };
  await Promise.all([closing(), ...refs.map((ref) => runner.start(ref))]);
  await skip(11 * MINUTE);
  const sent = (await messages()).join(" ").trim().split(/\s+/).sort();
  expect(sent).toEqual(["a", ...refs.map((_, index) => `event-${index}`)].sort());
});

test("a hundred events of 300 kB are collected without exceeding what a message may take", async () => {
  const { trigger, skip, messages, details } = await aDigest([
    aDigestStep(),
    aStep("in_app", { content: "{{ step.total_count }}" }),
  ]);
  for (let index = 0; index < 30; index++) await trigger(`event ${index}`, { payload: { text: "x".repeat(300_000) } });
  await skip(11 * MINUTE);
  expect(await messages()).toEqual(["30"]);
  expect(await details("event 0")).toContain("Digest triggered events (Success)");
});

test("digests that are large together are decided in several slices, and several events of them have their turn one after the other", async () => {
  const whole = createDigestMemory();
  let held = 0;
  const sizes: number[] = [];
  const mostHeld: number[] = [];
  const digestMemory: typeof whole = {
    run: (owner, bytes, work) =>
      whole.run(owner, bytes, async () => {
        sizes.push(bytes);
        held += bytes;
        mostHeld.push(held);
        try {
          return await work();
        } finally {
          held -= bytes;
        }
      }),
  };
  const steps = [
    aDigestStep({ ...regular, digestKey: "group" }),
    aStep("in_app", { content: "{{ step.total_count }}" }),
  ];
  const { trigger, runner, messages } = await aDigest(steps, { digestMemory });
  const to = Array.from({ length: 8 }, (_, index) => `person-${index}`);
  const masters: EventRef[] = [];
  for (const group of ["a", "b", "c"]) {
    const event = (name: string) => trigger(name, { to, payload: { group, text: "x".repeat(900_000) } });
    masters.push(await event(`${group} 1`));
    for (const number of [2, 3]) await event(`${group} ${number}`);
  }
  runner.skip(11 * MINUTE);
  await Promise.all(masters.map((event) => runner.untilItWaits({ event, cohort: 0 })));
  for (const person of to) expect(await messages(person)).toEqual(["3", "3", "3"]);
  // Two runs of 2.7 MB are a slice, and three times as much is in memory while it is decided.
  expect(Math.max(...sizes)).toBeLessThan(17_000_000);
  expect(Math.max(...mostHeld)).toBeLessThan(31_000_000);
  // The three events have worked at the same time as far as there was room.
  expect(sizes.filter((bytes) => bytes > 0).length).toBeGreaterThanOrEqual(12);
});

describe("a push message after a digest", () => {
  /** A digest before a push step to two devices, whose receiver answers as the test says. */
  async function aPushDigest(answers: number[], before: object[] = []) {
    const vendor = await startFakeVendor();
    onTestFinished(() => vendor.close());
    const calls: { target: string[]; payload: { step: { events: { name: string }[] } } }[] = [];
    vendor.answer = ({ url }, text, response) => {
      if (url === "/hook") calls.push(JSON.parse(text));
      response.writeHead(url === "/hook" ? (answers.shift() ?? 202) : 400).end();
    };
    const push = aStep("push", { title: "{{ step.total_count }}", content: "x" });
    const events = await aDigest([...before, aDigestStep(), push], { baseUrls: { "https://exp.host": vendor.url } });
    const { scope } = events.environment;
    await storeSubscribers(db, scope, [{ subscriberId: "ada" }]);
    for (const [providerId, credentials] of [
      ["push-webhook", { webhookUrl: `${vendor.url}/hook`, secretKey: "hush" }],
      ["expo", { apiKey: "hush" }],
    ] as const) {
      await addIntegration(db, scope, { channel: "push", providerId, identifier: providerId, credentials });
    }
    const connect = (providerId: string, deviceTokens: string[]) =>
      db.transaction((transaction) =>
        setCredentials(transaction, scope, "ada", { providerId, credentials: { deviceTokens } }, "set"),
      );
    const deliveries = () => db.$client<{ providerId: string; request: object; bytes: number; state: string }[]>`
      select provider_id as "providerId", request, bytes, state from deliveries
      where environment_id = ${scope.environmentId} order by provider_id`;
    return { ...events, calls, connect, deliveries };
  }
  const step = (...names: string[]) => ({
    digest: names.length > 0,
    events: names.map((name) => expect.objectContaining({ name })),
    total_count: names.length,
  });

  test("carries the collected events to the customer's own receiver, for each device and on every attempt", async () => {
    const { trigger, skip, calls, connect, deliveries } = await aPushDigest([503, 503]);
    await connect("push-webhook", ["phone", "tablet"]);
    const long = "x".repeat(200_000);
    for (const name of ["a", "b", "c"]) await trigger(name, name === "a" ? {} : { payload: { long } });
    await skip(11 * MINUTE);
    expect(calls.map(({ target }) => target[0]).sort()).toEqual(["phone", "tablet"]);
    // Once for each device, they would be stored many times over.
    for (const { bytes } of await deliveries()) expect(bytes).toBeLessThan(2_000);
    await skip(HOUR);
    expect(calls.map(({ target }) => target[0]).sort()).toEqual(["phone", "phone", "tablet", "tablet"]);
    for (const { payload } of calls) {
      expect(payload).toEqual({ name: "a", subscriber: expect.anything(), step: step("a", "b", "c") });
    }
    expect((await deliveries()).map(({ state }) => state)).toEqual(["sent", "sent"]);
  });

  test("carries them when it is sent again by a resume", async () => {
    const { trigger, skip, calls, connect, settle } = await aPushDigest([400]);
    await connect("push-webhook", ["phone"]);
    const first = await trigger("a");
    await trigger("b");
    await skip(11 * MINUTE);
    const { engine } = fakeEngine();
    await resumeEvent({ db, engine }, { scope: first, caller: { kind: "system" } }, first.transactionId);
    await settle();
    expect(calls.map(({ payload }) => payload.step)).toEqual([step("a", "b"), step("a", "b")]);
  });

  test("says so where nothing was collected before, and carries no events to a provider that has no use for them", async () => {
    const { trigger, skip, calls, connect, deliveries } = await aPushDigest(
      [],
      [aStep("push", { title: "at once", content: "x" })],
    );
    await connect("push-webhook", ["phone"]);
    await connect("expo", ["ExponentPushToken[1]"]);
    await trigger("a");
    expect(calls.map(({ payload }) => payload.step)).toEqual([step()]);
    await skip(11 * MINUTE);
    expect(calls.map(({ payload }) => payload.step)).toEqual([step(), step("a")]);
    const ofExpo = (await deliveries()).filter(({ providerId }) => providerId === "expo");
    expect(ofExpo).toHaveLength(2);
    for (const { request } of ofExpo) {
      expect(request).toMatchObject({ payload: { name: "a" } });
      expect(request).not.toHaveProperty("step");
      expect(request).not.toHaveProperty("collected");
    }
  });
});

test("the activity feed shows what was collected, and by which run a merged one was sent", async () => {
  const { trigger, skip, environment } = await aDigest(sending);
  const [first, second] = [await trigger("a"), await trigger("b")];
  await skip(11 * MINUTE);
  const activityOf = async ({ transactionId }: EventRef) => {
    const { runs } = await listActivity(db, environment.scope, { page: 0, limit: 10, transactionId });
    const [row] = runs;
    if (!row) throw new Error("There is no run");
    return activityView(row, { engineUrl: undefined, templates: false });
  };
  const [master, merged] = [await activityOf(first), await activityOf(second)];
  expect(master.jobs[0]).toMatchObject({
    status: "completed",
    digest: { ...regular, events: [{ name: "a" }, { name: "b" }] },
  });
  expect(master.jobs[0]?.executionDetails.map(({ detail }) => detail)).toEqual([
    "Step created",
    "Step queued",
    "Step digested",
    "Start digesting",
    "Digest triggered events",
  ]);
  expect(merged).toMatchObject({ _digestedNotificationId: master._id });
  expect(merged.jobs[0]).toMatchObject({ status: "merged", _mergedDigestId: master.jobs[0]?._id });
});

describe("a window whose heir belongs to an execution that was stopped", () => {
  const steps = [aDigestStep({ ...regular, digestKey: "key" }), aStep("in_app", { content: collected })];

  /** An event for two subscribers, of whom `ada` is merged into the window of the event `first`; its execution was stopped. */
  async function stopped(cursor: string | null = null) {
    const digest = await aDigest(steps);
    const first = await digest.trigger("first");
    const second = await digest.trigger("second", { to: ["ada", "bob"] });
    await digest.runner.call(digest.runner.activities.stopOwned, {
      event: second,
      reason: "terminated by an operator",
    });
    if (cursor !== null) await db.$client`update cohorts set cursor = ${cursor} where event_id = ${second.eventId}`;
    return { ...digest, first, second };
  }

  test("is taken over by it, and its execution starts again", async () => {
    const { environment, first, woken, second, runner, settle, messages, jobs } = await stopped();
    await db.transaction((transaction) => cancelEventRow(transaction, environment.scope, first.transactionId));
    await runner.untilItWaits({ event: first, cohort: 0 });
    expect(woken).toMatchObject([{ event: { eventId: second.eventId } }]);
    expect(await jobs("second")).toEqual(
      expect.arrayContaining(["digest delayed", "in_app pending", "digest failed", "in_app canceled"]),
    );
    const [cohort] = await db.$client`select stop_reason from cohorts where event_id = ${second.eventId}`;
    expect(cohort?.stop_reason).toBeNull();
    runner.skip(11 * MINUTE);
    await settle();
    expect(await messages()).toEqual(["1 of second: second"]);
    expect(await messages("bob")).toEqual([]);
  });

  test("is left to another run, when there is one whose execution runs", async () => {
    const { cancel, trigger, skip, messages, second } = await stopped();
    await trigger("third");
    await cancel("first");
    const [cohort] = await db.$client`select stop_reason from cohorts where event_id = ${second.eventId}`;
    expect(cohort?.stop_reason).toBe("terminated by an operator");
    await skip(11 * MINUTE);
    expect(await messages()).toEqual(["2 of third: third second"]);
  });

  test("is not taken over where that would go on through the audience: the run says so, and a resume begins it again", async () => {
    const { cancel, jobs, details, messages, skip, second, environment } = await stopped("named:2");
    await cancel("first");
    expect(await jobs("second")).toEqual(
      expect.arrayContaining(["digest failed", "in_app canceled", "digest failed", "in_app canceled"]),
    );
    expect(await details("second")).toContain("Step was not completed because its execution ended (Failed)");
    await skip(11 * MINUTE);
    expect(await messages()).toEqual([]);
    await db.$client`update cohorts set cursor = null where event_id = ${second.eventId}`;
    await markReopened(db, environment.scope, second.eventId);
    await skip(0);
    await skip(11 * MINUTE);
    expect(await messages()).toEqual(["1 of second: second"]);
  });
});
