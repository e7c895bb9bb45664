import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { countRuns } from "#activities/upkeep/count-runs.ts";
import type { WorkflowActivity } from "#contract/notifications.ts";
import { apiWithRunner } from "#test/support/api-with-runner.ts";
import { createTestEnvironment } from "#test/support/environment.ts";
import { anAcceptedEvent, aStep, aWorkflow } from "#test/support/event.ts";
import { storeRuns } from "#test/support/stored-runs.ts";

const { api, environment, runner } = await apiWithRunner();
const { db } = api;

async function read(ids: string[], headers: object = environment.headers) {
  const query = ids.map((id) => `ids=${id}`).join("&");
  const reply = await api.app.inject({ url: `/v1/notifications/graph/workflows?${query}`, headers: { ...headers } });
  const found: WorkflowActivity[] = reply.json().data ?? [];
  const sums = found.map(({ _id, days }) => ({
    _id,
    runs: days.map(({ runs }) => runs),
    failures: days.map(({ failures }) => failures),
  }));
  return { status: reply.statusCode, body: reply.json(), found, sums };
}

/** The days of UTC before this one, up to six ago, in one array with today last. */
const ofToday = (count: number): number[] => [0, 0, 0, 0, 0, 0, count];

test("a workflow has its runs and failures on each of seven days, whether they are counted or not", async () => {
  const often = await aWorkflow(db, environment, [aStep("in_app")]);
  const fails = await aWorkflow(db, environment, [aStep("email")]);
  const noon = "date_trunc('day', now(), 'UTC') - interval '12 hours'";
  await storeRuns(db, environment, often, 20, `${noon} - (n % 10) * interval '1 day'`);
  const { ref } = await anAcceptedEvent(db, environment, fails, { to: ["ada", "bob"] });
  await runner.start(ref);
  const expected = [
    { _id: often.id, runs: [2, 2, 2, 2, 2, 2, 0], failures: ofToday(0) },
    { _id: fails.id, runs: ofToday(2), failures: ofToday(2) },
  ];
  expect((await read([often.id, fails.id])).sums).toEqual(expected);
  await countRuns(runner.deps);
  expect((await read([often.id, fails.id])).sums).toEqual(expected);
  const [first] = (await read([often.id])).found;
  expect(first?.days.at(-1)?.day).toBe(new Date().toISOString().slice(0, 10));
});

test("ids of another environment, and of nothing, have no runs", async () => {
  const other = await createTestEnvironment(db);
  const workflow = await aWorkflow(db, other, [aStep("in_app")]);
  await storeRuns(db, other, workflow, 3, "now()");
  const ids = [workflow.id, randomUUID()];
  expect((await read(ids)).sums.map(({ runs }) => runs)).toEqual([ofToday(0), ofToday(0)]);
  expect((await read(ids, other.headers)).sums[0]?.runs).toEqual(ofToday(3));
});

test("a hundred workflows are read together, and no more", async () => {
  const ids = Array.from({ length: 101 }, () => randomUUID());
  expect((await read(ids.slice(1))).found).toHaveLength(100);
  expect((await read(ids)).status).toBe(400);
  for (const refused of [[], ["welcome"]]) {
    const { status, body } = await read(refused);
    expect(status).toBe(400);
    expect(body.message).toEqual([expect.stringMatching(/^ids|^each value in ids/)]);
  }
});
