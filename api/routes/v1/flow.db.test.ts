import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { apiWithRunner } from "#test/support/api-with-runner.ts";
import { createTestEnvironment, testConfig } from "#test/support/environment.ts";
import { aStep, aWorkflow } from "#test/support/event.ts";
import { signSubscriberToken } from "../../tokens.ts";

// Signals and expiry as callers see them.

const { api, environment, runner } = await apiWithRunner();

const call = (method: "GET" | "POST" | "PUT", url: string, payload?: object, headers: object = environment.headers) =>
  api.app.inject({ method, url: `/v1${url}`, headers: { ...headers }, ...(payload && { payload }) });

const wait = aStep(
  "wait_for_event",
  { content: "" },
  { uuid: "paid", metadata: { signal: "order.paid", amount: 1, unit: "days" } as never },
);

async function triggered(name: string, given: object = {}) {
  const reply = await call("POST", "/events/trigger", { name, to: "ada", ...given });
  expect(reply.json().data).toMatchObject({ status: "processed" });
  const event = api.started.at(-1)?.event;
  if (!event) throw new Error("Nothing was started");
  return event;
}

test("a signal has the waiting run look again, and its payload is there for the next steps", async () => {
  const workflow = await aWorkflow(api.db, environment, [
    wait,
    aStep("in_app", { content: "{{ steps.paid.payload.sum }}" }),
  ]);
  const event = await triggered(workflow.identifier);
  await runner.start(event);
  const reply = await call("POST", "/events/signal", { name: "order.paid", subscriberId: "ada", payload: { sum: 3 } });
  expect(reply.statusCode).toBe(201);
  expect(reply.json()).toEqual({ data: { acknowledged: true, waiting: 1 } });
  expect(api.asked).toEqual([expect.stringContaining(workflow.identifier)]);
  await runner.untilItWaits({ event, cohort: 0 });
  const [message] = await api.db.$client`select content from messages where event_id = ${event.eventId}`;
  expect(message?.content).toBe("3");
  const again = await call("POST", "/events/signal", { name: "order.paid", subscriberId: "ada" });
  expect(again.json().data).toEqual({ acknowledged: true, waiting: 0 });
});

test("signals of another environment, and bad ones, are refused and say why", async () => {
  const workflow = await aWorkflow(api.db, environment, [wait]);
  await runner.start(await triggered(workflow.identifier, { to: "bob" }));
  const other = await createTestEnvironment(api.db);
  const signal = { name: "order.paid", subscriberId: "bob" };
  const elsewhere = await call("POST", "/events/signal", signal, other.headers);
  expect(elsewhere.statusCode).toBe(404);
  expect(elsewhere.json().message).toBe(
    "Subscriber bob does not exist in this environment: create it before its signals",
  );
  await call("POST", "/subscribers", { subscriberId: "bob" }, other.headers);
  expect((await call("POST", "/events/signal", signal, other.headers)).json().data).toMatchObject({ waiting: 0 });

  const messages = async (body: object) => (await call("POST", "/events/signal", body)).json().message;
  expect(await messages({ subscriberId: "bob" })).toContain("name should not be null or undefined");
  expect(await messages({ ...signal, payload: [] })).toEqual([expect.stringContaining("payload must be an object")]);
  expect(await messages({ ...signal, payload: { a: "x".repeat(70_000) } })).toEqual([
    "payload must be at most 65536 characters of JSON: send less, or a link to it",
  ]);
  const deep = `{"name":"order.paid","subscriberId":"bob","payload":${'{"a":'.repeat(900)}1${"}".repeat(900)}}`;
  const refused = await api.app.inject({
    method: "POST",
    url: "/v1/events/signal",
    payload: deep,
    headers: { ...environment.headers, "content-type": "application/json" },
  });
  expect(refused.json().message).toEqual(["payload must not be nested more than 50 levels deep"]);
});

test("a workflow with steps of these types is saved and read back, and its version keeps them", async () => {
  const { body } = await call("GET", "/notification-groups");
  const group = JSON.parse(body).data[0]._id;
  const filters = [{ value: "AND", children: [{ on: "payload", field: "vip", operator: "EQUAL", value: "true" }] }];
  const steps = [
    { template: { type: "throttle" }, metadata: { limit: 3, amount: 1, unit: "hours" } },
    { template: { type: "http" }, uuid: "lookup", metadata: { method: "GET", url: "https://example.com/{{ id }}" } },
    { template: { type: "branch" }, metadata: { branches: [{ branchId: "vip", filters }], defaultBranchId: "all" } },
    {
      template: { type: "in_app", content: "{{ steps.lookup.response.body.name }} {{ name }}" },
      branchId: "vip",
      expiresAfter: { amount: "2", unit: "days" },
    },
  ];
  const created = await call("POST", "/workflows", { name: `Flow ${randomUUID()}`, notificationGroupId: group, steps });
  expect(created.statusCode).toBe(201);
  const { data } = created.json();
  const read = (await call("GET", `/workflows/${data._id}`)).json().data;
  expect(read.steps.map((step: { template: { type: string } }) => step.template.type)).toEqual([
    "throttle",
    "http",
    "branch",
    "in_app",
  ]);
  expect(read.steps[0].metadata).toEqual({ type: "throttle", limit: 3, amount: 1, unit: "hours" });
  expect(read.steps[3]).toMatchObject({ branchId: "vip", expiresAfter: { amount: 2, unit: "days" } });
  expect(read.steps[0]).not.toHaveProperty("branchId");
  // Results of steps are no variables of the payload.
  expect(read.triggers[0].variables.map(({ name }: { name: string }) => name)).toEqual(["id", "vip", "name"]);
  const changed = await call("PUT", `/workflows/${data._id}`, {
    steps: read.steps.map(({ _templateId, ...step }: { _templateId: string }) => ({
      ...step,
      _templateId,
      branchId: null,
    })),
  });
  expect(changed.json().data.version).toBe(2);
  const bad = await call("POST", "/workflows", {
    name: "Bad",
    notificationGroupId: group,
    steps: [{ template: { type: "http" }, metadata: {} }],
  });
  expect(bad.statusCode).toBe(400);
  expect(bad.json().message).toContain(
    "steps.0.metadata.url should not be empty: an HTTP step needs an address, such as https://example.com/orders",
  );
});

test("expiresAt is stored with a trigger, a bulk and a broadcast, and what is no date is refused", async () => {
  const { identifier: name } = await aWorkflow(api.db, environment, [aStep("in_app")]);
  const expiresAt = "2031-01-31T10:30:00.000+01:00";
  const { transactionId: one } = await triggered(name, { expiresAt });
  const bulk = (await call("POST", "/events/trigger/bulk", { events: [{ name, to: "ada", expiresAt }] })).json()
    .data[0];
  const all = (await call("POST", "/events/trigger/broadcast", { name, expiresAt })).json().data;
  const stored = await api.db.$client`
    select valid_until from events where transaction_id = any(${[one, bulk.transactionId, all.transactionId]})`;
  expect(stored.map((row) => new Date(row.valid_until).toISOString())).toEqual(
    Array(3).fill("2031-01-31T09:30:00.000Z"),
  );
  for (const wrong of ["tomorrow", "2031-02-31T00:00:00Z", 5, "2031-01-31"]) {
    const reply = await call("POST", "/events/trigger", { name, to: "ada", expiresAt: wrong });
    expect(reply.statusCode).toBe(400);
    expect(JSON.stringify(reply.json().message)).toContain(
      "expiresAt must be an ISO date such as 2030-01-31T09:30:00.000Z",
    );
  }
});

test("an expired in-app message leaves the feed and the counts; lists leave it out when they are asked to", async () => {
  const { identifier: name } = await aWorkflow(api.db, environment, [aStep("in_app", { content: "hello" })]);
  const lasting = await triggered(name, { to: "zoe" });
  const passing = await triggered(name, { to: "zoe", expiresAt: new Date(Date.now() + 3_600_000).toISOString() });
  await runner.start(lasting);
  await runner.start(passing);
  const { scope } = environment;
  const [zoe] = await api.db.$client`select id from subscribers where subscriber_id = 'zoe'`;
  const token = await signSubscriberToken({ _id: zoe?.id, subscriberId: "zoe", ...scope }, testConfig.secret);
  const state = async () => {
    const read = async (path: string) =>
      (await call("GET", `/widgets/notifications/${path}`, undefined, { authorization: `Bearer ${token}` })).json();
    const [feed, unseen, unread] = [await read("feed"), await read("unseen"), await read("unread")];
    return { feed: feed.data.length, unseen: unseen.data.count, unread: unread.data.count };
  };
  expect(await state()).toEqual({ feed: 2, unseen: 2, unread: 2 });
  await api.db.$client`
    update messages set valid_until = clock_timestamp() - interval '1 second' where event_id = ${passing.eventId}`;
  expect(await state()).toEqual({ feed: 1, unseen: 1, unread: 1 });
  const listed = async (query: string) => {
    const { data, totalCount } = (await call("GET", `/messages?subscriberId=zoe${query}`)).json();
    return [data.length, totalCount];
  };
  expect(await listed("")).toEqual([2, 2]);
  expect(await listed("&expired=false")).toEqual([1, 1]);
  expect(await listed("&expired=true")).toEqual([1, 1]);
});
