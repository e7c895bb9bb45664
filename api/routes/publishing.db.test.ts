import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { createTestEnvironment, type TestEnvironment, testApp } from "#test/support/environment.ts";
import { anAcceptedEvent, aStep, aWorkflow } from "#test/support/event.ts";
import { createTestSubscriber } from "#test/support/inbox.ts";
import { createEventRunner } from "#test/support/run-event.ts";

const { app, db, close } = await testApp();
afterAll(close);

let environment: TestEnvironment;
beforeEach(async () => {
  environment = await createTestEnvironment(db);
});

async function call(method: "GET" | "POST" | "PUT" | "DELETE", path: string, payload?: object, key?: string) {
  const headers = { authorization: `ApiKey ${key ?? environment.apiKey}` };
  const reply = await app.inject({ method, url: path, headers, ...(payload && { payload }) });
  return { status: reply.statusCode, body: reply.json() };
}

describe("publishing to another environment", () => {
  const publish = (body: object = {}, target = environment.productionEnvironmentId) =>
    call("POST", `/v2/environments/${target}/publish`, body);
  const diff = async () =>
    (await call("POST", `/v2/environments/${environment.productionEnvironmentId}/diff`, {})).body.data;
  const ofProduction = async (path: string) =>
    (await call("GET", `/v1${path}`, undefined, environment.productionApiKey)).body.data;
  const pending = async () => (await call("GET", "/v1/changes/count")).body.data;
  const aSavedWorkflow = async (fields: object = {}) => {
    const groups = await call("GET", "/v1/notification-groups");
    const workflow = { name: "Order", notificationGroupId: groups.body.data[0]._id, steps: [aStep("sms")], ...fields };
    return (await call("POST", "/v1/workflows", workflow)).body.data;
  };

  test("a difference names what would be added, and writes nothing", async () => {
    await aSavedWorkflow();
    const { resources, summary, ...ids } = await diff();
    expect(ids).toEqual({
      sourceEnvironmentId: environment.environmentId,
      targetEnvironmentId: environment.productionEnvironmentId,
    });
    expect(resources).toMatchObject([
      { resource: "layout", changes: [{ action: "added" }], summary: { added: 1, unchanged: 0 }, targetResource: null },
      { resource: "workflow", changes: [{ action: "added" }], sourceResource: { id: "order", name: "Order" } },
    ]);
    expect(summary).toEqual({ totalEntities: 2, totalChanges: 2, hasChanges: true });
    expect([await ofProduction("/workflows"), await pending()]).toEqual([[], 1]);
    expect((await publish({ dryRun: true })).body.data.summary).toMatchObject({ resources: 2, successful: 2 });
    expect([await ofProduction("/workflows"), await pending()]).toEqual([[], 1]);
  });

  test("what is published is there, its changes are no longer pending, and publishing it again skips it", async () => {
    const workflow = await aSavedWorkflow({ tags: ["a"] });
    const { status, body } = await publish();
    expect([status, body.data.summary]).toEqual([200, { resources: 2, successful: 2, failed: 0, skipped: 0 }]);
    expect(await ofProduction("/workflows")).toMatchObject([{ _parentId: workflow._id, tags: ["a"] }]);
    expect(await ofProduction("/layouts")).toHaveLength(1);
    expect(await pending()).toBe(0);
    expect((await diff()).summary.hasChanges).toBe(false);
    expect((await publish()).body.data.summary).toEqual({ resources: 2, successful: 0, failed: 0, skipped: 2 });
  });

  test("an edit is shown with both states, and a deletion reaches the copy", async () => {
    const { _id } = await aSavedWorkflow();
    await publish();
    await call("PUT", `/v1/workflows/${_id}`, { name: "Renamed" });
    const [, changed] = (await diff()).resources;
    expect(changed.changes[0]).toMatchObject({
      action: "modified",
      diffs: { previous: { name: "Order" }, new: { name: "Renamed" } },
    });
    await call("DELETE", `/v1/workflows/${_id}`);
    expect((await publish()).body.data.results[0].successful).toMatchObject([{ action: "deleted" }]);
    expect(await ofProduction("/workflows")).toEqual([]);
  });

  test("only what is named is published, and one that is refused keeps no other back", async () => {
    await aSavedWorkflow();
    await aSavedWorkflow({ name: "Other" });
    const named = await publish({ resources: [{ resourceType: "workflow", resourceId: "order" }] });
    expect(named.body.data.summary.resources).toBe(1);
    await db.$client`update workflows set identifier = 'other', parent_id = null where name = 'Order'
      and environment_id = ${environment.productionEnvironmentId}`;
    const { results, summary } = (await publish()).body.data;
    expect(summary).toMatchObject({ successful: 2, failed: 1 });
    expect(results[0].failed).toMatchObject([{ resourceId: "other", error: expect.stringContaining("other") }]);
  });

  test("source and target differ, and both are the organisation's", async () => {
    expect((await publish({}, environment.environmentId)).status).toBe(400);
    expect((await publish({}, randomUUID())).status).toBe(404);
    const stranger = await createTestEnvironment(db);
    expect((await publish({ sourceEnvironmentId: stranger.environmentId })).status).toBe(404);
  });

  test("tags of an environment's workflows are there once", async () => {
    await aSavedWorkflow({ tags: ["b", "a"] });
    await aSavedWorkflow({ tags: ["a"] });
    const { body } = await call("GET", `/v2/environments/${environment.environmentId}/tags`);
    expect(body.data).toEqual([{ name: "a" }, { name: "b" }]);
    expect((await call("GET", `/v2/environments/${randomUUID()}/tags`)).status).toBe(404);
  });
});

describe("deleting an environment", () => {
  const remove = async (id: string) => (await call("DELETE", `/v1/environments/${id}`)).status;
  const day = { metadata: { type: "regular", amount: 1, unit: "days" } as never };

  /** Names of the tables that have a row of the environment. */
  async function tablesWith(environmentId: string): Promise<string[]> {
    const tables = await db.$client<{ name: string }[]>`
      select c.table_name as name from information_schema.columns c join pg_class t on t.relname = c.table_name
      where c.column_name = 'environment_id' and t.relkind in ('r', 'p') and not t.relispartition`;
    const found = await db.$client.unsafe<{ name: string }[]>(
      tables
        .map(({ name }) => `select distinct '${name}' as name from ${name} where environment_id = $1`)
        .join(" union "),
      [environmentId],
    );
    return found.map(({ name }) => name);
  }

  test("Development and Production stay, and what is not there is not found", async () => {
    expect(await remove(environment.environmentId)).toBe(400);
    expect(await remove(environment.productionEnvironmentId)).toBe(400);
    expect([await remove(randomUUID()), await remove("unknown")]).toEqual([404, 404]);
  });

  test("it is gone at once with its keys and inboxes; its events are cancelled, and then all its rows go but its log", async () => {
    const {
      _id: environmentId,
      identifier,
      apiKeys,
    } = (await call("POST", "/v1/environments", { name: "Staging" })).body.data;
    const [{ key }] = apiKeys;
    const scope = { organizationId: environment.organizationId, environmentId };
    const of = { ...environment, scope, environmentId };
    const subscriber = await createTestSubscriber(db, scope);
    const workflow = await aWorkflow(db, of, [aStep("in_app"), aStep("delay", {}, day)]);
    const { ref } = await anAcceptedEvent(db, of, workflow, { to: subscriber.subscriberId });
    const runner = createEventRunner(db);
    const [cohort] = await runner.start(ref);
    const inbox = { url: "/v1/widgets/notifications/feed", headers: subscriber.headers };
    expect((await app.inject(inbox)).statusCode).toBe(200);
    expect((await call("GET", "/v1/environments/me", undefined, key)).status).toBe(200);

    expect([await remove(environmentId), await remove(environmentId)]).toEqual([200, 404]);
    expect((await call("GET", "/v1/environments/me", undefined, key)).status).toBe(401);
    expect((await call("GET", "/v1/environments")).body.data).toHaveLength(2);
    await expect.poll(async () => (await app.inject(inbox)).statusCode, { timeout: 5_000 }).toBe(401);
    const payload = { applicationIdentifier: identifier, subscriberId: subscriber.subscriberId };
    expect((await app.inject({ method: "POST", url: "/v1/widgets/session/initialize", payload })).statusCode).toBe(400);

    // What still runs is stopped first.
    await runner.call(runner.activities.housekeep);
    expect(await tablesWith(environmentId)).toContain("runs");
    if (cohort) await runner.untilItWaits(cohort);
    await runner.call(runner.activities.housekeep);
    await runner.close();
    expect(await tablesWith(environmentId)).toEqual(["audit_logs"]);
    expect(await db.$client`select id from environments where id = ${environmentId}`).toHaveLength(0);
    expect(await tablesWith(environment.environmentId)).not.toEqual([]);
  });
});
