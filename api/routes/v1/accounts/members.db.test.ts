import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { listOrganizationApiKeys } from "#db/queries/environments/api-keys.ts";
import { auditLogs } from "#db/schema/accounts/audit-logs.ts";
import { members } from "#db/schema/accounts/members.ts";
import { organizations } from "#db/schema/accounts/organizations.ts";
import { createTestEnvironment, testConfig } from "#test/support/environment.ts";
import { peopleApi } from "#test/support/people-api.ts";
import { aMember, signedIn } from "#test/support/sign-in.ts";

const api = await peopleApi();
const { db, call } = api;
afterAll(() => api.close());

/** An organisation with its owner, another admin and a plain member, who are signed in. */
async function team() {
  const environment = await createTestEnvironment(db);
  const { organizationId, userId } = environment;
  const [row] = await db.select().from(members).where(eq(members.organizationId, organizationId));
  const owner = { userId, memberId: row?.id ?? "", headers: await signedIn(db, userId) };
  const admin = await aMember(db, organizationId, "admin");
  const member = await aMember(db, organizationId, "member");
  return { environment, organizationId, owner, admin, member };
}

type Headers = Record<string, string>;
const remove = (id: string, headers: Headers) => call("DELETE", `/organizations/members/${id}`, { headers });
const setRole = (id: string, role: string, headers: Headers) =>
  call("PUT", `/organizations/members/${id}/roles`, { headers, body: { role } });
const leave = (headers: Headers) => call("POST", "/organizations/leave", { headers });
const membersOf = async (headers: Headers): Promise<{ _id: string; roles: string[] }[]> =>
  (await call("GET", "/organizations/members", { headers })).body.data;

test("a removed member is answered, gone from the list, and refused at once", async () => {
  const { owner, member } = await team();
  expect((await call("GET", "/organizations/me", { headers: member.headers })).status).toBe(200);
  const removed = await remove(member.memberId, owner.headers);
  expect(removed).toMatchObject({
    status: 200,
    body: { data: { _id: member.memberId, _userId: member.userId, user: { email: member.email } } },
  });
  expect((await membersOf(owner.headers)).map(({ _id }) => _id)).not.toContain(member.memberId);
  expect((await call("GET", "/organizations/me", { headers: member.headers })).status).toBe(401);
  // The account itself goes on.
  expect((await call("GET", "/users/me", { headers: member.headers })).status).toBe(200);
  expect((await remove(member.memberId, owner.headers)).status).toBe(404);
});

test("the API keys of a removed member become the oldest admin's and go on working", async () => {
  const { environment, organizationId, owner, admin } = await team();
  expect((await remove(owner.memberId, admin.headers)).status).toBe(200);
  const keys = await listOrganizationApiKeys(db, organizationId);
  expect(keys.map(({ userId }) => userId)).toEqual([admin.userId, admin.userId, admin.userId]);
  const { body } = await call("GET", "/users/me", { headers: environment.organizationHeaders });
  expect(body.data).toMatchObject({ _id: admin.userId });
});

test("the API keys of a removed member end where that is asked for, and what becomes of each is noted", async () => {
  const { environment, organizationId, owner, admin } = await team();
  const removed = await call("DELETE", `/organizations/members/${owner.memberId}?apiKeys=end`, {
    headers: admin.headers,
  });
  expect(removed.status).toBe(200);
  expect(await listOrganizationApiKeys(db, organizationId)).toEqual([]);
  expect((await call("GET", "/environments/me", { headers: environment.headers })).status).toBe(401);
  const entries = await db.select().from(auditLogs).where(eq(auditLogs.organizationId, organizationId));
  expect(entries.filter(({ action }) => action === "api_key.ended")).toHaveLength(3);
  const other = await call("DELETE", `/organizations/members/${admin.memberId}?apiKeys=sell`, {
    headers: admin.headers,
  });
  expect(other).toMatchObject({ status: 400, body: { message: [expect.stringContaining("pass-on or end")] } });
});

test("nobody removes themselves, by a token or by their own key", async () => {
  const { environment, owner } = await team();
  for (const headers of [owner.headers, environment.organizationHeaders]) {
    expect(await remove(owner.memberId, headers)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining("leave the organization") },
    });
  }
});

test("members of another organisation are unknown, and so is what is no id", async () => {
  const [home, other] = [await team(), await team()];
  expect((await remove(other.member.memberId, home.owner.headers)).status).toBe(404);
  expect((await setRole(other.member.memberId, "admin", home.owner.headers)).status).toBe(404);
  expect((await remove("nonsense", home.owner.headers)).status).toBe(400);
  expect(await membersOf(other.owner.headers)).toHaveLength(3);
});

test("plain members change nobody, and may leave", async () => {
  const { owner, admin, member } = await team();
  expect((await remove(admin.memberId, member.headers)).status).toBe(403);
  expect((await setRole(member.memberId, "admin", member.headers)).status).toBe(403);
  expect((await leave(member.headers)).status).toBe(204);
  expect((await leave(member.headers)).status).toBe(401);
  expect((await membersOf(owner.headers)).map(({ _id }) => _id)).toEqual([owner.memberId, admin.memberId]);
});

test("a role is changed to exactly one, and counts from the next call on", async () => {
  const { owner, member } = await team();
  const promoted = await setRole(member.memberId, "admin", owner.headers);
  expect([promoted.status, promoted.body.data.roles]).toEqual([200, ["admin"]]);
  expect(promoted.body.data).not.toHaveProperty("user");
  expect((await setRole(owner.memberId, "member", member.headers)).body.data.roles).toEqual(["member"]);
  expect((await setRole(member.memberId, "member", owner.headers)).status).toBe(403);
  expect((await setRole(member.memberId, "owner", member.headers)).status).toBe(400);
});

test("the last admin can neither leave, nor be demoted, nor be removed by a key", async () => {
  const { environment, owner, admin } = await team();
  await remove(admin.memberId, owner.headers);
  expect((await leave(owner.headers)).status).toBe(409);
  expect(await setRole(owner.memberId, "member", owner.headers)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining("needs an admin") },
  });
  expect((await setRole(owner.memberId, "member", environment.organizationHeaders)).status).toBe(409);
  expect(await membersOf(owner.headers)).toMatchObject([{ roles: ["admin"] }, { roles: ["member"] }]);
});

test("of two admins who leave or demote each other at once, one remains", async () => {
  for (const act of [
    ({ headers }: { headers: Headers; other: string }) => leave(headers),
    ({ headers, other }: { headers: Headers; other: string }) => setRole(other, "member", headers),
    ({ headers, other }: { headers: Headers; other: string }) => remove(other, headers),
  ]) {
    const { organizationId, owner, admin } = await team();
    await Promise.all([
      act({ headers: owner.headers, other: admin.memberId }),
      act({ headers: admin.headers, other: owner.memberId }),
    ]);
    const rows = await db.select().from(members).where(eq(members.organizationId, organizationId));
    expect(rows.filter(({ roles }) => roles.includes("admin"))).toHaveLength(1);
  }
});

test("a plan without roles has admins only, where plans count", async () => {
  const { organizationId, owner, member } = await team();
  const limited = await peopleApi({ db, config: { ...testConfig, planLimits: "standard" } });
  const give = (role: string) =>
    limited.call("PUT", `/organizations/members/${member.memberId}/roles`, { headers: owner.headers, body: { role } });
  const refused = await give("member");
  expect(refused).toMatchObject({ status: 403, body: { message: expect.stringContaining("Your plan has no roles") } });
  expect((await give("admin")).status).toBe(200);
  await db.update(organizations).set({ serviceLevel: "business" }).where(eq(organizations.id, organizationId));
  expect((await give("member")).body.data.roles).toEqual(["member"]);
  await limited.close();
});

test("a key acts as an admin, whatever role its owner has by now", async () => {
  const { environment, owner, admin, member } = await team();
  await setRole(owner.memberId, "member", admin.headers);
  expect((await remove(member.memberId, environment.organizationHeaders)).status).toBe(200);
  expect((await remove(randomUUID(), environment.organizationHeaders)).status).toBe(404);
});
