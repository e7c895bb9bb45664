import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { insertOutboxMessage } from "#db/queries/outbox/outbox.ts";
import { createTestEnvironment, type TestEnvironment, testApp } from "#test/support/environment.ts";

const server = await testApp();
const { app, db } = server;
afterAll(() => server.close());

const mail = (subject: string) => ({
  channel: "email" as const,
  messageId: randomUUID(),
  to: ["ada@example.com"],
  from: "Belfry <no-reply@example.com>",
  subject,
  html: "<p>Hello</p>",
});

const get = (environment: TestEnvironment, url = "") =>
  app.inject({ url: `/v1/outbox${url}`, headers: environment.headers });

test("the outbox shows what demo providers delivered, newest first", async () => {
  const environment = await createTestEnvironment(db);
  const first = mail("first");
  await insertOutboxMessage(db, environment.scope, first);
  const sms = { channel: "sms" as const, messageId: randomUUID(), to: ["+491"], from: "Belfry", content: "Code 17" };
  const { id } = await insertOutboxMessage(db, environment.scope, sms);
  const reply = await get(environment);
  expect(reply.statusCode).toBe(200);
  const { data, ...page } = reply.json();
  expect(page).toEqual({ page: 0, pageSize: 25, hasMore: false });
  expect(data).toMatchObject([
    { _id: id, channel: "sms", to: ["+491"], text: "Code 17" },
    { _messageId: first.messageId, subject: "first", html: "<p>Hello</p>", from: first.from },
  ]);
  expect((await get(environment, `/${id}`)).json().data).toEqual(data[0]);
  expect((await get(environment, "?limit=1")).json()).toMatchObject({ hasMore: true, data: [{ _id: id }] });
});

test("the same message delivered twice is there once", async () => {
  const environment = await createTestEnvironment(db);
  const message = mail("once");
  const first = await insertOutboxMessage(db, environment.scope, message);
  expect(await insertOutboxMessage(db, environment.scope, message)).toEqual(first);
  expect((await get(environment)).json().data).toHaveLength(1);
});

test("an outbox belongs to its environment, also when it is emptied", async () => {
  const [own, other] = [await createTestEnvironment(db), await createTestEnvironment(db)];
  const { id } = await insertOutboxMessage(db, own.scope, mail("own"));
  await insertOutboxMessage(db, other.scope, mail("other"));
  expect((await get(other, `/${id}`)).statusCode).toBe(404);
  expect((await get(own, "/nonsense")).statusCode).toBe(404);
  const reply = await app.inject({ method: "DELETE", url: "/v1/outbox", headers: own.headers });
  expect([reply.statusCode, reply.body]).toEqual([204, ""]);
  expect((await get(own)).json().data).toEqual([]);
  expect((await get(other)).json().data).toHaveLength(1);
});

test("the outbox is shown to members and keys only", async () => {
  expect((await app.inject({ url: "/v1/outbox" })).statusCode).toBe(401);
});
