import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { countWaitingByVersion } from "#db/queries/workflows/version-usage.ts";
import { createTestEnvironment, type TestEnvironment, testApp } from "#test/support/environment.ts";
import { explainedBy } from "#test/support/prepared-plans.ts";

// The versions of a workflow that environments execute and runs wait with.

const server = await testApp();
const { app, db } = server;
afterAll(() => server.close());

type Headers = Record<string, string>;

async function call(method: "GET" | "POST" | "PUT" | "PATCH", url: string, headers: Headers, payload?: object) {
  const reply = await app.inject({ method, url, headers, ...(payload && { payload }) });
  return { status: reply.statusCode, body: reply.json() };
}

const bell = (body: string) => ({ stepId: "bell", name: "Bell", type: "in_app", controlValues: { body } });

/** A workflow with so many versions. */
async function aWorkflow(environment: TestEnvironment, versions = 1) {
  const { headers } = environment;
  const { body } = await call("POST", "/v2/workflows", headers, { name: "Order shipped", steps: [bell("1")] });
  const path = `/v2/workflows/${body.data._id}`;
  const save = async (text: string) => {
    const { steps } = (await call("GET", path, headers)).body.data;
    await call("PUT", path, headers, { name: "Order shipped", steps: [{ ...steps[0], ...bell(text) }] });
  };
  /** As it is used, so that the next save makes another one. */
  const keep = (version: number) => call("PATCH", `${path}/versions/${version}`, headers, { name: null });
  for (let number = 1; number < versions; number += 1) {
    await keep(number);
    await save(String(number + 1));
  }
  const usage = async (at: Headers = headers, place = path) =>
    (await call("GET", `${place}/version-usage`, at)).body.data;
  return { id: body.data._id as string, path, save, keep, usage };
}

/** Stores runs that wait with a version, or that are through. */
async function storeWaiting(
  { scope }: TestEnvironment,
  workflowId: string,
  number: number,
  { count = 1, due = "now() + interval '1 day'", days = "30", isDry = false } = {},
) {
  await db.$client`
    insert into runs (id, organization_id, environment_id, event_id, cohort_id, workflow_id, workflow_version_id, subscriber_id,
      transaction_id, source, position, is_dry, due_at, expire_at)
    select gen_random_uuid(), ${scope.organizationId}, ${scope.environmentId}, ${workflowId}, ${workflowId}, ${workflowId},
      (select id from workflow_versions where workflow_id = ${workflowId} and number = ${number}), ${workflowId}, 'stored', 'single', 0, ${isDry},
      ${db.$client.unsafe(due)}, now() + ${`${days} days`}::interval
    from generate_series(1, ${count}::int)`;
}

test("runs that wait are counted by their versions, newest first; those that are through, and those of others, are not", async () => {
  const environment = await createTestEnvironment(db);
  const { id, usage } = await aWorkflow(environment, 3);
  const other = await aWorkflow(environment);
  expect(await usage()).toMatchObject({ waiting: [], hasMore: false });

  await storeWaiting(environment, id, 1, { count: 2 });
  // In another partition.
  await storeWaiting(environment, id, 1, { days: "200" });
  await storeWaiting(environment, id, 3, { count: 4 });
  await storeWaiting(environment, id, 2, { due: "null" });
  // Nothing depends on a dry run.
  await storeWaiting(environment, id, 2, { isDry: true });
  await storeWaiting(environment, id, 3, { isDry: true, count: 2 });
  await storeWaiting(environment, other.id, 1);
  expect((await usage()).waiting).toEqual([
    { version: 3, count: 4, isMore: false },
    { version: 1, count: 3, isMore: false },
  ]);
});

test("a count stops at 10,000: of a version with more runs, and of other workflows, no more rows are read", async () => {
  const environment = await createTestEnvironment(db);
  const { id, usage } = await aWorkflow(environment, 2);
  const other = await aWorkflow(environment);
  await storeWaiting(environment, id, 1, { count: 3 });
  await storeWaiting(environment, id, 2, { count: 30_000 });
  await storeWaiting(environment, other.id, 1, { count: 10_000 });
  expect((await usage()).waiting).toEqual([
    { version: 2, count: 10_000, isMore: true },
    { version: 1, count: 3, isMore: false },
  ]);
  // Postgres plans by how many rows there are, once it knows.
  await db.$client`analyze runs`;
  const [cost] = await explainedBy(db, () => countWaitingByVersion(db, id));
  const read = cost?.used.filter((name) => name.startsWith("runs_"));
  expect(read?.filter((name) => !name.endsWith("_workflow_id_workflow_version_id_idx"))).toEqual([]);
  expect(cost?.rows).toBeLessThan(10_100);
  expect(cost?.blocks).toBeLessThan(2_000);
});

test("a copy in Production is named with the version that it was made from, until it is changed by itself", async () => {
  const environment = await createTestEnvironment(db);
  const { path, save, usage } = await aWorkflow(environment, 2);
  const { productionEnvironmentId, environmentId } = environment;
  const sync = () =>
    call("PUT", `${path}/sync`, environment.organizationHeaders, { targetEnvironmentId: productionEnvironmentId });
  const there = (await sync()).body.data;
  await save("3");

  const { environments } = await usage();
  expect(environments).toEqual([
    { _environmentId: environmentId, _id: expect.any(String), version: 3, since: expect.stringMatching(/Z$/) },
    expect.objectContaining({
      _environmentId: productionEnvironmentId,
      _id: there._id,
      version: 1,
      originalVersion: 2,
    }),
  ]);
  await sync();
  expect((await usage()).environments[1]).toMatchObject({ version: 2, originalVersion: 3 });

  // The same from Production.
  const production = { authorization: `ApiKey ${environment.productionApiKey}` };
  const at = `/v2/workflows/${there._id}`;
  expect((await usage(production, at)).environments).toMatchObject([{ version: 3 }, { originalVersion: 3 }]);

  const { steps } = (await call("GET", at, production)).body.data;
  await call("PUT", at, production, { name: "Order shipped", steps: [{ ...steps[0], ...bell("here") }] });
  expect((await usage()).environments[1]).not.toHaveProperty("originalVersion");
});

test("the usage of an unknown workflow is 404", async () => {
  const { headers } = await createTestEnvironment(db);
  expect((await call("GET", `/v2/workflows/${randomUUID()}/version-usage`, headers)).status).toBe(404);
});

test("a step is previewed as a version has it, also where it was removed since", async () => {
  const environment = await createTestEnvironment(db);
  const { headers } = environment;
  const { path, keep } = await aWorkflow(environment, 2);
  await keep(2);
  const { steps } = (await call("GET", path, headers)).body.data;
  await call("PUT", path, headers, { name: "Order shipped", steps: [] });
  const shown = async (version?: number) =>
    (await call("POST", `${path}/step/${steps[0]._id}/preview`, headers, { version })).body.data.result.preview;
  expect(await shown(1)).toMatchObject({ body: "1" });
  expect(await shown(2)).toMatchObject({ body: "2" });
  expect(await shown(9)).toEqual({});
  expect(await shown()).toEqual({});
});
