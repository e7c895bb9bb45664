import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { PAYLOAD_MAX_BYTES } from "#contract/constants/limits.ts";
import { loadEvent } from "#db/queries/events/load-event.ts";
import { saveWorkflowOverride } from "#db/queries/workflows/workflow-overrides.ts";
import { tenants } from "#db/schema/tenants.ts";
import { DomainError } from "#domain/errors.ts";
import type { EventRef } from "#engine/refs.ts";
import { createTestEnvironment, testApp } from "#test/support/environment.ts";
import { aStep, aWorkflow } from "#test/support/event.ts";
import { eventsApi } from "#test/support/events-api.ts";
import { fakeEngine } from "#test/support/fake-engine.ts";
import { codeLogger } from "#test/support/logged-codes.ts";

const { api, environment, runner, post, request, lastStarted, workflowOf, triggered, statusOf, cancel, eventsOf } =
  await eventsApi();

/** Contents of the messages that the events of this transactionId have made, of all environments. */
const contentsOf = async (transactionId: string) =>
  (
    await api.db.$client`
      select content from messages where transaction_id = ${transactionId} order by created_at, id`
  ).map(({ content }) => content);

const aDay = aStep("delay", {}, { metadata: { amount: 1, unit: "days" } as never });

test("a trigger is stored with its pinned version, handed to the engine, and answered with its transactionId", async () => {
  const workflow = await workflowOf([aStep("in_app"), aStep("email", { subject: "x" })]);
  const reply = await post("trigger", { name: workflow.identifier, to: "ada", payload: { n: 1 } });
  expect(reply.statusCode).toBe(201);
  const { data } = reply.json();
  expect(Object.keys(data).sort()).toEqual(["acknowledged", "status", "transactionId"]);
  expect(data).toMatchObject({ acknowledged: true, status: "processed" });
  const [event] = await eventsOf(data.transactionId);
  const label = `development-${environment.environmentId.slice(0, 8)}`;
  const executionId = `${workflow.identifier}/${label}/${data.transactionId}`;
  expect(event).toMatchObject({
    payload: { n: 1 },
    recipients: { subscribers: [{ subscriberId: "ada" }], topics: [] },
    workflow_version_id: workflow.versionId,
    execution_id: executionId,
    audience: "direct",
  });
  expect(api.started.at(-1)).toEqual({
    event: { ...environment.scope, eventId: event?.id, transactionId: data.transactionId },
    executionId,
    workflow: workflow.identifier,
    audience: "direct",
    critical: false,
    subscriber: "ada",
    tenant: undefined,
  });
});

test("steps of all channels can be triggered", async () => {
  const workflow = await workflowOf((["in_app", "email", "sms", "chat", "push"] as const).map((type) => aStep(type)));
  const event = await triggered(workflow);
  expect(await eventsOf(event.transactionId)).toHaveLength(1);
});

test("a broadcast is stored without recipients and handed to the engine as one", async () => {
  const workflow = await workflowOf([aStep("in_app")], { critical: true });
  const { data } = (await post("trigger/broadcast", { name: workflow.identifier })).json();
  expect(data.status).toBe("processed");
  expect(await eventsOf(data.transactionId)).toMatchObject([{ audience: "broadcast", recipients: null }]);
  expect(api.started.at(-1)).toMatchObject({ audience: "broadcast", critical: true, subscriber: undefined });
});

test("a transactionId that the engine has taken over is answered alike and not started again", async () => {
  const workflow = await workflowOf([aStep("in_app")]);
  const event = await triggered(workflow);
  const { transactionId } = event;
  await runner.start(event);
  const started = api.started.length;
  expect((await post("trigger", { name: workflow.identifier, to: "ada", transactionId })).json().data).toEqual({
    acknowledged: true,
    status: "processed",
    transactionId,
  });
  expect(api.started).toHaveLength(started);
});

test("a transactionId of an event whose runs were removed after their time is a duplicate all the same, and executes nothing", async () => {
  const workflow = await workflowOf([aStep("in_app")]);
  const event = await triggered(workflow);
  const { transactionId } = event;
  await runner.start(event);
  // As housekeeping leaves it, while its message in the inbox lives on.
  await api.db.$client`update events set expire_at = now() - interval '1 hour' where id = ${event.eventId}`;
  await api.db.$client`delete from cohorts where event_id = ${event.eventId}`;
  await api.db.$client`delete from runs where event_id = ${event.eventId}`;
  const started = api.started.length;
  expect((await post("trigger", { name: workflow.identifier, to: "ada", transactionId })).json().data).toEqual({
    acknowledged: true,
    status: "processed",
    transactionId,
  });
  expect(api.started).toHaveLength(started);
  expect(
    (await api.app.inject({ url: `/v1/events/trigger/${transactionId}`, headers: environment.headers })).json(),
  ).toMatchObject({
    data: { state: "completed", runs: 0 },
  });
});

test("an event that was stored but never reached the engine is started by the caller's next try, as first sent", async () => {
  const workflow = await workflowOf([aStep("in_app")]);
  const transactionId = randomUUID();
  await post("trigger", { name: workflow.identifier, to: "first", transactionId });
  const first = api.started.at(-1);
  await post("trigger", { name: workflow.identifier, to: "second", transactionId });
  const second = api.started.at(-1);
  expect(second).not.toBe(first);
  expect(second).toMatchObject({ event: first?.event, executionId: first?.executionId });
  expect(await eventsOf(transactionId)).toMatchObject([{ recipients: { subscribers: [{ subscriberId: "first" }] } }]);
});

test("of many triggers with one transactionId at the same time one is stored and delivered", async () => {
  const workflow = await workflowOf([aStep("in_app")]);
  const transactionId = randomUUID();
  const event = { name: workflow.identifier, to: "ada", transactionId };
  const replies = await Promise.all(Array.from({ length: 8 }, () => post("trigger", event)));
  for (const reply of replies) expect(reply.json().data).toMatchObject({ status: "processed", transactionId });
  expect(await eventsOf(transactionId)).toHaveLength(1);
  const starts = api.started.filter((start) => start.event.transactionId === transactionId);
  expect(new Set(starts.map(({ event: { eventId } }) => eventId)).size).toBe(1);
  await Promise.all(starts.map((start) => runner.start(start.event)));
  expect(await contentsOf(transactionId)).toEqual(["in_app for "]);
});

test("while Temporal is away a trigger answers 503 with its transactionId, and the next call with this id starts it", async () => {
  let isAway = true;
  const started: EventRef[] = [];
  const { engine } = fakeEngine({
    async startTrigger({ event }) {
      const { transactionId } = event;
      if (isAway) throw new DomainError("unavailable", "Temporal does not respond", { transactionId });
      started.push(event);
    },
  });
  const away = await testApp({ engine, db: api.db });
  const send = (path: string, payload: object) =>
    away.app.inject({ method: "POST", url: `/v1/events/${path}`, headers: environment.headers, payload });
  const workflow = await workflowOf([aStep("in_app")]);
  const event = { name: workflow.identifier, to: "ada" };

  const refused = await send("trigger", event);
  expect(refused.statusCode).toBe(503);
  const { transactionId } = refused.json();
  expect(refused.json()).toMatchObject({ error: "Service Unavailable", transactionId: expect.any(String) });
  expect(await statusOf(transactionId)).toMatchObject({ state: "accepted" });
  const bulk = await send("trigger/bulk", { events: [event] });
  const [item] = bulk.json().data;
  expect(item).toMatchObject({ status: "error", transactionId: expect.any(String) });

  isAway = false;
  for (const id of [transactionId, item.transactionId]) {
    const again = await send("trigger", { ...event, transactionId: id });
    expect([again.statusCode, again.json().data]).toEqual([
      201,
      { acknowledged: true, status: "processed", transactionId: id },
    ]);
  }
  expect(started.map((start) => start.transactionId)).toEqual([transactionId, item.transactionId]);
  expect(await eventsOf(transactionId)).toHaveLength(1);
  await away.app.close();
});

test("the same transactionId in another environment is another event, and both are delivered", async () => {
  const other = await createTestEnvironment(api.db);
  const transactionId = randomUUID();
  const here = await workflowOf([aStep("in_app", { content: "here" })]);
  const there = await aWorkflow(api.db, other, [aStep("in_app", { content: "there" })]);
  await post("trigger", { name: here.identifier, to: "ada", transactionId });
  await post("trigger", { name: there.identifier, to: "ada", transactionId }, other.headers);
  const starts = api.started.filter(({ event }) => event.transactionId === transactionId);
  for (const { event } of starts) await runner.start(event);
  expect(await contentsOf(transactionId)).toEqual(["here", "there"]);
});

test("a trigger without a transactionId is answered with a UUID, by which it is cancelled", async () => {
  const { transactionId } = await triggered(await workflowOf([aDay, aStep("in_app")]));
  expect(z.uuid().safeParse(transactionId).success).toBe(true);
  expect(await cancel(transactionId)).toEqual({ data: true });
  expect(await statusOf(transactionId)).toMatchObject({ state: "canceled" });
});

test("an unknown workflow is 422, also one of another environment", async () => {
  const other = await createTestEnvironment(api.db);
  const foreign = await aWorkflow(api.db, other, [aStep("in_app")]);
  for (const name of ["nothing", foreign.identifier]) {
    const transactionId = randomUUID();
    const reply = await post("trigger", { name, to: "ada", transactionId });
    expect(reply.statusCode).toBe(422);
    expect(await eventsOf(transactionId)).toHaveLength(0);
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

test.each([
  { own: false, override: true, status: "processed" },
  { own: true, override: false, status: "trigger_not_active" },
  { own: false, override: false, status: "trigger_not_active" },
  { own: true, override: undefined, status: "processed" },
  { own: false, override: undefined, status: "trigger_not_active" },
])("a workflow that is active: $own, for the tenant: $override, is $status", async ({ own, override, status }) => {
  const { id: workflowId, identifier: name } = await workflowOf([aStep("in_app")], { active: own });
  const tenant = randomUUID();
  const [row] = await api.db
    .insert(tenants)
    .values({ ...environment.scope, identifier: tenant })
    .returning();
  const tenantId = row?.id ?? "";
  if (override !== undefined) {
    await api.db.transaction((transaction) =>
      saveWorkflowOverride(transaction, environment.scope, {
        workflowId,
        tenantId,
        active: override,
        preferenceSettings: {},
      }),
    );
  }
  const statusOf = async (extra: object) => (await post("trigger", { name, to: "ada", ...extra })).json().data.status;
  expect(await statusOf({ tenant })).toBe(status);
  // The second one may find the workflow in the cache.
  expect(await statusOf({ tenant })).toBe(status);
  expect(await statusOf({})).toBe(own ? "processed" : "trigger_not_active");
});

test("recipients that are not well formed are dropped; without a single good one the answer says so", async () => {
  const workflow = await workflowOf([aStep("in_app")]);
  const bad = await post("trigger", { name: workflow.identifier, to: ["not ok!", {}, []] });
  expect(bad.json().data).toMatchObject({
    acknowledged: true,
    status: "invalid_recipients",
    transactionId: expect.any(String),
  });
  const event = await triggered(workflow, ["not ok!", { subscriberId: "fine", firstName: "Ada" }, {}]);
  await runner.start(event);
  expect(await contentsOf(event.transactionId)).toEqual(["in_app for Ada"]);
});

test("a payload of more than 1 MiB is 413, and one of exactly 1 MiB is accepted", async () => {
  const workflow = await workflowOf([aStep("in_app")]);
  const payload = (bytes: number) => ({ text: "x".repeat(bytes - '{"text":""}'.length) });
  const send = (bytes: number) => post("trigger", { name: workflow.identifier, to: "ada", payload: payload(bytes) });
  const refused = await send(PAYLOAD_MAX_BYTES + 1);
  expect([refused.statusCode, refused.json().message]).toEqual([
    413,
    `payload is ${PAYLOAD_MAX_BYTES + 1} bytes of JSON, at most ${PAYLOAD_MAX_BYTES}: send less, or a link to it`,
  ]);
  expect((await send(PAYLOAD_MAX_BYTES)).statusCode).toBe(201);
});

test("a delay until a date that is 400 days ahead is refused by name", async () => {
  const until = aStep("delay", {}, { metadata: { type: "scheduled", delayPath: "sendAt" } as never });
  const workflow = await workflowOf([until, aStep("in_app")]);
  const send = (days: number) =>
    post("trigger", {
      name: workflow.identifier,
      to: "ada",
      payload: { sendAt: new Date(Date.now() + days * 86_400_000).toISOString() },
    });
  const refused = await send(400);
  expect(refused.statusCode).toBe(400);
  expect(refused.json().message).toMatch(/^payload\.sendAt is 400 days ahead; a delay may last \d+ days at most/);
  expect((await send(30)).statusCode).toBe(201);
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

test("defaults of all steps are there under the payload when the event runs", async () => {
  const withDefault = (name: string, defaultValue: string) =>
    aStep("in_app", {
      content: "{{ greeting }} {{ user.name }} of {{ user.city }}",
      variables: [{ name, type: "String", defaultValue }] as never,
    });
  const workflow = await workflowOf([withDefault("greeting", "Hi"), aStep("in_app"), withDefault("user.city", "Rome")]);
  const reply = await post("trigger", { name: workflow.identifier, to: "ada", payload: { user: { name: "Ann" } } });
  const { transactionId } = reply.json().data;
  expect(await eventsOf(transactionId)).toMatchObject([
    { payload: { greeting: "Hi", user: { name: "Ann", city: "Rome" } } },
  ]);
  await runner.start(lastStarted());
  expect(await contentsOf(transactionId)).toEqual(["Hi Ann of Rome", "in_app for ", "Hi Ann of Rome"]);
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

test("NUL characters in texts of an event are left out, and the event is delivered", async () => {
  const workflow = await workflowOf([aStep("in_app", { content: "{{ text }}" })]);
  const { data } = (
    await post("trigger/bulk", { events: [{ name: workflow.identifier, to: "ada", payload: { text: "a\0b" } }] })
  ).json();
  expect(data).toMatchObject([{ status: "processed" }]);
  expect(await eventsOf(data[0].transactionId)).toMatchObject([{ payload: { text: "ab" } }]);
  // Before and after a restart, steps see the same.
  const event = api.started.at(-1)?.event;
  if (!event) throw new Error("The event was not started");
  expect(await loadEvent(api.db, event)).toMatchObject({ payload: { text: "ab" } });
});

describe("a workflow that is changed after it was triggered", () => {
  const changed = async (workflow: { id: string }, method: "PUT" | "DELETE", path: string, payload: object) => {
    const url = `/v1/workflows/${workflow.id}${path}`;
    const reply = await api.app.inject({ method, url, headers: environment.headers, payload });
    expect(reply.statusCode).toBe(200);
    return reply.json().data;
  };
  const send = ({ identifier }: { identifier: string }, more: object = {}) =>
    post("trigger", { name: identifier, to: "ada", ...more });

  test("is triggered with the version that it was given", async () => {
    const workflow = await workflowOf([aStep("in_app")]);
    await triggered(workflow);
    await changed(workflow, "PUT", "", { steps: [aStep("sms")] });
    const { transactionId } = await triggered(workflow);
    expect(await statusOf(transactionId)).toMatchObject({ workflow: { _id: workflow.id, version: 2 } });
  });

  test("is refused once it is switched off, and accepted once it is on again", async () => {
    const workflow = await workflowOf([aStep("in_app")]);
    await triggered(workflow);
    await changed(workflow, "PUT", "/status", { active: false });
    expect((await send(workflow)).json().data).toEqual({ acknowledged: true, status: "trigger_not_active" });
    await changed(workflow, "PUT", "/status", { active: true });
    await triggered(workflow);
  });

  test("is unknown by the identifier that it had, and known by its new one", async () => {
    const workflow = await workflowOf([aStep("in_app")]);
    await triggered(workflow);
    const identifier = `renamed-${randomUUID()}`;
    await changed(workflow, "PUT", "", { identifier });
    expect((await send(workflow)).statusCode).toBe(422);
    await triggered({ identifier });
    expect(api.started.at(-1)).toMatchObject({ workflow: identifier });
  });

  test("is unknown once it is deleted", async () => {
    const workflow = await workflowOf([aStep("in_app")]);
    await triggered(workflow);
    await changed(workflow, "DELETE", "", {});
    expect((await send(workflow)).statusCode).toBe(422);
  });

  test("goes before others from the moment on at which it is critical", async () => {
    const workflow = await workflowOf([aStep("in_app")]);
    await triggered(workflow);
    expect(api.started.at(-1)).toMatchObject({ critical: false });
    await changed(workflow, "PUT", "", { critical: true });
    await triggered(workflow);
    expect(api.started.at(-1)).toMatchObject({ critical: true });
  });

  test("is accepted once it has steps", async () => {
    const workflow = await workflowOf([]);
    expect((await send(workflow)).json().data.status).toBe("no_workflow_steps_defined");
    expect((await send(workflow)).json().data.status).toBe("no_workflow_steps_defined");
    await changed(workflow, "PUT", "", { steps: [aStep("in_app")] });
    await triggered(workflow);
  });

  test("no longer asks for variables that its templates have lost, and asks for those that they have gained", async () => {
    const asking = aStep("in_app", { content: "{{ actor.firstName }}" });
    const workflow = await workflowOf([asking]);
    expect((await send(workflow)).statusCode).toBe(400);
    await changed(workflow, "PUT", "", { steps: [aStep("in_app")] });
    await triggered(workflow);
    await changed(workflow, "PUT", "", { steps: [asking] });
    expect((await send(workflow)).statusCode).toBe(400);
  });
});

test("a transactionId of 255 characters is found again in the path", async () => {
  const workflow = await workflowOf([aStep("in_app")]);
  const transactionId = "t".repeat(255);
  await post("trigger", { name: workflow.identifier, to: "ada", transactionId });
  expect(await statusOf(transactionId)).toMatchObject({ transactionId, state: "accepted" });
  expect(await cancel(transactionId)).toEqual({ data: true });
  expect((await request("GET", encodeURIComponent("ß".repeat(255)))).statusCode).toBe(404);
});

test("an event that is refused is logged with its code", async () => {
  const { logger, takeCodes } = codeLogger();
  const logging = await testApp({ db: api.db, logger });
  const send = async (payload: object) => {
    const reply = await logging.app.inject({
      method: "POST",
      url: "/v1/events/trigger",
      headers: environment.headers,
      payload,
    });
    return [reply.statusCode, ...takeCodes()];
  };
  const { identifier: name } = await workflowOf([aStep("in_app")]);
  const inactive = await workflowOf([aStep("in_app")], { active: false });
  const variables = [{ name: "order", type: "String", required: true }];
  const needing = await workflowOf([aStep("in_app", { variables } as never)]);
  expect(await send({ name: inactive.identifier, to: "ada" })).toEqual([201, 1001]);
  expect(await send({ name: "nothing", to: "ada" })).toEqual([422, 1002]);
  expect(await send({ name, to: [{ email: "ada@example.com" }] })).toEqual([201, 3004]);
  expect(await send({ name: needing.identifier, to: "ada" })).toEqual([400, 3011]);
  expect(await send({ name, to: "ada" })).toEqual([201]);
  await logging.close();
});
