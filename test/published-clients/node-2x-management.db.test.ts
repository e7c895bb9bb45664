import { randomUUID } from "node:crypto";
import { Novu } from "@novu/node";
import { afterAll, expect, test } from "vitest";
import { createTestEnvironment, testApp } from "#test/support/environment.ts";
import { aStep } from "#test/support/event.ts";
import { methodsOfGroups, OF_MANAGEMENT_2X, recording } from "./methods.ts";

// Workflows, tenants, overrides, feeds and changes, by the published client 2.6, which returns the answer as it came.

const api = await testApp();
afterAll(() => api.close());
const environment = await createTestEnvironment(api.db);
await api.app.listen({ host: "127.0.0.1", port: 0 });
const called = new Set<string>();
const clientOf = (apiKey: string) => new Novu(apiKey, { backendUrl: api.app.listeningOrigin });
const client = clientOf(environment.organizationApiKey);
const novu = recording(client, called);
const inProduction = clientOf(environment.productionApiKey);

const statusOf = (call: Promise<unknown>) =>
  call.then(
    () => 200,
    (error) => error.response?.status,
  );

/** A workflow that the client creates. */
async function aTemplate(name = `Workflow ${randomUUID()}`) {
  const [group] = (await client.notificationGroups.get()).data.data;
  const { data } = await novu.notificationTemplates.create({
    name,
    notificationGroupId: group._id,
    active: true,
    steps: [aStep("in_app")] as never,
  });
  return data.data;
}

test("workflows are created, read, changed, switched, listed and deleted", async () => {
  const { notificationTemplates } = novu;
  const name = `Orders ${randomUUID()}`;
  const { _id: id } = await aTemplate(name);
  await notificationTemplates.update(id, { name: `${name}!`, description: "All of them" } as never);
  await notificationTemplates.updateStatus(id, false);
  expect((await notificationTemplates.getOne(id)).data.data).toMatchObject({
    name: `${name}!`,
    description: "All of them",
    active: false,
    steps: [{ template: { type: "in_app" } }],
  });
  const { data } = await notificationTemplates.getAll(0, 1);
  expect(data).toMatchObject({ page: 0, pageSize: 1, data: [{ _id: id }] });
  await notificationTemplates.delete(id);
  expect(await statusOf(notificationTemplates.getOne(id))).toBe(404);
});

test("tenants are created, changed, listed and deleted", async () => {
  const { tenants } = novu;
  const identifier = `acme-${randomUUID()}`;
  await tenants.create(identifier, { name: "Acme", data: { plan: "gold" } });
  await tenants.update(identifier, { name: "Acme Corporation" });
  expect((await tenants.get(identifier)).data.data).toMatchObject({
    identifier,
    name: "Acme Corporation",
    data: { plan: "gold" },
  });
  expect((await tenants.list({ page: 0, limit: 1 })).data).toMatchObject({ page: 0, data: [{ identifier }] });
  await tenants.delete(identifier);
  expect(await statusOf(tenants.get(identifier))).toBe(404);
});

test("overrides of a workflow for a tenant are created, changed by either key, listed and deleted", async () => {
  const { workflowOverrides } = novu;
  const { _id: workflowId } = await aTemplate();
  const tenant = await client.tenants.create(`tenant-${randomUUID()}`, { name: "Acme" });
  const tenantId = tenant.data.data._id;
  const made = await workflowOverrides.create({ workflowId, tenantId, active: false });
  const { _id: id } = made.data.data;
  expect((await workflowOverrides.getOneById(id)).data.data).toMatchObject({ _id: id, active: false });
  await workflowOverrides.updateOneById(id, { active: true });
  const byBoth = async () => (await workflowOverrides.getOneByTenantIdandWorkflowId(workflowId, tenantId)).data.data;
  expect(await byBoth()).toMatchObject({ _id: id, active: true });
  await workflowOverrides.updateOneByTenantIdandWorkflowId(workflowId, tenantId, { active: false });
  expect(await byBoth()).toMatchObject({ active: false });
  expect((await workflowOverrides.list(0, 1)).data).toMatchObject({ page: 0, pageSize: 1, data: [{ _id: id }] });
  await workflowOverrides.delete(id);
  expect(await statusOf(workflowOverrides.getOneById(id))).toBe(404);
});

test("feeds are created, listed and deleted", async () => {
  const { feeds } = novu;
  const name = `feed-${randomUUID()}`;
  const { _id: id } = (await feeds.create(name)).data.data;
  const names = async () => (await feeds.get()).data.data.map((feed: { name: string }) => feed.name);
  expect(await names()).toContain(name);
  await feeds.delete(id);
  expect(await names()).not.toContain(name);
});

test("changes are counted, listed, and promoted to Production one by one or several at once", async () => {
  const { changes } = novu;
  const names = [`First ${randomUUID()}`, `Second ${randomUUID()}`];
  for (const name of names) await aTemplate(name);
  const pending = async (): Promise<{ _id: string; _entityId: string; type: string }[]> =>
    (await changes.get({ page: 0, limit: 100, promoted: false })).data.data;
  const before = await pending();
  expect((await changes.getCount()).data.data).toBe(before.length);
  const [one, ...others] = before.map(({ _id }) => _id);
  await changes.applyOne(one ?? "");
  expect((await pending()).map(({ _id }) => _id)).not.toContain(one);
  await changes.applyMany(others);
  expect(await pending()).toEqual([]);
  expect((await changes.getCount()).data.data).toBe(0);
  const { data } = await inProduction.notificationTemplates.getAll(0, 50);
  const promoted = data.data.map(({ name }: { name: string }) => name);
  expect(promoted).toEqual(expect.arrayContaining(names));
});

test("every method of these groups is called here", () => {
  const methods = methodsOfGroups(client).filter((method) =>
    OF_MANAGEMENT_2X.some((prefix) => method.startsWith(prefix)),
  );
  expect(methods.length).toBeGreaterThan(OF_MANAGEMENT_2X.length);
  expect(methods.filter((method) => !called.has(method))).toEqual([]);
});
