import { afterAll, beforeAll, expect, test } from "vitest";
import { Erasure, Import } from "#contract/imports.ts";
import { data } from "#contract/schemas/common.ts";
import { startWhole, type Whole } from "#test/support/whole.ts";
import { erasureExecutionId, importExecutionId } from "./ids.ts";

// API, worker, Temporal and Postgres together: a file is worked off by an execution, and a subscriber erased by another one.

const MANY = 3_000;

let whole: Whole;
beforeAll(async () => {
  whole = await startWhole();
});
afterAll(() => whole.stop());

test("a large file is worked off by one execution, also when its worker ends in the middle, and no line is written twice", async () => {
  const people = Array.from({ length: MANY }, (_, number) => ({ subscriberId: `s${number}` }));
  const { body } = await whole.call("POST", "/imports?kind=subscribers&format=json", people);
  const { _id } = data(Import).parse(body).data;
  const read = async () => data(Import).parse((await whole.call("GET", `/imports/${_id}`)).body).data;
  await expect.poll(async () => (await read()).done, { timeout: 20_000, interval: 5 }).toBeGreaterThan(0);
  await whole.stopWorker();
  await whole.startWorker();
  await expect.poll(async () => (await read()).state, { timeout: 30_000, interval: 50 }).toBe("completed");
  expect(await read()).toMatchObject({ total: MANY, done: MANY, created: MANY, updated: 0, unchanged: 0, failed: 0 });
  await whole.client.workflow.getHandle(importExecutionId(_id)).result();
  const { db, environment } = whole;
  const [counted] = await db.$client`
    select count(*)::int as count from subscribers where environment_id = ${environment.environmentId} and subscriber_id like 's%'`;
  expect(counted?.count).toBe(MANY);
}, 60_000);

test("an erasure is carried out by an execution", async () => {
  await whole.call("POST", "/subscribers", { subscriberId: "to-erase", email: "erase@example.com" });
  const { body } = await whole.call("POST", "/subscribers/to-erase/erase");
  const { _id } = data(Erasure).parse(body).data;
  await whole.client.workflow.getHandle(erasureExecutionId(_id)).result();
  const erased = data(Erasure).parse((await whole.call("GET", `/erasures/${_id}`)).body).data;
  expect(erased).toMatchObject({ state: "completed" });
  expect(erased).not.toHaveProperty("subscriberId");
}, 30_000);
