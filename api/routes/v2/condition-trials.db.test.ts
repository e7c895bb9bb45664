import { afterAll, expect, test } from "vitest";
import type { ConditionTrial } from "#contract/v2/condition-trials.ts";
import { apiWithRunner } from "#test/support/api-with-runner.ts";
import { createTestEnvironment, type TestEnvironment } from "#test/support/environment.ts";
import { type AcceptedEvent, anAcceptedEvent, aStep, aWorkflow } from "#test/support/event.ts";
import { startFakeVendor } from "#test/support/fake-vendor.ts";
import { aMember } from "#test/support/sign-in.ts";

// Conditions tried on the earlier events of a workflow.

const { api, runner } = await apiWithRunner();
const { db, app } = api;
const webhook = await startFakeVendor();
let asked = 0;
webhook.answer = (_request, _text, response) => {
  asked += 1;
  response.end("{}");
};
afterAll(() => webhook.close());

/** A workflow with a run for each of these events, the newest last. */
async function workflowWith(...events: AcceptedEvent[]) {
  const environment = await createTestEnvironment(db);
  const workflow = await aWorkflow(db, environment, [aStep("in_app")]);
  for (const event of events) {
    const { ref } = await anAcceptedEvent(db, environment, workflow, { to: "ada", ...event });
    await runner.toEnd(ref);
  }
  return { environment, workflow };
}

async function attempt(
  { environment, workflow }: { environment: Pick<TestEnvironment, "headers">; workflow: { id: string } },
  filters: unknown,
) {
  const url = `/v2/workflows/${workflow.id}/conditions/try`;
  // A list is one of conditions; anything else is the whole body.
  const payload = Array.isArray(filters) ? { filters } : Object(filters);
  const reply = await app.inject({ method: "POST", url, headers: environment.headers, payload });
  return { status: reply.statusCode, size: reply.body.length, body: reply.json() };
}
async function tried(at: Parameters<typeof attempt>[0], filters: unknown): Promise<ConditionTrial> {
  const { status, body } = await attempt(at, filters);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
}

const payloadIs = (field: string, operator: string, value?: unknown) => ({ on: "payload", field, operator, value });
const all = (...children: object[]) => [{ value: "AND", children }];
const counts = ({ events, passed, failed, unknown }: ConditionTrial) => [
  events,
  passed.count,
  failed.count,
  unknown.count,
];

test("it counts the events that would pass, and shows up to three of each with the values that decided", async () => {
  const totals = [10, 20, 30, 40, 150, 250];
  const at = await workflowWith(...totals.map((total) => ({ payload: { total, note: "unasked" } })));
  const dry = await anAcceptedEvent(db, at.environment, at.workflow, { to: "ada", payload: { total: 500 } });
  await db.$client`update events set test_mode = '{"dryRun": true}' where id = ${dry.ref.eventId}`;
  const trial = await tried(at, all(payloadIs("total", "LARGER", "100")));
  expect(counts(trial)).toEqual([6, 2, 4, 0]);
  expect(trial).toMatchObject({ notKnown: [], isComplete: true });
  expect(trial.passed.examples).toEqual(
    ["250", "150"].map((actual) => ({
      transactionId: expect.any(String),
      triggeredAt: expect.stringMatching(/^\d{4}-.*Z$/),
      _notificationId: expect.any(String),
      subscriberId: "ada",
      values: [{ on: "payload", field: "total", actual, expected: "100", operator: "LARGER", passed: true }],
    })),
  );
  expect(trial.failed.examples.map(({ values }) => values[0]?.actual)).toEqual(["40", "30", "20"]);
  expect(JSON.stringify(trial)).not.toContain("unasked");
});

test("subscribers and tenants are as they are today, and expected values are rendered", async () => {
  const at = await workflowWith(
    { payload: { plan: "gold" }, to: { subscriberId: "ada", data: { plan: "gold" } } },
    { payload: { plan: "gold" }, to: { subscriberId: "bob", data: { plan: "free" } } },
    { payload: { plan: "gold" }, tenant: { identifier: "gone" } },
  );
  const own = { on: "subscriber", field: "data.plan", operator: "EQUAL", value: "{{payload.plan}}" };
  expect(counts(await tried(at, all(own)))).toEqual([3, 2, 1, 0]);
  const tenant = { on: "tenant", field: "name", operator: "EQUAL", value: "Acme" };
  expect(counts(await tried(at, all(tenant)))).toEqual([3, 0, 2, 1]);
});

test("what only the run could know is not known, is named, and counts where it matters; no webhook is called", async () => {
  const at = await workflowWith({ payload: { vip: true } }, { payload: { vip: false } });
  const webhooks = { on: "webhook", webhookUrl: webhook.url, field: "ok", operator: "EQUAL", value: "true" };
  const kinds = [
    webhooks,
    { on: "isOnline", value: true },
    { on: "isOnlineInLast", value: 5, timeOperator: "minutes" },
    { on: "previousStep", step: "bell", stepType: "read" },
    { on: "stepResult", step: "call", field: "status", operator: "EQUAL", value: 200 },
  ];
  const vip = payloadIs("vip", "EQUAL", true);
  for (const kind of kinds) {
    const together = await tried(at, all(vip, kind));
    expect([kind.on, ...counts(together), ...together.notKnown]).toEqual([kind.on, 2, 0, 1, 1, kind.on]);
    const either = await tried(at, [{ value: "OR", children: [vip, kind] }]);
    expect(counts(either)).toEqual([2, 1, 0, 1]);
    const negated = await tried(at, [{ isNegated: true, value: "AND", children: [vip, kind] }]);
    expect(counts(negated)).toEqual([2, 1, 0, 1]);
  }
  const digested = payloadIs("vip", "EQUAL", "{{step.total_count}}");
  expect(counts(await tried(at, all(digested)))).toEqual([2, 0, 0, 2]);
  expect(asked).toBe(0);
});

test("a value that cannot be rendered fails the step, and says why", async () => {
  const at = await workflowWith({ payload: { total: 1 } });
  const trial = await tried(at, all(payloadIs("total", "EQUAL", "{{ payload.total | nope }}")));
  expect(counts(trial)).toEqual([1, 0, 1, 0]);
  expect(trial.failed.examples[0]).toMatchObject({ values: [], problem: expect.stringContaining("nope") });
});

test("the latest hundred events are read, and long values are cut", async () => {
  const { environment, workflow } = await workflowWith();
  const long = "x".repeat(300_000);
  for (let index = 0; index < 103; index += 1) {
    await anAcceptedEvent(db, environment, workflow, { payload: { index, long: index % 10 === 0 ? long : "short" } });
  }
  const { body, size } = await attempt({ environment, workflow }, all(payloadIs("long", "LIKE", "x%")));
  expect(counts(body.data)).toEqual([100, 10, 90, 0]);
  expect(body.data.passed.examples[0].values[0].actual).toBe(`${"x".repeat(199)}…`);
  expect(size).toBeLessThan(10_000);
  const many = Array.from({ length: 40 }, () => payloadIs("long", "IS_DEFINED"));
  const { passed } = await tried({ environment, workflow }, all(...many));
  expect(passed.examples.map(({ values }) => values.length)).toEqual([10, 10, 10]);
});

test("a workflow without events says so, no conditions pass, and what is no condition is refused by its path", async () => {
  const empty = await workflowWith();
  expect(counts(await tried(empty, all(payloadIs("a", "EQUAL", 1))))).toEqual([0, 0, 0, 0]);
  expect(counts(await tried(await workflowWith({}), []))).toEqual([1, 1, 0, 0]);
  const refused = await attempt(empty, [{ children: [{ on: "weather" }] }]);
  expect([refused.status, refused.body.message]).toEqual([400, [expect.stringMatching(/^filters\.0\.children\.0/)]]);
  expect((await attempt({ ...empty, workflow: { id: crypto.randomUUID() } }, [])).status).toBe(404);
});

test("another environment neither finds the workflow nor reads its events; a viewer may try", async () => {
  const at = await workflowWith({ payload: { secret: "mine" } });
  const filters = all(payloadIs("secret", "EQUAL", "mine"));
  const elsewhere = await createTestEnvironment(db);
  expect((await attempt({ ...at, environment: elsewhere }, filters)).status).toBe(404);
  const { headers } = await aMember(db, at.environment.organizationId, "viewer");
  const viewer = { headers: { ...headers, "novu-environment-id": at.environment.environmentId } };
  expect(counts(await tried({ ...at, environment: viewer }, filters))).toEqual([1, 1, 0, 0]);
});

test("a rule to skip a step is tried as a run evaluates it, with the values of its variables", async () => {
  const at = await workflowWith({ payload: { total: "250" } }, { payload: { total: 50 } });
  const total = { ">": [{ var: "payload.total" }, 100] };
  const trial = await tried(at, { rule: { and: [total, { "==": [{ var: "subscriber.subscriberId" }, "ada"] }] } });
  expect(counts(trial)).toEqual([2, 1, 1, 0]);
  expect(trial.passed.examples[0]?.values).toMatchObject([
    { on: "payload", field: "total", actual: "250" },
    { on: "subscriber", field: "subscriberId", actual: "ada" },
  ]);
  const open = await tried(at, { rule: { or: [total, { "==": [{ var: "steps.bell.seen" }, true] }] } });
  expect([counts(open), open.notKnown]).toEqual([[2, 0, 0, 2], ["stepResult"]]);
  for (const body of [{}, { rule: total, filters: [] }]) {
    const { status, body: answer } = await attempt(at, body);
    expect([status, answer.message]).toEqual([400, [expect.stringContaining("filters or rule must be given")]]);
  }
});
