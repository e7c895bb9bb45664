import { afterAll, expect, test } from "vitest";
import { closeDatabase, openDatabase } from "#db/client.ts";
import { testApp } from "#test/support/environment.ts";
import { fakeEngine } from "#test/support/fake-engine.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";

const server = await testApp();
afterAll(() => server.close());

const url = "/v1/health-check";

test("while database and engine answer, all is well, and nobody has to sign in to hear it", async () => {
  const reply = await server.app.inject({ url });
  expect(reply.statusCode).toBe(200);
  expect(reply.json().data).toEqual({
    status: "ok",
    version: "0.0.0-test",
    dependencies: { database: { status: "up" }, temporal: { status: "up" } },
  });
});

test("an engine that refuses makes it 503, without telling why to everybody", async () => {
  const { engine } = fakeEngine({ check: () => Promise.reject(new Error("connect ECONNREFUSED 10.0.0.7:7233")) });
  const { app } = await testApp({ engine, db: server.db });
  const reply = await app.inject({ url });
  expect(reply.statusCode).toBe(503);
  expect(reply.json().data).toMatchObject({
    status: "error",
    dependencies: { database: { status: "up" }, temporal: { status: "down", message: "Not reachable" } },
  });
  expect(reply.body).not.toContain("10.0.0.7");
  await app.close();
});

test("an engine that does not answer counts as down after two seconds", async () => {
  const { engine } = fakeEngine({ check: () => new Promise(() => {}) });
  const { app } = await testApp({ engine, db: server.db });
  const started = performance.now();
  const reply = await app.inject({ url });
  expect(performance.now() - started).toBeLessThan(4_000);
  expect(reply.statusCode).toBe(503);
  expect(reply.json().data.dependencies.temporal.status).toBe("down");
  await app.close();
});

test("a database that is gone makes it 503", async () => {
  const db = openDatabase(testDatabaseUrl());
  const { app } = await testApp({ db });
  await app.ready();
  await closeDatabase(db);
  const reply = await app.inject({ url });
  expect(reply.statusCode).toBe(503);
  expect(reply.json().data.dependencies.database.status).toBe("down");
  await app.close();
});
