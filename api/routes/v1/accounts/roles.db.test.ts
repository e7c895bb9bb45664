import { afterAll, expect, test } from "vitest";
import { createTestEnvironment } from "#test/support/environment.ts";
import { peopleApi } from "#test/support/people-api.ts";
import { aMember, signedIn } from "#test/support/sign-in.ts";

const api = await peopleApi();
const { db, call } = api;
afterAll(() => api.close());

type Headers = Record<string, string>;
const SUPPORT = { identifier: "support", name: "Support", permissions: ["environment.use", "environment.read"] };
const create = (headers: Headers, body: object) => call("POST", "/organizations/roles", { headers, body });
const change = (headers: Headers, identifier: string, body: object) =>
  call("PATCH", `/organizations/roles/${identifier}`, { headers, body });
const remove = (headers: Headers, identifier: string) =>
  call("DELETE", `/organizations/roles/${identifier}`, { headers });
const rolesOf = async (headers: Headers) => (await call("GET", "/organizations/roles", { headers })).body.data;

async function team() {
  const environment = await createTestEnvironment(db);
  const admin = await signedIn(db, environment.userId);
  const member = await aMember(db, environment.organizationId, "viewer");
  const here = { "novu-environment-id": environment.environmentId };
  const give = (role: string, headers: Headers = admin) =>
    call("PUT", `/organizations/members/${member.memberId}/roles`, { headers, body: { role } });
  return { ...environment, admin, member: { ...member, headers: { ...member.headers, ...here } }, give };
}

test("a role is made of permissions, given to a member, and decides from the next call on", async () => {
  const { admin, member, give } = await team();
  const asMember = (body: object) => call("POST", "/subscribers", { headers: member.headers, body });
  expect((await asMember({ subscriberId: "ada" })).status).toBe(403);
  expect(await create(admin, SUPPORT)).toMatchObject({
    status: 201,
    body: { data: { ...SUPPORT, permissions: ["environment.read", "environment.use"], isBuiltIn: false } },
  });
  expect((await give("support")).body.data.roles).toEqual(["support"]);
  expect((await asMember({ subscriberId: "ada" })).status).toBe(201);
  const session = (await call("GET", "/auth/session", { headers: member.headers })).body.data;
  expect(session).toMatchObject({
    roles: ["support"],
    permissions: ["environment.read", "environment.use", "organization.read"],
  });
  const narrowed = await change(admin, "support", { permissions: ["environment.read"] });
  expect(narrowed.body.data).toMatchObject({ name: "Support", permissions: ["environment.read"] });
  expect((await asMember({ subscriberId: "bob" })).status).toBe(403);
  expect((await call("GET", "/subscribers", { headers: member.headers })).status).toBe(200);
});

test("the built-in roles stand beside those that were made, and stay as they are", async () => {
  const { admin } = await team();
  await create(admin, SUPPORT);
  const listed = await rolesOf(admin);
  expect(
    listed.map(({ identifier, isBuiltIn }: { identifier: string; isBuiltIn: boolean }) => [identifier, isBuiltIn]),
  ).toEqual([
    ["admin", true],
    ["member", true],
    ["viewer", true],
    ["support", false],
  ]);
  expect((await change(admin, "admin", { name: "King" })).status).toBe(409);
  expect((await remove(admin, "viewer")).status).toBe(409);
  expect((await create(admin, { ...SUPPORT, identifier: "admin" })).status).toBe(409);
  expect((await create(admin, SUPPORT)).status).toBe(409);
  expect((await change(admin, "nobody", { name: "Nobody" })).status).toBe(404);
  const stranger = await team();
  expect((await change(stranger.admin, "support", { name: "Mine" })).status).toBe(404);
  expect((await stranger.give("support")).status).toBe(400);
});

test("nobody makes, changes or gives a role that may do more than they, or touches a member who may", async () => {
  const { admin, member, give, organizationId } = await team();
  const permissions = ["members.manage", "roles.manage", "environment.read"];
  await create(admin, { identifier: "steward", name: "Steward", permissions });
  await create(admin, SUPPORT);
  await give("steward");
  const steward = member.headers;
  const admins = (await call("GET", "/organizations/members", { headers: admin })).body.data;
  const [owner] = admins.filter(({ roles }: { roles: string[] }) => roles.includes("admin"));
  expect((await give("admin", steward)).status).toBe(403);
  expect((await create(steward, { ...SUPPORT, identifier: "mine" })).status).toBe(403);
  expect((await change(steward, "steward", { permissions: ["audit.read"] })).status).toBe(403);
  expect((await change(steward, "support", { permissions: ["environment.read"] })).status).toBe(403);
  expect((await call("DELETE", `/organizations/members/${owner._id}`, { headers: steward })).status).toBe(403);
  const demotion = { headers: steward, body: { role: "viewer" } };
  expect((await call("PUT", `/organizations/members/${owner._id}/roles`, demotion)).status).toBe(403);
  const viewer = await aMember(db, organizationId, "viewer");
  const role = { headers: steward, body: { role: "steward" } };
  expect((await call("PUT", `/organizations/members/${viewer.memberId}/roles`, role)).status).toBe(200);
});

test("a role that somebody has is not deleted; one that nobody has is gone", async () => {
  const { admin, give, environmentId } = await team();
  await create(admin, SUPPORT);
  await give("support");
  expect(await remove(admin, "support")).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining("Support") },
  });
  await give("viewer");
  const headers = { ...admin, "novu-environment-id": environmentId };
  const key = await call("POST", "/api-keys", { headers, body: { name: "Key", role: "support" } });
  expect((await remove(admin, "support")).status).toBe(409);
  await call("DELETE", `/api-keys/${key.body.data._id}`, { headers });
  expect((await remove(admin, "support")).status).toBe(204);
  expect(await rolesOf(admin)).toHaveLength(3);
});

test("a role without a permission, of an unknown one, or under a name that is no identifier is refused", async () => {
  const { admin } = await team();
  for (const wrong of [{ permissions: [] }, { permissions: ["fly"] }, { identifier: "Support Staff" }, { name: "" }]) {
    const { status, body } = await create(admin, { ...SUPPORT, ...wrong });
    expect([status, JSON.stringify(body.message)]).toEqual([400, expect.stringContaining(Object.keys(wrong)[0] ?? "")]);
  }
});
