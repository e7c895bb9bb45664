import { createHmac } from "node:crypto";
import { canonicalize } from "@tufjs/canonical-json";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestEnvironment, type TestEnvironment, testApp } from "#test/support/environment.ts";
import { aStep, aWorkflow } from "#test/support/event.ts";
import { createTestSubscriber, storeMessages } from "#test/support/inbox.ts";
import {
  Belfry,
  BelfryError,
  createContextHash,
  createSubscriberHash,
  HttpError,
  UnauthorizedError,
} from "./client.ts";

const api = await testApp();
let environment: TestEnvironment;
let belfry: Belfry;

beforeAll(async () => {
  environment = await createTestEnvironment(api.db);
  await api.app.listen({ host: "127.0.0.1", port: 0 });
  belfry = new Belfry({ secretKey: environment.apiKey, apiUrl: api.app.listeningOrigin });
});
afterAll(() => api.close());

test("a subscriber is created, changed, listed and deleted", async () => {
  const { subscribers } = belfry;
  await subscribers.identify("ada", { firstName: "Ada", data: { plan: "pro" } });
  await expect(subscribers.update("ada", { lastName: "Lovelace" })).resolves.toMatchObject({ lastName: "Lovelace" });
  await expect(subscribers.get("ada")).resolves.toMatchObject({ firstName: "Ada", data: { plan: "pro" } });
  await expect(subscribers.bulkCreate([{ subscriberId: "ada" }, { subscriberId: "bob" }])).resolves.toEqual({
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
  await belfry.subscribers.identify("eve");
  await belfry.subscribers.updatePreference("eve", workflow.identifier, { channel: { type: "email", enabled: false } });
  const [preference] = await belfry.subscribers.getPreference("eve");
  expect(preference?.preference.channels).toEqual({ email: false });
  await expect(belfry.subscribers.updateGlobalPreference("eve", { enabled: false })).resolves.toMatchObject({
    preference: { enabled: false },
  });
});

test("an event is stored once however often it arrives, has a status, and is cancelled", async () => {
  const { identifier } = await aWorkflow(api.db, environment, [aStep("in_app")]);
  const event = { to: { subscriberId: "ada" }, payload: { n: 1 } };
  const { transactionId = "" } = await belfry.events.trigger(identifier, event);
  await belfry.events.trigger(identifier, { ...event, transactionId });
  await expect(belfry.events.status(transactionId)).resolves.toMatchObject({ transactionId, state: "accepted" });
  const starts = api.started.filter(({ event }) => event.transactionId === transactionId);
  expect(new Set(starts.map(({ event, executionId }) => `${event.eventId} ${executionId}`)).size).toBe(1);
  await expect(belfry.events.cancel(transactionId)).resolves.toBe(true);
  await expect(belfry.events.status(transactionId)).resolves.toMatchObject({ state: "canceled" });
});

test.each(["..", ".", "~..", "...", "a/b", "/", "../x", "100%", "%2F", "%2e%2e", "a b", " ", "ü/€?#&;=+", "订单🚀"])(
  "an event called %j can be asked for, cancelled and resumed, and its messages deleted",
  async (transactionId) => {
    const { identifier } = await aWorkflow(api.db, environment, [aStep("in_app")]);
    await belfry.events.trigger(identifier, { to: "ada", transactionId });
    await expect(belfry.events.status(transactionId)).resolves.toMatchObject({ transactionId, state: "accepted" });
    await expect(belfry.events.cancel(transactionId)).resolves.toBe(true);
    const resumed = belfry.events.resume(transactionId);
    await expect(resumed).rejects.toThrow(`Event ${transactionId} was cancelled: trigger the workflow again`);
    await expect(belfry.messages.deleteByTransactionId(transactionId)).rejects.toMatchObject({ status: 404 });
  },
);

test("a call that is made again with its caller's key has the same result, and no second effect", async () => {
  const { identifier } = await aWorkflow(api.db, environment, [aStep("in_app")]);
  const triggerFor = (to: string) => belfry.trigger(identifier, { to }, { idempotencyKey: "order-1" });
  const first = await triggerFor("ada");
  const started = api.started.length;
  await expect(triggerFor("ada")).resolves.toEqual(first);
  expect(api.started).toHaveLength(started);
  await expect(triggerFor("bob")).rejects.toMatchObject({
    status: 422,
  });
});

test("a bulk has a result for each event, and a broadcast one", async () => {
  const { identifier } = await aWorkflow(api.db, environment, [aStep("in_app")]);
  const results = await belfry.events.bulkTrigger([
    { name: identifier, to: { type: "Topic", topicKey: "staff" } },
    { name: "no-such-workflow", to: "ada" },
  ]);
  expect(results.map(({ status }) => status)).toEqual(["processed", "error"]);
  await expect(belfry.events.broadcast(identifier)).resolves.toMatchObject({ status: "processed" });
});

test("a topic is created, filled, renamed, listed, emptied and deleted", async () => {
  const { topics } = belfry;
  await belfry.subscribers.identify("ada");
  await topics.create({ key: "staff:all", name: "Staff" });
  expect(await topics.create({ key: "staff:all", name: "Staff" }).catch((error) => error.status)).toBe(409);
  await expect(topics.addSubscribers("staff:all", { subscribers: ["ada", "nobody"] })).resolves.toEqual({
    succeeded: ["ada"],
    failed: { notFound: ["nobody"] },
  });
  await expect(topics.rename("staff:all", "Everyone")).resolves.toMatchObject({ subscribers: ["ada"] });
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

test("a refusal is an error with the API's own sentence, code, fields and request id", async () => {
  const stranger = new Belfry("unknown", { apiUrl: api.app.listeningOrigin });
  const unauthorized = await stranger.topics.list().catch((error) => error);
  expect(unauthorized).toBeInstanceOf(UnauthorizedError);
  expect(unauthorized).toMatchObject({
    status: 401,
    code: "unauthorized",
    requestId: expect.stringMatching(/^[\w-]{36}$/),
  });
  const error = await belfry.trigger("no-such-workflow", { to: "ada" }).catch((error) => error);
  expect(error).toBeInstanceOf(HttpError);
  expect(error).toMatchObject({
    status: 422,
    code: "workflow_not_found",
    problems: [expect.stringContaining("workflow")],
  });
  const refused = await belfry.topics.create({ key: "", name: "Crew" }).catch((error) => error);
  expect(refused).toMatchObject({
    name: "BadRequestError",
    code: "invalid_input",
    fields: { key: [expect.stringMatching(/^key /)] },
  });
});

test("an answer has the id under which the API logs it: a proxy's or caller's own where there is one", async () => {
  const { requestId, response } = await belfry.topics.list().withResponse();
  expect(requestId).toBe(response.headers.get("x-request-id"));
  expect(requestId).toMatch(/^[\w-]{36}$/);
  const idOf = async (id: string, path = "/v1/topics") => {
    const answer = await fetch(`${api.app.listeningOrigin}${path}`, { headers: { "x-request-id": id } });
    return [answer.headers.get("x-request-id"), (await answer.json()).requestId];
  };
  expect(await idOf("proxy-1:7")).toEqual(["proxy-1:7", "proxy-1:7"]);
  for (const path of ["/v1/topics/50%", "/v1/none", "/v1/health-check"])
    expect((await idOf("proxy-2", path))[0]).toBe("proxy-2");
  for (const id of ["a b", "x".repeat(129), "a<b"]) expect((await idOf(id))[0]).toMatch(/^[\w-]{36}$/);
});

test("the page of a list that was awaited goes on to the pages after it", async () => {
  await belfry.subscribers.bulkCreate([1, 2, 3].map((number) => ({ subscriberId: `page-${number}` })));
  const page = await belfry.subscribers.list({ limit: 1 });
  const ids: string[] = [];
  for await (const { subscriberId } of page) ids.push(subscriberId);
  expect(ids).toEqual(expect.arrayContaining(["page-1", "page-2", "page-3"]));
  expect(new Set(ids).size).toBe(ids.length);
});

test("the hash of a subscriber opens an inbox that asks for one", async () => {
  const hmacHash = await createSubscriberHash("grüße", environment.apiKey);
  expect(hmacHash).toBe(createHmac("sha256", environment.apiKey).update("grüße").digest("hex"));
});

test("the hash of a context is that of its canonical JSON", async () => {
  const context = { tenant: { id: "acme", data: { b: [1, null, true], a: 'say "grüße"\\\n' } }, app: "mail" };
  const signed = createHmac("sha256", environment.apiKey).update(canonicalize(context)).digest("hex");
  expect(await createContextHash(context, environment.apiKey)).toBe(signed);
  await expect(createContextHash({ tenant: { id: "acme", data: { share: 0.5 } } }, "key")).rejects.toThrow(TypeError);
});
