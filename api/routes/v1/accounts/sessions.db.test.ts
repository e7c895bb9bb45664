import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { verifyUserToken } from "#api/tokens.ts";
import { hashPassword } from "#db/password-hash.ts";
import { sessions } from "#db/schema/accounts/sessions.ts";
import { createTestEnvironment, testConfig } from "#test/support/environment.ts";
import { bearer, PASSWORD, peopleApi } from "#test/support/people-api.ts";
import { aMember, aPerson, signedIn } from "#test/support/sign-in.ts";

const api = await peopleApi();
const { db, call, login } = api;
const passwordHash = await hashPassword(PASSWORD);
afterAll(() => api.close());

const status = async (headers: Record<string, string>) => (await call("GET", "/users/me", { headers })).status;

test("after signing out the token is refused, and other sessions go on", async () => {
  const { id } = await aPerson(db);
  const [one, two] = [await signedIn(db, id), await signedIn(db, id)];
  expect((await call("POST", "/auth/logout", { headers: one })).status).toBe(204);
  expect([await status(one), await status(two)]).toEqual([401, 200]);
  expect((await call("POST", "/auth/logout", { headers: one })).status).toBe(401);
});

test("a person sees where they are signed in, and ends one session or all others", async () => {
  const { email, id } = await aPerson(db, { passwordHash });
  const { body } = await call("POST", "/auth/login", {
    body: { email, password: PASSWORD },
    headers: { "user-agent": "Firefox" },
  });
  const here = bearer(body.data.token);
  const [second, third] = [await signedIn(db, id), await signedIn(db, id)];
  const list = async () => (await call("GET", "/auth/sessions", { headers: here })).body.data;
  const listed = await list();
  expect(listed).toHaveLength(3);
  expect(listed.filter(({ current }: { current: boolean }) => current)).toMatchObject([
    { userAgent: "Firefox", address: "127.0.0.1" },
  ]);
  const claims = await verifyUserToken(second.authorization.slice("Bearer ".length), testConfig.secret);
  expect((await call("DELETE", `/auth/sessions/${claims?.sessionId}`, { headers: here })).status).toBe(204);
  expect([await status(second), await status(third)]).toEqual([401, 200]);
  expect((await call("DELETE", `/auth/sessions/${claims?.sessionId}`, { headers: here })).status).toBe(404);
  expect((await call("DELETE", "/auth/sessions", { headers: here })).status).toBe(204);
  expect([await status(here), await status(third)]).toEqual([200, 401]);
  expect(await list()).toHaveLength(1);
});

test("nobody ends somebody else's session", async () => {
  const [ada, eve] = [await aPerson(db), await aPerson(db)];
  const headers = await signedIn(db, ada.id);
  const { body } = await call("GET", "/auth/session", { headers });
  const attempt = await call("DELETE", `/auth/sessions/${body.data.session.id}`, {
    headers: await signedIn(db, eve.id),
  });
  expect(attempt.status).toBe(404);
  expect(await status(headers)).toBe(200);
});

test("a session that has expired is refused, whatever its token says", async () => {
  const { id } = await aPerson(db);
  const headers = await signedIn(db, id);
  await db.update(sessions).set({ expireAt: new Date() }).where(eq(sessions.userId, id));
  expect(await status(headers)).toBe(401);
});

test("a check of the session says who is signed in, where, and with which roles as they are now", async () => {
  const { organizationId } = await createTestEnvironment(db);
  const member = await aMember(db, organizationId, "member");
  const check = async () => (await call("GET", "/auth/session", { headers: member.headers })).body.data;
  expect(await check()).toMatchObject({
    user: { email: member.email },
    _organizationId: organizationId,
    roles: ["member"],
    session: { current: true },
  });
  const { headers } = await aMember(db, organizationId, "admin");
  await call("DELETE", `/organizations/members/${member.memberId}`, { headers });
  const after = await check();
  expect(after.roles).toEqual([]);
  expect(after).not.toHaveProperty("_organizationId");
});

test("a refresh answers a token of the same session, without an organisation, which ends when it would have ended", async () => {
  const { userId, organizationId } = await createTestEnvironment(db);
  const headers = await signedIn(db, userId);
  const expireAt = new Date(Date.now() + 60_000);
  await db.update(sessions).set({ expireAt }).where(eq(sessions.userId, userId));
  const refreshed = await call("GET", "/auth/refresh", { headers });
  expect([refreshed.status, refreshed.headers["cache-control"]]).toEqual([200, "no-store"]);
  expect(await verifyUserToken(refreshed.body.data, testConfig.secret)).toMatchObject({
    _id: userId,
    organizationId: null,
    roles: [],
  });
  const [session, ...others] = await db.select().from(sessions).where(eq(sessions.userId, userId));
  expect(others).toEqual([]);
  expect(session?.expireAt).toEqual(expireAt);
  const switched = await call("POST", `/auth/organizations/${organizationId}/switch`, {
    headers: bearer(refreshed.body.data),
  });
  expect(switched.status).toBe(200);
});

test("a switch of the organisation answers a token with it and the roles there, for members only", async () => {
  const [home, other] = [await createTestEnvironment(db), await createTestEnvironment(db)];
  const headers = await signedIn(db, home.userId);
  const url = `/auth/organizations/${other.organizationId}/switch`;
  expect((await call("POST", url, { headers })).status).toBe(401);
  expect((await call("POST", "/auth/organizations/nonsense/switch", { headers })).status).toBe(401);
  const member = await aMember(db, other.organizationId, "admin");
  const { body } = await call("POST", url, { headers: member.headers });
  expect(await verifyUserToken(body.data, testConfig.secret)).toMatchObject({
    _id: member.userId,
    organizationId: other.organizationId,
    roles: ["admin"],
  });
});

test("a switch of the environment keeps person and organisation, and names the environment", async () => {
  const [home, other] = [await createTestEnvironment(db), await createTestEnvironment(db)];
  const headers = await signedIn(db, home.userId);
  const switchTo = (id: string) => call("POST", `/auth/environments/${id}/switch`, { headers });
  const { status: code, body } = await switchTo(home.productionEnvironmentId);
  expect(code).toBe(200);
  expect(await verifyUserToken(body.data.token, testConfig.secret)).toMatchObject({
    _id: home.userId,
    organizationId: home.organizationId,
    environmentId: home.productionEnvironmentId,
    roles: ["admin"],
  });
  expect((await switchTo(other.environmentId)).status).toBe(401);
  expect((await switchTo(home.userId)).status).toBe(404);
});

test("a token serves no longer than its session, also when it was checked before", async () => {
  const { email } = await aPerson(db, { passwordHash });
  const { body } = await login(email);
  const headers = bearer(body.data.token);
  expect(await status(headers)).toBe(200);
  await call("POST", "/auth/logout", { headers });
  expect((await call("GET", "/auth/refresh", { headers })).status).toBe(401);
});
