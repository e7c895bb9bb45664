import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, type Database, openDatabase } from "#db/client.ts";
import { changeNotifications } from "#db/queries/messages/change-notifications.ts";
import { deleteFromInbox, emptyInbox, markAllMessages, markMessages } from "#db/queries/messages/inbox.ts";
import { createTestEnvironment, type TestEnvironment, testApp } from "#test/support/environment.ts";
import { createTestSubscriber, storeMessages } from "#test/support/inbox.ts";
import { addIntegration } from "#test/support/integrations.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";

// Which changes are reported to webhook endpoints: docs/webhooks.md.

let db: Database;
let app: FastifyInstance;
let close: () => Promise<void>;
beforeAll(async () => {
  db = openDatabase(testDatabaseUrl(), { poolSize: 5 });
  ({ app, close } = await testApp({ db }));
});
afterAll(async () => {
  await close();
  await closeDatabase(db);
});

async function callIn(
  { organizationHeaders: headers }: Pick<TestEnvironment, "organizationHeaders">,
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
  url: string,
  payload?: object,
) {
  const reply = await app.inject({ method, url, headers, ...(payload && { payload }) });
  expect([url, reply.statusCode < 300, reply.body]).toEqual([url, true, reply.body]);
  return reply.body === "" ? undefined : reply.json().data;
}

/** An environment with an endpoint for everything, and the types of what it has been sent since the last look. */
async function observed() {
  const environment = await createTestEnvironment(db);
  const call = callIn.bind(undefined, environment);
  await call("POST", "/v1/webhook-endpoints", { url: "https://example.com/events" });
  const reported = async () => {
    const rows = await db.$client<{ type: string; data: Record<string, unknown> }[]>`
      delete from webhook_messages where environment_id = ${environment.environmentId} returning type, data`;
    return rows.map(({ type, data }) => ({ type, data })).sort((a, b) => a.type.localeCompare(b.type));
  };
  const types = async () => (await reported()).map(({ type }) => type);
  return { environment, call, reported, types };
}

test("marks are reported for what they change, by calls of either inbox", async () => {
  const { environment, reported, types } = await observed();
  const { scope } = environment;
  const { id: subscriberId, subscriberId: name } = await createTestSubscriber(db, scope);
  const ids = await storeMessages(db, scope, subscriberId, [{}, {}, {}, { seen: true }]);
  const inbox = { scope, subscriberId, contextKeys: null };
  const [first = "", second = "", third = ""] = ids;
  const change = (id: string, kind: "read" | "seen" | "archive" | "delete") =>
    changeNotifications(db, inbox, { ids: [id] }, { kind });
  await change(first, "seen");
  expect(await reported()).toMatchObject([{ type: "message.seen", data: { messageId: first, subscriberId: name } }]);
  await change(first, "seen");
  expect(await types()).toEqual([]);
  await change(first, "read");
  expect(await types()).toEqual(["message.read"]);
  await change(first, "archive");
  expect(await types()).toEqual(["message.archived"]);
  await changeNotifications(db, inbox, { ids: [first] }, { kind: "snooze", until: new Date(Date.now() + 60_000) });
  expect(await types()).toEqual(["message.snoozed"]);
  await markMessages(db, inbox, [second], "read");
  expect(await types()).toEqual(["message.read", "message.seen"]);
  expect((await markAllMessages(db, inbox, "seen")).count).toBe(1);
  expect(await types()).toEqual(["message.seen"]);
  await deleteFromInbox(db, inbox, [third]);
  expect(await types()).toEqual(["message.deleted"]);
  await emptyInbox(db, inbox);
  expect(await types()).toEqual(["message.deleted", "message.deleted", "message.deleted"]);
});

test("changes of workflows, subscribers and preferences are reported, with ids and without content", async () => {
  const { call, reported, types } = await observed();
  const [group] = await call("GET", "/v1/notification-groups");
  const steps = [{ template: { type: "in_app", content: "Hi" } }];
  const body = { name: "Order shipped", notificationGroupId: group._id, active: true, steps };
  const workflow = await call("POST", "/v1/workflows", body);
  expect(await reported()).toEqual([
    {
      type: "workflow.created",
      data: { workflowId: workflow._id, workflow: "order-shipped", name: body.name, active: true },
    },
  ]);
  await call("PUT", `/v1/workflows/${workflow._id}`, { description: "d" });
  expect(await types()).toEqual(["workflow.updated"]);
  const subscriberId = `ada-${randomUUID()}`;
  await call("POST", "/v1/subscribers", { subscriberId, email: "ada@example.com" });
  expect(await reported()).toEqual([{ type: "subscriber.created", data: { subscriberId } }]);
  await call("PUT", `/v1/subscribers/${subscriberId}`, { firstName: "Ada" });
  await call("POST", "/v1/subscribers", { subscriberId, lastName: "Lovelace" });
  expect(await types()).toEqual(["subscriber.updated", "subscriber.updated"]);
  await call("PATCH", `/v1/subscribers/${subscriberId}/preferences/${workflow._id}`, {
    channel: { type: "in_app", enabled: false },
  });
  expect(await reported()).toEqual([{ type: "preference.updated", data: { subscriberId, workflow: "order-shipped" } }]);
  await call("DELETE", `/v1/subscribers/${subscriberId}`);
  await call("DELETE", `/v1/workflows/${workflow._id}`);
  expect(await types()).toEqual(["subscriber.deleted", "workflow.deleted"]);
});

test("workflows are reported by whatever saves them, in the environment where they are", async () => {
  const { environment, call, types } = await observed();
  const production = { headers: { authorization: `ApiKey ${environment.productionApiKey}` } };
  await app.inject({
    method: "POST",
    url: "/v1/webhook-endpoints",
    ...production,
    payload: { url: "https://example.com/events" },
  });
  const copied = async () => {
    const rows = await db.$client<{ type: string }[]>`
      delete from webhook_messages where environment_id = ${environment.productionEnvironmentId} returning type`;
    return rows.map(({ type }) => type).sort();
  };
  const targetEnvironmentId = environment.productionEnvironmentId;
  const publish = () => call("POST", `/v2/environments/${targetEnvironmentId}/publish`, {});
  const { _id, steps } = await call("POST", "/v2/workflows", {
    name: "Controlled",
    steps: [{ name: "Bell", type: "in_app", controlValues: { body: "Hi" } }],
  });
  expect(await types()).toEqual(["workflow.created"]);
  await call("PATCH", `/v2/workflows/${_id}`, { name: "Renamed" });
  await call("PATCH", `/v2/workflows/${_id}/steps/${steps[0]._id}`, { controlValues: { body: "Hello" } });
  await call("PUT", `/v2/workflows/${_id}`, { name: "Replaced", steps: [] });
  expect(await types()).toEqual(["workflow.updated", "workflow.updated", "workflow.updated"]);
  await call("PUT", `/v2/workflows/${_id}/sync`, { targetEnvironmentId });
  expect(await copied()).toEqual(["workflow.created"]);
  await call("PUT", `/v2/workflows/${_id}/sync`, { targetEnvironmentId });
  await publish();
  expect(await copied()).toEqual([]);
  const [group] = await call("GET", "/v1/notification-groups");
  const older = await call("POST", "/v1/workflows", { name: "Older", notificationGroupId: group._id, steps: [] });
  const [change] = await call("GET", "/v1/changes?promoted=false");
  await call("POST", `/v1/changes/${change._id}/apply`);
  expect(await copied()).toEqual(["workflow.created"]);
  await call("PUT", `/v1/workflows/${older._id}`, { name: "Newer" });
  await publish();
  expect(await copied()).toEqual(["workflow.updated"]);
  await types();
  await call("DELETE", `/v2/workflows/${_id}`);
  await call("DELETE", `/v1/workflows/${older._id}`);
  expect(await types()).toEqual(["workflow.deleted", "workflow.deleted"]);
  await publish();
  expect(await copied()).toEqual(["workflow.deleted", "workflow.deleted"]);
});

test("subscribers are reported by newer calls, and when their credentials or hours change; saving the same is no change", async () => {
  const { environment, call, reported, types } = await observed();
  const subscriberId = `ada-${randomUUID()}`;
  const path = `/v2/subscribers/${subscriberId}`;
  await call("POST", "/v2/subscribers", { subscriberId, firstName: "Ada" });
  expect(await types()).toEqual(["subscriber.created"]);
  await call("POST", "/v2/subscribers", { subscriberId, firstName: "Ada" });
  await call("PATCH", path, { firstName: "Ada" });
  expect(await types()).toEqual([]);
  await call("POST", "/v2/subscribers", { subscriberId, lastName: "King" });
  await call("PATCH", path, { lastName: null });
  expect(await types()).toEqual(["subscriber.updated", "subscriber.updated"]);
  await addIntegration(db, environment.scope, { channel: "push", providerId: "fcm", identifier: "fcm-main" });
  await call("PUT", `/v1/subscribers/${subscriberId}/credentials`, {
    providerId: "fcm",
    credentials: { deviceTokens: ["token"] },
  });
  await call("DELETE", `/v1/subscribers/${subscriberId}/credentials/fcm`);
  expect(await types()).toEqual(["subscriber.updated", "subscriber.updated"]);
  await call("PATCH", `${path}/preferences`, { schedule: { isEnabled: true } });
  expect(await reported()).toEqual([
    { type: "preference.updated", data: { subscriberId, workflow: null } },
    { type: "subscriber.updated", data: { subscriberId } },
  ]);
  await call("DELETE", path);
  expect(await types()).toEqual(["subscriber.deleted"]);
});

test("settings of an endpoint that cannot be are refused by their name", async () => {
  const { environment } = await observed();
  const post = (payload: object) =>
    app.inject({ method: "POST", url: "/v1/webhook-endpoints", headers: environment.headers, payload });
  for (const [payload, field] of [
    [{ url: "ftp://example.com" }, "url"],
    [{ url: "https://user:secret@example.com" }, "url"],
    [{ url: "https://example.com", eventTypes: [] }, "eventTypes"],
    [{ url: "https://example.com", eventTypes: ["message.invented"] }, "eventTypes"],
    [{ url: "https://example.com", secret: "whsec_mine" }, "secret"],
  ] as const) {
    const reply = await post(payload);
    expect([reply.statusCode, JSON.stringify(reply.json().message)]).toEqual([400, expect.stringContaining(field)]);
  }
});
