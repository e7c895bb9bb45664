import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestEnvironment, type TestEnvironment, testApp } from "#test/support/environment.ts";
import { aStep, aWorkflow } from "#test/support/event.ts";

const { app, db, close } = await testApp();
let environment: TestEnvironment;
beforeAll(async () => {
  environment = await createTestEnvironment(db);
});
afterAll(close);

async function call(method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE", url: string, payload?: object) {
  const headers = environment.headers;
  const reply = await app.inject({ method, url: `/v1${url}`, headers, ...(payload && { payload }) });
  return { status: reply.statusCode, body: reply.body === "" ? undefined : reply.json() };
}

/** Every character as %XX, which is the longest that a client may send. */
const percentEncoded = (text: string) =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");

test.each([
  ["a subscriber id", (id: string) => `/subscribers/${id}`, { subscriberId: "s".repeat(255) }, "/subscribers"],
  ["a topic key", (key: string) => `/topics/${key}`, { key: ":".repeat(255), name: "News" }, "/topics"],
])("%s of 255 characters is found by its path, percent-encoded too", async (_, path, body, collection) => {
  expect((await call("POST", collection, body)).status).toBe(201);
  const id = Object.values(body)[0] ?? "";
  for (const encoded of [id, encodeURIComponent(id), percentEncoded(id)]) {
    const { status, body: found } = await call("GET", path(encoded));
    expect(status).toBe(200);
    expect(Object.values(found.data)).toContain(id);
  }
});

test("a transactionId of 255 characters that all have to be encoded is found by its path", async () => {
  const { identifier } = await aWorkflow(db, environment, [aStep("in_app")]);
  for (const character of ["/", "%", "?", "\u20ac"]) {
    const transactionId = character.repeat(255);
    const { status } = await call("POST", "/events/trigger", { name: identifier, to: "ada", transactionId });
    expect(status).toBe(201);
    const found = await call("GET", `/events/trigger/${percentEncoded(transactionId)}`);
    expect(found.body).toMatchObject({ data: { transactionId } });
  }
});

const long = "x".repeat(256);
test.each([
  ["GET", `/subscribers/${long}`, "subscriberId"],
  ["PUT", `/subscribers/${long}`, "subscriberId"],
  ["DELETE", `/subscribers/${long}`, "subscriberId"],
  ["PATCH", `/subscribers/${long}/online-status`, "subscriberId"],
  ["GET", `/subscribers/${long}/preferences`, "subscriberId"],
  ["GET", `/subscribers/${long}/notifications/feed`, "subscriberId"],
  ["POST", `/subscribers/${long}/messages/mark-all`, "subscriberId"],
  ["GET", `/topics/${long}`, "key"],
  ["DELETE", `/topics/${long}`, "key"],
  ["POST", `/topics/${long}/subscribers`, "key"],
  ["POST", `/topics/${long}/subscribers/removal`, "key"],
  ["GET", `/topics/news/subscribers/${long}`, "subscriberId"],
  ["GET", `/topics?key=${long}`, "key"],
  ["GET", `/events/trigger/${long}`, "transactionId"],
  ["DELETE", `/events/trigger/${long}`, "transactionId"],
  ["POST", `/events/trigger/${long}/resume`, "transactionId"],
  ["DELETE", `/messages/transaction/${long}`, "transactionId"],
  ["GET", `/messages?subscriberId=${long}`, "subscriberId"],
  ["GET", `/messages?transactionId=${long}`, "transactionId.0"],
] as const)("%s %.25s... is refused by name and limit", async (method, url, field) => {
  const { status, body } = await call(method, url, method === "GET" || method === "DELETE" ? undefined : {});
  expect([status, body.error]).toEqual([400, "Bad Request"]);
  expect(body.message).toContain(`${field} must be at most 255 characters`);
});

test("a path of many thousand characters is refused like any that is too long", async () => {
  const { status, body } = await call("GET", `/subscribers/${"x".repeat(15_000)}`);
  expect([status, body.message]).toEqual([400, ["subscriberId must be at most 255 characters"]]);
});

test("adding subscribers creates no topic with a key that no topic may have", async () => {
  for (const [key, message] of [
    ["%00", "key must not contain the NUL character"],
    ["%20", "key should not be empty"],
  ] as const) {
    const { status, body } = await call("POST", `/topics/${key}/subscribers`, { subscribers: [] });
    expect(status).toBe(400);
    expect(body.message).toContain(message);
  }
  expect((await call("POST", "/topics/%20padded%20/subscribers", { subscribers: [] })).status).toBe(200);
  expect((await call("GET", "/topics/padded")).status).toBe(200);
});

test("lists of ids name the members that are too long, and nothing of them is written", async () => {
  const members = await call("POST", "/topics/long-members/subscribers", { subscribers: ["ok", long, "a\0b"] });
  expect([members.status, members.body.message]).toEqual([
    400,
    ["subscribers.1 must be at most 255 characters", "subscribers.2 must not contain the NUL character"],
  ]);
  expect((await call("GET", "/topics/long-members")).status).toBe(404);
});

test.each([
  [{ to: long }, "to must be at most 255 characters"],
  [{ to: ["ok", long] }, "to.1 must be at most 255 characters"],
  [{ to: [{ subscriberId: long }] }, "to.0.subscriberId must be at most 255 characters"],
  [{ to: { type: "Topic", topicKey: long } }, "to.topicKey must be at most 255 characters"],
  [{ actor: long }, "actor must be at most 255 characters"],
  [{ actor: { subscriberId: long } }, "actor.subscriberId must be at most 255 characters"],
  [{ tenant: long }, "tenant must be at most 255 characters"],
  [{ tenant: { identifier: long } }, "tenant.identifier must be at most 255 characters"],
  [{ transactionId: long }, "transactionId must be at most 255 characters"],
])("a trigger names the id that is too long: %#", async (fields, message) => {
  const { identifier } = await aWorkflow(db, environment, [aStep("in_app")]);
  const { status, body } = await call("POST", "/events/trigger", { name: identifier, to: "ada", ...fields });
  expect([status, body.message]).toEqual([400, [message]]);
});

test("of a list of which all ids are too long, the first are named", async () => {
  const { identifier } = await aWorkflow(db, environment, [aStep("in_app")]);
  const { status, body } = await call("POST", "/events/trigger", { name: identifier, to: Array(500).fill(long) });
  expect([status, body.message.length]).toEqual([400, 10]);
});
