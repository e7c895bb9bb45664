import { afterAll, beforeEach, expect, test } from "vitest";
import type { Publication, PublicationPreview } from "#contract/workflows/publications.ts";
import { createTestEnvironment, type TestEnvironment, testApp } from "#test/support/environment.ts";
import { signedIn } from "#test/support/sign-in.ts";

// Translation groups are compared, published and taken back as layouts are.

const { app, db, close } = await testApp();
afterAll(close);

let environment: TestEnvironment;
let headers: Record<string, string>;
let production: Record<string, string>;
beforeEach(async () => {
  environment = await createTestEnvironment(db);
  headers = { ...(await signedIn(db, environment.userId)), "novu-environment-id": environment.environmentId };
  production = { authorization: `ApiKey ${environment.productionApiKey}` };
});

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
async function call(method: Method, url: string, payload?: object, by = headers) {
  const reply = await app.inject({ method, url, headers: by, ...(payload && { payload }) });
  return { status: reply.statusCode, data: reply.body === "" ? undefined : reply.json().data, body: reply.body };
}
async function done(...request: Parameters<typeof call>) {
  const reply = await call(...request);
  expect(reply.status, reply.body).toBeLessThan(300);
  return reply.data;
}
async function aGroup(texts: Record<string, object> = { en: { hello: "Hello" } }, by = headers) {
  const group = await done("POST", "/v1/translations", { name: "Shop", identifier: "shop" }, by);
  for (const [locale, one] of Object.entries(texts)) await write(locale, one, by);
  return group;
}
const write = (locale: string, texts: object, by = headers) =>
  done("PUT", `/v1/translations/shop/locales/${locale}`, texts, by);
const preview = (more = ""): Promise<PublicationPreview> =>
  done("GET", `/v1/publications/preview?targetEnvironmentId=${environment.productionEnvironmentId}${more}`);
/** Without the layout that each organisation begins with. */
const groups = async () => (await preview()).items.filter(({ kind }) => kind === "translation_group");
const publish = (resources: { kind: string; id: string }[]): Promise<Publication> =>
  done("POST", "/v1/publications", { targetEnvironmentId: environment.productionEnvironmentId, resources });
const of = ({ _id }: { _id: string }) => ({ kind: "translation_group", id: _id });
const inProduction = async (locale: string) =>
  (await call("GET", `/v1/translations/shop/locales/${locale}`, undefined, production)).data;
const revert = ({ _id }: Publication) => call("POST", `/v1/publications/${_id}/revert`);
const audited = async () =>
  (await done("GET", "/v1/audit-logs?limit=100")).map(({ action }: { action: string }) => action);

test("a new, a changed and a removed group are said in words, with locales and keys, and published", async () => {
  const group = await aGroup();
  expect(await groups()).toMatchObject([
    { kind: "translation_group", name: "Shop", action: "created", changes: ["Created with texts in en"] },
  ]);
  await publish([of(group)]);
  expect(await inProduction("en")).toEqual({ hello: "Hello" });
  expect(await groups()).toEqual([]);
  expect(await audited()).toContain("environment.published");

  await write("en", { hello: "Hi", order: { sent: "Sent" } });
  await write("de", { hello: "Hallo" });
  const [changed] = (await preview(`&resourceId=${group._id}`)).items;
  expect(changed).toMatchObject({
    action: "updated",
    changes: ["Added the locale de with one text", "Added order.sent in en", "Changed hello in en"],
    before: { locales: { en: { hello: "Hello" } } },
    after: { locales: { en: { hello: "Hi" }, de: { hello: "Hallo" } } },
  });
  await publish([of(group)]);
  expect(await inProduction("de")).toEqual({ hello: "Hallo" });

  await done("DELETE", "/v1/translations/shop/locales/de");
  expect(await groups()).toMatchObject([{ changes: ["Removed the locale de"] }]);
  await done("DELETE", "/v1/translations/shop");
  expect(await groups()).toMatchObject([{ kind: "translation_group", action: "deleted", changes: ["Deleted"] }]);
  await publish([of(group)]);
  expect(await inProduction("en")).toBeUndefined();
  expect((await done("GET", "/v1/changes?promoted=false")).length).toBe(0);
});

test("a group that a workflow prints is named with it, comes along where it is lacking, and is left as it is where it is not", async () => {
  const group = await aGroup();
  const body = '{{ "shop.hello" | i18n }}';
  const steps = [{ name: "Bell", type: "in_app", controlValues: { body } }];
  const workflow = await done("POST", "/v2/workflows", { name: "Order", steps });
  const item = (await preview()).items.find(({ kind }) => kind === "workflow");
  expect(item?.needs).toEqual([{ kind: "translation_group", _id: group._id, identifier: "shop", name: "Shop" }]);
  await publish([{ kind: "workflow", id: workflow._id }]);
  expect(await inProduction("en")).toEqual({ hello: "Hello" });

  await write("en", { hello: "Hi" });
  await done("PATCH", `/v2/workflows/${workflow._id}`, { name: "Order 2" });
  await publish([{ kind: "workflow", id: workflow._id }]);
  expect(await inProduction("en")).toEqual({ hello: "Hello" });
  const url = `/v1/publications/rendered?targetEnvironmentId=${environment.productionEnvironmentId}&resourceId=${workflow._id}`;
  expect((await done("GET", url)).differences).toMatchObject([
    { source: { message: { content: "Hi" } }, target: { message: { content: "Hello" } } },
  ]);
});

test("is taken back: what was changed has its texts before, what was created is gone, and what was deleted is there again", async () => {
  const group = await aGroup({ en: { hello: "Hello" }, fr: { hello: "Bonjour" } });
  const created = await publish([of(group)]);
  await write("en", { hello: "Hi" });
  await write("de", { hello: "Hallo" });
  await done("DELETE", "/v1/translations/shop/locales/fr");
  const changed = await publish([of(group)]);
  expect((await revert(created)).data.refused).toMatchObject([{ error: expect.stringContaining("later one first") }]);
  expect((await revert(changed)).data.refused).toEqual([]);
  expect([await inProduction("en"), await inProduction("fr"), await inProduction("de")]).toEqual([
    { hello: "Hello" },
    { hello: "Bonjour" },
    undefined,
  ]);
  await done("DELETE", "/v1/translations/shop");
  const deleted = await publish([of(group)]);
  expect(await inProduction("en")).toBeUndefined();
  expect((await revert(deleted)).data.refused).toEqual([]);
  expect(await inProduction("en")).toEqual({ hello: "Hello" });
  expect((await revert(created)).data.refused).toEqual([]);
  expect(await inProduction("en")).toBeUndefined();
  const list = await app.inject({ url: "/v1/publications", headers });
  expect(list.json().data.map(({ items }: Publication) => items[0]?.revertedAt !== undefined)).toEqual([
    true,
    true,
    true,
  ]);
});

test("a group of the target's own with the identifier refuses it, and says what to do", async () => {
  await aGroup({ en: { hello: "Own" } }, production);
  const group = await aGroup();
  expect(await groups()).toMatchObject([
    { _id: group._id, problem: expect.stringContaining("translation group with identifier shop of its own") },
  ]);
});

test("the other version of the API publishes workflows and layouts alone", async () => {
  await aGroup();
  const { resources } = await done("POST", `/v2/environments/${environment.productionEnvironmentId}/diff`, {});
  expect(resources.map(({ resourceType }: { resourceType: string }) => resourceType)).not.toContain(
    "translation_group",
  );
  expect(resources.some(({ sourceResource }: { sourceResource: { id: string } }) => sourceResource.id === "shop")).toBe(
    false,
  );
});
