import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { createTestEnvironment, type TestEnvironment, testApp } from "#test/support/environment.ts";
import { explainedBy } from "#test/support/prepared-plans.ts";
import { storeSubscribers } from "#test/support/subscribers.ts";

// When a wait that is being edited ends next, and what it would have done with the events of the last seven days.

const server = await testApp();
const { app, db } = server;
afterAll(() => server.close());

async function post({ headers }: Pick<TestEnvironment, "headers">, url: string, payload: object) {
  const reply = await app.inject({ method: "POST", url: `/v2${url}`, headers, payload });
  const { data, message } = reply.json();
  return { status: reply.statusCode, data, messages: [message].flat() };
}

const environment = await createTestEnvironment(db);
const dates = (controlValues: object, change: object = {}) =>
  post(environment, "/waits/dates", { type: "digest", controlValues, ...change });

test("the next five ends of a timed digest are in its zone, with the change of the clock", async () => {
  const timed = { weekDays: ["sunday"], atTime: "02:30", timezone: "Europe/Berlin" };
  const { data } = await dates({ type: "timed", amount: 1, unit: "weeks", timed }, { from: "2027-03-15T00:00:00Z" });
  expect(data.timezone).toBe("Europe/Berlin");
  expect(data.dates).toHaveLength(5);
  expect(data.dates.slice(0, 2)).toEqual([
    { at: "2027-03-21T01:30:00.000Z", local: "2027-03-21T02:30:00" },
    {
      at: "2027-03-28T01:00:00.000Z",
      local: "2027-03-28T03:00:00",
      clockChange: { at: "2027-03-28T01:00:00.000Z", from: "2027-03-28T02:00:00", to: "2027-03-28T03:00:00" },
      skipped: "2027-03-28T02:30:00",
    },
  ]);
});

test("a delay by a cron expression is computed from the moment that is given, in its zone", async () => {
  const values = { type: "timed", cron: "30 1 * * *", timezone: "America/New_York" };
  const { data } = await dates(values, { type: "delay", from: "2026-11-01T00:00:00Z", count: 2 });
  expect(data).toMatchObject({
    timezone: "America/New_York",
    dates: [
      { at: "2026-11-01T05:30:00.000Z", repeated: "first" },
      { at: "2026-11-02T06:30:00.000Z", clockChange: { from: "2026-11-01T02:00:00", to: "2026-11-01T01:00:00" } },
    ],
  });
});

test("a call for dates names the field that is wrong", async () => {
  const refusals: [object, object, RegExp][] = [
    [{ type: "timed", cron: "every day" }, {}, /^controlValues\.cron must be a cron expression/],
    [{ type: "timed", cron: "0 9 31 2 *" }, {}, /^controlValues\.cron never fires/],
    [{ type: "timed", cron: "0 9 * * *", timezone: "Mars" }, {}, /^controlValues\.timezone must be the name/],
    [{ type: "timed", amount: 1, unit: "days", timed: {} }, {}, /^controlValues\.timed\.atTime should not be empty/],
    [
      { type: "timed", amount: 1, unit: "days", timed: { atTime: "9:75" } },
      {},
      /^controlValues\.timed\.atTime must be a time/,
    ],
    [
      { type: "timed", amount: 0, unit: "days", timed: { atTime: "9:00" } },
      {},
      /^controlValues\.amount must not be less than 1$/,
    ],
    [{ amount: 1, unit: "hours" }, {}, /^controlValues\.type must be timed/],
    [{ type: "timed", cron: "0 9 * * *" }, { count: 11 }, /^count must not be greater than 10/],
    [{ type: "timed", cron: "0 9 * * *" }, { from: "soon" }, /^from must be a moment/],
    [{ type: "timed", cron: "0 9 * * *" }, { type: "email" }, /^type must be one of digest, delay/],
  ];
  for (const [values, change, message] of refusals) {
    const refused = await dates(values, change);
    expect({ status: refused.status, message: refused.messages[0] }).toEqual({
      status: 400,
      message: expect.stringMatching(message),
    });
  }
});

/** A workflow in an environment of its own, and what stores events of it, so many minutes ago. */
async function aWorkflow() {
  const own = await createTestEnvironment(db);
  const { headers, scope } = own;
  const name = "Order shipped";
  const reply = await app.inject({ method: "POST", url: "/v2/workflows", headers, payload: { name, steps: [] } });
  const id: string = reply.json().data._id;
  await storeSubscribers(db, scope, [{ subscriberId: "ada" }, { subscriberId: "bob" }]);
  const rows = await db.$client<{ id: string; subscriberId: string }[]>`
    select id, subscriber_id as "subscriberId" from subscribers where environment_id = ${scope.environmentId}`;
  const store = async (
    minutesAgo: number,
    { to = "ada", payload = {}, environmentId = scope.environmentId, isCanceled = false } = {},
  ) => {
    const subscriber = rows.find(({ subscriberId }) => subscriberId === to)?.id ?? "";
    const at = new Date(Date.now() - minutesAgo * 60_000).toISOString();
    const [event] = await db.$client<{ id: string; expireAt: string }[]>`
      insert into events (organization_id, environment_id, transaction_id, workflow_id, workflow_version_id, execution_id, audience,
        created_at, expire_at, canceled_at)
      values (${scope.organizationId}, ${environmentId}, ${randomUUID()}, ${id}, ${id}, '', 'direct', ${at}, now() + interval '9 days',
        ${isCanceled ? at : null})
      returning id, expire_at::text as "expireAt"`;
    const { id: eventId = "", expireAt = "" } = event ?? {};
    await db.$client`
      insert into event_contents (event_id, organization_id, environment_id, payload, overrides, expire_at)
      values (${eventId}, ${scope.organizationId}, ${environmentId}, ${JSON.stringify(payload)}::text::jsonb, '{}', ${expireAt})`;
    await db.$client`
      insert into runs (id, organization_id, environment_id, event_id, cohort_id, workflow_id, workflow_version_id, subscriber_id,
        transaction_id, source, position, created_at, expire_at)
      values (gen_random_uuid(), ${scope.organizationId}, ${environmentId}, ${eventId}, ${id}, ${id}, ${id}, ${subscriber}, '', 'single', 0,
        ${at}, ${expireAt})`;
  };
  const simulate = (type: string, controlValues: object, change: object = {}) =>
    post(own, `/workflows/${id}/waits/simulate`, { type, controlValues, ...change });
  return { own, id, store, simulate };
}

const DAY = 24 * 60;

test("a digest that is not saved is gone through with the events of seven days, and says what would have gone out", async () => {
  const { own, store, simulate } = await aWorkflow();
  for (const minutes of [3 * DAY, 3 * DAY - 10, 3 * DAY - 20]) await store(minutes, { payload: { postId: "a" } });
  await store(3 * DAY - 5, { payload: { postId: "b" } });
  await store(2 * DAY, { to: "bob", payload: { postId: "a" } });
  await store(10, { payload: { postId: "a" } });
  // Older, cancelled, and of another environment.
  await store(8 * DAY, { payload: { postId: "a" } });
  await store(2 * DAY, { payload: { postId: "a" }, isCanceled: true });
  await store(2 * DAY, { payload: { postId: "a" }, environmentId: own.productionEnvironmentId });

  const { status, data } = await simulate("digest", { amount: 1, unit: "hours", digestKey: "{{payload.postId}}" });
  expect(status).toBe(200);
  expect(data).toMatchObject({
    events: 6,
    runs: 6,
    isCut: false,
    messages: 3,
    waiting: 1,
    letThrough: 0,
    dropped: 0,
    failed: 0,
    largest: 3,
    median: 1,
  });
  expect(data.first).toMatchObject([
    { subscriberId: "ada", key: "a", count: 3 },
    { subscriberId: "ada", key: "b", count: 1 },
    { subscriberId: "bob", key: "a", count: 1 },
  ]);
  expect(data.days).toHaveLength(8);
  const sum = (of: "runs" | "messages") =>
    data.days.reduce((all: number, day: Record<string, number>) => all + (day[of] ?? 0), 0);
  expect({ runs: sum("runs"), messages: sum("messages") }).toEqual({ runs: 6, messages: 3 });
  expect(JSON.stringify(data)).not.toContain("payload");
});

test("of what a throttle would have dropped, the answer has the number", async () => {
  const { store, simulate } = await aWorkflow();
  for (const minutes of [60, 59, 58, 57]) await store(minutes);
  await store(57, { to: "bob" });
  const { data } = await simulate("throttle", { type: "fixed", threshold: 2, amount: 30, unit: "minutes" });
  expect(data).toMatchObject({ runs: 5, messages: 3, dropped: 2, waiting: 0 });
});

test("a delay that has not ended by now still waits", async () => {
  const { store, simulate } = await aWorkflow();
  await store(3 * DAY);
  await store(10);
  expect((await simulate("delay", { amount: 1, unit: "days" })).data).toMatchObject({ messages: 1, waiting: 1 });
});

test("days are those of the zone that is asked for", async () => {
  const { simulate } = await aWorkflow();
  const values = { amount: 1, unit: "hours" };
  const first = async (timezone: string) => (await simulate("delay", values, { timezone })).data.days.at(-1).day;
  const dayThere = (timeZone: string) => new Intl.DateTimeFormat("en-CA", { timeZone }).format(new Date());
  for (const timezone of ["Pacific/Kiritimati", "Pacific/Pago_Pago"]) {
    expect(await first(timezone)).toBe(dayThere(timezone));
  }
});

test("a simulation of values that cannot be executed names the field; one of an unknown workflow is 404", async () => {
  const { id, own, simulate } = await aWorkflow();
  const refusals: [string, object, object, RegExp][] = [
    ["digest", { unit: "hours" }, {}, /^controlValues\.amount: Amount is required/],
    [
      "digest",
      { amount: 1, unit: "hours", lookBackWindow: { unit: "hours" } },
      {},
      /^controlValues\.lookBackWindow\.amount/,
    ],
    [
      "throttle",
      { type: "fixed", threshold: 0, amount: 1, unit: "hours" },
      {},
      /^controlValues\.threshold must not be less than 1$/,
    ],
    ["throttle", { type: "dynamic", threshold: 1 }, {}, /^controlValues\.dynamicKey: /],
    ["delay", { amount: 1, unit: "hours" }, { timezone: "Mars" }, /^timezone must be the name of a time zone/],
    ["email", {}, {}, /^type must be one of digest, delay, throttle/],
  ];
  for (const [type, values, change, message] of refusals) {
    const refused = await simulate(type, values, change);
    expect({ status: refused.status, message: refused.messages[0] }).toEqual({
      status: 400,
      message: expect.stringMatching(message),
    });
  }
  const other = await createTestEnvironment(db);
  const body = { type: "delay", controlValues: { amount: 1, unit: "hours" } };
  expect((await post(other, `/workflows/${id}/waits/simulate`, body)).status).toBe(404);
  expect((await post(own, `/workflows/${randomUUID()}/waits/simulate`, body)).status).toBe(404);
});

test("events and their runs are read along their indexes", async () => {
  const { store, simulate } = await aWorkflow();
  await store(10, { payload: { postId: "a" } });
  const costs = await explainedBy(db, () => simulate("digest", { amount: 1, unit: "hours", digestKey: "postId" }));
  const cost = costs.find(({ used }) => used.includes("event_contents_pkey"));
  expect(cost?.used).toContain("events_workflow_created");
  expect(
    cost?.used.filter((name) => name.startsWith("runs_")).every((name) => /event_id_created_at_idx$/.test(name)),
  ).toBe(true);
  expect(cost?.rows).toBeLessThan(10);
});
