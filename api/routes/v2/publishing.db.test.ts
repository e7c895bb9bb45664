import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { createTestEnvironment, type TestEnvironment, testApp, testConfig } from "#test/support/environment.ts";
import { aStep } from "#test/support/event.ts";

const { app, db, close } = await testApp();
afterAll(close);

let environment: TestEnvironment;
beforeEach(async () => {
  environment = await createTestEnvironment(db);
});

async function call(method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE", path: string, payload?: object, key?: string) {
  const headers = { authorization: `ApiKey ${key ?? environment.organizationApiKey}` };
  const reply = await app.inject({ method, url: path, headers, ...(payload && { payload }) });
  return { status: reply.statusCode, body: reply.body === "" ? undefined : reply.json() };
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

  describe("of a workflow by its control values", () => {
    const email = (layoutId: string) => ({ subject: "Hi", body: "<p>Hi</p>", editorType: "html", layoutId });
    const aControlledWorkflow = async (fields: object = {}) => {
      const steps = [{ name: "Bell", type: "in_app", controlValues: { body: "Hi {{payload.name}}" } }];
      const { status, body } = await call("POST", "/v2/workflows", { name: "Order", steps, ...fields });
      expect([status, body]).toEqual([201, body]);
      return body.data;
    };
    const sync = async (id: string, targetEnvironmentId = environment.productionEnvironmentId) =>
      (await call("PUT", `/v2/workflows/${id}/sync`, { targetEnvironmentId })).body.data;
    const copyOf = async (id = "order") =>
      (await call("GET", `/v2/workflows/${id}`, undefined, environment.productionApiKey)).body.data;
    const parents = async () =>
      db.$client`select identifier, parent_id as "parentId" from workflows
        where environment_id = ${environment.productionEnvironmentId} and deleted_at is null`;

    test("one that was synced is published into the same copy, and the other way round; the copy's ids stay", async () => {
      const workflow = await aControlledWorkflow();
      const synced = await sync(workflow._id);
      expect(await parents()).toEqual([{ identifier: "order", parentId: workflow._id }]);
      expect((await diff()).resources[1]).toMatchObject({ changes: [{ action: "unchanged" }] });
      await call("PATCH", `/v2/workflows/${workflow._id}`, { name: "Renamed", severity: "high" });
      expect((await publish()).body.data.results[0].successful).toMatchObject([{ action: "updated" }]);
      const published = await copyOf();
      expect(published).toMatchObject({ _id: synced._id, name: "Renamed", severity: "high" });
      expect(published.steps).toMatchObject([{ _id: synced.steps[0]._id }]);
      const other = await aControlledWorkflow({ name: "Other" });
      await publish();
      const copy = await copyOf("other");
      expect((await sync(other._id))._id).toBe(copy._id);
      expect(await parents()).toHaveLength(2);
    });

    test("controls, the schema of payloads, both kinds of preferences and the layout of an email are copied", async () => {
      const layout = (await call("POST", "/v2/layouts", { layoutId: "plain", name: "Plain" })).body.data;
      const payloadSchema = { type: "object", properties: { name: { type: "string" } } };
      const steps = [{ name: "Mail", type: "email", controlValues: email(layout._id) }];
      const preferences = { user: { all: { readOnly: true } }, workflow: { all: { enabled: false } } };
      const fields = { steps, payloadSchema, validatePayload: true, severity: "low", preferences };
      const workflow = await aControlledWorkflow(fields);
      await publish({ resources: [{ resourceType: "workflow", resourceId: "order" }] });
      const copy = await copyOf();
      const [promoted] = (await ofProduction("/layouts")) as { _id: string; _parentId: string }[];
      expect(promoted).toMatchObject({ _parentId: layout._id });
      expect(copy).toMatchObject({ severity: "low", payloadSchema, validatePayload: true, status: "ACTIVE" });
      expect(copy.steps).toMatchObject([{ controls: { values: email(promoted?._id ?? "") } }]);
      expect(copy.steps[0].issues?.controls).toBeUndefined();
      expect(copy.preferences).toEqual(workflow.preferences);
      const sent = await db.$client`select s.template ->> 'layoutId' as "layoutId" from workflow_steps s
        join workflows w on w.version_id = s.version_id where w.id = ${copy._id}`;
      expect(sent).toEqual([{ layoutId: promoted?._id }]);
      // A change of nothing but these is shown, and copied.
      await call("PATCH", `/v2/workflows/${workflow._id}`, { payloadSchema: { type: "object" } });
      const isModified = { resource: "workflow", changes: [{ action: "modified" }] };
      expect((await diff()).resources.at(-1)).toMatchObject(isModified);
      await publish();
      expect((await copyOf()).payloadSchema).toEqual({ type: "object" });
      const user = { all: { readOnly: false } };
      await call("PUT", `/v2/workflows/${workflow._id}`, {
        ...fields,
        name: "Order",
        preferences: { ...preferences, user },
      });
      expect((await diff()).resources.at(-1)).toMatchObject(isModified);
    });

    test("the target's own one of that identifier becomes the copy, but not one that is another workflow's copy", async () => {
      const own = { name: "Order", steps: [] };
      const made = (await call("POST", "/v2/workflows", own, environment.productionApiKey)).body.data;
      const workflow = await aControlledWorkflow();
      await publish();
      expect(await copyOf()).toMatchObject({ _id: made._id, steps: [{ name: "Bell" }] });
      expect(await parents()).toEqual([{ identifier: "order", parentId: workflow._id }]);
      await aControlledWorkflow({ name: "Other" });
      await db.$client`update workflows set identifier = 'other' where id = ${made._id}`;
      const only = { resources: [{ resourceType: "workflow", resourceId: "other" }] };
      const { results } = (await publish(only)).body.data;
      expect(results[0].failed).toMatchObject([{ resourceId: "other", error: expect.stringContaining("other") }]);
      const refused = await call("PUT", "/v2/workflows/other/sync", {
        targetEnvironmentId: environment.productionEnvironmentId,
      });
      expect(refused.status).toBe(409);
    });

    test("a deletion reaches the copy, and one that is made again is published again", async () => {
      const { _id } = await aControlledWorkflow();
      await sync(_id);
      await call("DELETE", `/v2/workflows/${_id}`);
      expect((await publish()).body.data.results[0].successful).toMatchObject([{ action: "deleted" }]);
      expect(await parents()).toEqual([]);
      const { _id: again } = await aControlledWorkflow();
      await publish();
      expect(await parents()).toEqual([{ identifier: "order", parentId: again }]);
    });

    test("no more workflows are published than the plan allows", async () => {
      const limited = await testApp({ db, config: { ...testConfig, planLimits: "standard" } });
      await db.$client`insert into workflows (organization_id, environment_id, identifier, name, preference_settings,
          notification_group_id, creator_id, version_id)
        select ${environment.organizationId}, ${environment.productionEnvironmentId}, 'w-' || n, 'W', '{}',
          ${randomUUID()}, ${randomUUID()}, ${randomUUID()} from generate_series(1, 20) n`;
      await aControlledWorkflow();
      const reply = await limited.app.inject({
        method: "POST",
        url: `/v2/environments/${environment.productionEnvironmentId}/publish`,
        headers: environment.organizationHeaders,
        payload: { resources: [{ resourceType: "workflow", resourceId: "order" }] },
      });
      await limited.close();
      expect(reply.json().data.results[0].failed).toMatchObject([{ error: expect.stringContaining("LIMIT_REACHED") }]);
      expect(await parents()).toHaveLength(20);
    });
  });

  test("the severity that a workflow of the older resource is given by a newer call waits for promotion, and is copied", async () => {
    const { _id } = await aSavedWorkflow();
    await publish();
    expect(await pending()).toBe(0);
    await call("PATCH", `/v2/workflows/${_id}`, { severity: "high" });
    expect(await pending()).toBe(1);
    await publish();
    const copies = await db.$client`select severity from workflows where parent_id = ${_id}`;
    expect([copies, await pending()]).toEqual([[{ severity: "high" }], 0]);
    await call("PATCH", `/v2/workflows/${_id}`, { severity: "none" });
    await call("POST", "/v1/changes/bulk/apply", {
      changeIds: (await call("GET", "/v1/changes?promoted=false")).body.data.map((one: { _id: string }) => one._id),
    });
    expect(await db.$client`select severity from workflows where parent_id = ${_id}`).toEqual([{ severity: "none" }]);
  });

  test("an environment is named by its id or its slug", async () => {
    const environments = (await call("GET", "/v1/environments")).body.data;
    const { slug } = environments.find((one: { _id: string }) => one._id === environment.productionEnvironmentId);
    await aSavedWorkflow({ tags: ["a"] });
    expect((await call("POST", `/v2/environments/${slug}/diff`, {})).body.data.summary.hasChanges).toBe(true);
    expect((await publish({}, slug)).status).toBe(200);
    const tags = await call("GET", `/v2/environments/${slug}/tags`, undefined, environment.productionApiKey);
    expect(tags.body.data).toEqual([{ name: "a" }]);
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
