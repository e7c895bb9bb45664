import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestEnvironment, type TestEnvironment, testApp } from "#test/support/environment.ts";
import { aStep, aWorkflow } from "#test/support/event.ts";
import { createTestSubscriber, storeMessages } from "#test/support/inbox.ts";
import { Belfry, BelfryError } from "./client.ts";

const api = await testApp();
let environment: TestEnvironment;
let belfry: Belfry;

beforeAll(async () => {
  environment = await createTestEnvironment(api.db);
  await api.app.listen({ host: "127.0.0.1", port: 0 });
  belfry = new Belfry({ apiKey: environment.apiKey, baseUrl: api.app.listeningOrigin });
});
afterAll(() => api.close());

test("a subscriber is created, changed, listed and deleted", async () => {
  const { subscribers } = belfry;
  await subscribers.identify({ subscriberId: "ada", firstName: "Ada", data: { plan: "pro" } });
  await expect(subscribers.update("ada", { lastName: "Lovelace" })).resolves.toMatchObject({ lastName: "Lovelace" });
  await expect(subscribers.get("ada")).resolves.toMatchObject({ firstName: "Ada", data: { plan: "pro" } });
  await expect(
    subscribers.bulkCreate({ subscribers: [{ subscriberId: "ada" }, { subscriberId: "bob" }] }),
  ).resolves.toEqual({
    updated: [{ subscriberId: "ada" }],
    created: [{ subscriberId: "bob" }],
    failed: [],
  });
  const page = await subscribers.list({ limit: 1 });
  expect(page).toMatchObject({ page: 0, pageSize: 1, hasMore: true });
  await subscribers.delete("bob");
  await expect(subscribers.get("bob")).rejects.toThrow(BelfryError);
});

test("preferences are read and changed", async () => {
  const workflow = await aWorkflow(api.db, environment, [aStep("email", { subject: "x" })]);
  await belfry.subscribers.identify({ subscriberId: "eve" });
  await belfry.subscribers.updatePreference("eve", workflow.identifier, { channel: { type: "email", enabled: false } });
  const [preference] = await belfry.subscribers.getPreference("eve");
  expect(preference?.preference.channels).toEqual({ email: false });
  await expect(belfry.subscribers.updateGlobalPreference("eve", { enabled: false })).resolves.toMatchObject({
    preference: { enabled: false },
  });
});

test("an event is stored once however often it arrives, has a status, and is cancelled", async () => {
  const { identifier } = await aWorkflow(api.db, environment, [aStep("in_app")]);
  const event = { name: identifier, to: { subscriberId: "ada" }, payload: { n: 1 } };
  const { transactionId = "" } = await belfry.events.trigger(event);
  await belfry.events.trigger({ ...event, transactionId });
  await expect(belfry.events.status(transactionId)).resolves.toMatchObject({ transactionId, state: "accepted" });
  const starts = api.started.filter(({ event }) => event.transactionId === transactionId);
  expect(new Set(starts.map(({ event, executionId }) => `${event.eventId} ${executionId}`)).size).toBe(1);
  await expect(belfry.events.cancel(transactionId)).resolves.toBe(true);
  await expect(belfry.events.status(transactionId)).resolves.toMatchObject({ state: "canceled" });
});

test("a call that is made again with its caller's key has the same result, and no second effect", async () => {
  const { identifier } = await aWorkflow(api.db, environment, [aStep("in_app")]);
  const event = { name: identifier, to: "ada" };
  const first = await belfry.events.trigger(event, { idempotencyKey: "order-1" });
  const started = api.started.length;
  await expect(belfry.events.trigger(event, { idempotencyKey: "order-1" })).resolves.toEqual(first);
  expect(api.started).toHaveLength(started);
  await expect(belfry.events.trigger({ ...event, to: "bob" }, { idempotencyKey: "order-1" })).rejects.toMatchObject({
    status: 422,
  });
});

test("a bulk has a result for each event, and a broadcast one", async () => {
  const { identifier } = await aWorkflow(api.db, environment, [aStep("in_app")]);
  const results = await belfry.events.bulkTrigger({
    events: [
      { name: identifier, to: { type: "Topic", topicKey: "staff" } },
      { name: "no-such-workflow", to: "ada" },
    ],
  });
  expect(results.map(({ status }) => status)).toEqual(["processed", "error"]);
  await expect(belfry.events.broadcast({ name: identifier })).resolves.toMatchObject({ status: "processed" });
});

test("a topic is created, filled, renamed, listed, emptied and deleted", async () => {
  const { topics } = belfry;
  await belfry.subscribers.identify({ subscriberId: "ada" });
  await topics.create({ key: "staff:all", name: "Staff" });
  expect(await topics.create({ key: "staff:all", name: "Staff" }).catch((error) => error.status)).toBe(409);
  await expect(topics.addSubscribers("staff:all", { subscribers: ["ada", "nobody"] })).resolves.toEqual({
    succeeded: ["ada"],
    failed: { notFound: ["nobody"] },
  });
  await expect(topics.rename("staff:all", { name: "Everyone" })).resolves.toMatchObject({ subscribers: ["ada"] });
  await expect(topics.list({ key: "staff:all" })).resolves.toMatchObject({
    totalCount: 1,
    data: [{ name: "Everyone" }],
  });
  await topics.removeSubscribers("staff:all", { subscribers: ["ada"] });
  await topics.delete("staff:all");
  expect(await topics.get("staff:all").catch((error) => error.status)).toBe(404);
});

test("messages are listed and deleted", async () => {
  const subscriber = await createTestSubscriber(api.db, environment.scope);
  const [id = ""] = await storeMessages(api.db, environment.scope, subscriber.id, [{ content: "Hello" }]);
  const { subscriberId } = subscriber;
  await expect(belfry.messages.list({ subscriberId, channel: "in_app" })).resolves.toMatchObject({
    totalCount: 1,
    data: [{ _id: id, content: "Hello" }],
  });
  await belfry.messages.deleteById(id);
  await expect(belfry.messages.list({ subscriberId })).resolves.toMatchObject({ totalCount: 0 });
});

test("a refusal is an error with the API's own sentence", async () => {
  const stranger = new Belfry({ apiKey: "unknown", baseUrl: api.app.listeningOrigin });
  await expect(stranger.topics.list()).rejects.toMatchObject({ name: "BelfryError", status: 401 });
  const error = await belfry.events.trigger({ name: "no-such-workflow", to: "ada" }).catch((error) => error);
  expect(error).toMatchObject({ status: 422, problems: [expect.stringContaining("workflow")] });
});
