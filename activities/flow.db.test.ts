import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, type Database, openDatabase } from "#db/client.ts";
import { NOTHING_SPARED } from "#db/partitions.ts";
import { deleteExpired, EXPIRING_TABLES } from "#db/queries/retention/delete-expired.ts";
import { createTestEnvironment, type TestEnvironment } from "#test/support/environment.ts";
import { type AcceptedEvent, anAcceptedEvent, aStep, aWorkflow } from "#test/support/event.ts";
import { fakeEngine } from "#test/support/fake-engine.ts";
import { addSmtpServer } from "#test/support/integrations.ts";
import { startMailSink } from "#test/support/mail-sink.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { createEventRunner, type EventRunner } from "#test/support/run-event.ts";

// Throttles, branches and expiry.

const HOUR = 60 * 60 * 1000;

let db: Database;
let environment: TestEnvironment;
const runners: EventRunner[] = [];
beforeAll(async () => {
  db = openDatabase(testDatabaseUrl(), { poolSize: 10 });
  environment = await createTestEnvironment(db);
});
afterAll(async () => {
  for (const runner of runners) await runner.close();
  await closeDatabase(db);
});

function aRunner(): EventRunner {
  const runner = createEventRunner(db, { engine: fakeEngine().engine });
  runners.push(runner);
  return runner;
}

const accepted = async (workflow: Awaited<ReturnType<typeof aWorkflow>>, event: AcceptedEvent = {}) =>
  (await anAcceptedEvent(db, environment, workflow, { to: "ada", ...event })).ref;

const jobsOf = async (eventId: string) =>
  (
    await db.$client`select j.type, j.status from jobs j join runs r on r.id = j.run_id
    where r.event_id = ${eventId} order by r.subscriber_id, j.position`
  ).map((job) => `${job.type} ${job.status}`);

const detailsOf = async (eventId: string) =>
  (
    await db.$client`select d.detail, d.status, d.raw from execution_details d join runs r on r.id = d.run_id
    where r.event_id = ${eventId} order by d.created_at`
  ).map(({ detail, status, raw }) => ({ detail, status, raw: raw && JSON.parse(raw) }));

const messagesOf = async (eventId: string) =>
  (await db.$client`select content from messages where event_id = ${eventId} order by created_at`).map(
    (m) => m.content,
  );

const stopReasons = async (workflowId: string) =>
  (await db.$client`select stop_reason from runs where workflow_id = ${workflowId}`).map((run) => run.stop_reason);

const throttle = (metadata: object = {}) =>
  aStep("throttle", { content: "" }, { metadata: { limit: 3, amount: 1, unit: "hours", ...metadata } as never });

test("of 100 simultaneous events, a throttle of 3 lets exactly 3 pass, also when every attempt is made twice", async () => {
  const workflow = await aWorkflow(db, environment, [
    throttle(),
    aStep("in_app"),
    aStep("delay", {}, { metadata: { type: "regular", amount: 1, unit: "hours" } as never }),
  ]);
  const [one, another] = [aRunner(), aRunner()];
  const refs = await Promise.all(Array.from({ length: 100 }, () => accepted(workflow)));
  const started = await Promise.allSettled(refs.flatMap((ref) => [one.start(ref), another.start(ref)]));
  expect(started.filter(({ status }) => status === "rejected")).toEqual([]);
  const counted = await db.$client`
    select j.type, j.status, count(*)::int as n from jobs j join runs r on r.id = j.run_id
    where r.workflow_id = ${workflow.id} group by 1, 2 order by 1, 2`;
  expect(counted.map(({ type, status, n }) => `${n} ${type} ${status}`)).toEqual([
    "3 delay delayed",
    "97 delay skipped",
    "3 in_app completed",
    "97 in_app skipped",
    "3 throttle completed",
    "97 throttle skipped",
  ]);
  expect((await stopReasons(workflow.id)).filter((reason) => reason === "throttled")).toHaveLength(97);
  const messages = await db.$client`select count(*)::int as n from messages where workflow_id = ${workflow.id}`;
  expect(messages[0]?.n).toBe(3);
}, 60_000);

test("a slice that is not stored consumes no second place when it is repeated", async () => {
  const workflow = await aWorkflow(db, environment, [throttle({ limit: 1 }), aStep("in_app")]);
  const runner = aRunner();
  const [first, second] = [await accepted(workflow), await accepted(workflow)];
  await db.$client`
    create function refuse_runs() returns trigger language plpgsql as $$
    begin raise exception 'broken off' using errcode = '57P01'; end $$`;
  await db.$client`create trigger refuse_runs before insert on runs for each row execute function refuse_runs()`;
  await expect(runner.start(first)).rejects.toThrow();
  await db.$client`drop trigger refuse_runs on runs`;
  await runner.start(second);
  await runner.start(first);
  expect(await jobsOf(first.eventId)).toEqual(["throttle completed", "in_app completed"]);
  expect(await jobsOf(second.eventId)).toEqual(["throttle skipped", "in_app skipped"]);
});

test("a throttled run says why at each step, and a window of a fixed length begins with the first that passes", async () => {
  const workflow = await aWorkflow(db, environment, [throttle({ limit: 1 }), aStep("in_app")]);
  const runner = aRunner();
  const trigger = async () => {
    const ref = await accepted(workflow);
    await runner.start(ref);
    return ref;
  };
  const first = await trigger();
  runner.skip(HOUR / 2);
  const second = await trigger();
  expect(await detailsOf(second.eventId)).toEqual([
    {
      detail: "Step was throttled: the subscriber has had as many runs in this window as the step lets pass",
      status: "Success",
      raw: { limit: 1, windowEndsAt: expect.any(String) },
    },
    { detail: "Step was skipped because an earlier step throttled the run", status: "Success", raw: null },
  ]);
  runner.skip(HOUR / 2 + 1_000);
  const third = await trigger();
  expect(await jobsOf(first.eventId)).toEqual(["throttle completed", "in_app completed"]);
  expect(await jobsOf(third.eventId)).toEqual(["throttle completed", "in_app completed"]);
});

test("subscribers, and values at the throttle key, are counted apart", async () => {
  const workflow = await aWorkflow(db, environment, [throttle({ limit: 1, throttleKey: "post.id" }), aStep("in_app")]);
  const runner = aRunner();
  const passes = async (event: AcceptedEvent) => {
    const ref = await accepted(workflow, event);
    await runner.start(ref);
    return (await jobsOf(ref.eventId)).filter((job) => job === "in_app completed").length;
  };
  expect(await passes({ payload: { post: { id: 1 } }, to: ["ada", "bob"] })).toBe(2);
  expect(await passes({ payload: { post: { id: "1" } } })).toBe(1);
  expect(await passes({ payload: { post: { id: 1 } }, to: ["ada", "eve"] })).toBe(1);
  expect(await passes({})).toBe(1);
  expect(await passes({ payload: { post: null } as never })).toBe(0);
});

test("a window may end as the payload says, and one that it does not say fails the step and names the path", async () => {
  const steps = [throttle({ limit: 1, amount: undefined, unit: undefined, windowPath: "until" }), aStep("in_app")];
  const workflow = await aWorkflow(db, environment, steps);
  const runner = aRunner();
  const run = async (until: unknown) => {
    const ref = await accepted(workflow, { payload: { until } });
    await runner.start(ref);
    return ref;
  };
  expect(await jobsOf((await run({ amount: 10, unit: "minutes" })).eventId)).toContain("in_app completed");
  expect(await jobsOf((await run(new Date(Date.now() + HOUR).toISOString())).eventId)).toContain("in_app skipped");
  const wrong = await run("tomorrow");
  expect(await jobsOf(wrong.eventId)).toEqual(["throttle failed", "in_app completed"]);
  expect(await detailsOf(wrong.eventId)).toContainEqual({
    detail: "Invalid throttle configuration",
    status: "Failed",
    raw: { error: expect.stringContaining("Throttle window at path until must be an ISO date") },
  });
  const past = await run("2020-01-01T00:00:00.000Z");
  expect((await detailsOf(past.eventId))[0]?.raw.error).toContain("must be in the future");
});

const when = (field: string, value: unknown) => [
  { value: "AND", children: [{ on: "payload", field, operator: "EQUAL", value }] },
];
const branches = aStep(
  "branch",
  { content: "" },
  {
    uuid: "plan",
    metadata: {
      branches: [
        { branchId: "vip", name: "VIP", filters: when("plan", "vip") },
        { branchId: "paying", filters: when("paid", "true") },
      ],
      defaultBranchId: "others",
    } as never,
  },
);
const inBranch = (branchId: string, content: string = branchId) => aStep("in_app", { content }, { branchId });

test("the first branch whose conditions pass runs, else the default one; the others are cancelled and say which ran", async () => {
  const steps = [
    branches,
    inBranch("vip"),
    inBranch("paying"),
    inBranch("others"),
    aStep("in_app", { content: "all, {{steps.plan.branchId}}" }),
  ];
  const workflow = await aWorkflow(db, environment, steps);
  const runner = aRunner();
  const run = async (payload: Record<string, unknown>) => {
    const ref = await accepted(workflow, { payload });
    await runner.toEnd(ref);
    return ref;
  };
  const vip = await run({ plan: "vip", paid: true });
  expect(await messagesOf(vip.eventId)).toEqual(["vip", "all, vip"]);
  expect(await jobsOf(vip.eventId)).toEqual([
    "branch completed",
    "in_app completed",
    "in_app canceled",
    "in_app canceled",
    "in_app completed",
  ]);
  const filtered = (await detailsOf(vip.eventId)).filter(({ detail }) => detail.startsWith("Step was filtered"));
  expect(filtered).toEqual(
    ["paying", "others"].map((belongsTo) => ({
      detail: "Step was filtered based on steps filters",
      status: "Success",
      raw: { filter: { conditions: [], passed: false }, branch: { step: "plan", ran: "vip", belongsTo } },
    })),
  );
  expect(await messagesOf((await run({ paid: true })).eventId)).toEqual(["paying", "all, paying"]);
  expect(await messagesOf((await run({})).eventId)).toEqual(["others", "all, others"]);
});

test("a branch is remembered beyond a delay, and a branch step inside a branch that is not taken chooses none", async () => {
  const inner = aStep(
    "branch",
    { content: "" },
    {
      branchId: "paying",
      metadata: { branches: [{ branchId: "big", filters: when("size", "big") }], defaultBranchId: "small" } as never,
    },
  );
  const pause = aStep("delay", { content: "" }, { metadata: { type: "regular", amount: 1, unit: "hours" } as never });
  const steps = [branches, inner, pause, inBranch("big"), inBranch("small"), inBranch("vip"), inBranch("others")];
  const workflow = await aWorkflow(db, environment, steps);
  const contents = async (payload: Record<string, unknown>) => {
    const ref = await accepted(workflow, { payload });
    expect(await aRunner().toEnd(ref)).toBe(1);
    return messagesOf(ref.eventId);
  };
  expect(await contents({ paid: true, size: "big" })).toEqual(["big"]);
  expect(await contents({ paid: true })).toEqual(["small"]);
  expect(await contents({ plan: "vip", size: "big" })).toEqual(["vip"]);
  expect(await contents({})).toEqual(["others"]);
});

test("a branch whose conditions cannot be evaluated fails the step, and no branch runs", async () => {
  const broken = { branchId: "a", filters: when("x", "{% for x in (1..100000000) %}{{ x }}{% endfor %}") };
  const step = aStep("branch", { content: "" }, { metadata: { branches: [broken], defaultBranchId: "b" } as never });
  const workflow = await aWorkflow(db, environment, [
    step,
    inBranch("a"),
    inBranch("b"),
    aStep("in_app", { content: "after" }),
  ]);
  const ref = await accepted(workflow);
  await aRunner().toEnd(ref);
  expect(await jobsOf(ref.eventId)).toEqual([
    "branch failed",
    "in_app canceled",
    "in_app canceled",
    "in_app completed",
  ]);
});

const pause = (amount: number) =>
  aStep("delay", { content: "" }, { metadata: { type: "regular", amount, unit: "hours" } as never });

test("what an event sends after its expiry is skipped as expired, and what it sent in time stays", async () => {
  const steps = [aStep("in_app", { content: "early" }), pause(2), aStep("in_app", { content: "late" }), aStep("email")];
  const workflow = await aWorkflow(db, environment, steps);
  const validUntil = new Date(Date.now() + HOUR);
  const ref = await accepted(workflow, { validUntil });
  await aRunner().toEnd(ref);
  expect(await jobsOf(ref.eventId)).toEqual(["in_app completed", "delay completed", "in_app skipped", "email skipped"]);
  expect(await messagesOf(ref.eventId)).toEqual(["early"]);
  expect((await detailsOf(ref.eventId)).filter(({ detail }) => detail.includes("expired"))).toEqual(
    ["in_app", "email"].map(() => ({
      detail: "Step was skipped because what it would send has expired",
      status: "Success",
      raw: { expiresAt: validUntil.toISOString() },
    })),
  );
  const stored = await db.$client`select valid_until from messages where event_id = ${ref.eventId}`;
  expect(stored.map((row) => new Date(row.valid_until).getTime())).toEqual([validUntil.getTime()]);
});

test("a step may be of use for some time after the trigger only", async () => {
  const steps = [
    pause(2),
    aStep("in_app", { content: "short" }, { expiresAfter: { amount: 1, unit: "hours" } }),
    aStep("in_app", { content: "long" }, { expiresAfter: { amount: 3, unit: "hours" } }),
  ];
  const workflow = await aWorkflow(db, environment, steps);
  const ref = await accepted(workflow);
  await aRunner().toEnd(ref);
  expect(await messagesOf(ref.eventId)).toEqual(["long"]);
  expect(await jobsOf(ref.eventId)).toEqual(["delay completed", "in_app skipped", "in_app completed"]);
});

test("a digest is of use as long as one of its events is, and leaves out those that have expired", async () => {
  const digest = aStep("digest", { content: "" }, { metadata: { type: "regular", amount: 2, unit: "hours" } as never });
  const content = "{% for event in step.events %}{{ event.name }} {% endfor %}of {{ step.total_count }}";
  const workflow = await aWorkflow(db, environment, [digest, aStep("in_app", { content })]);
  const runner = aRunner();
  const expiring = await accepted(workflow, { payload: { name: "short" }, validUntil: new Date(Date.now() + HOUR) });
  const lasting = await accepted(workflow, { payload: { name: "lasting" } });
  await runner.start(expiring);
  await runner.start(lasting);
  await runner.toEnd(expiring);
  expect(await messagesOf(expiring.eventId)).toEqual(["lasting of 1"]);
  const alone = await accepted(workflow, { to: "bob", validUntil: new Date(Date.now() + 3 * HOUR) });
  await runner.toEnd(alone);
  expect(await jobsOf(alone.eventId)).toEqual(["digest completed", "in_app skipped"]);
});

test("a send that is tried again after the expiry ends as skipped, and not as failed; in time it is sent", async () => {
  const own = await createTestEnvironment(db);
  const sink = await startMailSink();
  await sink.stop();
  // Nobody listens there: each send meets an error that may pass.
  await addSmtpServer(db, own.scope, sink.port);
  const mail = aStep("email", { subject: "Code", content: "<p>1234</p>", contentType: "customHtml" });
  const workflow = await aWorkflow(db, own, [mail, aStep("in_app", { content: "after" })]);
  const validUntil = new Date(Date.now() + HOUR);
  const to = { subscriberId: "ada", email: "ada@example.com" };
  const { ref } = await anAcceptedEvent(db, own, workflow, { to, validUntil });
  const runner = aRunner();
  await runner.start(ref);
  expect(await jobsOf(ref.eventId)).toEqual(["email running", "in_app pending"]);
  runner.skip(2 * HOUR);
  await runner.untilItWaits({ event: ref, cohort: 0 });
  expect(await jobsOf(ref.eventId)).toEqual(["email skipped", "in_app skipped"]);
  const [message] = await db.$client`select status, error_text from messages where event_id = ${ref.eventId}`;
  expect(message).toEqual({
    status: "warning",
    error_text: "Step was skipped because what it would send has expired",
  });
  const expired = (await detailsOf(ref.eventId)).filter(({ detail }) => detail.includes("expired"));
  expect(expired.map(({ status, raw }) => ({ status, raw }))).toEqual(
    ["email", "in_app"].map(() => ({ status: "Success", raw: { expiresAt: validUntil.toISOString() } })),
  );
});

test("housekeeping deletes what throttles remember, and keeps what is still of use", async () => {
  const workflow = await aWorkflow(db, environment, [throttle({ limit: 1 })]);
  const runner = aRunner();
  await runner.start(await accepted(workflow));
  const counts = async () => {
    const [row] = await db.$client`
      select (select count(*)::int from throttle_windows where workflow_id = ${workflow.id}) as windows,
        (select count(*)::int from throttle_claims c join runs r on r.id = c.run_id
          where r.workflow_id = ${workflow.id}) as claims`;
    return row;
  };
  const expire = async (hours: number) => {
    const now = new Date(Date.now() + hours * HOUR);
    for (const table of EXPIRING_TABLES) await deleteExpired(db, table, { now, spared: NOTHING_SPARED });
  };
  await expire(0.5);
  expect(await counts()).toEqual({ windows: 1, claims: 1 });
  await expire(2);
  // A run that is repeated still finds what was decided about it.
  expect(await counts()).toEqual({ windows: 0, claims: 1 });
  await expire(40 * 24);
  expect(await counts()).toEqual({ windows: 0, claims: 0 });
});
