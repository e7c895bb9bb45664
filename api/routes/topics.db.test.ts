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
  // Its members are read as they are sent: alone, in a list, and after a new name.
  await db.$client`
    update subscribers set deleted_at = now() where environment_id = ${scope.environmentId} and subscriber_id like 's-%7'`;
  const living = succeeded.filter((id: string) => !id.endsWith("7"));
  const topic = expect.objectContaining({ key: "everybody" });
  const [read, listed, renamed] = await Promise.all([
    app.inject({ url: "/v1/topics/everybody", headers }),
    app.inject({ url: "/v1/topics?pageSize=2", headers }),
    app.inject({ method: "PATCH", url: "/v1/topics/everybody", headers, payload: { name: "All" } }),
  ]);
  expect(listed.json()).toMatchObject({ page: 0, pageSize: 2, totalCount: 1, data: [topic] });
  for (const found of [read.json().data, listed.json().data[0], renamed.json().data]) {
    expect(found).toEqual(topic);
    expect(found.subscribers.toSorted()).toEqual(living.toSorted());
  }
  expect([read.headers["content-type"], renamed.json().data.name]).toEqual(["application/json; charset=utf-8", "All"]);
  await db.$client`update subscribers set deleted_at = null where environment_id = ${scope.environmentId}`;
  // Adding twice is adding once.
  expect((await app.inject({ method: "POST", url, headers, payload: { subscribers } })).statusCode).toBe(200);
  expect(await members()).toBe(known);
  const removed = await app.inject({ method: "POST", url: `${url}/removal`, headers, payload: { subscribers } });
  expect(removed.statusCode).toBe(204);
  expect(await members()).toBe(0);
}, 60_000);

test("the first thousands of a topic's members may all be deleted, and the others are read", async () => {
  const { headers, scope } = await createTestEnvironment(db);
  await db.$client`
    insert into subscribers (organization_id, environment_id, subscriber_id, created_at)
    select ${scope.organizationId}, ${scope.environmentId}, 'm-' || n, now() from generate_series(1, 11000) n`;
  const subscribers = Array.from({ length: 11_000 }, (_, i) => `m-${i + 1}`);
  await app.inject({ method: "POST", url: "/v1/topics/left/subscribers", headers, payload: { subscribers } });
  await db.$client`
    update topic_subscribers set created_at = now() + substr(s.subscriber_id, 3)::int * interval '1 millisecond'
    from subscribers s where s.id = topic_subscribers.subscriber_id and s.environment_id = ${scope.environmentId}`;
  await db.$client`
    update subscribers set deleted_at = now()
    where environment_id = ${scope.environmentId} and substr(subscriber_id, 3)::int <= 10998`;
  const reply = await app.inject({ url: "/v1/topics/left", headers });
  expect(reply.json().data.subscribers).toEqual(["m-10999", "m-11000"]);
});

test("adding and removing nobody changes nothing", async () => {
  const { headers } = await createTestEnvironment(db);
  const url = "/v1/topics/empty/subscribers";
  const added = await app.inject({ method: "POST", url, headers, payload: { subscribers: [] } });
  expect([added.statusCode, added.json().data.succeeded]).toEqual([200, []]);
  const removed = await app.inject({ method: "POST", url: `${url}/removal`, headers, payload: { subscribers: [] } });
  expect(removed.statusCode).toBe(204);
});
