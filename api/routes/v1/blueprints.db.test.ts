import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { createTestEnvironment, testApp, testConfig } from "#test/support/environment.ts";

const plain = await testApp();
const { db } = plain;
const creator = await createTestEnvironment(db);
const config = { ...testConfig, blueprintCreator: creator.organizationId };
const { app, close } = await testApp({ db, config });
afterAll(async () => {
  await close();
  await plain.close();
});

async function call(method: "GET" | "POST", path: string, { key, payload }: { key?: string; payload?: object } = {}) {
  const headers = key ? { authorization: `ApiKey ${key}` } : {};
  const reply = await app.inject({ method, url: `/v1${path}`, headers, ...(payload && { payload }) });
  return { status: reply.statusCode, body: reply.json(), headers: reply.headers };
}

test("an organisation that makes blueprints has none before it has promoted one", async () => {
  for (const path of ["group-by-category", randomUUID()]) {
    expect((await call("GET", `/blueprints/${path}`)).status).toBe(404);
  }
});

test("a promoted workflow of the creator is a blueprint for everybody, and a workflow can be made of it", async () => {
  const key = creator.organizationApiKey;
  const feed = await call("POST", "/feeds", { key, payload: { name: "billing" } });
  const group = await call("POST", "/notification-groups", { key, payload: { name: "Orders" } });
  const template = { type: "in_app", content: "Hello {{name}}", feedId: feed.body.data._id };
  const payload = {
    name: "Welcome",
    notificationGroupId: group.body.data._id,
    tags: ["popular"],
    steps: [{ template }],
  };
  await call("POST", "/workflows", { key, payload });
  const pending = (await call("GET", "/changes?promoted=false", { key })).body.data;
  const changeIds = pending.map(({ _id }: { _id: string }) => _id);
  await call("POST", "/changes/bulk/apply", { key, payload: { changeIds } });

  const grouped = await call("GET", "/blueprints/group-by-category");
  expect(grouped.headers["access-control-allow-origin"]).toBe("*");
  expect(grouped.body.data).toMatchObject({
    general: [{ name: "Orders", blueprints: [{ name: "Welcome", isBlueprint: true }] }],
    popular: { name: "Popular", blueprints: [{ name: "Welcome" }] },
  });
  const blueprint = (await call("GET", "/blueprints/welcome")).body.data;
  expect((await call("GET", `/blueprints/${blueprint._id}`)).body.data).toMatchObject({
    isBlueprint: true,
    steps: [{ template: { content: "Hello {{name}}" } }],
  });

  const user = await createTestEnvironment(db);
  const { notificationGroup } = grouped.body.data.general[0].blueprints[0];
  const made = { ...blueprint, notificationGroup, blueprintId: blueprint._id, notificationGroupId: randomUUID() };
  const { status, body } = await call("POST", "/workflows", { key: user.apiKey, payload: made });
  expect([status, body.data]).toMatchObject([
    201,
    { blueprintId: blueprint._id, isBlueprint: false, steps: [{ template: { _feedId: null } }] },
  ]);
  const changes = (await call("GET", "/changes?promoted=false", { key: user.apiKey })).body.data;
  expect(changes.map(({ type }: { type: string }) => type).sort()).toEqual([
    "NotificationGroup",
    "NotificationTemplate",
  ]);
  const again = await call("POST", "/workflows", { key: user.apiKey, payload: made });
  expect(again.body.data._notificationGroupId).toBe(body.data._notificationGroupId);
  const nameless = { ...made, notificationGroup: undefined };
  expect((await call("POST", "/workflows", { key: user.apiKey, payload: nameless })).status).toBe(404);
});
