import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { createTestEnvironment, type TestEnvironment, testApp } from "#test/support/environment.ts";
import { anAcceptedEvent } from "#test/support/event.ts";
import { createEventRunner } from "#test/support/run-event.ts";

const { app, db, close } = await testApp();
afterAll(close);

let environment: TestEnvironment;
beforeEach(async () => {
  environment = await createTestEnvironment(db);
});

type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

async function callWith(key: string, method: Method, path: string, payload?: object) {
  const headers = { authorization: `ApiKey ${key}` };
  const reply = await app.inject({ method, url: `/v1${path}`, headers, ...(payload && { payload }) });
  return { status: reply.statusCode, body: reply.body === "" ? undefined : reply.json() };
}
const call = (method: Method, path: string, payload?: object) =>
  callWith(environment.organizationApiKey, method, path, payload);
const inProduction = (method: Method, path: string, payload?: object) =>
  callWith(environment.productionApiKey, method, path, payload);

interface WireChange {
  _id: string;
  _entityId: string;
  type: string;
  enabled: boolean;
  change: { op: string; path: unknown[]; val?: unknown; oldVal?: unknown }[];
}
const changesOf = async (promoted: boolean): Promise<WireChange[]> =>
  (await call("GET", `/changes?promoted=${promoted}&limit=100`)).body.data;
const pending = () => changesOf(false);
const count = async () => (await call("GET", "/changes/count")).body.data;
const apply = (id: string) => call("POST", `/changes/${id}/apply`);
const applyAll = async () =>
  call("POST", "/changes/bulk/apply", { changeIds: (await pending()).map(({ _id }) => _id) });

async function created(path: string, body: object) {
  const reply = await call("POST", path, body);
  expect([reply.status, reply.body]).toMatchObject([201, { data: {} }]);
  return reply.body.data;
}
const groupId = async () => (await call("GET", "/notification-groups")).body.data[0]._id;
const aWorkflow = async (fields: object = {}) =>
  created("/workflows", {
    name: `Workflow ${randomUUID()}`,
    notificationGroupId: await groupId(),
    active: true,
    steps: [{ template: { type: "sms", content: "Hello {{name}}", variables: [{ name: "name", type: "String" }] } }],
    ...fields,
  });
const copyOf = async ({ _id }: { _id: string }) => {
  const { body } = await inProduction("GET", "/workflows?limit=50");
  const found = body.data.find((one: { _parentId?: string }) => one._parentId === _id);
  return found && (await inProduction("GET", `/workflows/${found._id}`)).body.data;
};
const content = "<html><body>{{{body}}}</body></html>";
const aLayout = (fields: object = {}) =>
  created("/layouts", { name: "Plain", identifier: `layout-${randomUUID()}`, content, ...fields });
const layoutsInProduction = async () => (await inProduction("GET", "/layouts?pageSize=100")).body.data;

/** From now on, until the test ends, the database refuses rows of this table in the environment. */
async function refuseRowsOf(table: string, environmentId: string): Promise<void> {
  await db.$client.unsafe(
    `alter table ${table} add constraint refused_by_test check (environment_id <> '${environmentId}') not valid`,
  );
  onTestFinished(async () => {
    await db.$client.unsafe(`alter table ${table} drop constraint refused_by_test`);
  });
}

test("a write whose change cannot be stored is not done", async () => {
  await refuseRowsOf("changes", environment.environmentId);
  expect((await call("POST", "/feeds", { name: "billing" })).status).toBe(500);
  expect((await call("GET", "/feeds")).body.data).toEqual([]);
});

describe("changes", () => {
  test("a new organisation has none; a workflow with its status is one, whatever is edited before it is promoted", async () => {
    expect(await count()).toBe(0);
    const { _id } = await aWorkflow({ active: false });
    await call("PUT", `/workflows/${_id}/status`, { active: true });
    await call("PUT", `/workflows/${_id}/status`, { active: false });
    expect(await count()).toBe(1);
    const [change] = await pending();
    expect(change).toMatchObject({ type: "NotificationTemplate", _entityId: _id, enabled: false, templateId: _id });
    expect(change).toMatchObject({ user: { _id: environment.userId, firstName: "Ada" } });
  });

  test("lists want to know whether promoted ones are asked for", async () => {
    expect((await call("GET", "/changes")).status).toBe(400);
    expect((await call("GET", "/changes?promoted=true")).body).toMatchObject({ page: 0, pageSize: 10, totalCount: 0 });
  });

  test("differences are those to what was promoted last", async () => {
    const workflow = await aWorkflow({ name: "Before" });
    const [first] = await pending();
    expect(first?.change).toContainEqual({ op: "add", path: ["name"], val: "Before" });
    await applyAll();
    await call("PUT", `/workflows/${workflow._id}`, { name: "Meanwhile" });
    await call("PUT", `/workflows/${workflow._id}`, { name: "After" });
    const [second] = await pending();
    expect(second?.change).toEqual([{ op: "update", path: ["name"], val: "After", oldVal: "Before" }]);
    await call("PUT", `/workflows/${workflow._id}`, { name: "Before" });
    expect(await pending()).toEqual([]);
  });

  test("an applied change says so, and is in the list of promoted ones", async () => {
    await aWorkflow();
    const [change] = await pending();
    const { status, body } = await apply(change?._id ?? "");
    expect([status, body.data.map(({ type, enabled }: WireChange) => [type, enabled])]).toEqual([
      201,
      [
        ["MessageTemplate", true],
        ["NotificationTemplate", true],
      ],
    ]);
    expect(await count()).toBe(0);
    expect(await changesOf(true)).toHaveLength(1);
  });

  test("an unknown change is not found, and neither is an environment that takes changes from Production", async () => {
    expect((await apply(randomUUID())).status).toBe(404);
    expect((await apply("unknown")).status).toBe(404);
    await inProduction("POST", "/feeds", { name: "own" });
    const [own] = (await inProduction("GET", "/changes?promoted=false")).body.data;
    // Its key reaches no other environment.
    expect((await inProduction("POST", `/changes/${own._id}/apply`)).status).toBe(403);
    const headers = { ...environment.organizationHeaders, "novu-environment-id": environment.productionEnvironmentId };
    const applied = await app.inject({ method: "POST", url: `/v1/changes/${own._id}/apply`, headers });
    expect(applied.statusCode).toBe(404);
    expect((await call("POST", "/changes/bulk/apply", { changeIds: [7] })).status).toBe(400);
    expect((await call("POST", "/changes/bulk/apply", { changeIds: [randomUUID(), "x"] })).body.data).toEqual([]);
  });
});

describe("a promoted workflow", () => {
  test("is in the copy of its group, with its fields, templates and defaults of variables, under ids of its own", async () => {
    const variables = [{ name: "name", type: "String", defaultValue: "you" }];
    const steps = [
      {
        name: "Mail",
        template: { type: "email", subject: "Hi", preheader: "p", senderName: "s", content: "C", variables },
      },
    ];
    const workflow = await aWorkflow({ tags: ["a"], description: "d", critical: true, data: { own: 1 }, steps });
    await applyAll();
    const copy = await copyOf(workflow);
    const [general] = (await inProduction("GET", "/notification-groups")).body.data;
    expect(copy).toMatchObject({
      name: workflow.name,
      description: "d",
      tags: ["a"],
      critical: true,
      active: true,
      draft: false,
      data: { own: 1 },
      _notificationGroupId: general._id,
      _parentId: workflow._id,
      triggers: workflow.triggers,
      steps: [{ name: "Mail", template: { subject: "Hi", preheader: "p", senderName: "s", variables } }],
    });
    expect(general._parentId).toBe(workflow._notificationGroupId);
    expect(copy.steps[0]._templateId).not.toBe(workflow.steps[0]._templateId);
  });

  test("follows renamed, added and removed steps, also when none is left", async () => {
    const workflow = await aWorkflow();
    await applyAll();
    const [step] = workflow.steps;
    const kept = { _templateId: step._templateId, name: "Renamed", template: { type: "sms", content: "Other" } };
    const added = { template: { type: "in_app", content: "New" } };
    await call("PUT", `/workflows/${workflow._id}`, { steps: [kept, added] });
    expect((await copyOf(workflow)).steps).toHaveLength(1);
    await applyAll();
    const before = await copyOf(workflow);
    expect(before.steps).toMatchObject([
      { name: "Renamed", template: { content: "Other" } },
      { template: { content: "New" } },
    ]);
    await call("PUT", `/workflows/${workflow._id}`, { steps: [kept] });
    await applyAll();
    const after = await copyOf(workflow);
    expect(after.steps.map(({ _id }: { _id: string }) => _id)).toEqual([before.steps[0]._id]);
    await call("PUT", `/workflows/${workflow._id}`, { steps: [] });
    await applyAll();
    expect((await copyOf(workflow)).steps).toEqual([]);
    expect(await count()).toBe(0);
  });

  test("stays active in Production until a change of its status is applied", async () => {
    const workflow = await aWorkflow();
    await applyAll();
    await call("PUT", `/workflows/${workflow._id}/status`, { active: false });
    expect((await copyOf(workflow)).active).toBe(true);
    await applyAll();
    expect(await copyOf(workflow)).toMatchObject({ active: false, draft: true });
  });

  test("is gone once its deletion is applied; one that was deleted before was never there", async () => {
    const [promoted, never] = [await aWorkflow(), await aWorkflow()];
    const [, first] = await pending();
    await apply(first?._id ?? "");
    for (const { _id } of [promoted, never]) await call("DELETE", `/workflows/${_id}`);
    expect(await count()).toBe(2);
    await applyAll();
    expect([await copyOf(promoted), await copyOf(never), await count()]).toEqual([undefined, undefined, 0]);
  });

  test("brings an unpromoted group along, and nothing stays pending", async () => {
    const group = await created("/notification-groups", { name: "Orders" });
    const workflow = await aWorkflow({ notificationGroupId: group._id });
    expect(await count()).toBe(2);
    const change = (await pending()).find(({ type }) => type === "NotificationTemplate");
    await apply(change?._id ?? "");
    const groups = (await inProduction("GET", "/notification-groups")).body.data;
    expect(groups).toContainEqual(expect.objectContaining({ name: "Orders", _parentId: group._id }));
    expect((await copyOf(workflow))._notificationGroupId).toBe(groups[1]._id);
    expect(await count()).toBe(0);
  });

  test("is not found a place when its group is gone, and stays pending", async () => {
    const group = await created("/notification-groups", { name: "Orders" });
    await aWorkflow({ notificationGroupId: group._id });
    await call("DELETE", `/notification-groups/${group._id}`);
    const change = (await pending()).find(({ type }) => type === "NotificationTemplate");
    expect((await apply(change?._id ?? "")).status).toBe(404);
    expect((await pending()).map(({ _id }) => _id)).toContain(change?._id);
  });

  test("brings the layouts and feeds that it uses along", async () => {
    const feed = await created("/feeds", { name: "billing" });
    const steps = [
      { template: { type: "email", subject: "Hi", content: "C" } },
      { template: { type: "in_app", content: "C", feedId: feed._id } },
    ];
    expect(await layoutsInProduction()).toEqual([]);
    const workflow = await aWorkflow({ steps });
    expect(await count()).toBe(1);
    await applyAll();
    const [layout] = await layoutsInProduction();
    const [copiedFeed] = (await inProduction("GET", "/feeds")).body.data;
    expect(layout).toMatchObject({ isDefault: true, identifier: "belfry-default-layout" });
    expect(copiedFeed).toMatchObject({ identifier: "billing" });
    expect((await copyOf(workflow)).steps).toMatchObject([
      { template: { _layoutId: layout._id } },
      { template: { _feedId: copiedFeed._id } },
    ]);
    expect(await count()).toBe(0);
  });

  test("is refused where Production has another one of that identifier: everything stays as it was", async () => {
    const workflow = await aWorkflow({ name: "Taken" });
    await db.$client`
      insert into workflows (organization_id, environment_id, identifier, name, preference_settings,
        notification_group_id, creator_id, version_id)
      values (${environment.organizationId}, ${environment.productionEnvironmentId}, 'taken', 'Own', '{}',
        ${randomUUID()}, ${randomUUID()}, ${randomUUID()})`;
    const { status, body } = await applyAll();
    expect([status, body.message]).toEqual([409, expect.stringContaining("taken")]);
    expect([await count(), await copyOf(workflow)]).toEqual([1, undefined]);
  });

  test("is not half there when Postgres refuses a part of it", async () => {
    const workflow = await aWorkflow();
    await refuseRowsOf("workflow_steps", environment.productionEnvironmentId);
    expect((await applyAll()).status).toBe(500);
    expect([await count(), await copyOf(workflow)]).toEqual([1, undefined]);
  });

  test("applied twice at once, and edited meanwhile, has one copy, and nothing of the edit is lost", async () => {
    const workflow = await aWorkflow();
    const [change] = await pending();
    const [first, second, edit] = await Promise.all([
      apply(change?._id ?? ""),
      apply(change?._id ?? ""),
      call("PUT", `/workflows/${workflow._id}`, { name: "Edited" }),
    ]);
    expect([first.status, second.status, edit.status]).toEqual([201, 201, 200]);
    await applyAll();
    const { body } = await inProduction("GET", "/workflows");
    expect(body.data).toMatchObject([{ name: "Edited", _parentId: workflow._id }]);
    expect(await count()).toBe(0);
  });

  test("keeps runs that wait at the version that they began with, and triggers after it have the new one", async () => {
    const wait = { template: { type: "delay" }, metadata: { type: "regular", amount: 1, unit: "hours" } };
    const inApp = (text: string) => ({ template: { type: "in_app", content: text } });
    const workflow = await aWorkflow({ steps: [wait, inApp("before")] });
    await applyAll();
    const runner = createEventRunner(db);
    const production = {
      ...environment,
      scope: environment.productionScope,
      environmentId: environment.productionEnvironmentId,
    };
    const eventFor = async (to: string) => {
      const [copy] = await db.$client<{ id: string; versionId: string }[]>`
        select id, version_id as "versionId" from workflows where parent_id = ${workflow._id}`;
      return anAcceptedEvent(db, production, copy ?? { id: "", versionId: "" }, { to });
    };
    const { ref: waiting } = await eventFor("ada");
    await runner.start(waiting);
    await call("PUT", `/workflows/${workflow._id}`, { steps: [inApp("after")] });
    await applyAll();
    const { ref: later } = await eventFor("bob");
    await runner.toEnd(later);
    await runner.toEnd(waiting, { again: true });
    await runner.close();
    const messages = await db.$client`
      select content from messages where environment_id = ${environment.productionEnvironmentId} order by created_at`;
    expect(messages.map(({ content }) => content)).toEqual(["after", "before"]);
  });

  test("a code-first workflow has no change", async () => {
    const { _id } = await aWorkflow();
    await applyAll();
    await db.$client`update workflows set type = 'BRIDGE' where id = ${_id}`;
    await call("PUT", `/workflows/${_id}`, { tags: ["new"] });
    expect(await count()).toBe(0);
  });
});

test("many changes are applied oldest first, until one is refused; those before stay applied", async () => {
  for (let number = 0; number < 200; number += 1) await created("/feeds", { name: `feed-${number}` });
  const { body } = await call("GET", "/changes?promoted=false&limit=100&page=1");
  expect(body.totalCount).toBe(200);
  const oldest: WireChange[] = body.data.toReversed();
  await db.$client.unsafe(`create or replace function refuse_feed() returns trigger language plpgsql as $$
    begin if new.identifier = 'feed-50' and new.environment_id = '${environment.productionEnvironmentId}'
    then raise 'refused_by_test'; end if; return new; end $$;
    create trigger refuse_feed before insert on feeds for each row execute function refuse_feed()`);
  const changeIds = [...(await pending()), ...oldest].map(({ _id }) => _id);
  expect((await call("POST", "/changes/bulk/apply", { changeIds })).status).toBe(500);
  expect([await count(), (await inProduction("GET", "/feeds")).body.data.length]).toEqual([150, 50]);
  await db.$client.unsafe("drop function refuse_feed cascade");
  const rest = await call("POST", "/changes/bulk/apply", { changeIds });
  expect([rest.status, rest.body.data.length, await count()]).toEqual([201, 200, 0]);
  expect((await inProduction("GET", "/feeds")).body.data).toHaveLength(200);
});

describe("feeds", () => {
  test("one that was deleted before it was promoted is in neither environment", async () => {
    const { _id } = await created("/feeds", { name: "brief" });
    await call("DELETE", `/feeds/${_id}`);
    expect(await count()).toBe(1);
    await applyAll();
    expect((await inProduction("GET", "/feeds")).body.data).toEqual([]);
  });

  test("one that is applied twice stays, and is gone once its deletion is applied", async () => {
    const { _id } = await created("/feeds", { name: "billing" });
    const [change] = await pending();
    await apply(change?._id ?? "");
    await apply(change?._id ?? "");
    expect((await inProduction("GET", "/feeds")).body.data).toHaveLength(1);
    await call("DELETE", `/feeds/${_id}`);
    await applyAll();
    expect((await inProduction("GET", "/feeds")).body.data).toEqual([]);
  });
});

describe("layouts", () => {
  test("a new default is promoted with the one that it replaces, which stays a layout", async () => {
    const layout = await aLayout({ isDefault: true });
    const [change, ...more] = await pending();
    expect(change).toMatchObject({ type: "DefaultLayout", templateName: "Plain" });
    expect(more).toEqual([]);
    const { body } = await apply(change?._id ?? "");
    expect(body.data.map(({ type }: WireChange) => type)).toEqual(["DefaultLayout", "DefaultLayout"]);
    expect(body.data[0].change).toContainEqual({ op: "add", path: ["_id"], val: layout._id });
    const copies = await layoutsInProduction();
    expect(copies.filter(({ isDefault }: { isDefault: boolean }) => isDefault)).toMatchObject([
      { _parentId: layout._id, name: "Plain", _creatorId: environment.userId },
    ]);
    expect(copies).toHaveLength(2);
  });

  test("an edit and a deletion are differences, and reach the copy", async () => {
    const { _id } = await aLayout();
    await applyAll();
    await call("PATCH", `/layouts/${_id}`, { name: "Renamed" });
    const [edit] = await pending();
    expect([edit?.type, edit?.change]).toEqual([
      "Layout",
      [{ op: "update", path: ["name"], val: "Renamed", oldVal: "Plain" }],
    ]);
    await applyAll();
    expect(await layoutsInProduction()).toMatchObject([{ name: "Renamed", _parentId: _id }]);
    await call("DELETE", `/layouts/${_id}`);
    const [deletion] = await pending();
    expect(deletion?.change).toEqual(
      expect.arrayContaining([
        { op: "update", path: ["deleted"], val: true, oldVal: false },
        { op: "add", path: ["isDeleted"], val: true },
      ]),
    );
    await applyAll();
    expect(await layoutsInProduction()).toEqual([]);
  });

  test("an older change of a layout does not undo a later one that is applied already", async () => {
    const { _id } = await aLayout();
    await applyAll();
    await call("PATCH", `/layouts/${_id}`, { name: "Older" });
    const [older] = await pending();
    await call("POST", `/layouts/${_id}/default`);
    const newer = (await pending()).find(({ type }) => type === "DefaultLayout");
    await apply(newer?._id ?? "");
    await apply(older?._id ?? "");
    const copies: { _parentId: string; isDefault: boolean; name: string }[] = await layoutsInProduction();
    expect(copies.find((copy) => copy._parentId === _id)).toMatchObject({ name: "Older", isDefault: true });
    expect(copies.filter(({ isDefault }) => isDefault)).toHaveLength(1);
  });
});
