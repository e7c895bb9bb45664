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
