import { afterAll, beforeAll, expect, test } from "vitest";
import type { MemberRole } from "#contract/constants/statuses.ts";
import { ensureUser } from "#db/queries/users/users.ts";
import { members } from "#db/schema/members.ts";
import { createTestEnvironment, type TestEnvironment, testApp, testConfig } from "#test/support/environment.ts";
import { signUserToken } from "../tokens.ts";

let api: Awaited<ReturnType<typeof testApp>>;
beforeAll(async () => {
  api = await testApp();
});
afterAll(() => api.close());

async function get(url: string, headers: Record<string, string>) {
  const reply = await api.app.inject({ method: "GET", url: `/v1${url}`, headers });
  return { status: reply.statusCode, body: reply.json() };
}

/** Signs a member in, without naming an environment. */
async function bearer({ organizationId }: TestEnvironment, userId: string) {
  const claims = { _id: userId, firstName: "x", email: "x@example.com", organizationId, roles: [] };
  return { authorization: `Bearer ${await signUserToken(claims, testConfig.secret)}` };
}

async function join({ organizationId }: TestEnvironment, firstName: string, role: MemberRole) {
  const email = `${firstName}-${organizationId}@example.com`;
  const user = await ensureUser(api.db, { firstName, lastName: null, email, passwordHash: null });
  await api.db.insert(members).values({ organizationId, userId: user.id, roles: [role], status: "active" });
  return user;
}

test("a person is known by their token and by the key that they own", async () => {
  const environment = await createTestEnvironment(api.db);
  const { userId, email } = environment;
  for (const headers of [environment.headers, await bearer(environment, userId)]) {
    const { status, body } = await get("/users/me", headers);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ _id: userId, id: userId, firstName: "Ada", email, hasPassword: false });
    expect(body.data).not.toHaveProperty("passwordHash");
  }
});

test("the organisation is the key's or the token's, and the list holds it", async () => {
  const environment = await createTestEnvironment(api.db);
  const { userId, organizationId } = environment;
  for (const headers of [environment.headers, await bearer(environment, userId)]) {
    const { body } = await get("/organizations/me", headers);
    expect(body.data).toMatchObject({ _id: organizationId, id: organizationId, apiServiceLevel: "free" });
    expect((await get("/organizations", headers)).body.data).toEqual([body.data]);
  }
});

test("administrators and keys see all members with their addresses", async () => {
  const environment = await createTestEnvironment(api.db);
  const grace = await join(environment, "Grace", "member");
  const { organizationId } = environment;
  await api.db.insert(members).values({ organizationId, roles: ["admin"], status: "invited" });
  for (const headers of [environment.headers, await bearer(environment, environment.userId)]) {
    const { body } = await get("/organizations/members", headers);
    expect(body.data).toMatchObject([
      { _userId: environment.userId, roles: ["admin"], memberStatus: "active", user: { email: environment.email } },
      { _userId: grace.id, roles: ["member"], user: { firstName: "Grace", email: grace.email } },
      { _userId: null, memberStatus: "invited" },
    ]);
  }
});

test("a plain member sees neither invited people nor addresses", async () => {
  const environment = await createTestEnvironment(api.db);
  const grace = await join(environment, "Grace", "member");
  const { organizationId } = environment;
  await api.db.insert(members).values({ organizationId, roles: ["admin"], status: "invited" });
  const { body } = await get("/organizations/members", await bearer(environment, grace.id));
  expect(body.data).toMatchObject([
    { user: { firstName: "Ada", email: "" } },
    { user: { firstName: "Grace", email: "" } },
  ]);
});

test("a token of somebody who is no member is refused", async () => {
  const environment = await createTestEnvironment(api.db);
  const stranger = await createTestEnvironment(api.db);
  const { status } = await get("/organizations/me", await bearer(environment, stranger.userId));
  expect(status).toBe(401);
});

test("a member sees the keys of all environments in clear, a key only those of its own", async () => {
  const environment = await createTestEnvironment(api.db);
  const { userId, environmentId, apiKey, productionApiKey } = environment;
  const keysSeen = async (headers: Record<string, string>) => {
    const { body } = await get("/environments", headers);
    expect(body.data).toMatchObject([
      { _id: environmentId, name: "Development", identifier: environment.applicationIdentifier },
      { name: "Production", _parentId: environmentId },
    ]);
    return body.data.map(({ apiKeys }: { apiKeys: unknown }) => apiKeys);
  };
  const both = [[{ key: apiKey, _userId: userId }], [{ key: productionApiKey, _userId: userId }]];
  expect(await keysSeen(await bearer(environment, userId))).toEqual(both);
  expect(await keysSeen(environment.headers)).toEqual([both[0], []]);
  expect(await keysSeen({ authorization: `ApiKey ${productionApiKey}` })).toEqual([[], both[1]]);
});

test("the environment of a key is told without its keys, which have a call of their own", async () => {
  const { headers, environmentId, organizationId, applicationIdentifier, apiKey, userId } = await createTestEnvironment(
    api.db,
  );
  const { body } = await get("/environments/me", headers);
  expect(body.data).toMatchObject({
    _id: environmentId,
    _organizationId: organizationId,
    name: "Development",
    identifier: applicationIdentifier,
  });
  expect(body.data).not.toHaveProperty("apiKeys");
  expect((await get("/environments/api-keys", headers)).body).toEqual({ data: [{ key: apiKey, _userId: userId }] });
});

test("a member names the environment in a header: none is 400, another organisation's is 401", async () => {
  const environment = await createTestEnvironment(api.db);
  const stranger = await createTestEnvironment(api.db);
  const headers = await bearer(environment, environment.userId);
  const read = (id: string) => get("/environments/me", { ...headers, "Novu-Environment-Id": id });
  expect(await get("/environments/me", headers)).toMatchObject({
    status: 400,
    body: { message: ["environmentId should not be empty"] },
  });
  expect((await read(environment.productionEnvironmentId)).body.data.name).toBe("Production");
  expect((await read(stranger.environmentId)).status).toBe(401);
});
