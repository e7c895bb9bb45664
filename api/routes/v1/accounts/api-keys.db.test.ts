import { createHmac, randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { NOTHING_SPARED } from "#db/partitions.ts";
import { deleteExpired } from "#db/queries/retention/delete-expired.ts";
import { apiKeys } from "#db/schema/accounts/api-keys.ts";
import { auditLogs } from "#db/schema/accounts/audit-logs.ts";
import { createTestEnvironment } from "#test/support/environment.ts";
import { peopleApi } from "#test/support/people-api.ts";
import { aMember, signedIn } from "#test/support/sign-in.ts";

const api = await peopleApi();
const { db, call } = api;
afterAll(() => api.close());

type Headers = Record<string, string>;
const withKey = (key: string) => ({ authorization: `ApiKey ${key}` });
const create = (headers: Headers, body: object) => call("POST", "/api-keys", { headers, body });
const list = async (headers: Headers) => (await call("GET", "/api-keys", { headers })).body.data;
const statusWith = async (key: string, path = "/environments/me") =>
  (await call("GET", path, { headers: withKey(key) })).status;
const endOf = (key: string) => `nvsk.${key.slice(-4)}`;

async function home() {
  const environment = await createTestEnvironment(db);
  const signed = await signedIn(db, environment.userId);
  return { ...environment, admin: { ...signed, "novu-environment-id": environment.environmentId } };
}

test("a key is shown once, and known by its end, its name, its role and its last use from then on", async () => {
  const { admin, environmentId, userId } = await home();
  const { status, body } = await create(admin, { name: "Orders", role: "viewer" });
  expect([status, body.data]).toEqual([
    201,
    {
      _id: expect.any(String),
      id: body.data._id,
      type: "environment",
      name: "Orders",
      role: "viewer",
      key: expect.stringMatching(/^[0-9a-f]{32}$/),
      _userId: userId,
      _environmentId: environmentId,
      createdAt: expect.any(String),
      lastUsedAt: null,
      expireAt: null,
    },
  ]);
  const { key, _id } = body.data;
  const seen = async () => (await list(admin)).find((one: { _id: string }) => one._id === _id);
  expect(await seen()).toEqual({ ...body.data, key: endOf(key) });
  expect(await statusWith(key)).toBe(200);
  expect(Date.parse((await seen()).lastUsedAt)).toBeGreaterThan(Date.now() - 10_000);
});

test("an answer that is repeated for its Idempotency-Key shows no key a second time", async () => {
  const { admin } = await home();
  const headers = { ...admin, "idempotency-key": randomUUID() };
  const first = await create(headers, { name: "Orders" });
  const again = await create(headers, { name: "Orders" });
  const { key } = first.body.data;
  expect([again.status, again.body.data]).toEqual([201, { ...first.body.data, key: endOf(key) }]);
  const [regenerated, repeated] = [
    await call("POST", "/environments/api-keys/regenerate", { headers }),
    await call("POST", "/environments/api-keys/regenerate", { headers }),
  ];
  expect(repeated.body.data[0].key).toBe(endOf(regenerated.body.data[0].key));
});

test("the role of a key decides what it may do, and its type how far it reaches", async () => {
  const { admin, productionEnvironmentId } = await home();
  const keyOf = async (given: object) => (await create(admin, { name: "Key", ...given })).body.data.key;
  const viewer = withKey(await keyOf({ role: "viewer" }));
  expect((await call("GET", "/subscribers", { headers: viewer })).status).toBe(200);
  const body = { subscriberId: "ada" };
  expect(await call("POST", "/subscribers", { headers: viewer, body })).toMatchObject({
    status: 403,
    body: { message: expect.stringContaining("environment.use") },
  });
  const member = withKey(await keyOf({}));
  expect((await call("POST", "/subscribers", { headers: member, body })).status).toBe(201);
  expect((await call("GET", "/api-keys", { headers: member })).status).toBe(403);
  const own = withKey(await keyOf({ role: "admin" }));
  expect(await call("GET", "/organizations/members", { headers: own })).toMatchObject({
    status: 403,
    body: { message: expect.stringContaining("organization key") },
  });
  const wide = withKey(await keyOf({ role: "admin", type: "organization" }));
  expect((await call("GET", "/organizations/members", { headers: wide })).status).toBe(200);
  const path = `/environments/${productionEnvironmentId}`;
  const renaming = { body: { name: "Live" } };
  expect((await call("PUT", path, { headers: own, ...renaming })).status).toBe(403);
  expect((await call("PUT", path, { headers: wide, ...renaming })).status).toBe(200);
});

test("nobody makes a key that may do more than they, or that reaches further", async () => {
  const { admin, environmentId, organizationId, productionEnvironmentId, headers } = await home();
  await call("POST", "/organizations/roles", {
    headers: admin,
    body: { identifier: "keeper", name: "Keeper", permissions: ["keys.read", "keys.manage", "environment.read"] },
  });
  const { key } = (await create(admin, { name: "Keeper", role: "keeper" })).body.data;
  const keeper = withKey(key);
  expect(await create(keeper, { name: "Mine", role: "admin" })).toMatchObject({
    status: 403,
    body: { message: expect.stringContaining("environment.use") },
  });
  expect((await create(keeper, { name: "Mine", role: "keeper" })).status).toBe(201);
  expect((await call("POST", "/environments/api-keys/regenerate", { headers: keeper })).status).toBe(403);
  expect((await create(headers, { name: "Wide", type: "organization" })).status).toBe(403);
  expect((await create(headers, { name: "There", _environmentId: productionEnvironmentId })).status).toBe(403);
  const [own] = (await list(headers)).filter(({ role }: { role: string }) => role === "admin");
  expect((await call("DELETE", `/api-keys/${own._id}`, { headers: keeper })).status).toBe(403);
  const member = { ...(await aMember(db, organizationId, "member")).headers, "novu-environment-id": environmentId };
  expect((await create(member, { name: "Mine" })).status).toBe(403);
  expect((await call("GET", "/api-keys", { headers: member })).status).toBe(403);
});

test("what a new key is refused for is named", async () => {
  const { admin } = await home();
  const messageOf = async (body: object) =>
    [await create(admin, body)].map(({ status, body }) => [status, body.message]);
  expect(await messageOf({})).toEqual([[400, expect.arrayContaining([expect.stringContaining("name")])]]);
  expect(await messageOf({ name: "K", role: "king" })).toEqual([
    [400, ["role king does not exist in this organization: create it first"]],
  ]);
  expect(await messageOf({ name: "K", expireAt: "2020-01-01T00:00:00Z" })).toEqual([
    [400, ["expireAt must be in the future"]],
  ]);
  expect(await messageOf({ name: "K", _environmentId: randomUUID() })).toEqual([
    [404, expect.stringContaining("No environment")],
  ]);
  expect(await messageOf({ name: "K", type: "organization", _environmentId: randomUUID() })).toEqual([
    [400, [expect.stringContaining("_environmentId")]],
  ]);
});

test("a key that is rolled goes on beside its successor for the overlap, and signs until it ends", async () => {
  const { admin, apiKey, applicationIdentifier, environmentId } = await home();
  const [old] = (await list(admin)).filter(({ key }: { key: string }) => key === endOf(apiKey));
  const rolled = await call("POST", `/api-keys/${old._id}/roll`, { headers: admin, body: { overlapHours: 1 } });
  expect(rolled).toMatchObject({ status: 201, body: { data: { name: old.name, role: old.role, expireAt: null } } });
  const { key } = rolled.body.data;
  expect([await statusWith(apiKey), await statusWith(key)]).toEqual([200, 200]);
  const again = await call("POST", `/api-keys/${old._id}/roll`, { headers: admin, body: {} });
  expect(again).toMatchObject({ status: 409, body: { message: expect.stringContaining("rolled already") } });

  await call("PUT", `/integrations/${await inbox(environmentId, admin)}`, {
    headers: admin,
    body: { credentials: { hmac: true }, check: false },
  });
  const isOpened = async (signer: string) => {
    const hmacHash = createHmac("sha256", signer).update("ada").digest("hex");
    const body = { applicationIdentifier, subscriberId: "ada", hmacHash };
    return (await call("POST", "/widgets/session/initialize", { headers: {}, body })).status;
  };
  expect([await isOpened(apiKey), await isOpened(key)]).toEqual([201, 201]);
  await db
    .update(apiKeys)
    .set({ expireAt: new Date(Date.now() - 1_000) })
    .where(eq(apiKeys.id, old._id));
  await expect.poll(() => statusWith(apiKey), { timeout: 5_000 }).toBe(401);
  expect([await isOpened(apiKey), await isOpened(key), await statusWith(key)]).toEqual([400, 201, 200]);
  expect(await list(admin)).not.toContainEqual(expect.objectContaining({ _id: old._id }));
  await deleteExpired(db, "api_keys", { now: new Date(), spared: NOTHING_SPARED });
  expect(await db.select().from(apiKeys).where(eq(apiKeys.id, old._id))).toEqual([]);
});

async function inbox(environmentId: string, headers: Headers): Promise<string> {
  const { body } = await call("GET", "/integrations", { headers });
  return body.data.find(
    (one: { channel: string; _environmentId: string }) =>
      one.channel === "in_app" && one._environmentId === environmentId,
  )._id;
}

test("without an overlap the old key ends at once; of two rolls at the same moment one is refused", async () => {
  const { admin } = await home();
  const created = (await create(admin, { name: "Orders" })).body.data;
  expect(await statusWith(created.key)).toBe(200);
  const roll = () => call("POST", `/api-keys/${created._id}/roll`, { headers: admin, body: { overlapHours: 0 } });
  const [first, second] = await Promise.all([roll(), roll()]);
  expect([first.status, second.status].sort()).toEqual([201, 404]);
  expect(await statusWith(created.key)).toBe(401);
  expect((await list(admin)).filter(({ name }: { name: string }) => name === "Orders")).toHaveLength(1);
});

test("a key that expires, and one that is ended, is refused; every change is noted", async () => {
  const { admin, organizationId } = await home();
  const expireAt = new Date(Date.now() + 1_500).toISOString();
  const brief = (await create(admin, { name: "Brief", expireAt })).body.data;
  expect(await statusWith(brief.key)).toBe(200);
  const created = (await create(admin, { name: "Orders" })).body.data;
  const path = `/api-keys/${created._id}`;
  expect((await call("PATCH", path, { headers: admin, body: { name: "Billing" } })).body.data.name).toBe("Billing");
  expect((await call("DELETE", path, { headers: admin })).status).toBe(204);
  expect(await statusWith(created.key)).toBe(401);
  expect((await call("DELETE", path, { headers: admin })).status).toBe(404);
  await expect.poll(() => statusWith(brief.key), { timeout: 5_000 }).toBe(401);
  await list(admin);
  const entries = await db
    .select()
    .from(auditLogs)
    .where(and(eq(auditLogs.organizationId, organizationId), eq(auditLogs.entityType, "api_key")));
  expect(entries.map(({ action }) => action).sort()).toEqual([
    "api_key.created",
    "api_key.created",
    "api_key.ended",
    "api_key.read",
    "api_key.updated",
  ]);
  expect(JSON.stringify(entries)).not.toContain(created.key);
});
