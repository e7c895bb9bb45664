import { and, eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { hashApiKey } from "#db/api-key.ts";
import { findApiKey, listApiKeys } from "#db/queries/environments/api-keys.ts";
import { auditLogs } from "#db/schema/accounts/audit-logs.ts";
import { integrations } from "#db/schema/integrations.ts";
import { createTestEnvironment, testConfig } from "#test/support/environment.ts";
import { peopleApi } from "#test/support/people-api.ts";
import { aMember, signedIn } from "#test/support/sign-in.ts";

const api = await peopleApi();
const { db, call } = api;
const limited = await peopleApi({ db, config: { ...testConfig, planLimits: "standard" } });
afterAll(async () => {
  await limited.close();
  await api.close();
});

type Headers = Record<string, string>;
const create = (headers: Headers, body: object) => call("POST", "/environments", { headers, body });
const regenerate = (headers: Headers) => call("POST", "/environments/api-keys/regenerate", { headers });

test("a new environment has a key of its creator that works, a default layout, a group and the built-in integrations", async () => {
  const home = await createTestEnvironment(db);
  for (const headers of [await signedIn(db, home.userId), home.organizationHeaders]) {
    const { status, body } = await create(headers, { name: "Staging", parentId: home.environmentId });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      name: "Staging",
      _organizationId: home.organizationId,
      identifier: expect.stringMatching(/^[\w-]{12}$/),
      apiKeys: [{ key: expect.stringMatching(/^[0-9a-f]{32}$/), _userId: home.userId }],
    });
    expect(body.data).not.toHaveProperty("_parentId");
    const key = { authorization: `ApiKey ${body.data.apiKeys[0].key}` };
    expect((await call("GET", "/environments/me", { headers: key })).body.data._id).toBe(body.data._id);
    const layouts = (await call("GET", "/layouts", { headers: key })).body.data;
    expect(layouts).toMatchObject([{ isDefault: true }]);
    const groups = (await call("GET", "/notification-groups", { headers: key })).body.data;
    expect(groups).toMatchObject([{ name: "General" }]);
    const integrations = (await call("GET", "/integrations", { headers: key })).body.data;
    const own = integrations.filter(
      ({ _environmentId }: { _environmentId: string }) => _environmentId === body.data._id,
    );
    expect(own).toHaveLength(3);
  }
  expect((await call("GET", "/environments", { headers: home.organizationHeaders })).body.data).toHaveLength(4);
});

test("an environment has the colour that it was given, until it is taken away", async () => {
  const { userId } = await createTestEnvironment(db);
  const headers = await signedIn(db, userId);
  const { body } = await create(headers, { name: "Staging", color: "#0a7cff" });
  expect(body.data.color).toBe("#0a7cff");
  const change = (color: unknown) => call("PUT", `/environments/${body.data._id}`, { headers, body: { color } });
  expect((await change("#fff")).body.data.color).toBe("#fff");
  expect((await change(undefined)).body.data.color).toBe("#fff");
  for (const color of ["red", "#ff\0", 1, "url(x)"]) expect((await change(color)).status).toBe(400);
  expect((await change(null)).body.data).not.toHaveProperty("color");
  const log = await call("GET", "/audit-logs?action=environment.updated", { headers });
  expect(log.body.data[0].changes).toEqual({ color: { before: "#fff" } });
});

test("an environment needs a name, an admin, and a plan that has further ones", async () => {
  const { organizationId, userId } = await createTestEnvironment(db);
  const admin = await signedIn(db, userId);
  expect((await create(admin, {})).status).toBe(400);
  expect((await create(admin, { name: "Staging", parentId: "nonsense" })).status).toBe(400);
  const member = await aMember(db, organizationId, "member");
  expect((await create(member.headers, { name: "Staging" })).status).toBe(403);
  const refused = await limited.call("POST", "/environments", { headers: admin, body: { name: "Staging" } });
  expect(refused).toMatchObject({ status: 403, body: { message: expect.stringContaining("plan") } });
});

test("plain members neither rename an environment nor replace its keys", async () => {
  const { organizationId, environmentId } = await createTestEnvironment(db);
  const { headers } = await aMember(db, organizationId, "member");
  const renamed = await call("PUT", `/environments/${environmentId}`, { headers, body: { name: "Mine" } });
  expect(renamed.status).toBe(403);
  expect((await regenerate({ ...headers, "novu-environment-id": environmentId })).status).toBe(403);
});

test("the bridge of an environment is changed, and its address is checked as a sync checks it", async () => {
  const { environmentId, organizationHeaders: headers } = await createTestEnvironment(db);
  const change = (bridge: unknown) => call("PUT", `/environments/${environmentId}`, { headers, body: { bridge } });
  const url = "https://example.com/api/bridge";
  const changed = await change({ url });
  expect(changed).toMatchObject({ status: 200, body: { data: { modified: 1, bridge: { url }, echo: { url } } } });
  expect((await call("GET", "/environments/me", { headers })).body.data.echo).toEqual({ url });
  for (const [refused, message] of [
    ["ftp://example.com", "bridge.url must be an http or https address, such as https://example.com/api/novu"],
    ["https://ada@example.com", "bridge.url must not name a user: the bridge knows its callers by their signature"],
  ]) {
    expect(await change({ url: refused })).toMatchObject({ status: 400, body: { message: [message] } });
  }
  for (const nothing of [{ url: "" }, {}, null]) {
    expect((await change(nothing)).body.data).toMatchObject({ modified: 0, bridge: { url } });
  }
  const entries = await db
    .select()
    .from(auditLogs)
    .where(and(eq(auditLogs.entityId, environmentId), eq(auditLogs.action, "environment.updated")));
  expect(entries.map(({ changes }) => changes)).toEqual([{ bridgeUrl: { after: url } }]);
});

test("an environment says whether its inbox demands a proof", async () => {
  const { environmentId, organizationHeaders: headers } = await createTestEnvironment(db);
  const widgets = async () => {
    const listed = (await call("GET", "/environments", { headers })).body.data;
    const own = (await call("GET", "/environments/me", { headers })).body.data;
    return [own, ...listed].map(({ widget }: { widget: unknown }) => widget);
  };
  const [demands, open] = [{ notificationCenterEncryption: true }, { notificationCenterEncryption: false }];
  // That of Production does from the start.
  expect(await widgets()).toEqual([open, open, demands]);
  await db
    .update(integrations)
    .set({ credentials: { hmac: true } })
    .where(and(eq(integrations.environmentId, environmentId), eq(integrations.channel, "in_app")));
  expect(await widgets()).toEqual([demands, demands, demands]);
});

test("a new key takes the place of all keys of the environment at once, and sessions go on", async () => {
  const home = await createTestEnvironment(db);
  const admin = { ...(await signedIn(db, home.userId)), "novu-environment-id": home.environmentId };
  // The key is known to the process before it is replaced.
  expect((await call("GET", "/environments/me", { headers: home.headers })).status).toBe(200);
  const { status, body } = await regenerate(admin);
  expect(status).toBe(201);
  expect(body.data).toMatchObject([{ key: expect.stringMatching(/^[0-9a-f]{32}$/), _userId: home.userId }]);
  expect((await call("GET", "/environments/me", { headers: home.headers })).status).toBe(401);
  const key = { authorization: `ApiKey ${body.data[0].key}` };
  const [{ key: clear }] = body.data;
  const listed = (await call("GET", "/environments/api-keys", { headers: key })).body.data;
  expect(listed).toEqual([{ ...body.data[0], key: `nvsk.${clear.slice(-4)}`, lastUsedAt: expect.any(String) }]);
  expect((await call("GET", "/environments/me", { headers: admin })).status).toBe(200);
  // Production keeps its own.
  const production = { authorization: `ApiKey ${home.productionApiKey}` };
  expect((await call("GET", "/environments/me", { headers: production })).status).toBe(200);
  // A key replaces itself.
  const next = await regenerate(key);
  expect([next.status, (await call("GET", "/environments/me", { headers: key })).status]).toEqual([201, 401]);
});

test("of keys that are replaced several times at once, one is left", async () => {
  const { scope, userId, environmentId } = await createTestEnvironment(db);
  const admin = { ...(await signedIn(db, userId)), "novu-environment-id": environmentId };
  const answers = await Promise.all([1, 2, 3].map(() => regenerate(admin)));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  const keys = await listApiKeys(db, scope);
  expect(keys).toHaveLength(1);
  const working = await Promise.all(answers.map(({ body }) => findApiKey(db, hashApiKey(body.data[0].key))));
  expect(working.filter(Boolean)).toHaveLength(1);
});
