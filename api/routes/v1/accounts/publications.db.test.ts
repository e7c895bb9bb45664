import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { Publication, PublicationPreview } from "#contract/workflows/publications.ts";
import { createTestEnvironment, type TestEnvironment, testApp } from "#test/support/environment.ts";
import { aMember, signedIn } from "#test/support/sign-in.ts";

const { app, db, close } = await testApp();
afterAll(close);

type Headers = Record<string, string>;

let environment: TestEnvironment;
/** Who asks, and another member. */
let ada: Headers;
let grace: Headers;
let target: string;
beforeEach(async () => {
  environment = await createTestEnvironment(db);
  target = environment.productionEnvironmentId;
  const here = { "novu-environment-id": environment.environmentId };
  ada = { ...(await signedIn(db, environment.userId)), ...here };
  grace = { ...(await aMember(db, environment.organizationId, "admin")).headers, ...here };
});

async function call(method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE", url: string, payload?: object, headers = ada) {
  const reply = await app.inject({ method, url, headers, ...(payload && { payload }) });
  return { status: reply.statusCode, body: reply.body === "" ? undefined : reply.json() };
}

const steps = (body: string) => [{ name: "Bell", type: "in_app", controlValues: { body } }];

async function aWorkflow(name = "Order", fields: object = {}) {
  const { status, body } = await call("POST", "/v2/workflows", { name, steps: steps("Hi"), ...fields });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data;
}
const edit = async (workflow: { _id: string }, fields: object) => {
  const { status, body } = await call("PATCH", `/v2/workflows/${workflow._id}`, fields);
  expect(status, JSON.stringify(body)).toBe(200);
};
const rewrite = async ({ _id, ...workflow }: { _id: string; steps: object[] }, body: string) => {
  const [step] = workflow.steps;
  const changed = { ...workflow, steps: [{ ...step, controlValues: { body } }] };
  const reply = await call("PUT", `/v2/workflows/${_id}`, changed);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
};
const preview = async (more = ""): Promise<PublicationPreview> =>
  (await call("GET", `/v1/publications/preview?targetEnvironmentId=${target}${more}`)).body.data;
const publish = (resources: object[], more: object = {}, headers = ada) =>
  call("POST", "/v1/publications", { targetEnvironmentId: target, resources, ...more }, headers);
const of = ({ _id }: { _id: string }) => ({ kind: "workflow", id: _id });
const published = async (workflow: { _id: string }): Promise<Publication> => (await publish([of(workflow)])).body.data;
const act = (one: Pick<Publication, "_id">, verb: string, headers = grace, body?: object) =>
  call("POST", `/v1/publications/${one._id}/${verb}`, body, headers);
const requireApproval = (requiresApproval: boolean, headers = ada) =>
  call("PUT", `/v1/environments/${target}`, { requiresApproval }, headers);
const inProduction = async (id = "order") =>
  (
    await app.inject({
      url: `/v2/workflows/${id}`,
      headers: { authorization: `ApiKey ${environment.productionApiKey}` },
    })
  ).json().data;
const bodyOf = async () => (await inProduction())?.steps[0].controls.values.body;
const audited = async () =>
  (await call("GET", "/v1/audit-logs?limit=100")).body.data.map(({ action }: { action: string }) => action);

test("the list of organisations says how many publications of others wait for approval", async () => {
  const waiting = async (headers: Headers) =>
    (await call("GET", "/v1/organizations", undefined, headers)).body.data[0].waitingPublications;
  const workflow = await aWorkflow();
  await requireApproval(true);
  const asked = await published(workflow);
  expect([await waiting(ada), await waiting(grace)]).toEqual([0, 1]);
  await act(asked, "approve");
  expect(await waiting(grace)).toBe(0);
});

describe("what differs", () => {
  test("is said in words, with what a workflow needs, and in whole for one resource", async () => {
    const layout = (await call("POST", "/v2/layouts", { layoutId: "plain", name: "Plain" })).body.data;
    const controlValues = { subject: "Hi", body: "<p>Hi</p>", editorType: "html", layoutId: layout._id };
    const mail = await aWorkflow("Mail", { steps: [{ name: "Mail", type: "email", controlValues }] });
    const workflow = await aWorkflow();
    const { items, requiresApproval } = await preview();
    expect(requiresApproval).toBe(false);
    expect(items.find(({ _id }) => _id === mail._id)).toMatchObject({
      action: "created",
      changes: ["Created with one step"],
      needs: [{ kind: "layout", name: "Plain", identifier: "plain" }],
    });
    await publish([of(mail), of(workflow)]);
    expect((await preview()).items.map(({ kind, name }) => `${kind} ${name}`)).not.toContain("workflow Order");
    await edit(workflow, { name: "Renamed", tags: ["a"] });
    await rewrite(await (await call("GET", `/v2/workflows/${workflow._id}`)).body.data, "Hello");
    const [changed] = (await preview()).items.filter(({ kind }) => kind === "workflow");
    expect(changed).toMatchObject({
      action: "updated",
      changes: ["Changed the name and the tags", "Changed body of Bell"],
      needs: [],
    });
    expect(changed).not.toHaveProperty("before");
    const [whole] = (await preview(`&resourceId=${workflow._id}`)).items;
    expect(whole).toMatchObject({ before: { name: "Order" }, after: { name: "Renamed" } });
  });

  test("is refused for an environment of another organisation, and for one with itself", async () => {
    const other = await createTestEnvironment(db);
    const compare = (id: string) => call("GET", `/v1/publications/preview?targetEnvironmentId=${id}`);
    expect((await compare(other.environmentId)).status).toBe(404);
    expect((await compare(environment.environmentId)).status).toBe(400);
    expect((await compare("x")).status).toBe(400);
  });
});

test("one of several that is refused keeps no other back, and each has its result", async () => {
  const order = await aWorkflow();
  const other = await aWorkflow("Other");
  await db.$client`insert into workflows select (w).* from (select jsonb_populate_record(x,
    jsonb_build_object('id', gen_random_uuid(), 'environment_id', ${target}::text, 'origin', 'external', 'parent_id', null)) as w
    from workflows x where id = ${other._id}) as y`;
  const { status, body } = await publish([of(order), of(other)], { note: "Both" });
  expect(status, JSON.stringify(body)).toBe(201);
  expect(body.data).toMatchObject({
    state: "published",
    note: "Both",
    requestedBy: { name: "Ada Lovelace", isSelf: true },
  });
  expect(body.data.items.map(({ name, result }: Publication["items"][number]) => [name, result?.action])).toEqual([
    ["Order", "created"],
    ["Other", "skipped"],
  ]);
  expect(body.data.items[1].result.error).toContain("identifier other");
  expect((await call("GET", `/v1/publications/${body.data._id}`)).body.data).toEqual(body.data);
});

test.each([
  [[], "resources must contain at least 1 element"],
  [[{ kind: "workflow", id: "x" }], "resources.0.id"],
  [[{ kind: "feed", id: crypto.randomUUID() }], "resources.0.kind must be workflow, layout or translation_group"],
  [[{ kind: "layout", id: crypto.randomUUID() }], "resources: no layout with id"],
])("resources %j are refused: %s", async (resources, text) => {
  const { status, body } = await publish(resources);
  expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(text)]);
});

test("what is the same already is not published again", async () => {
  const workflow = await aWorkflow();
  await published(workflow);
  const { status, body } = await publish([of(workflow)]);
  expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining("the same in both environments")]);
});

describe("an environment that requires approval", () => {
  beforeEach(async () => {
    expect((await requireApproval(true)).body.data.requiresApproval).toBe(true);
  });

  test("takes nothing by the ways around it", async () => {
    const workflow = await aWorkflow();
    const text = "needs the approval of another member";
    const refused = [
      await call("POST", `/v2/environments/${target}/publish`, {}),
      await call("POST", `/v2/environments/${target}/publish`, {}, environment.organizationHeaders),
      await call("PUT", `/v2/workflows/${workflow._id}/sync`, { targetEnvironmentId: target }),
    ];
    for (const { status, body } of refused) {
      expect([status, JSON.stringify(body)]).toEqual([409, expect.stringContaining(text)]);
    }
    const saved = { name: "Old", notificationGroupId: "", steps: [] };
    const [group] = (await call("GET", "/v1/notification-groups")).body.data;
    await call("POST", "/v1/workflows", { ...saved, notificationGroupId: group._id });
    const [change] = (await call("GET", "/v1/changes?promoted=false")).body.data;
    expect((await call("POST", `/v1/changes/${change._id}/apply`)).status).toBe(409);
    expect((await call("POST", `/v2/environments/${target}/publish`, { dryRun: true })).status).toBe(200);
    // A key cannot lift it.
    const byKey = await requireApproval(false, environment.organizationHeaders);
    expect([byKey.status, JSON.stringify(byKey.body)]).toEqual([403, expect.stringContaining("requiresApproval")]);
    expect(await inProduction()).toBeUndefined();
  });

  test("takes what another member approves, once", async () => {
    const workflow = await aWorkflow();
    const waiting = await published(workflow);
    expect(waiting).toMatchObject({ state: "waiting", items: [{ action: "created", isRevertible: false }] });
    expect(await inProduction()).toBeUndefined();
    expect((await act(waiting, "approve", ada)).status).toBe(403);
    expect((await act(waiting, "decline", ada)).status).toBe(403);
    expect((await act(waiting, "withdraw", grace)).status).toBe(403);
    const both = await Promise.all([act(waiting, "approve"), act(waiting, "approve")]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [approved] = both.filter(({ status }) => status === 200);
    expect(approved?.body.data).toMatchObject({
      state: "published",
      decidedBy: { isSelf: true },
      items: [{ result: { action: "created" }, isRevertible: true }],
    });
    expect(await bodyOf()).toBe("Hi");
    expect(await audited()).toEqual(
      expect.arrayContaining(["publication.requested", "publication.approved", "environment.published"]),
    );
  });

  test("does not take what was changed after it was asked for", async () => {
    const workflow = await aWorkflow();
    const waiting = await published(workflow);
    await rewrite(await (await call("GET", `/v2/workflows/${workflow._id}`)).body.data, "Something else");
    const { body } = await act(waiting, "approve");
    expect(body.data.items[0].result).toMatchObject({ action: "skipped", error: expect.stringContaining("ask again") });
    expect(await inProduction()).toBeUndefined();
  });

  test("takes nothing once it was deleted", async () => {
    const workflow = await aWorkflow();
    const waiting = await published(workflow);
    await db.$client`update environments set deleted_at = now() where id = ${target}`;
    const { body } = await act(waiting, "approve");
    expect(body.data.items[0].result).toEqual({ action: "skipped", error: "The environment was deleted" });
    expect(await db.$client`select id from workflows where environment_id = ${target}`).toEqual([]);
  });

  test("declined and withdrawn ones wait no more, and are in the list", async () => {
    const workflow = await aWorkflow();
    const [declined, withdrawn] = [await published(workflow), await published(workflow)];
    const reason = { reason: "The price is wrong" };
    expect((await act(declined, "decline", grace, reason)).body.data).toMatchObject({ state: "declined", ...reason });
    expect((await act(withdrawn, "withdraw", ada)).body.data).toMatchObject({ state: "withdrawn" });
    expect((await act(declined, "approve")).status).toBe(409);
    const waiting = async () => (await call("GET", "/v1/overview")).body.data.waitingPublications;
    expect(await waiting()).toEqual({ count: 0, isMore: false });
    await published(workflow);
    expect(await waiting()).toEqual({ count: 1, isMore: false });
    const list = async (query: string) => (await call("GET", `/v1/publications?${query}`)).body;
    expect((await list("state=waiting")).data).toHaveLength(1);
    await db.$client`delete from publications where state = 'waiting' and environment_id = ${target}`;
    const first = await list(`targetEnvironmentId=${target}&limit=1`);
    expect(first.data).toMatchObject([{ _id: withdrawn._id }]);
    const second = await list(`targetEnvironmentId=${target}&limit=1&cursor=${first.next}`);
    expect([second.data, second.next]).toMatchObject([[{ _id: declined._id }], null]);
  });
});

describe("taking back", () => {
  test("an update brings back steps, settings and preferences; a creation is deleted, a deletion is undone", async () => {
    const workflow = await aWorkflow("Order", { tags: ["a"], preferences: { user: { all: { readOnly: true } } } });
    const creation = await published(workflow);
    const before = await inProduction();
    await rewrite(await (await call("GET", `/v2/workflows/${workflow._id}`)).body.data, "Hello");
    await edit(workflow, { name: "Renamed", tags: ["b"], preferences: { user: { all: { enabled: false } } } });
    const update = await published(workflow);
    expect(await bodyOf()).toBe("Hello");
    // The later one goes first.
    const early = (await act(creation, "revert")).body.data;
    expect(early.refused).toMatchObject([{ _id: workflow._id, error: expect.stringContaining("changed after") }]);
    const { body } = await act(update, "revert");
    expect(body.data.refused).toEqual([]);
    expect(body.data.publication.items).toMatchObject([{ isRevertible: false, revertedAt: expect.any(String) }]);
    const after = await inProduction();
    for (const field of ["_id", "name", "tags", "preferences"]) expect(after[field], field).toEqual(before[field]);
    expect(await bodyOf()).toBe("Hi");
    expect((await act(update, "revert")).status).toBe(409);

    await call("DELETE", `/v2/workflows/${workflow._id}`);
    const deletion = await published(workflow);
    expect(deletion.items).toMatchObject([{ action: "deleted", result: { action: "deleted" } }]);
    expect(await inProduction()).toBeUndefined();
    await act(deletion, "revert");
    expect(await bodyOf()).toBe("Hi");
    expect((await act(creation, "revert")).body.data.refused).toEqual([]);
    expect(await inProduction()).toBeUndefined();
    expect((await audited()).filter((action: string) => action === "publication.reverted")).toHaveLength(3);
  });

  test("a layout gets its content back, and two who take it back at once do it once", async () => {
    const layout = (await call("POST", "/v2/layouts", { layoutId: "plain", name: "Plain" })).body.data;
    const resources = [{ kind: "layout", id: layout._id }];
    const creation = (await publish(resources)).body.data;
    await db.$client`update layouts set content = '<p>New {{{body}}}</p>' where id = ${layout._id}`;
    const update = (await publish(resources)).body.data;
    const contents = async () =>
      (
        await db.$client`select content from layouts where environment_id = ${target} and deleted_at is null
        and identifier = 'plain'`
      ).map(({ content }) => content);
    expect(await contents()).toEqual(["<p>New {{{body}}}</p>"]);
    await Promise.all([act(update, "revert"), act(update, "revert", ada)]);
    expect(await contents()).not.toEqual(["<p>New {{{body}}}</p>"]);
    expect(await contents()).toHaveLength(1);
    expect((await act(creation, "revert", grace, { ids: [layout._id] })).body.data.refused).toEqual([]);
    expect(await contents()).toEqual([]);
    const unknown = await act(creation, "revert", grace, { ids: [crypto.randomUUID()] });
    expect(unknown.status).toBe(400);
  });
});

test("another organisation does not see publications, and a viewer changes none", async () => {
  const one = await published(await aWorkflow());
  const other = await createTestEnvironment(db);
  for (const verb of ["revert", "withdraw"]) {
    expect((await act(one, verb, other.organizationHeaders)).status, verb).toBe(404);
  }
  expect((await call("GET", `/v1/publications/${one._id}`, undefined, other.organizationHeaders)).status).toBe(404);
  expect((await call("GET", "/v1/publications", undefined, other.organizationHeaders)).body.data).toEqual([]);
  const here = { "novu-environment-id": environment.environmentId };
  const viewer = { ...(await aMember(db, environment.organizationId, "viewer")).headers, ...here };
  expect((await act(one, "revert", viewer)).status).toBe(403);
  expect((await call("GET", `/v1/publications/${one._id}`, undefined, viewer)).status).toBe(200);
});
