import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tenants } from "#db/schema/tenants.ts";
import { createTestEnvironment, type TestEnvironment, testApp } from "#test/support/environment.ts";
import { aStep, aWorkflow } from "#test/support/event.ts";

let api: Awaited<ReturnType<typeof testApp>>;
let environment: TestEnvironment;
beforeAll(async () => {
  api = await testApp();
  environment = await createTestEnvironment(api.db);
});
afterAll(() => api.close());

const post = (path: string, payload: unknown, headers: Record<string, string> = environment.headers) =>
  api.app.inject({
    method: "POST",
    url: `/v1/events/${path}`,
    headers: { ...headers, "content-type": "application/json" },
    payload: JSON.stringify(payload),
  });

const workflowOf = (steps: object[], settings: object = {}) => aWorkflow(api.db, environment, steps, settings);

const eventsOf = (transactionId: string) =>
  api.db.$client`select * from events where transaction_id = ${transactionId}`;

test("a trigger is stored, handed to the engine with its pinned version, and answered with its transactionId", async () => {
  const workflow = await workflowOf([aStep("in_app"), aStep("email", { subject: "x" })]);
  const reply = await post("trigger", { name: workflow.identifier, to: "ada", payload: { n: 1 } });
  expect(reply.statusCode).toBe(201);
  const { data } = reply.json();
  expect(Object.keys(data).sort()).toEqual(["acknowledged", "status", "transactionId"]);
  expect(data).toMatchObject({ acknowledged: true, status: "processed" });
  const [event] = await eventsOf(data.transactionId);
  expect(event).toMatchObject({ payload: { n: 1 }, to: "ada", workflow_version_id: workflow.versionId });
  expect(api.started.at(-1)).toMatchObject({
    input: {
      event: { eventId: event?.id, transactionId: data.transactionId },
      audience: "direct",
      steps: [{ type: "in_app" }, { type: "email" }],
    },
    labels: { workflow: workflow.identifier, subscriber: "ada" },
    critical: false,
  });
});

test("a transactionId that the engine has taken over is answered alike and not started again", async () => {
  const workflow = await workflowOf([aStep("in_app")]);
  const transactionId = randomUUID();
  const event = { name: workflow.identifier, to: "ada", transactionId };
  expect((await post("trigger", event)).json().data.status).toBe("processed");
  await api.db.$client`update events set started_at = now() where transaction_id = ${transactionId}`;
  const started = api.started.length;
  expect((await post("trigger", event)).json().data).toEqual({
    acknowledged: true,
    status: "processed",
    transactionId,
  });
  expect(api.started).toHaveLength(started);
});

test("an event that was stored but never reached the engine is started by the caller's next try, as first sent", async () => {
  const workflow = await workflowOf([aStep("in_app")]);
  const transactionId = randomUUID();
  await post("trigger", { name: workflow.identifier, to: "first", transactionId });
  const started = api.started.length;
  await post("trigger", { name: workflow.identifier, to: "second", transactionId });
  expect(api.started).toHaveLength(started + 1);
  expect(await eventsOf(transactionId)).toMatchObject([{ to: "first" }]);
});

test("the same transactionId in another environment is another event", async () => {
  const other = await createTestEnvironment(api.db);
  const transactionId = randomUUID();
  const here = await workflowOf([aStep("in_app")]);
  const there = await aWorkflow(api.db, other, [aStep("in_app")]);
  await post("trigger", { name: here.identifier, to: "ada", transactionId });
  await post("trigger", { name: there.identifier, to: "ada", transactionId }, other.headers);
  expect(await eventsOf(transactionId)).toHaveLength(2);
});

test("an unknown workflow is 422, also one of another environment", async () => {
  const other = await createTestEnvironment(api.db);
  const foreign = await aWorkflow(api.db, other, [aStep("in_app")]);
  for (const name of ["nothing", foreign.identifier]) {
    const reply = await post("trigger", { name, to: "ada" });
    expect(reply.statusCode).toBe(422);
    expect(reply.json()).toMatchObject({
      statusCode: 422,
      message: "workflow_not_found",
      error: "Unprocessable Entity",
    });
  }
});

test.each([
  ["trigger_not_active", [aStep("in_app")], { active: false }, {}],
  ["no_workflow_steps_defined", [], {}, {}],
  ["no_workflow_active_steps_defined", [aStep("in_app", {}, { active: false })], {}, {}],
  ["no_tenant_found", [aStep("in_app")], {}, { tenant: "nobody" }],
] as const)(
  "a trigger that cannot run answers 201 %s and leaves nothing behind",
  async (status, steps, settings, extra) => {
    const workflow = await workflowOf([...steps], settings);
    const started = api.started.length;
    const transactionId = randomUUID();
    const reply = await post("trigger", { name: workflow.identifier, to: "ada", transactionId, ...extra });
    expect([reply.statusCode, reply.json().data]).toEqual([201, { acknowledged: true, status }]);
    const broadcast = await post("trigger/broadcast", { name: workflow.identifier, transactionId, ...extra });
    expect([broadcast.statusCode, broadcast.json().data.status]).toEqual([201, status]);
    expect(api.started).toHaveLength(started);
    expect(await eventsOf(transactionId)).toHaveLength(0);
  },
);

test("recipients that are not well formed are dropped; without a single good one the answer says so", async () => {
  const workflow = await workflowOf([aStep("in_app")]);
  const bad = await post("trigger", { name: workflow.identifier, to: ["not ok!", {}, []] });
  expect(bad.json().data).toMatchObject({
    acknowledged: true,
    status: "invalid_recipients",
    transactionId: expect.any(String),
  });
  const mixed = await post("trigger", { name: workflow.identifier, to: ["not ok!", "fine"] });
  expect(mixed.json().data.status).toBe("processed");
});

test("missing and mistyped variables are listed with their types", async () => {
  const variables = [
    { name: "name", type: "String", required: true },
    { name: "list", type: "Array", required: true },
    { name: "flag", type: "Boolean", required: true },
  ];
  const workflow = await workflowOf([aStep("in_app", { variables: variables as never })]);
  const reply = await post("trigger", { name: workflow.identifier, to: "ada", payload: { name: true, flag: "yes" } });
  expect(reply.statusCode).toBe(400);
  expect(reply.json().message).toBe(
    "payload is missing required key(s) and type(s): name (Value), list (Array), flag (Boolean)",
  );
  const complete = await post("trigger", {
    name: workflow.identifier,
    to: "ada",
    payload: { name: "", list: [], flag: false },
  });
  expect(complete.statusCode).toBe(201);
});

test("templates that speak of tenant and actor need them in the trigger", async () => {
  await api.db.insert(tenants).values({ ...environment.scope, identifier: "acme", name: "Acme" });
  const workflow = await workflowOf([aStep("in_app", { content: "{{ tenant.name }} {{ actor.firstName }}" })]);
  const reply = await post("trigger", { name: workflow.identifier, to: "ada" });
  expect(reply.statusCode).toBe(400);
  expect(reply.json().message).toContain("Trigger is missing: tenant object, actor object");
  const given = await post("trigger", { name: workflow.identifier, to: "ada", tenant: "acme", actor: "bob" });
  expect(given.json().data.status).toBe("processed");
});

test.each([
  [{ to: "ada" }, ["name should not be null or undefined", "name must be a string"]],
  [{ name: "x" }, ["to should not be null or undefined"]],
  [{ name: "x", to: "a", payload: "text" }, ["payload must be an object"]],
  [{ name: "x", to: "a", overrides: [] }, ["overrides must be an object"]],
  [{ name: "x", to: "a", actor: 7 }, ["actor must be a subscriber id or an object with a subscriberId"]],
  [{ name: "x", to: "a", transactionId: "" }, ["transactionId should not be empty"]],
])("a body that is not an event is refused with the field's name: %j", async (body, message) => {
  const reply = await post("trigger", body);
  expect(reply.statusCode).toBe(400);
  expect(reply.json()).toMatchObject({ error: "Bad Request", message });
});

test("a wrong key, a missing one and another scheme are 401", async () => {
  for (const headers of [{ authorization: "ApiKey 00" }, {}, { authorization: "Basic abc" }] as Record<
    string,
    string
  >[]) {
    const reply = await post("trigger", { name: "x", to: "a" }, headers);
    expect([reply.statusCode, reply.json().error]).toEqual([401, "Unauthorized"]);
  }
});

test("a bulk keeps its order, and a bad item spoils only its own result", async () => {
  const workflow = await workflowOf([aStep("in_app")]);
  const reply = await post("trigger/bulk", {
    events: [
      { name: workflow.identifier, to: "ada", transactionId: randomUUID() },
      { name: "unknown", to: "ada" },
      { to: "ada" },
      { name: workflow.identifier, to: "bob" },
    ],
  });
  expect(reply.statusCode).toBe(201);
  expect(reply.json().data.map(({ status }: { status: string }) => status)).toEqual([
    "processed",
    "error",
    "error",
    "processed",
  ]);
  expect(reply.json().data[1].error).toEqual(["workflow_not_found"]);
  expect(reply.json().data[2].error).toEqual(["name should not be null or undefined", "name must be a string"]);
});

test.each([
  [[], "events must contain at least 1 element"],
  [Array.from({ length: 101 }, () => ({ name: "x", to: "a" })), "events must contain no more than 100 elements"],
])("a bulk is refused when it is empty or too long (%#)", async (events, message) => {
  const reply = await post("trigger/bulk", { events });
  expect([reply.statusCode, reply.json().message]).toEqual([400, [message]]);
});

test("cancelling wakes the engine when something was waiting, and answers false otherwise", async () => {
  const workflow = await workflowOf([aStep("in_app")]);
  const transactionId = randomUUID();
  await post("trigger", { name: workflow.identifier, to: "ada", transactionId });
  const cancel = (id: string) =>
    api.app.inject({ method: "DELETE", url: `/v1/events/trigger/${id}`, headers: environment.headers });
  expect((await cancel(transactionId)).json()).toEqual({ data: true });
  expect(api.canceled).toContainEqual({ environmentId: environment.environmentId, transactionId });
  expect((await cancel(transactionId)).json()).toEqual({ data: false });
  expect((await cancel("never-seen")).json()).toEqual({ data: false });
});

test("the standing of an event is told, and an unknown one is 404", async () => {
  const workflow = await workflowOf([aStep("in_app")]);
  const transactionId = randomUUID();
  await post("trigger", { name: workflow.identifier, to: "ada", transactionId });
  const standing = (id: string) =>
    api.app.inject({ method: "GET", url: `/v1/events/trigger/${id}`, headers: environment.headers });
  expect((await standing(transactionId)).json().data).toEqual({
    transactionId,
    workflow: { _id: workflow.id, version: 1 },
    state: "accepted",
    runs: 0,
    jobs: {},
    problems: [],
  });
  expect((await standing("never-seen")).statusCode).toBe(404);
});
