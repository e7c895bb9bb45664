import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestEnvironment, type TestEnvironment, testApp } from "#test/support/environment.ts";
import { createTestSubscriber, storeMessages } from "#test/support/inbox.ts";

const server = await testApp();
const { app, db } = server;
let environment: TestEnvironment;

beforeAll(async () => {
  environment = await createTestEnvironment(db);
});
afterAll(() => server.close());

const BUTTONS = { action: { buttons: [{ type: "primary" as const, content: "Yes" }] } };

test("a customer's server reads and changes a subscriber's notifications as the subscriber does", async () => {
  const { id, subscriberId } = await createTestSubscriber(db, environment.scope);
  const ids = await storeMessages(db, environment.scope, id, [{ cta: BUTTONS }, { tags: ["a"] }]);
  const call = async (method: "GET" | "PATCH" | "POST" | "DELETE", path: string, payload?: object) => {
    const url = `/v2/subscribers/${subscriberId}/notifications${path}`;
    const reply = await app.inject({ method, url, headers: environment.headers, ...(payload && { payload }) });
    return [reply.statusCode, reply.body === "" ? "" : reply.json().data];
  };
  const severities = "severity=high&severity=none&contextKeys=";
  expect(await call("GET", `?limit=1&${severities}`)).toEqual([200, [expect.objectContaining({ id: ids[1] })]]);
  expect(await call("GET", '/count?filters=[{"read":false}]')).toEqual([200, [{ count: 2, filter: { read: false } }]]);
  expect(await call("PATCH", `/${ids[0]}/actions/primary/complete`)).toEqual([
    200,
    expect.objectContaining({ isRead: true, primaryAction: { label: "Yes", isCompleted: true } }),
  ]);
  expect(await call("PATCH", `/${ids[0]}/archive`)).toEqual([200, expect.objectContaining({ isArchived: true })]);
  expect(await call("POST", "/seen", { notificationIds: [ids[1]] })).toEqual([204, ""]);
  expect(await call("POST", "/delete", { tags: ["a"] })).toEqual([204, ""]);
  expect(await call("DELETE", `/${ids[0]}`)).toEqual([204, ""]);
  expect(await call("GET", "")).toEqual([200, []]);
});

test("notifications of a subscriber who does not exist are not found", async () => {
  const url = "/v2/subscribers/nobody/notifications";
  expect((await app.inject({ url, headers: environment.headers })).statusCode).toBe(404);
});
