import { randomBytes } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { createTestEnvironment, testApp } from "#test/support/environment.ts";

const { app, db, close } = await testApp();
afterAll(close);

test("a topic key of 255 characters is taken and a longer one refused, before Postgres sees it", async () => {
  const { headers } = await createTestEnvironment(db);
  const create = (key: string) =>
    app.inject({ method: "POST", url: "/v1/topics", headers, payload: { key, name: "News" } });
  // Without repetition, so that the index entry cannot be compressed.
  const key = (length: number) => randomBytes(length).toString("hex").slice(0, length);
  expect((await create(key(255))).statusCode).toBe(201);
  for (const length of [256, 6_000]) {
    const reply = await create(key(length));
    expect([reply.statusCode, reply.json().message]).toEqual([400, ["key must be at most 255 characters"]]);
  }
});

test("a topic of a key of 255 characters is found by its path", async () => {
  const { headers } = await createTestEnvironment(db);
  const key = "k".repeat(255);
  await app.inject({ method: "POST", url: "/v1/topics", headers, payload: { key, name: "News" } });
  const reply = await app.inject({ url: `/v1/topics/${key}`, headers });
  expect([reply.statusCode, reply.json().data.key]).toEqual([200, key]);
});

test("70,000 subscribers are added to a topic and removed from it by one call each", async () => {
  const { headers, scope } = await createTestEnvironment(db);
  const [known, unknown] = [69_990, 10];
  await db.$client`
    insert into subscribers (organization_id, environment_id, subscriber_id)
    select ${scope.organizationId}, ${scope.environmentId}, 's-' || n from generate_series(1, ${known}) n`;
  const subscribers = Array.from({ length: known + unknown }, (_, i) => `s-${i + 1}`);
  const url = "/v1/topics/everybody/subscribers";
  const added = await app.inject({ method: "POST", url, headers, payload: { subscribers } });
  expect(added.statusCode).toBe(200);
  const { succeeded, failed } = added.json().data;
  expect(succeeded).toHaveLength(known);
  expect(failed.notFound).toEqual(subscribers.slice(known));
  const members = async () => {
    const [row] = await db.$client`
      select count(*)::int as n from topic_subscribers where environment_id = ${scope.environmentId}`;
    return row?.n;
  };
  expect(await members()).toBe(known);
  // Adding twice is adding once.
  expect((await app.inject({ method: "POST", url, headers, payload: { subscribers } })).statusCode).toBe(200);
  expect(await members()).toBe(known);
  const removed = await app.inject({ method: "POST", url: `${url}/removal`, headers, payload: { subscribers } });
  expect(removed.statusCode).toBe(204);
  expect(await members()).toBe(0);
}, 60_000);

test("adding and removing nobody changes nothing", async () => {
  const { headers } = await createTestEnvironment(db);
  const url = "/v1/topics/empty/subscribers";
  const added = await app.inject({ method: "POST", url, headers, payload: { subscribers: [] } });
  expect([added.statusCode, added.json().data.succeeded]).toEqual([200, []]);
  const removed = await app.inject({ method: "POST", url: `${url}/removal`, headers, payload: { subscribers: [] } });
  expect(removed.statusCode).toBe(204);
});
